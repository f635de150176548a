"""The best directions and facilities of a route against all of them."""

import numpy as np
import pytest
from hypothesis import assume, given, settings

from arcload.engine.kernels.settling import settle
from tests.engine.kernels.driven_routes import a_route, arcs_of, routes_to_be, unlimited
from tests.engine.kernels.fleets import Town


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
