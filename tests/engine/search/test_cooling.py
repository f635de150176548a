"""When an annealing is how cold."""

import pytest

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.search.cooling import MEETINGS, Cooling
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime
from tests.examples import FOUR_EDGES

PROBLEM = Problem.of(FOUR_EDGES)


def test_iterations_that_end_the_run_are_counted_from_where_it_began() -> None:
    run = Context(PROBLEM, MaxIterations(110))
    run.iterations = 10
    cooling, shares, meetings = Cooling(run, 1000), [], 0
    for _ in range(10):
        shares.append(cooling.share)
        run.iterations += 10
        meetings += cooling.meets()
    assert shares == pytest.approx([step / 10 for step in range(10)])
    assert cooling.share == 1
    assert meetings == len(MEETINGS)


def test_without_an_end_each_annealing_takes_twice_as_long() -> None:
    run = Context(PROBLEM, AnyOf())
    cooling = Cooling(run, 100)
    shares = []
    for run.iterations in (0, 50, 100, 200, 300, 500):
        shares.append(cooling.share)
    assert shares == [0, 0.5, 0, 0.5, 0, 0.5]


def test_a_clock_that_has_run_out_is_the_end() -> None:
    assert Cooling(Context(PROBLEM, MaxTime(0)), 100).share == 1
