"""Prices and running sums of routes against driving them step by step."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import BIG, FORBIDDEN, Fleet
from arcload.engine.kernels.placing import (
    ARC,
    FACILITY,
    HOW,
    NEW_FIRST_TRIP,
    NOWHERE,
    ROUTE,
    best_new_route,
    best_new_trip,
    put,
    scan,
    scan_within_limits,
)
from arcload.engine.kernels.routes import (
    ACTIVE,
    Routes,
    driven_cost,
    empty_routes,
    insert,
    lay_out,
    set_routes,
    walk,
)
from arcload.engine.kernels.settling import settle
from tests.engine.kernels.fleets import Town, towns

FREE: dict[str, Any] = {
    "most_length": np.inf,
    "most_time": np.inf,
    "most_trips": 99,
    "capacity": np.inf,
}


def arcs_of(t: int, routes: Routes) -> list[int]:
    """Return the arcs of a route."""
    begin, size = int(routes.begin[t]), int(routes.size[t])
    return [int(arc) for arc in routes.arc[begin : begin + 1 + size]]


def sums_of(t: int, routes: Routes, fleet: Fleet) -> list[float]:
    """Return all that a route keeps of itself."""
    first, end = int(routes.begin[t]), int(routes.begin[t] + routes.size[t] + 2)
    behind = np.stack([row[first + 1 : end] for row in (routes.enter, routes.leg, routes.weight)])
    before = np.stack([row[first : end - 1] for row in (routes.leave, routes.left)])
    loadings = [p for p in range(first, end - 1) if routes.arc[p] >= 2 * len(fleet.q)]
    trips = [*routes.trip_load[loadings], *routes.trip_size[loadings], routes.trips[t]]
    limits = [routes.length[t], routes.time[t]] if fleet.limited else []
    return [*behind.ravel().tolist(), *before.ravel().tolist(), *map(float, [*trips, *limits])]


def a_route(arcs: list[int], kind: int, fleet: Fleet) -> Routes:
    """Return routes of which the only one has these arcs."""
    routes = empty_routes(fleet)
    set_routes(np.array(arcs), np.array([len(arcs)]), np.array([kind]), routes, fleet)
    return routes


@st.composite
def routes_to_be(draw: st.DrawFn) -> tuple[Town, list[int], int]:
    """Give a problem and a route of all services, allowed but for its limits, and its type."""
    town = draw(towns())
    m, length = len(town.q), town.fleet.length
    loadings = st.integers(2 * m, 2 * m + len(town.facilities) - 1)
    arcs = [draw(loadings)]
    for place, k in enumerate(draw(st.permutations(range(m)))):
        if place > 0 and draw(st.integers(0, 3)) == 0:
            arcs.append(draw(loadings))
        arc = 2 * k + draw(st.integers(0, 1))
        arcs.append(arc if length[arc] < BIG else arc ^ 1)
    return town, arcs, draw(st.integers(0, len(town.vehicles) - 1))


def unlimited(town: Town) -> Town:
    """Return a problem without limits, so that all that can be driven has a cost."""
    facilities = [f._replace(first_cost=min(7.0, f.first_cost or 7.0)) for f in town.facilities]
    vehicles = tuple(v._replace(**FREE) for v in town.vehicles)
    return town._replace(vehicles=vehicles, facilities=tuple(facilities))


@settings(max_examples=150)
@given(routes_to_be())
def test_every_insertion_is_priced_as_it_is_driven(case: tuple[Town, list[int], int]) -> None:
    town, arcs, kind = unlimited(case[0]), case[1], case[2]
    fleet, k = town.fleet, arcs.pop() >> 1
    if len(arcs) > 1 and arcs[-1] >= 2 * len(town.q):
        arcs.pop()
    assume(len(arcs) > 1)
    routes = a_route(arcs, kind, fleet)
    t, before = int(routes.active[0]), town.drive(arcs, kind)
    assert driven_cost(t, routes, fleet) == pytest.approx(before, rel=1e-9, abs=1e-9)
    rows = (routes.leave, routes.enter, routes.leg, routes.weight, routes.left, fleet.D, fleet.DT)
    for place in range(len(arcs)):
        p = int(routes.begin[t]) + place
        price, where, side = scan(p, p + 1, np.inf, k, kind, fleet, *rows)
        ways = [[*arcs[: place + 1], 2 * k + s, *arcs[place + 1 :]] for s in (0, 1)]
        costs = [town.drive(way, kind) for way in ways]
        assert where == p
        assert (price, where, side) == pytest.approx(
            scan_within_limits(p, p + 1, np.inf, k, t, routes, fleet), rel=1e-9, abs=1e-9
        )
        assert before + price == pytest.approx(min(costs), rel=1e-9, abs=1e-9)
        assert costs[side] == pytest.approx(min(costs), rel=1e-9, abs=1e-9)


@given(routes_to_be())
def test_a_new_trip_is_priced_as_it_is_driven(case: tuple[Town, list[int], int]) -> None:
    town, arcs, kind = unlimited(case[0]), case[1], case[2]
    fleet, k, m = town.fleet, arcs.pop() >> 1, len(case[0].q)
    if len(arcs) > 1 and arcs[-1] >= 2 * m:
        arcs.pop()
    assume(len(arcs) > 1)
    routes = a_route(arcs, kind, fleet)
    t, before = int(routes.active[0]), town.drive(arcs, kind)
    loadings = range(2 * m, 2 * m + len(town.facilities))
    ways = [[arcs[0], arc, f, *arcs[1:]] for arc in (2 * k, 2 * k + 1) for f in loadings]
    for place in [*(p for p, arc in enumerate(arcs) if arc >= 2 * m and p > 0), len(arcs)]:
        ways += [
            [*arcs[:place], f, arc, *arcs[place:]] for arc in (2 * k, 2 * k + 1) for f in loadings
        ]
    new = np.zeros(5, dtype=np.int64)
    price = best_new_trip(t, np.inf, k, new, routes, fleet)
    least = min(town.drive(way, kind) for way in ways)
    assert before + price == pytest.approx(least, rel=1e-9, abs=1e-9)
    put(new, routes, fleet)
    assert town.drive(arcs_of(t, routes), kind) == pytest.approx(least, rel=1e-9, abs=1e-9)
    assert routes.route[k] == t
    assert (arcs_of(t, routes)[1] >> 1 == k) or new[HOW] != NEW_FIRST_TRIP


@given(towns())
def test_a_new_route_is_priced_as_it_is_driven_and_keeps_the_limits(town: Town) -> None:
    fleet, m = town.fleet, len(town.q)
    new = np.zeros(5, dtype=np.int64)
    price = best_new_route(0, 0, len(town.vehicles), new, empty_routes(fleet), fleet)
    costs = [
        town.drive([2 * m + f, arc], kind)
        for kind in range(len(town.vehicles))
        for f in range(len(town.facilities))
        for arc in (0, 1)
    ]
    if min(costs) < np.inf:
        assert price == pytest.approx(min(costs), rel=1e-9, abs=1e-9)
        assert town.drive([2 * m + new[FACILITY], new[ARC]], new[ROUTE]) == pytest.approx(
            min(costs), rel=1e-9, abs=1e-9
        )
    else:
        assert price >= FORBIDDEN
        assert new[HOW] == NOWHERE


@given(routes_to_be(), st.data())
def test_an_insertion_keeps_the_sums_right(
    case: tuple[Town, list[int], int], data: st.DataObject
) -> None:
    town, arcs, kind = case
    fleet = town.fleet
    assume(len(arcs) > 2 and arcs[2] < 2 * len(town.q))
    driven, rest = arcs[:2], [arc for arc in arcs[2:] if arc < 2 * len(town.q)]
    if data.draw(st.booleans()) and len(rest) > 1:
        driven, rest = [*driven, 2 * len(town.q), rest[0]], rest[1:]
    routes = a_route(driven, kind, fleet)
    t = int(routes.active[0])
    for arc in rest:
        place = data.draw(st.integers(0, len(driven) - 1))
        insert(t, place, arc, routes, fleet)
        driven.insert(place + 1, arc)
        sums = sums_of(t, routes, fleet)
        assert arcs_of(t, routes) == driven
        walk(t, routes, fleet)
        assert sums == pytest.approx(sums_of(t, routes, fleet), rel=1e-9, abs=1e-9)


@settings(max_examples=60)
@given(routes_to_be())
def test_a_settled_route_has_the_best_directions_and_facilities(
    case: tuple[Town, list[int], int],
) -> None:
    town, arcs, kind = case
    town = unlimited(town)._replace(vehicles=(unlimited(town).vehicles[kind],))
    fleet, m = town.fleet, len(town.q)
    assume(m <= 5)
    routes = a_route(arcs, 0, fleet)
    t = int(routes.active[0])
    room = np.zeros((len(arcs) + 1, 2), dtype=np.int64), np.zeros(len(arcs), dtype=np.uint32)
    cost = settle(t, routes, *room, fleet)
    after = arcs_of(t, routes)
    assert [min(arc >> 1, m) for arc in after] == [min(arc >> 1, m) for arc in arcs]
    assert cost == pytest.approx(town.drive(after), rel=1e-9, abs=1e-9)
    order = [arc >> 1 for arc in arcs if arc < 2 * m]
    cuts = [arc >= 2 * m for arc in arcs]
    costs = [
        town.drive(way)
        for way in town.routes_of(order, 99)
        if [arc >= 2 * m for arc in way] == cuts
    ]
    assert cost == pytest.approx(min(costs), rel=1e-9, abs=1e-9)


@given(routes_to_be())
def test_routes_keep_all_they_have_when_they_move_in_the_pool(
    case: tuple[Town, list[int], int],
) -> None:
    town, arcs, kind = case
    fleet = town.fleet
    routes = a_route(arcs, kind, fleet)
    assert routes.counts[ACTIVE] == 1
    t = int(routes.active[0])
    begin, before = int(routes.begin[t]), (arcs_of(t, routes), sums_of(t, routes, fleet))
    lay_out(routes)
    assert begin != routes.begin[t]
    assert before == (arcs_of(t, routes), sums_of(t, routes, fleet))
    assert before[0] == arcs
