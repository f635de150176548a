"""Walks are followed crossing by crossing."""

from dataclasses import replace
from typing import Any

import pytest

from arcload import CheckError, InputError, TurnRules
from arcload.model.followed_walk import followed, followed_trips, steps_of
from tests.examples import FOUR_EDGES
from tests.model.test_plan import fleet_plan
from tests.model.test_turn_check import WALK, fork


def test_a_walk_becomes_edges_and_sides() -> None:
    """The direction of the last crossing is not stated; it is the only one that fits."""
    drives, visit = followed(fork(), WALK)
    assert drives == [(0, 0, True), (1, 0, True), (1, 1, False), (0, 1, False)]
    assert visit == 0


def test_trips_of_a_route_are_followed_one_after_the_other() -> None:
    plan = fleet_plan()
    route = plan.driven[0]
    ways = followed_trips(plan.instance, 1, route.vehicle, route.trips)
    assert [visit for _, visit in ways] == [trip.visit for trip in route.trips]
    assert [len(drives) for drives, _ in ways] == [len(trip.walk) for trip in route.trips]
    with pytest.raises(CheckError, match="route 1"):
        followed_trips(plan.instance, 1, route.vehicle, route.trips[1:])


@pytest.mark.parametrize(
    ("position", "changes", "words"),
    [
        (1, {"from_node": "d"}, r"crossing 2 \(edge 2\) starts at 'd'; the vehicle is at 'b'"),
        (1, {"direction": 2}, "its direction is stated as 2"),
        (2, {"direction": 7}, "direction 7; it must be 1 or 2"),
        (0, {"edge": 9}, r"crossing 1 \(edge 9\) is not an edge"),
        (3, {"to_node": "c"}, "crossing 4"),
    ],
)
def test_a_step_that_the_network_does_not_have_is_refused(
    position: int, changes: dict[str, Any], words: str
) -> None:
    walk = list(WALK)
    walk[position] = replace(walk[position], **changes)
    with pytest.raises(CheckError, match=words):
        followed(fork(), walk)


def test_a_walk_that_breaks_a_turn_rule_is_refused() -> None:
    back_at_once = [WALK[0], WALK[3]]
    assert followed(fork(demands=[1, 0, 0]), back_at_once)
    with pytest.raises(CheckError, match="U-turn"):
        followed(fork(demands=[1, 0, 0], turn_rules=TurnRules(u_turn=float("inf"))), back_at_once)


@pytest.mark.parametrize(
    ("walk", "words"),
    [("tour.json", "the name of a file"), (3, "a list of crossings"), ([3], "crossing 1 is 3")],
)
def test_what_is_no_walk_is_refused(walk: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        steps_of(walk)


def test_a_walk_that_does_not_come_home_is_refused() -> None:
    with pytest.raises(CheckError, match="should end at 'a'"):
        followed(fork(), WALK[:3])
    assert followed(FOUR_EDGES.replace(demands=[0, 0, 0, 0]), []) == ([], 0)
