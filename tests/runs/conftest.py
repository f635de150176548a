"""Runs without searches, and a pool that needs no process."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import arcload
from arcload.runs.bench import Bench
from arcload.runs.run import Run
from arcload.runs.task import Outcome, Task, perform
from tests.examples import FOUR_EDGES


class HerePool:
    """Makes runs in this process, one after the other, the last first."""

    def __init__(self) -> None:
        self.asked: list[Task] = []

    def run(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        for task in list(tasks)[::-1]:
            self.asked.append(task)
            yield perform(task)


@pytest.fixture
def pool() -> HerePool:
    """Return a pool that makes its runs here."""
    return HerePool()


FLEET = FOUR_EDGES.replace(capacity=110, count=2, facilities=[arcload.Facility(3)])
"""The paper's example, in at least two trips of two vehicles that may load at node 3 as well."""


@pytest.fixture
def two_towns() -> dict[str, arcload.Instance]:
    """Return the paper's example and a larger instance, by name."""
    return {
        "four_1": FOUR_EDGES,
        "ring_1": arcload.generate("eulerian", nodes=6, edges=10, seed=4),
    }


def bench_of(
    instances: dict[str, arcload.Instance], folder: Path, *, resume: bool = False
) -> Bench:
    """Return two methods and two seeds on some instances."""
    return Bench(instances, ["greedy", "vns"], [1, 2], folder, resume=resume, iterations=3)


def run_of(
    method: str = "auto", instance: str = "E_1", cost: float | None = 100.0, **values: object
) -> Run:
    """Return a run without making it."""
    given: dict[str, object] = {
        "seed": 1,
        "threads": 1,
        "edges": 12,
        "served": 12,
        "seconds": None if cost is None else 0.5,
        "time_to_best": None if cost is None else 0.25,
        "status": "failed" if cost is None else "feasible",
    }
    return Run(method=method, instance=instance, cost=cost, **given | values)  # type: ignore[arg-type]
