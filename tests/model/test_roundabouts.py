"""Roundabouts: where they are left, and by which exit."""

import math

import numpy as np
import pytest

from arcload import Edge, Instance, Tour, TurnRules, Vehicle
from arcload.model.roundabouts import Passage, passages
from tests.model.rounds import ROUND


def _passages(
    instance: Instance, order: tuple[int, ...], directions: tuple[int, ...]
) -> list[Passage]:
    (route,) = Tour(instance, order, directions).driven
    return passages(route)


@pytest.mark.parametrize(("street", "exit_"), [(4, 1), (3, 2), (2, 3)])
def test_exits_are_counted_from_where_the_vehicle_came_in(street: int, exit_: int) -> None:
    demands = np.zeros(8)
    demands[[0, street - 1]] = 1
    (passage,) = _passages(ROUND.replace(demands=demands), (1, street), (1, 1))
    assert passage == Passage(1, 1 + exit_, exit_, 0)


def test_streets_that_may_not_be_driven_are_no_exits() -> None:
    lengths = ROUND.lengths.copy()
    lengths[3, 0] = math.inf  # South Road leads into the roundabout alone
    (passage,) = _passages(ROUND.replace(lengths=lengths), (1, 2), (1, 1))
    assert passage.exit == 2
    vehicle = Vehicle(start="W", end=ROUND.vehicle.end, closed=(3, 4))
    (passage,) = _passages(ROUND.replace(vehicles=(vehicle,)), (1, 2), (1, 1))
    assert passage.exit == 1


def test_going_back_by_the_street_that_it_came_in_by_is_the_last_exit() -> None:
    demands = np.zeros(8)
    demands[0] = demands[7] = 1
    closed = ROUND.replace(demands=demands, vehicles=(Vehicle(start="W", end="W"),))
    (passage,) = _passages(closed, (1, 8), (1, 1))
    assert (passage.exit, passage.rounds) == (4, 0)


def test_full_rounds_are_counted_apart() -> None:
    demands = np.zeros(8)
    demands[[0, 3, 7]] = 1
    (passage,) = _passages(ROUND.replace(demands=demands), (1, 8, 4), (1, 1, 1))
    assert (passage.exit, passage.rounds) == (1, 1)


def test_a_tour_that_ends_on_the_roundabout_takes_no_exit() -> None:
    demands = np.zeros(8)
    demands[[0, 5]] = 1
    (passage,) = _passages(ROUND.replace(demands=demands), (1, 6), (1, 1))
    assert passage == Passage(1, 3, 0, 0)


@pytest.mark.parametrize(("traffic", "exits"), [("right", [1, 2]), ("left", [2, 1])])
def test_two_exits_at_one_corner_are_passed_in_their_order(traffic: str, exits: list[int]) -> None:
    """A ring of one street east to a corner where a street goes on to the right and one left."""
    rules = TurnRules(right=1, traffic=traffic)  # type: ignore[arg-type]
    instance = Instance.from_edges(
        [
            Edge("a", "b", 10, 1, id=1),
            Edge("b", "c", 10, 0, id=2),
            Edge("c", "right", 10, 1, id=3),
            Edge("c", "left", 10, 1, id=4),
        ],
        depot="a",
        coordinates={"a": (0, 0), "b": (10, 0), "c": (20, 0), "right": (25, -9), "left": (25, 9)},
        turn_rules=rules,
    ).replace(attributes={"junction": ("", "circular", "", "")})
    (route,) = Tour(instance, (1, 3, 4), (1, 1, 1)).driven
    assert passages(route)[0].exit == exits[0]
    (route,) = Tour(instance, (1, 4, 3), (1, 1, 1)).driven
    assert passages(route)[0].exit == exits[1]


def test_without_the_attribute_there_are_none() -> None:
    assert _passages(ROUND.replace(attributes={}), (1, 2), (1, 1)) == []
