"""A real local Ray cluster of two worker processes."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

import arcload
from arcload.bench.ray_pool import LOCAL, RayPool
from arcload.bench.task import Task

pytest.importorskip("ray")

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


def _searching() -> list[int]:
    """Return the processes of the cluster that are making a run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_text().startswith("ray::perform"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_a_killed_workers_run_is_made_again() -> None:
    """Two workers, one of them killed in the middle of a run: each run arrives once, as it was."""
    town = arcload.generate("city", edges=60, seed=1)
    tasks = [
        Task(
            number=number,
            instance=town,
            method="auto",
            seed=number,
            options={"threads": 1, "iterations": 3000, "bound": False},
        )
        for number in range(5)
    ]
    outcomes = RayPool(LOCAL, jobs=2).run(tasks)
    first = next(outcomes)
    while len(busy := _searching()) < 2:
        time.sleep(0.02)
    os.kill(busy[0], signal.SIGKILL)
    all_outcomes = [first, *outcomes]
    assert [outcome.failure for outcome in all_outcomes] == [""] * 5
    assert sorted(outcome.number for outcome in all_outcomes) == list(range(5))
    for outcome in all_outcomes[-1:]:
        assert outcome.result is not None
        again = arcload.solve(town, "auto", seed=outcome.number, **tasks[0].options)
        assert outcome.result.cost == again.cost
    assert busy[0] not in _searching()


def test_an_address_where_nothing_listens_is_refused_at_once() -> None:
    with pytest.raises(arcload.InputError, match="no Ray cluster answers at"):
        RayPool("127.0.0.1:9", jobs=1)
