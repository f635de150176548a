"""A tour that any time allows."""

import numpy as np
import pytest
from hypothesis import given

import arcload
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from arcload.engine.search.quick_start import quick_start
from tests.strategies import instances


@given(instances())
def test_it_serves_every_edge_once_and_can_be_driven(instance: arcload.Instance) -> None:
    problem = Problem.of(instance)
    order = quick_start(problem)
    if order is not None:
        assert sorted(order.tolist()) == list(range(problem.size))
        assert np.isfinite(direction_program(order, *problem.arrays)[0]) or not problem.size


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("place", [None, arcload.FREE])
def test_a_town_is_mostly_served_on_the_way(mode: str, place: object) -> None:
    city = arcload.generate("city", edges=400, served=0.9, seed=2).replace(mode=mode)
    if place is not None:
        city = city.replace(start=place, end=place)
    problem = Problem.of(city)
    order = quick_start(problem)
    assert order is not None
    tour = problem.tour(order, direction_program(order, *problem.arrays)[1])
    assert tour.deadhead_length < 0.4 * tour.length


def test_a_dead_end_of_one_way_streets_gives_none() -> None:
    """From the nearest street, which leads nowhere, the others are out of reach."""
    edges = [
        arcload.Edge("a", "b", 1, 9, length_back=float("inf")),
        arcload.Edge("c", "a", 1, 1, length_back=float("inf")),
    ]
    instance = arcload.Instance.from_edges(edges, start=arcload.FREE, end=arcload.FREE)
    assert quick_start(Problem.of(instance)) is None
    assert arcload.solve(instance, "greedy", time=0).order == (2, 1)
