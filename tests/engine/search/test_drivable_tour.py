"""A first tour where few orders can be driven."""

import numpy as np

from arcload import Instance, TurnRules
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.search.drivable_tour import drivable_tour
from arcload.engine.stop import AnyOf


def chain(size: int) -> Context:
    """Return a star in which each street can be followed by the next one alone."""
    streets = [("centre", k, 1.0, 1.0) for k in range(size)]
    instance = Instance.from_edges(streets, depot="centre", turn_rules=TurnRules(u_turn=1))
    problem = Problem.of(instance)
    D = problem.arrays.D
    for k in range(size):
        for other in range(size):
            if other != k + 1:
                D[2 * k : 2 * k + 2, 2 * other : 2 * other + 2] = np.inf
    return Context(problem, AnyOf())


def test_the_only_order_is_found() -> None:
    context = chain(7)
    tour = drivable_tour(context, np.array([3, 1, 6, 0, 2, 5, 4]))
    assert tour is not None
    assert tour.order.tolist() == [*range(7)]
    assert np.isfinite(tour.cost)


def test_none_is_returned_where_there_is_none() -> None:
    context = chain(5)
    context.problem.arrays.D[4:6, 6:8] = np.inf
    assert drivable_tour(context, np.arange(5)) is None
    assert drivable_tour(chain(1), np.arange(1)) is None
