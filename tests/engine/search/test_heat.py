"""How much dearer a tour may become on the way to a better one."""

import pytest

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.search.heat import COLD, HOT, Heat
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime
from tests.examples import FOUR_EDGES

PROBLEM = Problem.of(FOUR_EDGES)


def test_a_mended_tour_is_heated_and_cools_until_the_end_and_once_the_search_goes_back() -> None:
    run = Context(PROBLEM, MaxIterations(1000))
    heat, found, backs = Heat(run, 4), [], []
    for run.iterations in range(0, 1001, 10):
        found.append(heat.of(400.0))
        if heat.goes_back():
            backs.append(run.iterations)
    assert found[:20] == [0.0] * 20
    assert found[20] == pytest.approx(HOT * 100)
    assert found[20:] == sorted(found[20:], reverse=True)
    assert found[-1] == pytest.approx(COLD * 100)
    assert backs == [750]


def test_it_stays_cold_where_there_is_no_time_to_cool() -> None:
    run = Context(PROBLEM, MaxIterations(100))
    heat = Heat(run, 4)
    run.iterations = 50
    assert heat.of(400.0) == 0.0
    assert Heat(Context(PROBLEM, MaxTime(0)), 4).of(400.0) == 0.0


def test_without_an_end_it_is_heated_again_and_again() -> None:
    run = Context(PROBLEM, AnyOf())
    heat, backs, highest = Heat(run, 4), 0, 0.0
    for run.iterations in range(0, 11_200, 100):  # annealings of 1,600, 3,200 and 6,400
        backs += heat.goes_back()
        highest = max(highest, heat.of(400.0))
    assert backs == 3
    assert HOT * 90 < highest <= HOT * 100
