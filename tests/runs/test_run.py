"""Rows of runs.csv: written, read again, and what is wrong with one named."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload import InputError
from arcload.runs.run import HEADER, Run, read_runs, require_same_settings
from arcload.runs.task import Outcome, Task, perform
from tests.examples import FOUR_EDGES
from tests.runs.conftest import run_of

numbers = st.none() | st.floats(0, 1e15)
runs = st.builds(
    Run,
    method=st.sampled_from(["auto", "arc-drl"]),
    instance=st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1),
    seed=st.integers(0, 10**9),
    cost=numbers,
    bound=numbers,
    gap=numbers,
    seconds=numbers,
    iterations=st.none() | st.integers(0, 10**12),
    time_to_best=numbers,
    threads=st.integers(1, 64),
    machine=st.sampled_from(["", 'Linux "fast", 2 cores']),
    edges=st.integers(0, 10**6),
    served=st.integers(0, 10**6),
    time_limit=numbers,
    iteration_limit=st.none() | st.integers(0, 10**6),
    failure=st.sampled_from(["", "no tour, at all; 'why'?"]),
)


@given(st.lists(runs, max_size=4, unique_by=lambda run: run.key), st.data())
def test_whole_rows_are_read_as_they_were_written_and_a_torn_one_is_dropped(
    tmp_path_factory: pytest.TempPathFactory, written: list[Run], data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("runs") / "runs.csv"
    rows = [run.to_row() for run in written]
    text = (HEADER + "".join(rows)).encode()
    cut = data.draw(st.integers(0, len(text)))
    file.write_bytes(text[:cut])
    whole = text[:cut].count(b"\n") - 1
    assert read_runs(file) == written[: max(0, whole)]


def test_a_run_is_filled_with_its_result() -> None:
    task = Task(number=0, instance=FOUR_EDGES, method="auto", seed=1, options={"threads": 1})
    outcome = perform(task)
    run = run_of(cost=None, seconds=None, status="").filled(outcome)
    assert (run.cost, run.bound, run.gap, run.status, run.proof) == (
        275,
        275,
        0,
        "optimal",
        "subsets",
    )
    assert run.proven
    assert run.seconds is not None
    assert run.time_to_best is not None
    assert 0 <= run.time_to_best <= run.seconds


def test_a_run_is_filled_with_its_failure() -> None:
    run = run_of(cost=None).filled(Outcome(number=0, failure="no memory"))
    assert (run.failed, run.status, run.failure, run.cost) == (True, "failed", "no memory", None)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda row: row.replace("100.0", "dear"), "line 2: cost is 'dear'"),
        (lambda row: "a,b\n", "line 2: this row has 2 cells"),
        (lambda row: row + row, "line 3: the run auto, E_1, 1 stands twice"),
        (lambda row: row.replace("E_1,1,", "E_1,,"), "line 2: seed is ''"),
    ],
)
def test_a_row_that_is_wrong_is_named(tmp_path: Path, spoil: object, words: str) -> None:
    file = tmp_path / "runs.csv"
    file.write_text(HEADER + spoil(run_of().to_row()))  # type: ignore[operator]
    with pytest.raises(InputError, match=r"runs\.csv") as error:
        read_runs(file)
    assert words in str(error.value)


def test_another_file_is_not_taken_for_runs(tmp_path: Path) -> None:
    file = tmp_path / "runs.csv"
    file.write_text("name,cost\na,1\n")
    with pytest.raises(InputError, match="no list of runs"):
        read_runs(file)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"time_limit": 2.0}, "a time limit of 2 s, not no time limit"),
        ({"iteration_limit": 9}, "a limit of 9 iterations"),
        ({"threads": 2}, "2 thread"),
        ({"digest": "other"}, "another E_1 than this one"),
    ],
)
def test_other_settings_are_refused(change: dict[str, object], words: str) -> None:
    run = run_of()
    require_same_settings(run, run, Path("runs.csv"))
    with pytest.raises(InputError, match=words):
        require_same_settings(replace(run, **change), run, Path("runs.csv"))  # type: ignore[arg-type]
