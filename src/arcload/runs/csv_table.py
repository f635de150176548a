"""A CSV file of others, read by its header."""

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from arcload.model.errors import InputError
from arcload.model.files import at, parse_number, read_text


class CsvRow(NamedTuple):
    """A row, and where it stands."""

    file: Path
    line: int
    cells: dict[str, str | None]

    def text(self, column: str) -> str:
        """Return what a cell says; refuse an empty one."""
        value = (self.cells[column] or "").strip()
        if not value:
            raise self.error(f"{column} is empty")
        return value

    def number(self, column: str) -> float:
        """Return the number in a cell; refuse one that is negative or none."""
        text = self.text(column)
        value = parse_number(text)
        if value is None or value < 0:
            raise self.error(f"{column} is {text[:40]!r}; it must be a number of 0 or more")
        return value

    def optional(self, column: str) -> str:
        """Return what a cell says, nothing where it is empty or the column is not there."""
        return (self.cells.get(column) or "").strip()

    def error(self, reason: str) -> InputError:
        """Return the error that names this row."""
        return at(self.file, self.line, reason)


class CsvTable:
    """The rows of a CSV file, by the names of its columns in small letters.

    Parameters
    ----------
    file
        The file.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._reader = csv.DictReader(io.StringIO(read_text(file), newline=""), strict=True)
        with self._named_errors():
            self.header = [name.strip().lower() for name in self._reader.fieldnames or ()]
        self._reader.fieldnames = self.header

    def column(self, *names: str) -> str:
        """Return which of some names a column has; refuse the file if there is none."""
        for name in names:
            if name in self.header:
                return name
        header = ", ".join(self.header)[:80]
        raise at(self.file, 1, f"there is no column {names[0]!r}; the header is {header}")

    def rows(self) -> Iterator[CsvRow]:
        """Give the rows below the header."""
        with self._named_errors():
            for cells in self._reader:
                yield CsvRow(self.file, self._reader.line_num, cells)

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except csv.Error as error:
            line = max(1, self._reader.reader.line_num)
            raise at(self.file, line, f"this is no CSV ({error})") from error
