"""The memory of all routes: one pool of positions, in which each has a place that can grow."""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import bare_part
from arcload.engine.kernels.fleet import Fleet, NumberArray
from arcload.model.types import FloatArray, IntArray

# Places in `counts`.
ACTIVE = 0  # routes in `active`
FREE = 1  # routes in `free`
POOL = 2  # first position of the pool that is not given away
LIMIT = 3  # end of the half of the pool in use
TRIPS = 4  # trips of all routes in use

# Places in `beyond`.
FROM = 0  # length or duration of a route from which on
PRICE = 1  # every unit more has this price

LEAST_ROOM = 8
"""Fewest positions of a route in the pool."""


class Routes(NamedTuple):
    """All routes, and room for the kernels that change them."""

    arc: NumberArray
    """Arc at each position of the pool."""
    enter: NumberArray
    """Node at which each position is entered."""
    leave: NumberArray
    """Node at which it is left."""
    leg: FloatArray
    """Distance from the position before."""
    weight: FloatArray
    """Cost per metre on that leg."""
    left: FloatArray
    """Distance driven since loading when the position is left."""
    trip_load: FloatArray
    """Where a trip is loaded, its load."""
    trip_size: IntArray
    """Where a trip is loaded, the number of its services."""
    begin: IntArray
    """First position of each route."""
    size: IntArray
    """Number of its positions between the first and the end; 0 if it serves nothing."""
    trips: IntArray
    """Number of its trips."""
    kind: IntArray
    """Its type of vehicle."""
    room: IntArray
    """Number of positions it may use."""
    cost: FloatArray
    """Its cost; 0 if it serves nothing."""
    length: FloatArray
    """Its length."""
    time: FloatArray
    """Its duration."""
    active: IntArray
    """The routes in use."""
    free: IntArray
    """The routes that are not."""
    used: IntArray
    """Number of routes of each type that serve something."""
    counts: IntArray
    """ACTIVE, FREE, POOL, LIMIT and TRIPS."""
    route: IntArray
    """Route of each service, -1 while it has none."""
    position: IntArray
    """Where each service stands in its route, counted from its first position."""
    beyond: FloatArray
    """Where the longest route counts: FROM and PRICE."""


def empty_routes(fleet: Fleet) -> Routes:
    """Return working memory with no route in use."""
    m = len(fleet.q)
    most, half = 2 * m + 2, 64 + 32 * m
    return Routes(
        arc=np.zeros(2 * half, dtype=np.uint32),
        enter=np.zeros(2 * half, dtype=np.uint32),
        leave=np.zeros(2 * half, dtype=np.uint32),
        leg=np.zeros(2 * half),
        weight=np.zeros(2 * half),
        left=np.zeros(2 * half),
        trip_load=np.zeros(2 * half),
        trip_size=np.zeros(2 * half, dtype=np.int64),
        begin=np.zeros(most, dtype=np.int64),
        size=np.zeros(most, dtype=np.int64),
        trips=np.zeros(most, dtype=np.int64),
        kind=np.zeros(most, dtype=np.int64),
        room=np.zeros(most, dtype=np.int64),
        cost=np.zeros(most),
        length=np.zeros(most),
        time=np.zeros(most),
        active=np.zeros(most, dtype=np.int64),
        free=np.arange(most, dtype=np.int64)[::-1].copy(),
        used=np.zeros(len(fleet.a), dtype=np.int64),
        counts=np.array([0, most, 0, half, 0], dtype=np.int64),
        route=np.full(m, -1, dtype=np.int64),
        position=np.zeros(m, dtype=np.int64),
        beyond=np.zeros(2),
    )


@bare_part
def give_room(t: int, positions: int, routes: Routes) -> None:
    """Let a route use so many positions, by a new place in the pool if need be.

    Its arcs move with it, and the other rows are for `walk` to make again.
    """
    if positions <= routes.room[t]:
        return
    room = max(positions + positions // 2, LEAST_ROOM)
    if routes.counts[POOL] + room > routes.counts[LIMIT]:
        lay_out(routes)
    place(t, room, routes)


@bare_part
def lay_out(routes: Routes) -> None:
    """Give the routes in use new places in the other half of the pool; the others lose theirs."""
    half, counts = len(routes.arc) // 2, routes.counts
    counts[POOL] = half if counts[LIMIT] == half else 0
    counts[LIMIT] = counts[POOL] + half
    for i in range(counts[ACTIVE]):
        t = routes.active[i]
        positions = routes.size[t] + 2
        place(t, max(positions + positions // 2, LEAST_ROOM), routes)
    for i in range(counts[FREE]):
        routes.room[routes.free[i]] = 0


@bare_part
def place(t: int, room: int, routes: Routes) -> None:
    """Move a route to the next unused positions of the pool."""
    before, begin = routes.begin[t], routes.counts[POOL]
    if routes.room[t] > 0:
        for p in range(routes.size[t] + 2):
            routes.arc[begin + p] = routes.arc[before + p]
            routes.enter[begin + p] = routes.enter[before + p]
            routes.leave[begin + p] = routes.leave[before + p]
            routes.leg[begin + p] = routes.leg[before + p]
            routes.weight[begin + p] = routes.weight[before + p]
            routes.left[begin + p] = routes.left[before + p]
            routes.trip_load[begin + p] = routes.trip_load[before + p]
            routes.trip_size[begin + p] = routes.trip_size[before + p]
    routes.begin[t] = begin
    routes.room[t] = room
    routes.counts[POOL] += room


@bare_part
def close_route(routes: Routes) -> None:
    """Take the last route in use out of use."""
    counts = routes.counts
    counts[ACTIVE] -= 1
    routes.free[counts[FREE]] = routes.active[counts[ACTIVE]]
    counts[FREE] += 1
