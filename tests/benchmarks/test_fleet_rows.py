"""Rows of the runs of fleets: written, read again and merged."""

from pathlib import Path

import pytest
from benchmarks.fleet_rows import merge_rows, of_part, read_rows, rows_file

from arcload import InputError
from tests.benchmarks.rows import row_of

ROWS = [
    row_of(machine='Linux "fast", 2 cores', other=12.5),
    row_of(seed=2, status="optimal", bound=316.0),
    row_of(part="load"),
]


def write(file: Path, *numbers: int) -> Path:
    """Write some of the rows and return the file."""
    with rows_file(file) as rows:
        for number in numbers:
            rows.append(ROWS[number].to_line())
    return file


def test_rows_are_read_as_they_were_written_and_a_torn_one_is_dropped(tmp_path: Path) -> None:
    file = write(tmp_path / "runs.csv", 0, 1, 2)
    assert read_rows(file) == ROWS
    file.write_bytes(file.read_bytes()[:-9])
    assert read_rows(file) == ROWS[:2]


def test_runs_of_other_machines_are_taken_over_once(tmp_path: Path) -> None:
    ours = write(tmp_path / "runs.csv", 1)
    others = [write(tmp_path / "a.csv", 0, 1), write(tmp_path / "b.csv", 1, 2)]
    assert merge_rows(ours, others) == 2
    assert read_rows(ours) == [ROWS[1], ROWS[0], ROWS[2]]
    assert merge_rows(ours, others) == 0


def test_rows_are_chosen_by_part_and_set() -> None:
    assert of_part(ROWS, "load") == ROWS[2:]
    assert of_part(ROWS, "plain", ["gdb"]) == ROWS[:2]
    assert of_part(ROWS, "plain", ["val"]) == []


def test_another_file_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "runs.csv", 0)
    with pytest.raises(InputError, match=r"absent\.csv"):
        merge_rows(file, [tmp_path / "absent.csv"])
    (tmp_path / "other.csv").write_text("name,cost\na,1\n")
    with pytest.raises(InputError, match=r"other\.csv, line 1"):
        merge_rows(file, [tmp_path / "other.csv"])
    file.write_text(file.read_text().replace("316.0", "cheap"))
    with pytest.raises(InputError, match=r"runs\.csv, line 2.*cheap"):
        read_rows(file)
