"""Write what commands print now into the pages that show it: ``python -m tests.rewrite_pages``.

Names of pages, or parts of them, choose some. What stands for several lines by dots, and lines of
files, are left to you: they are named.
"""

import sys
import tempfile
from pathlib import Path

import pytest

from tests.pages import PAGES, ROOT, Block, blocks, commands
from tests.terminal import fits, prepare, printed_by


def main() -> None:
    """Rewrite the pages."""
    chosen = sys.argv[1:] or [""]
    for page in PAGES:
        if any(part in str(page.relative_to(ROOT)) for part in chosen):
            with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
                prepare(Path(folder), patch)
                rewrite(page, patch)


def rewrite(page: Path, patch: pytest.MonkeyPatch) -> None:
    """Run the blocks of a page, and write what is new."""
    lines = page.read_text(encoding="utf-8").splitlines()
    later = 0  # lines that the page has grown by
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        if block.language == "console" and not block.not_run:
            shown = _run(block, patch)
            start = block.line + later
            lines[start : start + len(block.lines)] = shown
            later += len(shown) - len(block.lines)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _run(block: Block, patch: pytest.MonkeyPatch) -> list[str]:
    shown: list[str] = []
    end = 0
    for command in commands(block):
        typed = command.line - block.line - 1
        while block.lines[typed].endswith("\\"):
            typed += 1
        shown += block.lines[end : typed + 1]
        end = typed + 1 + len(command.printed)
        printed = printed_by(command, patch)
        if fits(printed, "\n".join(command.printed)):
            shown += command.printed
        elif "..." in command.printed:
            print(f"{command}\n{printed}")
            shown += command.printed
        else:
            print(command)
            shown += printed.rstrip("\n").split("\n")
    return shown


if __name__ == "__main__":
    main()
