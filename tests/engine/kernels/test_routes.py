"""Running sums of routes against those of a new walk along them."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import FleetFacility, FleetVehicle, new_fleet
from arcload.engine.kernels.route_pool import empty_routes
from arcload.engine.kernels.routes import insert, open_route, walk
from tests.engine.kernels.driven_routes import a_route, arcs_of, routes_to_be, sums_of
from tests.engine.kernels.fleets import Town


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


def test_what_limits_count_stays_right_where_a_leg_without_a_way_goes() -> None:
    """From the facility, node 0, no way leads to the end, node 3, but by the street 1-2."""
    D = np.full((4, 4), np.inf)
    np.fill_diagonal(D, 0.0)
    D[0, 1], D[2, 3] = 5.0, 6.0
    vehicle = FleetVehicle(start=0, end=3, most_length=20.0, most_time=50.0)
    fleet = new_fleet(
        np.ones(1),
        np.array([[1, 2]]),
        np.array([[4.0, np.inf]]),
        D,
        [vehicle],
        [FleetFacility(0)],
        T=2 * D,
        time=np.array([[8.0, np.inf]]),
    )
    routes = a_route([2, 0], 0, fleet)
    t = int(routes.active[0])
    assert (routes.length[t], routes.time[t]) == (15, 30)
    routes = empty_routes(fleet)
    t = open_route(0, 0, routes, fleet)
    insert(t, 0, 0, routes, fleet)
    assert (routes.length[t], routes.time[t]) == (15, 30)
