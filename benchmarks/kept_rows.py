"""Rows of a CSV file that are kept one by one, so that a benchmark goes on where it was stopped."""

import csv
from pathlib import Path
from typing import Any


def read_rows(file: Path) -> list[list[str]]:
    """Return the rows below the names of the columns; none if there is no file."""
    if not file.exists():
        return []
    with file.open(newline="") as stream:
        return list(csv.reader(stream))[1:]


def append_row(file: Path, row: Any) -> None:
    """Add a named tuple, whose fields are the names of the columns of a new file."""
    new = not file.exists()
    with file.open("a", newline="") as stream:
        writer = csv.writer(stream)
        if new:
            writer.writerow(row._fields)
        writer.writerow(row)
