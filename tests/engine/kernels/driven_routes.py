"""Random routes of the kernels, and what the kernels keep of them."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import BIG, Fleet
from arcload.engine.kernels.route_pool import Routes, empty_routes
from arcload.engine.kernels.routes import set_routes
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
