"""A first plan for a fleet with many services, in milliseconds."""

import numpy as np

from arcload.engine.kernels.fleet import ANY, BIG, Fleet
from arcload.engine.kernels.fleet_search import COST, PENALTY, FleetSearch, start_from
from arcload.engine.kernels.path_scanning import path_scanning
from arcload.engine.kernels.split import split


def start_from_scan(search: FleetSearch, fleet: Fleet) -> None:
    """Let a search go on from a path scanning that is split into trips, if that is better.

    Thousands of services that are inserted one by one make trips that cross each other. Nothing
    changes where routes have limits on length or duration, which a split does not know, or where
    it needs more vehicles than there are.
    """
    if fleet.limited:
        return
    m, n = len(fleet.q), fleet.nodes
    free = np.full_like(fleet.available, ANY)
    entry = fleet.enter[: 2 * m].reshape(m, 2).astype(np.int64)
    for kind in range(len(fleet.a)):
        if (fleet.q > fleet.room[kind]).any():
            continue
        length = fleet.length[kind * fleet.arcs :][: 2 * m].reshape(m, 2)
        D = fleet.D[fleet.matrix[kind] :][: n * n].reshape(n, n)
        ways = np.where(length < BIG, length, np.inf)
        order = path_scanning(fleet.q, entry, ways, D, D[fleet.start[kind]].copy())
        cost, arcs, ends, kinds = split(order, free, fleet)
        better = search.now[PENALTY] > 0 or cost < search.now[COST]
        enough = (np.bincount(kinds, minlength=len(fleet.a)) <= fleet.available).all()
        if len(order) == m and enough and better:
            start_from(arcs, ends, kinds, search, fleet)
