"""A plan of a fleet made of routes that leave services out or break limits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.descent import debugging
from arcload.engine.kernels.fleet import BIG, Fleet
from arcload.engine.kernels.fleet_search import COST, UNSERVED, new_search, start_from
from arcload.engine.kernels.ruin_recreate import run_search
from arcload.engine.search.best_plan import best_of, broken_routes
from arcload.model.types import IntArray


class _Route(NamedTuple):
    """A type of vehicle, and trips: a loading each, and what is served after it."""

    kind: int
    trips: list[list[int]]


def mended_plan(fleet: Fleet, arcs: IntArray, ends: IntArray, kinds: IntArray) -> FleetSolution:
    """Return a plan with as much of some routes as the limits allow.

    What is above a capacity, the trips of a route or the number of vehicles is taken out; of a
    route that is too long, takes too long or cannot be driven, its second half, until the rest
    can. All that has no route then is inserted where it costs least, if it can be.

    Parameters
    ----------
    fleet
        The problem.
    arcs, ends, kinds
        The routes, as `set_routes` takes them; each service is in one of them at most.
    """
    routes = _fitting(_routes(fleet, arcs, ends, kinds), fleet)
    search = new_search(fleet, 1)
    while True:
        start_from(*_columns(routes), search, fleet)
        broken = broken_routes(search, fleet)
        if not broken.any():
            break
        halves = (
            _first_half(route) if is_broken else route
            for route, is_broken in zip(routes, broken.tolist(), strict=True)
        )
        routes = [route for route in halves if route.trips]
        search = new_search(fleet, 1)
    if search.numbers[UNSERVED]:
        search.now[COST] = np.inf  # as before its first plan it inserts all that has no route
        run_search(1, 1.0, 1.0, np.zeros(1, dtype=np.bool_), debugging(), search, fleet)
    return best_of(search, fleet)


def _routes(fleet: Fleet, arcs: IntArray, ends: IntArray, kinds: IntArray) -> Iterator[_Route]:
    """Give routes as lists, without services that their vehicle may not drive either way."""
    begin, loadings = 0, 2 * len(fleet.q)
    for end, kind in zip(ends.tolist(), kinds.tolist(), strict=True):
        allowed = fleet.length[kind * fleet.arcs :][: fleet.arcs] < BIG
        trips: list[list[int]] = []
        for arc in arcs[begin:end].tolist():
            if arc >= loadings:
                trips.append([arc])
            elif allowed[arc] or allowed[arc ^ 1]:
                trips[-1].append(arc if allowed[arc] else arc ^ 1)
        yield _Route(kind, trips)
        begin = end


def _fitting(routes: Iterator[_Route], fleet: Fleet) -> list[_Route]:
    """Return routes within the capacities, the trips of a route and the number of vehicles."""
    used: Counter[int] = Counter()
    fitting = []
    for kind, trips in routes:
        full = [_up_to(float(fleet.room[kind]), trip, fleet) for trip in trips]
        kept = [trip for trip in full if len(trip) > 1][: int(fleet.most_trips[kind])]
        if kept and used[kind] < fleet.available[kind]:
            used[kind] += 1
            fitting.append(_Route(kind, kept))
    return fitting


def _up_to(room: float, trip: Sequence[int], fleet: Fleet) -> list[int]:
    """Return a trip without the services for which it has no room."""
    load, kept = 0.0, list(trip[:1])
    for arc in trip[1:]:
        if load + fleet.q[arc >> 1] <= room:
            load += float(fleet.q[arc >> 1])
            kept.append(arc)
    return kept


def _columns(routes: Sequence[_Route]) -> tuple[IntArray, IntArray, IntArray]:
    sizes = [sum(map(len, route.trips)) for route in routes]
    arcs = [arc for route in routes for trip in route.trips for arc in trip]
    return (
        np.array(arcs, dtype=np.int64),
        np.cumsum(sizes, dtype=np.int64),
        np.array([route.kind for route in routes], dtype=np.int64),
    )


def _first_half(route: _Route) -> _Route:
    """Return the first half of a route's services, none of a single one."""
    left = sum(len(trip) - 1 for trip in route.trips) // 2
    trips = []
    for trip in route.trips:
        kept = trip[: 1 + left]
        left -= len(kept) - 1
        if len(kept) > 1:
            trips.append(kept)
    return _Route(route.kind, trips)
