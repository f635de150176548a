"""How costs fell, kept in a file."""

from pathlib import Path

import arcload
from arcload.runs.curves import HEADER, curve_row, read_curves
from tests.examples import FOUR_EDGES


def test_improvements_are_read_as_they_were_written(tmp_path: Path) -> None:
    result = arcload.solve(FOUR_EDGES, "ils", seed=3)
    file = tmp_path / "curves.csv"
    file.write_text(HEADER + curve_row(("ils", "four", 3), result))
    curve = read_curves(file)["ils", "four", 3]
    assert curve.costs == tuple(cost for _, _, cost in result.history)
    assert len(curve.seconds) == len(curve.costs) > 0


def test_the_last_row_of_a_run_counts_and_a_torn_one_does_not(tmp_path: Path) -> None:
    file = tmp_path / "curves.csv"
    file.write_text(HEADER + "a,b,1,0.1,9.0\na,b,1,0.2 0.3,8.0 7.0\na,c,1,0.1")
    assert read_curves(file) == {("a", "b", 1): ((0.2, 0.3), (8.0, 7.0))}


def test_no_file_is_no_curves(tmp_path: Path) -> None:
    assert read_curves(tmp_path / "absent.csv") == {}
