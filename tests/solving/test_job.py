"""What one search is asked to do: its limits and parameters."""

from collections.abc import Mapping
from typing import Any

import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.stop import max_seconds
from arcload.solving.job import Job
from tests.examples import FOUR_EDGES
from tests.solving.running import scripted_order


def test_a_function_gets_the_parameters_that_it_takes() -> None:
    def tune(context: Context, parameters: Mapping[str, object]) -> None:
        seen.append(parameters)
        scripted_order(context)

    seen: list[Mapping[str, object]] = []
    result = arcload.solve(FOUR_EDGES, tune, parameters={"depth": 3})
    assert seen == [result.parameters] == [{"depth": 3}]
    with pytest.raises(arcload.InputError, match="depth"):
        arcload.solve(FOUR_EDGES, scripted_order, parameters={"depth": 3})


def test_all_criteria_hold_together() -> None:
    def count(context: Context) -> None:
        scripted_order(context)
        while not context.should_stop():
            context.iterations += 1

    stop = arcload.AnyOf(arcload.MaxIterations(7), arcload.AnyOf(lambda p: p.iterations >= 5))
    assert arcload.solve(FOUR_EDGES, count, stop=stop).iterations == 5
    assert arcload.solve(FOUR_EDGES, count, stop=stop, iterations=3).iterations == 3
    assert arcload.solve(FOUR_EDGES, count, iterations=9).iterations == 9


def test_no_more_threads_are_used_than_the_clock_bears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcload.solving.job._cores", lambda: 2)
    timed = arcload.solve(FOUR_EDGES, "greedy", threads=999, time=1)
    assert timed.threads == 16
    assert "of 999 threads 16 are used on 2 cores" in str(timed.notes[0])
    assert not arcload.solve(FOUR_EDGES, "greedy", threads=16, time=1).notes
    counted = Job(FOUR_EDGES, threads=999, iterations=5)
    assert counted.threads == 999, "on which its tour depends"


@pytest.mark.parametrize("limit", [{"gap": 0.5}, {"stop": arcload.ProvenGap(0.5)}, {}])
def test_default_limits_end_what_nothing_else_ends(limit: dict[str, Any]) -> None:
    asked = Job(FOUR_EDGES, "auto", **limit)
    assert max_seconds(asked.stop) == 2.0
    assert max_seconds(Job(FOUR_EDGES, "auto", iterations=3, **limit).stop) is None
