"""Many instances, side by side."""

from pathlib import Path

import pytest

import arcload
from tests.examples import FOUR_EDGES
from tests.runs.conftest import FLEET


def test_each_is_solved_as_alone_and_a_failure_ends_nothing(tmp_path: Path) -> None:
    town = arcload.generate("eulerian", nodes=7, edges=14, seed=2)
    arcload.write(town, tmp_path / "town.json")
    given = [FOUR_EDGES, tmp_path / "town.json"]
    options = {"iterations": 5, "seed": 3, "threads": 1}
    solved = {one.position: one for one in arcload.solve_many(given, "ils", jobs=2, **options)}  # type: ignore[arg-type]
    assert sorted(solved) == [0, 1]
    for position, instance in enumerate((FOUR_EDGES, town)):
        alone = arcload.solve(instance, "ils", **options)  # type: ignore[arg-type]
        found = solved[position].result
        assert found is not None
        assert (found.cost, found.plan.order) == (alone.cost, alone.plan.order)
        assert solved[position].failure == ""
    (failed,) = arcload.solve_many([FOUR_EDGES], "ils", parameters={"k": 1}, jobs=1)
    assert failed.result is None
    assert "ils has no parameter 'k'" in failed.failure


def test_fleets_are_solved_in_processes_as_alone() -> None:
    (solved,) = arcload.solve_many([FLEET], jobs=1, iterations=200)
    alone = arcload.solve(FLEET, iterations=200, threads=1)
    assert solved.failure == ""
    assert solved.result is not None
    assert solved.result.plan.routes == alone.plan.routes
    assert solved.result.plan.instance == FLEET
    assert arcload.check(solved.result).cost == alone.cost


def test_bad_input_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(arcload.InputError, match="unknown"):
        arcload.solve_many([FOUR_EDGES], "gredy")
    with pytest.raises(arcload.InputError, match=r"absent\.json"):
        arcload.solve_many([tmp_path / "absent.json"])
    with pytest.raises(arcload.InputError, match="jobs is 0"):
        arcload.solve_many([FOUR_EDGES], jobs=0)
    with pytest.raises(arcload.InputError, match="threads is 0"):
        arcload.solve_many([FOUR_EDGES], threads=0)
    with pytest.raises(arcload.InputError, match="decides how many runs"):
        arcload.solve_many([FOUR_EDGES], jobs=2, ray="somewhere:6379")


def test_nothing_to_solve_is_no_result() -> None:
    assert list(arcload.solve_many([])) == []


def test_processes_find_the_method_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "import numpy as np\n"
        "def run(context):\n"
        "    context.offer_order(np.arange(context.problem.size))\n"
    )
    (solved,) = arcload.solve_many([FOUR_EDGES], "./mine.py", jobs=1, stop=arcload.MaxIterations(1))
    assert solved.failure == ""
    assert solved.result is not None
    assert solved.result.method == "mine.py"
    with pytest.raises(arcload.InputError, match=r"<lambda>.*other processes"):
        arcload.solve_many([FOUR_EDGES], lambda context: None)
