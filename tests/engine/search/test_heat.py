"""How much dearer a tour may become on the way to a better one."""

import pytest

from arcload.engine.context import Context
from arcload.engine.kernels.sequence import search_space
from arcload.engine.problem import Problem
from arcload.engine.search.heat import COLD, HOT, Heat
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime
from tests.examples import FOUR_EDGES

PROBLEM = Problem.of(FOUR_EDGES)
SPACE = search_space(PROBLEM)


def test_a_mended_tour_is_heated_and_cools_until_the_end_and_once_the_search_goes_back() -> None:
    run = Context(PROBLEM, MaxIterations(1000))
    heat, found, backs = Heat(run, SPACE), [], []
    for run.iterations in range(0, 1001, 10):
        found.append(heat.dearer())
        if heat.goes_back():
            backs.append(run.iterations)
    assert found[:20] == [0.0] * 20
    assert found[20] == pytest.approx(HOT * heat.unit)
    assert found[20:] == sorted(found[20:], reverse=True)
    assert found[-1] == pytest.approx(COLD * heat.unit)
    assert backs == [750]


def test_it_stays_cold_where_there_is_no_time_to_cool() -> None:
    run = Context(PROBLEM, MaxIterations(100))
    heat = Heat(run, SPACE)
    run.iterations = 50
    assert heat.dearer() == 0.0
    assert Heat(Context(PROBLEM, MaxTime(0)), SPACE).dearer() == 0.0


def test_it_is_hotter_the_more_time_there_is_to_cool_up_to_a_limit() -> None:
    found = []
    for iterations in (200, 400, 800, 1600):
        run = Context(PROBLEM, MaxIterations(iterations))
        heat = Heat(run, SPACE)
        run.iterations = iterations // 5
        found.append(heat.dearer() / (HOT * heat.unit))
    assert found == pytest.approx([0.25, 0.5, 1.0, 1.0])


def test_its_unit_is_half_the_load_along_the_mean_edge_and_a_little_of_the_vehicle() -> None:
    load, way = float(SPACE.q.sum()), float(SPACE.length.mean())
    run = Context(PROBLEM, AnyOf())
    assert Heat(run, SPACE._replace(W=0.0)).unit == pytest.approx(load / 2 * way)
    assert Heat(run, SPACE._replace(W=100 * load)).unit == pytest.approx(3 * load / 2 * way)


def test_without_an_end_it_is_heated_again_and_again() -> None:
    run = Context(PROBLEM, AnyOf())
    heat, backs, highest = Heat(run, SPACE), 0, 0.0
    for run.iterations in range(0, 11_200, 100):  # annealings of 1,600, 3,200 and 6,400
        backs += heat.goes_back()
        highest = max(highest, heat.dearer())
    assert backs == 3
    assert 0.9 * HOT * heat.unit < highest <= HOT * heat.unit
