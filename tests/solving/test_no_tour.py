"""What is said where turn rules leave no tour."""

import numpy as np

from arcload import Instance, TurnRules
from arcload.engine.problem import Problem
from arcload.solving.no_tour import no_tour

STREETS = [("a", "b", 10, 1), ("b", "c", 20, 1), ("b", "d", 5, 1)]


def problem(apart: list[tuple[int, int]]) -> Problem:
    """Return a problem in which no way leads between some pairs of served streets."""
    instance = Instance.from_edges(STREETS, depot="b", turn_rules=TurnRules(u_turn=1))
    made = Problem.of(instance)
    for one, other in apart:
        made.arrays.D[2 * one : 2 * one + 2, 2 * other : 2 * other + 2] = np.inf
    return made


def test_streets_that_the_rules_keep_apart_are_named() -> None:
    error = no_tour(problem([(0, 2), (2, 0)]))
    assert "edges 1" in str(error)
    assert "and 3" in str(error)
    assert "turn rules" in str(error)


def test_where_each_pair_goes_one_way_the_order_is_the_reason() -> None:
    error = no_tour(problem([(0, 2)]))
    assert "no order" in str(error)
    assert "turn rules" in str(error)
