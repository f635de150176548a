"""Fleets that cannot serve their streets."""

from typing import Any

import pytest

import arcload
from arcload import FREE, InputError, Instance, Vehicle
from tests.examples import FOUR_EDGES

LINE = [(1, 2, 2, 5), (2, 3, 1, 5), (3, 4, 1, 5)]


def test_what_makes_a_fleet() -> None:
    assert not FOUR_EDGES.is_fleet
    for fields in (
        {"capacity": 1000},
        {"count": 1},
        {"fixed_cost": 1},
        {"max_length": 9},
        {"max_trips": 2},
        {"facilities": [3]},
        {"allow_unserved": True},
        {"serve_costs": [(1, 1)] * 4},
    ):
        assert FOUR_EDGES.replace(**fields).is_fleet, fields


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"capacity": 99}, r"edge 1 has a demand of 100, which is above the capacity 99"),
        ({"capacity": 15}, r"edge 1 .* and 1 more are too; cut_streets=True"),
        ({"capacity": 0}, r"above the capacity 0 of the vehicles.*; give a capacity above 0$"),
        ({"objective": "balance"}, "which is not given; give count"),
        ({"objective": "time"}, "it must be 'cost' or 'balance'"),
        ({"count": 2, "serve_speed": 20, "drive_speed": 40}, "the lengths is not known; give"),
        ({"facilities": [9]}, "facility 9 is not in the network"),
        ({"refill_at_depot": False}, "no place to load"),
        ({"start": FREE, "capacity": 200}, "no place to load"),
        ({"closed": (9,)}, "edge 9 is not in the network"),
        ({"closed": (1, 3)}, "cannot be served by any vehicle"),
        ({"serve_costs": [(1, -1)] * 4}, "serve cost -1"),
        ({"priorities": [1, 1, 0, 2]}, "edge 3 has priority 0"),
    ],
)
def test_a_fleet_that_cannot_serve_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        FOUR_EDGES.replace(**fields)


def test_a_street_closed_to_one_type_may_be_served_by_another() -> None:
    small = Vehicle(capacity=100, start=1, end=1)
    large = Vehicle(capacity=1000, start=1, end=1, closed=(1,))
    both = FOUR_EDGES.replace(vehicles=(small, large))
    assert both.vehicles[1].closed == (1,)
    with pytest.raises(InputError, match=r"edge 1 has a demand of 100.* capacity 99"):
        FOUR_EDGES.replace(vehicles=(Vehicle(capacity=99, start=1, end=1), large))


def test_vehicles_that_deliver_and_collect_are_two_problems() -> None:
    vehicles = (Vehicle(start=1, end=1), Vehicle(start=1, end=1, mode="collect"))
    with pytest.raises(InputError, match="some vehicles deliver"):
        FOUR_EDGES.replace(vehicles=vehicles)


def test_a_one_way_street_cuts_a_fleet_off() -> None:
    streets = [*LINE, arcload.Edge(4, 5, 1, 5, length_back=float("inf"))]
    with pytest.raises(InputError, match=r"1 served edge .* cannot be served by any vehicle"):
        Instance.from_edges(streets, depot=1, capacity=10)
    assert Instance.from_edges(streets, start=1, end=5, capacity=10).is_fleet
    assert Instance.from_edges(streets, start=1, end=FREE, capacity=10).is_fleet


def test_places_are_the_facilities_and_the_depots() -> None:
    fleet = FOUR_EDGES.replace(facilities=["3"], end=2)
    assert [place.node for place in fleet.places] == [3, 1]
    assert [place.node for place in fleet.replace(mode="collect").places] == [3, 2]
    assert [place.node for place in fleet.replace(refill_at_depot=False).places] == [3]


def test_a_column_that_says_nothing_is_none() -> None:
    plain = FOUR_EDGES.replace(serve_costs=[(0, 0)] * 4, priorities=[2] * 4)
    assert plain == FOUR_EDGES
    streets = [(1, 2, 2, 100), arcload.Edge(2, 3, 1, 20, serve_cost=4, priority=1)]
    costs = Instance.from_edges(streets, depot=1)
    assert costs.serve_costs is not None
    assert costs.serve_costs.tolist() == [[0, 0], [4, 4]]
    assert costs.priorities is not None
    assert costs.priorities.tolist() == [2, 1]
    assert costs.edge(2).priority == 1


def test_two_types_that_are_the_same_are_refused() -> None:
    truck = Vehicle(capacity=120, start=1, end=1, count=1)
    with pytest.raises(InputError, match=r"vehicles 1 and 3 are the same.*count"):
        FOUR_EDGES.replace(vehicles=(truck, Vehicle(start=1, end=1), truck))


def test_balance_needs_speeds_of_all_vehicles_or_none() -> None:
    quick = Vehicle(start=1, end=1, count=1, serve_speed=10, drive_speed=20)
    other = Vehicle(start=1, end=1, count=1, curb_weight=3)
    with pytest.raises(InputError, match="some vehicles have no speeds"):
        FOUR_EDGES.replace(vehicles=(quick, other), objective="balance", length_unit="km")
