"""Prices of places against driving the routes step by step."""

import numpy as np
import pytest
from hypothesis import assume, given, settings

from arcload.engine.kernels.fleet import FORBIDDEN
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
from arcload.engine.kernels.route_pool import empty_routes
from arcload.engine.kernels.routes import driven_cost
from tests.engine.kernels.driven_routes import a_route, arcs_of, routes_to_be, unlimited
from tests.engine.kernels.fleets import Town, towns


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
    price = best_new_route(0, 0, len(town.vehicles), -1, new, empty_routes(fleet), fleet)
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
