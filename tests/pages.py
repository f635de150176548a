"""The pages that people read, and the blocks of code in them."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), ROOT / "examples" / "README.md"]
)
_MARK = re.compile(r"<!-- (not run|file|shows): (.+) -->")


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its lines, and what a comment above it says.

    ``<!-- file: NAME -->`` gives the text a name, by which the commands that follow read it.
    ``<!-- shows: NAME -->`` says that these are lines of a file that the commands before wrote.
    ``<!-- not run: WHY -->`` stands above commands that need a network or depend on the clock.
    """

    page: Path
    line: int
    language: str
    lines: tuple[str, ...]
    file: str | None = None
    shows: str | None = None
    not_run: str | None = None


@dataclass(frozen=True)
class Command:
    """A line that is typed, and what is printed then."""

    page: Path
    line: int
    typed: str
    printed: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}, line {self.line}: {self.typed}"


def blocks(page: Path) -> list[Block]:
    """Return the blocks of code of a page, from top to bottom."""
    found: list[Block] = []
    marks: dict[str, str] = {}
    start, language = 0, ""
    lines = page.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        fence = re.match(r" *```(\w*)$", line)
        mark = _MARK.fullmatch(line)
        if fence and start:
            text = tuple(lines[start : number - 1])
            found.append(Block(page, start, language, text, **marks))
            marks, start = {}, 0
        elif fence:
            start, language = number, fence[1]
        elif mark and not start:
            marks[mark[1].replace(" ", "_")] = mark[2]
    return found


def commands(block: Block) -> list[Command]:
    """Return the commands of a block that shows a terminal."""
    found: list[Command] = []
    printed: list[str] = []
    typed, first = "", 0
    for number, line in enumerate((*block.lines, "$ "), block.line + 1):
        if typed.endswith("\\"):
            typed = typed[:-1] + line.strip()
        elif line.startswith("$ "):
            if typed:
                found.append(Command(block.page, first, typed, tuple(printed)))
            typed, printed, first = line[2:], [], number
        else:
            printed.append(line)
    return found
