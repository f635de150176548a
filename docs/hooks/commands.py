"""The page of all commands and options, from the command line itself."""

from typing import Any

import typer
from mkdocs.structure.files import File, Files

from arcload.cli.main import app
from arcload.neural.train.command import run

PAGE = "reference/commands.md"
_HEAD = """# Commands

This page is made from the command line itself. `arcload --help` lists the commands,
`arcload COMMAND --help` the options of one. Notes and errors go to standard error, results to
standard output; [exit codes](../errors.md) are 0, 1 and 2.

"""


def on_files(files: Files, *, config: Any) -> Files:
    """Add the page."""
    files.append(File.generated(config, PAGE, content=commands_page()))
    return files


def commands_page() -> str:
    """Return the page: a table of the commands, then one section each."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    rows = [
        f"| [`{name}`](#{name}) | {each.get_short_help_str(200)} |"
        for name, each in commands.items()
    ]
    sections = [_section(name, each) for name, each in commands.items()]
    return "\n".join([_HEAD + "| command | what it does |", "| --- | --- |", *rows, "", *sections])


def _section(name: str, command: Any) -> str:
    context = typer.Context(command, info_name=f"arcload {name}")
    usage = " ".join([f"arcload {name}", *command.collect_usage_pieces(context)])
    lines = [f"## {name}", "", command.help.replace("\b\n", ""), "", "```text", usage, "```", ""]
    panels: dict[str, list[str]] = {}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and parameter.help:
            panel = getattr(parameter, "rich_help_panel", None)
            panel = panel or ("Arguments" if parameter.param_type_name == "argument" else "Options")
            words, text = map(_cell, record)
            panels.setdefault(panel, []).append(f"| `{words}` | {text} |")
    for panel, rows in panels.items():
        lines += [f"| {panel} | |", "| --- | --- |", *rows, ""]
    if name == "train":  # its options are declared beside the training, which runs without Typer
        lines.append("```text")
        run(["--help"], tell=lines.append)
        lines += ["```", ""]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
