"""CSV files of others, by their headers."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.runs.csv_table import CsvTable


def table_of(folder: Path, text: str) -> CsvTable:
    """Return a file with some text."""
    (folder / "a.csv").write_text(text)
    return CsvTable(folder / "a.csv")


def test_cells_are_found_by_the_names_of_their_columns(tmp_path: Path) -> None:
    table = table_of(tmp_path, " Cost ,NAME\n7.5,town\n8,\n")
    assert table.column("cost") == "cost"
    assert table.column("instance", "name") == "name"
    first, second = table.rows()
    assert (first.text("name"), first.number("cost"), first.line) == ("town", 7.5, 2)
    assert (second.optional("name"), second.optional("absent")) == ("", "")


def test_what_is_missing_or_no_number_is_named_with_its_line(tmp_path: Path) -> None:
    table = table_of(tmp_path, "name,cost\n,dear\n")
    (row,) = table.rows()
    with pytest.raises(InputError, match=r"a\.csv, line 2: name is empty"):
        row.text("name")
    with pytest.raises(InputError, match=r"a\.csv, line 2: cost is 'dear'"):
        row.number("cost")
    with pytest.raises(InputError, match=r"line 1: there is no column 'best'.*name, cost"):
        table.column("best", "best_known")
