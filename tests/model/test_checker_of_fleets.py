"""The checker accepts the plan of any fleet, and refuses it with any one rule broken."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arcload import CheckError, InputError, Instance, Plan, Route, Vehicle, check
from arcload.model.checker import check_routes
from arcload.model.driven_route import DrivenTrip
from tests.model.test_plan import fleet_plan
from tests.plan_strategies import fleet_plans

Routes = list[tuple[Vehicle, list[DrivenTrip]]]
Broken = Iterator[tuple[Instance, Routes]]


def routes_of(plan: Plan) -> Routes:
    return [(route.vehicle, list(route.trips)) for route in plan.driven]


def with_vehicle(plan: Plan, old: Vehicle, **changes: Any) -> Broken:
    """Give the plan with another rule for one of its vehicles, where that is a fleet."""
    new = replace(old, **changes)
    vehicles = tuple(new if vehicle == old else vehicle for vehicle in plan.instance.vehicles)
    try:
        instance = plan.instance.replace(vehicles=vehicles)
    except InputError:  # no street is above the capacity, and all can be reached
        return
    changed = {old: instance.vehicles[plan.instance.vehicles.index(old)]}
    yield instance, [(changed.get(vehicle, vehicle), trips) for vehicle, trips in routes_of(plan)]


def with_trip(plan: Plan, change: Callable[[DrivenTrip], list[DrivenTrip]]) -> Broken:
    """Give the plan with each of its trips in turn changed."""
    for i, (vehicle, trips) in enumerate(routes_of(plan)):
        for j, trip in enumerate(trips):
            for other in change(trip):
                routes = routes_of(plan)
                routes[i] = (vehicle, [*trips[:j], other, *trips[j + 1 :]])
                yield plan.instance, routes


def with_crossing(plan: Plan, change: Callable[[Any], list[Any]]) -> Broken:
    """Give the plan with each of its crossings in turn changed; an empty list takes it out."""

    def changed(trip: DrivenTrip) -> list[DrivenTrip]:
        walks = []
        for k, crossing in enumerate(trip.walk):
            other = change(crossing)
            if other != [crossing]:
                visit = trip.visit + (len(other) - 1 if k < trip.visit else 0)
                walk = (*trip.walk[:k], *other, *trip.walk[k + 1 :])
                walks.append(trip._replace(walk=walk, visit=visit))
        return walks

    return with_trip(plan, changed)


def above_capacity(plan: Plan) -> Broken:
    for route in plan.driven:
        yield from with_vehicle(
            plan, route.vehicle, capacity=0.9 * max(t.load for t in route.trips)
        )


def no_facility(plan: Plan) -> Broken:
    places = {place.node for place in plan.instance.places}
    others = [node for node in plan.instance.nodes if node not in places]
    return with_trip(plan, lambda trip: [trip._replace(facility=node) for node in others])


def another_facility(plan: Plan) -> Broken:
    places = [place.node for place in plan.instance.places]
    return with_trip(
        plan, lambda t: [t._replace(facility=node) for node in places if node != t.facility]
    )


def too_many_vehicles(plan: Plan) -> Broken:
    used = [route.vehicle for route in plan.driven]
    for vehicle in used:
        if used.count(vehicle) > 1:
            yield from with_vehicle(plan, vehicle, count=used.count(vehicle) - 1)


def too_many_trips(plan: Plan) -> Broken:
    for route in plan.driven:
        if len(route.trips) > 1:
            yield from with_vehicle(plan, route.vehicle, max_trips=len(route.trips) - 1)


def too_long(plan: Plan) -> Broken:
    for route in plan.driven:
        if route.length:
            yield from with_vehicle(plan, route.vehicle, max_length=0.9 * route.length)


def too_many_hours(plan: Plan) -> Broken:
    for route in plan.driven:
        if route.hours:
            yield from with_vehicle(plan, route.vehicle, max_hours=0.9 * route.hours)


def closed_street(plan: Plan) -> Broken:
    for route in plan.driven:
        for crossing in route.walk:
            yield from with_vehicle(plan, route.vehicle, closed=(crossing.edge,))


def served_twice(plan: Plan) -> Broken:
    served = set(plan.order)

    def change(crossing: Any) -> list[Any]:
        if not crossing.served and crossing.edge in served:
            return [replace(crossing, served=True)]
        return [crossing]

    return with_crossing(plan, change)


def not_served(plan: Plan) -> Broken:
    if not plan.instance.allow_unserved:
        yield from with_crossing(
            plan, lambda c: [replace(c, served=False, cost=math.nan)] if c.served else [c]
        )


def jump(plan: Plan) -> Broken:
    return with_crossing(plan, lambda c: [c] if c.served or c.from_node == c.to_node else [])


def wrong_load(plan: Plan) -> Broken:
    return with_trip(plan, lambda trip: [trip._replace(load=trip.load + 1)])


def wrong_figure(plan: Plan) -> Broken:
    for name in ("length", "load_before", "load_after", "cost"):

        def change(crossing: Any, name: str = name) -> list[Any]:
            return [replace(crossing, **{name: getattr(crossing, name) + 1})]

        yield from with_crossing(plan, change)


RULES: dict[Callable[[Plan], Broken], str] = {
    above_capacity: "capacity of its vehicle",
    no_facility: "no facility",
    another_facility: "the vehicle is at|starts at|ends at",
    too_many_vehicles: "vehicles .*are used",
    too_many_trips: "has trips",
    too_long: "has length",
    too_many_hours: "has hours",
    closed_street: "is closed to the vehicle",
    served_twice: "needs no service or had it already|without a load",
    not_served: "not served",
    jump: "starts at|ends at|at .* then",
    wrong_load: "load of trip",
    wrong_figure: "states",
}


def require_refused(plan: Plan, rule: Callable[[Plan], Broken]) -> int:
    """Require that the plan is refused with a rule broken; return in how many ways that can be."""
    broken = list(rule(plan))
    for instance, routes in broken:
        with pytest.raises(CheckError, match=RULES[rule]):
            check_routes(instance, routes)
    return len(broken)


@settings(deadline=None, max_examples=40)
@given(fleet_plans())
def test_any_plan_is_accepted_and_refused_with_any_one_rule_broken(plan: Plan) -> None:
    assert check_routes(plan.instance, routes_of(plan)).cost == pytest.approx(plan.cost)
    for rule in RULES:
        require_refused(plan, rule)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_each_rule_can_be_broken(rule: Callable[[Plan], Broken]) -> None:
    plan = fleet_plan()
    light, heavy = plan.instance.vehicles
    two = replace(light, count=2, closed=())
    spare = plan.instance.replace(vehicles=(two, heavy))
    (first, second), (last,) = (route.trips for route in plan.routes)
    one = last._replace(services=last.services[:1])
    other = last._replace(services=last.services[1:])
    routes = [Route(two, (first, second)), Route(two, (one,)), Route(heavy, (other,))]
    joined = [Route(two, (first, second)), Route(heavy, (last,))]
    assert sum(require_refused(Plan(spare, plan), rule) for plan in (routes, joined)) > 0


@settings(deadline=None, max_examples=15)
@given(fleet_plans(), st.data())
def test_a_wrong_total_of_a_plan_is_refused(plan: Plan, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["cost", "length", "deadhead_length", "load_distance"]))
    plan.__dict__[name] = getattr(plan, name) + 1
    with pytest.raises(CheckError, match=f"{name.replace('_', ' ')} stated"):
        check(plan)


@settings(deadline=None, max_examples=15)
@given(fleet_plans())
def test_a_wrong_total_of_a_route_is_refused(plan: Plan) -> None:
    assume(plan.driven)
    cost = plan.cost
    plan.driven[0].__dict__["cost"] = plan.driven[0].cost + 1
    assert plan.cost == cost
    with pytest.raises(CheckError, match="cost of route 1 stated"):
        check(plan)
