"""When an annealing is how cold."""

import pytest

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.search.cooling import EARLY, MEETINGS, Cooling
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


def test_short_annealings_come_first_and_then_one_until_the_end() -> None:
    run = Context(PROBLEM, MaxIterations(1000))
    cooling, shares, new_plans, meetings = Cooling(run, 1, short=100), [], [], 0
    for _ in range(100):
        shares.append(cooling.share)
        run.iterations += 10
        meetings += cooling.meets()
        if cooling.starts_again:
            new_plans.append(run.iterations)
    assert new_plans == [100, 200, 1000 * EARLY]
    assert shares[:20] == pytest.approx([step / 10 for step in range(10)] * 2)
    assert shares[25:] == pytest.approx([step / 75 for step in range(75)])
    assert meetings == len(new_plans) + len(MEETINGS)


@pytest.mark.parametrize("end", [AnyOf(), MaxIterations(399)])
def test_there_are_none_without_an_end_or_room_for_one(end: AnyOf | MaxIterations) -> None:
    run = Context(PROBLEM, end)
    cooling = Cooling(run, 1000, short=100)
    run.iterations = 100
    assert 0 < cooling.share < EARLY + 0.01
    assert not cooling.meets()
