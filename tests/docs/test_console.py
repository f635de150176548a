"""What README and docs show of the terminal is what the commands print.

All blocks of a page are run in one folder, one after the other. Times aside, what they print
must be what stands there; a line ``...`` stands for any lines.
"""

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest
import typer

import arcload
from arcload.cli.main import app, main
from tests.pages import PAGES, ROOT, blocks, commands

SHOWN = [page for page in PAGES if any(each.language == "console" for each in blocks(page))]
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
WHY = {"the clock", "a network"}


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Work in an empty folder, but for the examples, in a terminal as wide as the text is."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("ARCLOAD_DEBUG")  # as users run it
    monkeypatch.setattr("arcload.cli.progress._LINE_EVERY", 1e6)
    # As on a machine that has the time for it.
    monkeypatch.setattr("arcload.solving.compare.quick_comparison", arcload.compare)
    return tmp_path


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_every_command_prints_what_is_shown(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for block in blocks(page):
        if block.file:
            (folder / block.file).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        if block.shows:
            written = (folder / block.shows).read_text(encoding="utf-8-sig").splitlines()
            assert [line for line in written if line in block.lines] == [*block.lines], block
        if block.language == "console" and not block.not_run:
            for command in commands(block):
                name, *words = shlex.split(command.typed, comments=True)
                assert name == "arcload", command
                monkeypatch.setattr(sys, "argv", [name, *words])
                printed = printed_by_main()
                assert fits(printed, "\n".join(command.printed)), f"{command}\n{printed}"


def printed_by_main() -> str:
    with (
        io.StringIO() as text,
        contextlib.redirect_stdout(text),
        contextlib.redirect_stderr(text),
    ):
        with pytest.raises(SystemExit):
            main()
        return text.getvalue()


def fits(printed: str, shown: str) -> bool:
    """Tell whether a text is what is shown of it."""
    lines = times_aside(shown).split("\n")
    pattern = "\n".join(r".*(\n.*)*?" if line == "..." else re.escape(line) for line in lines)
    return re.fullmatch(pattern, times_aside(printed)) is not None


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("cost 3\ntime 1.25 s\n", "cost 3\ntime 7 s", True),
        ("cost 3\ntime 1.25 s\n", "cost 4\ntime 1.25 s", False),
        ("a\nb\nc\nd\n", "a\n...\nd", True),
        ("a\nb\nc\nd\n", "a\n...\nc", False),
        ("", "", True),
        ("a\n", "", False),
    ],
)
def test_only_times_and_dots_may_differ(printed: str, shown: str, same: bool) -> None:
    assert fits(printed, shown) is same


def times_aside(text: str) -> str:
    """Return a text with its seconds, and the ends of its lines, made equal.

    What is said of compiling, which happens once on a machine, is left out.
    """
    text = re.sub(r"\b\d+(\.\d+)? s\b", "0 s", text)
    text = re.sub(r"^arcload: .*(was compiled|it compiles).*\n", "", text, flags=re.MULTILINE)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_has_the_options_that_are_typed(page: Path) -> None:
    for block in blocks(page):
        assert block.not_run in {None, *WHY}, block
        shown = commands(block) if block.language == "console" else []
        plain = block.lines if block.language == "sh" else []
        for line in [*(each.typed for each in shown), *plain]:
            words = shlex.split(line, comments=True)
            if "arcload" in words[:2]:
                name, *rest = words[words.index("arcload") + 1 :]
                assert COMMANDS[name].make_context(name, rest).args is not None, line
