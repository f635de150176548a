"""Tables, written as Markdown, CSV and LaTeX."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from arcload.model import units
from arcload.model.files import write_text
from arcload.model.one_line import one_line
from arcload.model.spreadsheet import cell

Row: TypeAlias = tuple[str, ...]

_MOST_ON_A_PAGE = 45  # rows; a longer table is broken over pages
_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "≤": r"$\leq$",
    "−": r"$-$",
}


@dataclass(frozen=True)
class Block:
    """Some rows of a table under a heading of their own, which may be empty."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of text, its first column left and all others right aligned.

    Parameters
    ----------
    name
        Of its files.
    title
        What it shows, in a line.
    columns
        Names of the columns.
    blocks
        The rows, in blocks.
    notes
        Sentences below it.
    """

    name: str
    title: str
    columns: Row
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()

    def to_markdown(self) -> str:
        """Return it as Markdown that is also aligned as plain text."""
        parts = [f"**{self.title}**"]
        for block in self.blocks:
            lines = [_markdown_line(row, self._widths()) for row in (self.columns, *block.rows)]
            dashes = ["-" * self._widths()[0]]
            dashes += ["-" * (width - 1) + ":" for width in self._widths()[1:]]
            lines.insert(1, "| " + " | ".join(dashes) + " |")
            parts += [block.heading, "\n".join(lines)] if block.heading else ["\n".join(lines)]
        if self.notes:
            parts.append("\n".join(f"- {note}" for note in self.notes))
        return "\n\n".join(parts) + "\n"

    def to_csv(self) -> str:
        """Return it as CSV, the headings of blocks in a first column."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        grouped = any(block.heading for block in self.blocks)
        writer.writerow((*(["group"] if grouped else []), *map(cell, self.columns)))
        for block in self.blocks:
            for row in block.rows:
                writer.writerow(map(cell, (*([block.heading] if grouped else []), *row)))
        return out.getvalue()

    def to_latex(self) -> str:
        """Return it as a LaTeX table that needs booktabs, and longtable where it is long."""
        caption = rf"\caption{{{_escaped(self.title)}}}\label{{tab:{self.name}}}"
        layout = "l" + "r" * (len(self.columns) - 1)
        head = [r"\toprule", _latex_line(self.columns)]
        notes = [rf"\par\footnotesize {_escaped(note)}" for note in self.notes]
        if sum(len(block.rows) for block in self.blocks) > _MOST_ON_A_PAGE:
            before = [rf"\begin{{longtable}}{{{layout}}}", caption + r" \\", *head, r"\endhead"]
            after = [r"\bottomrule", r"\end{longtable}", *notes]
        else:
            before = [r"\begin{table}", r"\centering", caption]
            before += [rf"\begin{{tabular}}{{{layout}}}", *head]
            after = [r"\bottomrule", r"\end{tabular}", *notes, r"\end{table}"]
        return "\n".join([*before, *self._latex_rows(), *after, ""])

    def _latex_rows(self) -> list[str]:
        lines = []
        for block in self.blocks:
            lines.append(r"\midrule")
            if block.heading:
                heading = rf"\textit{{{_escaped(block.heading)}}}"
                lines.append(rf"\multicolumn{{{len(self.columns)}}}{{l}}{{{heading}}} \\")
            lines += [_latex_line(row) for row in block.rows]
        return lines

    def write(self, folder: Path) -> list[Path]:
        """Write it in all three forms, and return the files."""
        texts = {".md": self.to_markdown(), ".csv": self.to_csv(), ".tex": self.to_latex()}
        files = [folder / f"{self.name}{extension}" for extension in texts]
        for file, text in zip(files, texts.values(), strict=True):
            write_text(file, text)
        return files

    def _widths(self) -> list[int]:
        rows = [self.columns, *(row for block in self.blocks for row in block.rows)]
        return [max(3, *(len(row[column]) for row in rows)) for column in range(len(self.columns))]


def _markdown_line(row: Row, widths: list[int]) -> str:
    cells = [one_line(words).replace("|", r"\|") for words in row]
    padded = [cells[0].ljust(widths[0])]
    padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
    return "| " + " | ".join(padded) + " |"


def _latex_line(row: Row) -> str:
    return " & ".join(_escaped(words) for words in row) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in one_line(text))


def percent(fraction: float | None, digits: int = 2) -> str:
    """Return a fraction as a percentage without the sign for it; blank for None."""
    return "" if fraction is None else units.percent(fraction, digits).removesuffix("%")
