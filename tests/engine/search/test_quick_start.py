"""A tour that any time allows."""

import pytest
from hypothesis import assume, given

import arcload
from arcload.engine.problem import Problem
from arcload.engine.search.quick_start import quick_start
from tests.strategies import instances


@given(instances())
def test_it_serves_every_edge_once_and_can_be_driven(instance: arcload.Instance) -> None:
    problem = Problem.of(instance)
    solution = quick_start(problem)
    assume(solution is not None)
    assert solution is not None
    assert sorted(solution.order.tolist()) == list(range(problem.size))
    tour = problem.tour(solution.order, solution.sides)
    assert problem.size == 0 or solution.cost == pytest.approx(tour.cost, rel=1e-9)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("place", [None, arcload.FREE])
def test_a_town_is_mostly_served_on_the_way(mode: str, place: object) -> None:
    city = arcload.generate("city", edges=400, served=0.9, seed=2).replace(mode=mode)
    if place is not None:
        city = city.replace(start=place, end=place)
    problem = Problem.of(city)
    solution = quick_start(problem)
    assert solution is not None
    tour = problem.tour(solution.order, solution.sides)
    assert tour.deadhead_length < 0.4 * tour.length


def test_a_dead_end_of_one_way_streets_gives_none() -> None:
    """From the nearest street, which leads nowhere, the others are out of reach."""
    edges = [
        arcload.Edge("a", "b", 1, 9, length_back=float("inf")),
        arcload.Edge("c", "a", 1, 1, length_back=float("inf")),
    ]
    instance = arcload.Instance.from_edges(edges, start=arcload.FREE, end=arcload.FREE)
    assert quick_start(Problem.of(instance)) is None
    assert arcload.solve(instance, "greedy", time=0).plan.order == (2, 1)
