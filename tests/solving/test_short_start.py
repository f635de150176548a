"""A short tour to search from."""

import threading

import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import MaxIterations, MaxTime, Stop
from arcload.solving.postman import shortest_tour
from arcload.solving.short_start import short_start


def heavy(mode: str = "deliver") -> arcload.Instance:
    town = arcload.generate("city", edges=50, curb_ratio=20, served=0.9, seed=2)
    return town.replace(mode=mode)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_without_a_clock_it_is_there_at_once_and_given_once(mode: str) -> None:
    town = heavy(mode)
    context = Context(Problem.of(town), MaxIterations(1))
    with short_start(context) as elsewhere:
        order = elsewhere()
        assert order is not None
        assert elsewhere() is None
    context.offer_order(order)
    assert context.best is not None
    tour = context.problem.plan(context.best)
    arcload.check(tour)
    assert tour.length <= 1.02 * shortest_tour(town).tour.length


@pytest.mark.parametrize(("ratio", "stop"), [(0.5, MaxIterations(1)), (0.9, MaxTime(60))])
def test_light_vehicles_go_without(ratio: float, stop: Stop) -> None:
    town = heavy()
    town = town.replace(curb_weight=ratio * town.total_demand)
    with short_start(Context(Problem.of(town), stop)) as elsewhere:
        assert elsewhere() is None
        assert "arcload-short-tour" not in [thread.name for thread in threading.enumerate()]


def test_no_thread_is_left() -> None:
    with short_start(Context(Problem.of(heavy()), MaxTime(600))):
        pass
    assert "arcload-short-tour" not in [thread.name for thread in threading.enumerate()]
