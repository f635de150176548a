"""A plan of one instance as the start of a search on a changed one."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload import Edge, InputError, Instance, Plan, Vehicle
from arcload.solving.adapted_plan import adapted_plan
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from tests.examples import FOUR_EDGES
from tests.plan_strategies import fleet_plans
from tests.strategies import instances
from tests.studio.edits.changes import edits_of

ROUND = arcload.Tour(FOUR_EDGES, (1, 2, 4, 3), (1, 1, 1, 2))
CITY = arcload.generate("city", edges=40, seed=3)
FLEET = CITY.replace(capacity=CITY.total_demand / 4)


def changed(base: Instance, *changes: dict[str, object]) -> Instance:
    """Return an instance with changes."""
    return edited(base, Edits().with_step(list(changes), base))


@cache
def planned(instance: Instance) -> Plan:
    """Return some plan."""
    return arcload.solve(instance, "greedy", threads=1).plan


def test_the_same_instance_keeps_the_plan() -> None:
    assert adapted_plan(ROUND, FOUR_EDGES) == ROUND


def test_a_street_without_service_is_left_out_and_a_new_one_inserted_where_it_costs_least() -> None:
    less = changed(FOUR_EDGES, {"streets": [2], "service": False})
    shorter = adapted_plan(ROUND, less)
    assert shorter is not None
    assert shorter.order == (1, 4, 3)
    back = adapted_plan(shorter, FOUR_EDGES)
    assert back is not None
    assert {*back.order} == {1, 2, 3, 4}
    assert back.cost <= 325


def test_a_street_that_became_one_way_is_driven_so() -> None:
    turned = changed(FOUR_EDGES, {"streets": [2], "direction": "backward"})
    adapted = adapted_plan(ROUND, turned)
    assert adapted is not None
    assert adapted.directions[adapted.order.index(2)] == 2


def test_nothing_in_common_is_nothing_to_take_over() -> None:
    other = Instance.from_edges([Edge("a", "b", 1, 1, id="x")], depot="a")
    assert adapted_plan(ROUND, other) is None


def test_a_tour_is_cut_into_trips_and_trips_are_joined_to_a_tour() -> None:
    tour = arcload.solve(CITY, "greedy", threads=1)
    trips = adapted_plan(tour, FLEET)
    assert trips is not None
    assert trips.trips >= 4
    joined = adapted_plan(trips, CITY)
    assert joined is not None
    assert joined.trips == 1


def test_routes_without_a_change_stay_as_they_are() -> None:
    plan = planned(FLEET)
    street = plan.routes[0].trips[0].services[0].edge
    adapted = adapted_plan(plan, changed(FLEET, {"streets": [street], "service": False}))
    assert adapted is not None
    assert {route.trips for route in plan.routes[1:]} <= {route.trips for route in adapted.routes}


@pytest.mark.parametrize(
    "limits",
    [
        {"capacity": FLEET.total_demand / 7},
        {"max_trips": 1},
        {"count": 2},
        {"max_length": 2800.0},
    ],
)
def test_new_limits_are_kept(limits: dict[str, Any]) -> None:
    plan = planned(FLEET)
    adapted = adapted_plan(plan, FLEET.replace(**limits))
    assert adapted is not None
    assert arcload.check(adapted).unserved == ()


def test_a_facility_and_a_vehicle_that_are_gone_are_replaced() -> None:
    small = Vehicle(label="small", start=1, end=1, capacity=120)
    large = Vehicle(label="large", start=1, end=1, capacity=200, curb_weight=1)
    before = FOUR_EDGES.replace(vehicles=(small, large), facilities=(3,), refill_at_depot=False)
    plan = planned(before)
    after = before.replace(vehicles=(replace(small, capacity=110),), facilities=(4,))
    adapted = adapted_plan(plan, after)
    assert adapted is not None
    assert {trip.facility for route in adapted.routes for trip in route.trips} == {4}


@settings(max_examples=25)
@given(st.data())
def test_an_adapted_tour_is_a_start_and_the_search_is_never_worse(data: st.DataObject) -> None:
    base = data.draw(instances(min_served=1))
    plan = arcload.solve(base, "greedy", threads=1).plan
    _holds(plan, base, data)


@settings(max_examples=25)
@given(st.data())
def test_an_adapted_fleet_is_a_start_and_the_search_is_never_worse(data: st.DataObject) -> None:
    plan = data.draw(fleet_plans())
    _holds(plan, plan.instance, data)


def _holds(plan: Plan, base: Instance, data: st.DataObject) -> None:
    edits = data.draw(edits_of(base))
    try:
        place = edited(base, edits)
    except InputError:
        assume(False)
    adapted = adapted_plan(plan, place)
    assume(adapted is not None)
    assert adapted is not None
    assert adapted.instance is place
    arcload.check(adapted)
    found = arcload.solve(place, iterations=3, threads=1, bound=False, warm_start=adapted)
    assert _rank(found.plan) <= _rank(adapted) * (1 + 1e-9) + 1e-9


def _rank(plan: Plan) -> float:
    return plan.longest if plan.instance.objective == "balance" else plan.cost
