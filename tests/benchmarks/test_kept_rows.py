"""Rows come back as they were kept, one by one."""

from pathlib import Path
from typing import NamedTuple

from benchmarks.kept_rows import append_row, read_rows


class Row(NamedTuple):
    """What a benchmark measured."""

    name: str
    cost: float


def test_rows_come_back_below_one_line_of_names(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    assert read_rows(file) == []
    for row in (Row("a, b", 0.1), Row("c", 2.0)):
        append_row(file, row)
    assert read_rows(file) == [["a, b", "0.1"], ["c", "2.0"]]
    assert file.read_text().splitlines()[0] == "name,cost"
