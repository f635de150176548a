"""The page of all commands has every one of them."""

import typer
from docs.hooks.commands import commands_page

from arcload.cli.main import app


def test_every_command_and_option_stands_on_the_page() -> None:
    sections = dict(part.split("\n", 1) for part in commands_page().split("\n## ")[1:])
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert [*sections] == [*commands]
    for name, command in commands.items():
        for parameter in command.params:
            argument = parameter.param_type_name == "argument"
            for word in [parameter.help or "--minutes M", *([] if argument else parameter.opts)]:
                assert word.replace("|", "\\|").replace("<", "&lt;") in sections[name], (name, word)


def test_a_bar_does_not_end_a_cell() -> None:
    rows = [line for line in commands_page().splitlines() if line.startswith("| `--vehicles")]
    assert rows
    for row in rows:
        assert row.replace("\\|", "").count("|") == 3
