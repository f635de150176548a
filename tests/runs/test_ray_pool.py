"""A real local Ray cluster of two worker processes."""

import os
import signal
import sys
import time
from collections.abc import Iterator

import pytest

import arcload
from arcload.runs.ray_cluster import LOCAL, RayCluster
from arcload.runs.ray_pool import RayPool
from arcload.runs.task import Task
from tests.ray_processes import ray_processes
from tests.runs.conftest import FLEET

pytest.importorskip("ray")

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture(scope="module", autouse=True)
def _cluster() -> Iterator[None]:
    """Keep one cluster for all tests: it takes seconds to start."""
    with RayCluster(LOCAL, jobs=2).connected():
        yield


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
    deadline = time.monotonic() + 60
    while len(busy := ray_processes("perform")) < 2:
        assert time.monotonic() < deadline, "two workers should be busy"
        time.sleep(0.02)
    os.kill(busy[0], signal.SIGKILL)
    all_outcomes = [first, *outcomes]
    assert [outcome.failure for outcome in all_outcomes] == [""] * 5
    assert sorted(outcome.number for outcome in all_outcomes) == list(range(5))
    last = all_outcomes[-1]
    assert last.result is not None
    again = arcload.solve(town, "auto", seed=last.number, **tasks[0].options)
    assert last.result.cost == again.cost
    assert busy[0] not in ray_processes("perform")


def test_a_fleet_is_solved_on_a_cluster() -> None:
    (solved,) = arcload.solve_many([FLEET], ray=LOCAL, jobs=1, iterations=200)
    assert solved.failure == ""
    assert solved.result is not None
    assert solved.result.plan.instance == FLEET
    assert solved.result.plan.trips > 1
    arcload.check(solved.result)
