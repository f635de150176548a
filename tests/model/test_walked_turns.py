"""Walks with turns: their paths, loads, costs and hours."""

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import arcload
from arcload import FREE, InputError, Instance, Plan, Tour, TurnRules
from arcload.model.driven_route import DrivenRoute
from tests.plan_strategies import fleet_plans
from tests.turns import Drive, forbidden_turns, turn_rules, ways_from

RULES = TurnRules(left=5, right=3, u_turn=7, left_seconds=36, u_turn_seconds=72)


def corner(**fields: Any) -> Instance:
    """Return a street to a corner, and one to the left behind it, a dead end."""
    given: dict[str, Any] = {"curb_weight": 1, "turn_rules": RULES} | fields
    return Instance.from_edges(
        [("a", "b", 10, 4), ("b", "c", 10, 2)],
        depot="a",
        coordinates={"a": (0, 0), "b": (10, 0), "c": (10, 10)},
        **given,
    )


def test_turns_cost_as_driving_does_with_the_load_before_them() -> None:
    """Out 10 with 4, left 5 with 2, out 10 with 1, back 7, and 10, right 3 and 10 with nothing."""
    tour = Tour(corner(), (1, 2), (1, 1))
    assert [crossing.turn for crossing in tour.walk] == [0, 5, 7, 3]
    assert [crossing.cost for crossing in tour.walk] == [50, 15 + 20, 7 + 10, 3 + 10]
    assert (tour.length, tour.turn_length, tour.load_distance) == (40, 15, 60)
    assert tour.cost == 1 * (40 + 15) + 60
    assert arcload.check(tour).turn_length == 15


def test_collecting_turns_cost_with_what_was_collected() -> None:
    """Out 10 with 2, left 5 with 4, 10 with 5, back 7, 10, right 3 and 10 with 6."""
    tour = Tour(corner(mode="collect"), (1, 2), (1, 1))
    assert tour.load_distance == 20 + 20 + 50 + 6 * 30
    assert tour.cost == 55 + tour.load_distance
    assert arcload.check(tour).cost == tour.cost


@pytest.mark.parametrize(
    ("unit", "scale"), [("km", 0.001), ("m", 1.0), ("", 1.0), ("ft", 1 / 0.3048)]
)
def test_metres_of_turns_are_in_the_unit_of_the_lengths(unit: str, scale: float) -> None:
    tour = Tour(corner(length_unit=unit), (1, 2), (1, 1))
    assert tour.turn_length == pytest.approx(15 * scale)


@pytest.mark.parametrize("rules", [RULES, TurnRules(left_seconds=36, u_turn_seconds=72)])
def test_seconds_of_turns_count_in_hours_alone(rules: TurnRules) -> None:
    speeds = {"serve_speed": 10, "drive_speed": 20, "length_unit": "km", "capacity": 9}
    instance = corner(turn_rules=rules, **speeds)
    plan = _plan(instance, [(1, 1), (2, 1)])
    assert [crossing.turn_seconds for crossing in plan.walk] == [0, 36, 72, 0]
    assert plan.hours == pytest.approx(20 / 10 + 20 / 20 + 108 / 3600)
    assert (plan.turn_length > 0) == rules.changes_ways
    assert arcload.check(plan).hours == pytest.approx(plan.hours)


def _plan(instance: Instance, *trips: list[tuple[int, int]], facility: str = "a") -> Plan:
    return Plan(
        instance,
        [
            arcload.Route(
                instance.vehicle,
                tuple(
                    arcload.Trip(tuple(arcload.Service(*one) for one in trip), facility)
                    for trip in trips
                ),
            )
        ],
    )


def test_a_forbidden_turn_is_driven_around() -> None:
    instance = Instance.from_edges(
        [("a", "b", 10, 1), ("b", "c", 10, 1), ("b", "d", 1, 0), ("d", "b", 1, 0)],
        depot="a",
        curb_weight=1,
        forbidden_turns=[(1, 1, 2, 1), (2, 2, 1, 2)],
    )
    tour = Tour(instance, (1, 2), (1, 1))
    assert tour.length == 10 + 2 + 10 + 10 + 2 + 10
    assert arcload.check(tour).length == tour.length


def test_at_facilities_a_vehicle_turns_round_for_nothing() -> None:
    instance = Instance.from_edges(
        [("a", "b", 10, 4), ("b", "c", 10, 4), ("b", "d", 1, 0)],
        depot="a",
        curb_weight=1,
        capacity=4,
        facilities=["b"],
        refill_at_depot=False,
        turn_rules=TurnRules(u_turn=math.inf, straight=2),
    )
    plan = _plan(instance, [(1, 2)], [(2, 1)], facility="b")
    # There, round and back; there and on; loaded at b; back from the dead end c and home.
    assert [(step.edge, step.turn) for step in plan.walk] == [
        *((1, 0.0), (1, 0.0), (1, 0.0), (2, 0.0), (2, 0.0), (1, 2.0)),
    ]
    assert arcload.check(plan).cost == plan.cost


def _joined(instance: Instance, route: DrivenRoute) -> list[tuple[Drive | int, Drive | int, float]]:
    """Return each way of a route: from a service or place to the next, and what it is in all."""
    stops: list[tuple[Drive | int, float]] = []
    way = 0.0

    def stop(here: Drive | int) -> None:
        nonlocal way
        stops.append((here, way))
        way = 0.0

    if route.vehicle.start is not FREE:
        stop(instance.node_index(route.vehicle.start))
    for trip in route.trips:
        for position in range(len(trip.walk) + 1):
            if position == trip.visit and trip.facility is not None:
                stop(instance.node_index(trip.facility))
            for step in trip.walk[position : position + 1]:
                way += step.turn
                if step.served:
                    stop((instance.edge_index(step.edge), (step.direction or 0) - 1))
                else:
                    way += step.length
    if route.vehicle.end is not FREE:
        stop(instance.node_index(route.vehicle.end))
    return [(before, after, length) for (before, _), (after, length) in pairwise(stops)]


@given(fleet_plans(most_services=4), st.data())
def test_any_plan_takes_shortest_ways_and_passes_the_check(plan: Plan, data: st.DataObject) -> None:
    unlimited = [
        replace(vehicle, max_hours=None, max_length=None) for vehicle in plan.instance.vehicles
    ]
    points = st.tuples(st.integers(-2, 2).map(float), st.integers(-2, 2).map(float))
    count = len(plan.instance.nodes)
    changes: dict[str, Any] = {
        "vehicles": unlimited,
        "coordinates": data.draw(st.none() | st.lists(points, min_size=count, max_size=count)),
        "turn_rules": data.draw(turn_rules()),
        "forbidden_turns": data.draw(forbidden_turns(plan.instance)),
    }
    try:
        instance = plan.instance.replace(**changes)
        routes = [
            arcload.Route(unlimited[plan.instance.vehicles.index(route.vehicle)], route.trips)
            for route in plan.routes
        ]
        turning = Plan(instance, routes)
        walk = turning.walk
    except InputError:  # no way leads from one of its services to the next
        reject()
    true = arcload.check(turning)
    assert true.cost == pytest.approx(turning.cost)
    assert true.turn_length == pytest.approx(sum(step.turn for step in walk))
    for route in turning.driven:
        for before, after, way in _joined(instance, route):
            entered, places = ways_from(instance, before, route.vehicle.closed)
            best = entered[after] if isinstance(after, tuple) else places[after]
            assert way == pytest.approx(best, abs=1e-12)
