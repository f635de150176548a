"""Plans of several trips, worked by hand on the paper's four streets."""

from dataclasses import replace
from typing import Any

import pytest

import arcload
from arcload import InputError, Plan, Route, Service, Tour, Trip, Vehicle
from arcload.model.types import Mode
from tests.examples import FOUR_EDGES

OUT = Trip((Service(1, 1), Service(2, 1)))
BACK = Trip((Service(3, 1), Service(4, 2)))


FLEET = FOUR_EDGES.replace(capacity=120)


def plan(instance: arcload.Instance = FLEET) -> Plan:
    """Return two trips from node 1: along streets 1 and 2, and along 3 and 4."""
    return Plan(instance, [Route(instance.vehicle, (OUT, BACK))])


def test_each_trip_starts_with_its_own_demand_on_board() -> None:
    """120 on board: 2 * 70 + 1 * 10, home empty; 15: 1 * 10 + 10 * 2.5, home empty."""
    two = plan()
    loads = [(c.load_before, c.load_after) for c in two.walk if c.served]
    assert loads == [(120, 20), (20, 0), (15, 5), (5, 0)]
    assert two.cost == two.load_distance == (140 + 10) + (10 + 25)
    assert (two.length, two.deadhead_length) == (3 + 3 + 11 + 3, 6)
    assert [len(trip.walk) for trip in two.driven[0].trips] == [
        2,
        6,
    ]  # the way back to load is part of the second


def test_collecting_each_trip_ends_with_its_own_demand() -> None:
    """Home from node 3 with 120, 3 long, and with 15, 3 long."""
    two = plan(FLEET.replace(mode="collect"))
    assert two.cost == (2 * 50 + 1 * 110 + 3 * 120) + (1 * 5 + 10 * 12.5 + 3 * 15)


def test_the_check_follows_every_trip() -> None:
    for instance in (FLEET, FLEET.replace(mode="collect", curb_weight=3, load_factor=2)):
        two = plan(instance)
        checked = arcload.check(two)
        assert checked.cost == pytest.approx(two.cost)
        assert (checked.order, checked.directions) == (two.order, two.directions)


def test_two_vehicles_each_drive_their_own_route() -> None:
    light, heavy = FOUR_EDGES.vehicle, Vehicle(curb_weight=100, start=1, end=1)
    both = Plan(
        FOUR_EDGES.replace(vehicles=(light, heavy)), [Route(light, (OUT,)), Route(heavy, (BACK,))]
    )
    assert both.cost == 150 + 35 + 100 * 14
    assert [route.vehicle for route in both.routes] == [light, heavy]
    assert arcload.check(both).cost == both.cost


def test_a_trip_above_the_capacity_is_refused() -> None:
    small = Vehicle(capacity=100, start=1, end=1)
    with pytest.raises(InputError, match=r"trip 1 of route 1 has a demand of 120.* capacity 100"):
        Plan(FOUR_EDGES.replace(vehicle=small), [Route(small, (OUT, BACK))])


@pytest.mark.parametrize("trips", [(OUT,), (OUT, BACK, OUT)])
def test_every_street_is_served_once_in_all_trips(trips: tuple[Trip, ...]) -> None:
    with pytest.raises(InputError, match="must be served once"):
        Plan(FLEET, [Route(FLEET.vehicle, trips)])


def test_an_instance_without_a_fleet_takes_one_tour() -> None:
    with pytest.raises(InputError, match="asks for one tour"):
        Plan(FOUR_EDGES, [Route(FOUR_EDGES.vehicle, (OUT, BACK))])


def test_a_tour_is_the_plan_of_one_trip() -> None:
    tour = Tour(FOUR_EDGES, [1, 2, 3, 4], [1, 1, 1, 2])
    (route,) = tour.routes
    assert route.vehicle == FOUR_EDGES.vehicle
    assert route.trips == (Trip((*OUT.services, *BACK.services), facility=1),)
    same = Plan(FOUR_EDGES, tour.routes)
    assert (same.walk, same.cost) == (tour.walk, tour.cost)


def fleet_plan(mode: Mode = "deliver") -> Plan:
    """Return two vehicles on the four streets; the first also loads at node 3, in hours."""
    light = Vehicle(
        curb_weight=1,
        capacity=120,
        start=1,
        end=1,
        mode=mode,
        count=1,
        fixed_cost=7,
        max_trips=2,
        max_length=9,
        max_hours=1,
        serve_speed=10,
        drive_speed=20,
        closed=(4,),
    )
    heavy = Vehicle(
        curb_weight=2, start=1, end=4, mode=mode, serve_speed=10, drive_speed=20, label="heavy"
    )
    instance = FOUR_EDGES.replace(
        vehicles=(light, heavy),
        facilities=[arcload.Facility(3, visit_cost=5, stop_minutes=6)],
        serve_costs=[(1, 1), (2, 3), (0, 0), (0, 0)],
        length_unit="km",
    )
    first = Trip((Service(1, 1),), facility=1 if mode == "deliver" else 3)
    second = Trip((Service(2, 2),), facility=3 if mode == "deliver" else 1)
    third = Trip((Service(3, 1), Service(4, 2)), facility=1 if mode == "deliver" else 4)
    return Plan(instance, [Route(light, (first, second)), Route(heavy, (third,))])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"capacity": 99}, "above the vehicle's capacity 99"),
        ({"max_trips": 1}, "2 trips; 1 are the most"),
        ({"max_length": 5.9}, "route 1 has length 6; its vehicle's most are 5.9"),
        ({"max_hours": 0.5}, "route 1 has hours 0.55"),
        ({"closed": (3,)}, None),
        ({"closed": (1,)}, "edge 1 must not be driven in direction 1 by this vehicle"),
    ],
)
def test_a_plan_that_breaks_a_rule_is_refused(changes: dict[str, Any], words: str | None) -> None:
    plan = fleet_plan()
    light, heavy = plan.instance.vehicles
    changed = replace(light, **changes)

    def again() -> None:
        instance = plan.instance.replace(vehicles=(changed, heavy))
        routes = [Route(changed, plan.routes[0].trips), plan.routes[1]]
        arcload.check(Plan(instance, routes))

    if words is None:
        again()
        return
    with pytest.raises(arcload.ArcloadError, match=words):
        again()


def test_more_vehicles_than_there_are_are_refused() -> None:
    plan = fleet_plan()
    first, second = plan.routes[0].trips
    routes = [Route(plan.routes[0].vehicle, (trip,)) for trip in (first, second)]
    with pytest.raises(InputError, match="2 vehicles are used; there are 1"):
        Plan(plan.instance, [*routes, plan.routes[1]])


def test_streets_are_left_out_only_where_that_is_allowed() -> None:
    fleet = FLEET.replace(allow_unserved=True)
    plan = Plan(fleet, [Route(fleet.vehicle, (OUT,))])
    assert plan.unserved == (3, 4)
    assert arcload.check(plan).unserved == (3, 4)
    with pytest.raises(InputError, match="edge 3 must be served once"):
        Plan(FLEET, [Route(FLEET.vehicle, (OUT,))])
