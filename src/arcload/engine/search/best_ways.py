"""The best way to drive each route of a plan, of several that serve the same."""

from collections.abc import Sequence

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import Fleet
from arcload.engine.kernels.fleet_search import new_search, start_from
from arcload.engine.search.best_plan import best_of, broken_routes
from arcload.model.types import IntArray


def best_ways(
    fleet: Fleet, ways: Sequence[IntArray], ends: IntArray, kinds: IntArray
) -> FleetSolution:
    """Return a plan with each route in the cheapest of its ways, these in their best directions.

    A way counts if it can be driven and keeps all limits. A route without any stays as the first.

    Parameters
    ----------
    fleet
        The problem.
    ways
        Several plans as arcs, which differ in the order and directions within each route.
    ends, kinds
        The ends of routes and kinds of vehicles that all of them have.
    """
    nothing = np.empty(0, dtype=np.int64)
    free = fleet.available - np.bincount(kinds, minlength=len(fleet.a))
    of_these = fleet._replace(available=free)
    chosen: list[FleetSolution] = []
    begin = 0
    for end, kind in zip(ends.tolist(), kinds.tolist(), strict=True):
        free[kind] += 1
        alone = (np.array([end - begin]), np.array([kind]))
        best = FleetSolution(np.inf, ways[0][begin:end], *alone, unserved=nothing)
        for way in ways:
            search = new_search(of_these, 1)
            start_from(way[begin:end], *alone, search, of_these)
            if not broken_routes(search, of_these).any():
                best = min(best, best_of(search, of_these), key=lambda one: one.cost)
        free[best.kinds] -= 1
        chosen.append(best)
        begin = end
    arcs = np.concatenate([nothing, *(route.arcs for route in chosen)])
    return FleetSolution(
        cost=sum(route.cost for route in chosen),
        arcs=arcs,
        ends=ends,
        kinds=np.concatenate([nothing, *(route.kinds for route in chosen)]),
        unserved=np.setdiff1d(np.arange(len(fleet.q)), arcs >> 1),
    )
