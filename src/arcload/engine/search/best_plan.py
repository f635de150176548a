"""The best plan of a search, taken out of its arrays."""

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import FORBIDDEN, Fleet
from arcload.engine.kernels.fleet_search import (
    BEST_ROUTES,
    COST,
    LONGEST,
    PENALTY,
    FleetSearch,
    new_search,
    start_from,
)
from arcload.engine.kernels.route_pool import ACTIVE
from arcload.model.types import BoolArray, IntArray


def best_of(search: FleetSearch, fleet: Fleet) -> FleetSolution:
    """Return the best plan of a search."""
    count, m = int(search.numbers[BEST_ROUTES]), len(fleet.q)
    ends = search.best_ends[:count].copy()
    arcs = search.best_arcs[: ends[-1] if count else 0].copy()
    return FleetSolution(
        cost=float(search.best[COST]),
        arcs=arcs,
        ends=ends,
        kinds=search.best_kinds[:count].copy(),
        unserved=np.setdiff1d(np.arange(m), arcs[arcs < 2 * m] >> 1),
        penalty=float(search.best[PENALTY]),
        longest=float(search.best[LONGEST]),
    )


def redirected(fleet: Fleet, arcs: IntArray, ends: IntArray, kinds: IntArray) -> FleetSolution:
    """Return a plan, given as arcs, ends of routes and kinds of vehicles, in its best directions.

    Where these break a limit that the given ones keep, it stays as it is.
    """
    search = new_search(fleet, 1)
    start_from(arcs, ends, kinds, search, fleet)
    return best_of(search, fleet)


def broken_routes(search: FleetSearch, fleet: Fleet) -> BoolArray:
    """Return which routes of a search cannot be driven or break a limit."""
    routes = search.routes
    active = routes.active[: routes.counts[ACTIVE]]
    broken = routes.cost[active] >= FORBIDDEN
    if fleet.limited:
        kinds = routes.kind[active]
        broken |= routes.length[active] > fleet.most_length[kinds]
        broken |= routes.time[active] > fleet.most_time[kinds]
    return np.asarray(broken, dtype=np.bool_)
