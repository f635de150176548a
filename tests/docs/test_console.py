"""What README and docs show of the terminal is what the commands print.

All blocks of a page are run in one folder, one after the other. ``python -m tests.rewrite_pages``
writes what is printed now into the pages.
"""

import shlex
from pathlib import Path

import pytest
import typer

from arcload.cli.main import app
from tests.pages import PAGES, ROOT, blocks, commands
from tests.terminal import fits, prepare, printed_by

SHOWN = [page for page in PAGES if any(each.language == "console" for each in blocks(page))]
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
WHY = {"the clock", "a network"}


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_every_command_prints_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, monkeypatch)
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        if block.shows:
            written = Path(block.shows).read_text(encoding="utf-8-sig").splitlines()
            assert [line for line in written if line in block.lines] == [*block.lines], block
        if block.language == "console" and not block.not_run:
            for command in commands(block):
                printed = printed_by(command, monkeypatch)
                assert fits(printed, "\n".join(command.printed)), f"{command}\n{printed}"


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


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("cost 3\ntime 1.25 s\n", "cost 3\ntime 7 s", True),
        ("cost 3\ntime 1.25 s\n", "cost 4\ntime 1.25 s", False),
        ("a\narcload: note: auto was compiled, which happens once\nb\n", "a\nb", True),
        ("a\nb\nc\nd\n", "a\n...\nd", True),
        ("a\nb\nc\nd\n", "a\n...\nc", False),
        ("", "", True),
        ("a\n", "", False),
    ],
)
def test_only_times_and_dots_may_differ(printed: str, shown: str, same: bool) -> None:
    assert fits(printed, shown) is same
