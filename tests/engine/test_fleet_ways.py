"""The ways of a type of vehicle."""

from typing import Any

import numpy as np
import pytest

import arcload
from arcload import FREE, Instance, TurnRules, Vehicle
from arcload.engine.fleet_ways import asks_for_lengths, fleet_ways

STREETS = [("a", "b", 1000, 1), ("b", "c", 2000, 1)]
RULES = TurnRules(straight=30, straight_seconds=36, u_turn=200)


def fleet(**fields: Any) -> Instance:
    """Return two streets in a line and a vehicle that makes trips."""
    return Instance.from_edges(
        STREETS, depot="a", capacity=2, length_unit="m", serve_speed=10, drive_speed=20, **fields
    )


def test_hours_and_turns_stand_beside_the_distances() -> None:
    instance = fleet(turn_rules=RULES, max_length=9000)
    ways = fleet_ways(instance, instance.vehicle)
    assert ways.T is not None
    assert ways.X is not None
    # From c, where b-c is left at its head, home to a: round, back, straight on.
    assert ways.D[3, 4] == 200 + 2000 + 30 + 1000
    assert ways.X[3, 4] == 230
    assert ways.T[3, 4] == pytest.approx(3000 / 20000 + 36 / 3600)


def test_lengths_are_made_only_where_they_are_limited_and_turns_count() -> None:
    assert not asks_for_lengths(fleet(turn_rules=RULES))
    assert not asks_for_lengths(fleet(max_length=9000))
    assert asks_for_lengths(fleet(turn_rules=RULES, objective="balance", count=2))
    assert fleet_ways(fleet(turn_rules=RULES), fleet().vehicle).X is None


def test_collecting_drives_backwards_and_anywhere_is_one_more_node() -> None:
    deliver, collect = (
        fleet(turn_rules=TurnRules(u_turn=7), mode=mode) for mode in ("deliver", "collect")
    )
    one, other = (fleet_ways(each, each.vehicle).D for each in (deliver, collect))
    assert np.array_equal(one, other.T)
    free = collect.replace(start=FREE)
    ways = fleet_ways(free, free.vehicle).D
    assert len(ways) == len(other) + 1
    assert not ways[-1].any()


def test_a_vehicle_without_speeds_takes_no_time() -> None:
    slow, other = (Vehicle(start="a", end="a", capacity=2, label=label) for label in "xy")
    timed = arcload.Vehicle(start="a", end="a", capacity=2, serve_speed=5, drive_speed=5)
    instance = Instance.from_edges(
        STREETS, length_unit="m", vehicles=(slow, timed, other), turn_rules=RULES
    )
    ways = fleet_ways(instance, instance.vehicles[0])
    assert ways.T is not None
    assert not ways.T.any()
