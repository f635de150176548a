"""Routes with running sums from which every insertion is priced at once.

All routes stand in one pool of positions. Route t has the position begin[t], where its first trip
is loaded, then its services and the loadings of its other trips, then its end. With the load Y
still needed from a position to the end of its trip,

    weight = a + b * Y          on the leg into the position
    left                        distance driven since the trip was loaded when it is left

and a service with demand q that is driven between two positions, u to reach it, its length d and
v to go on instead of the leg that was there, costs

    weight * (u + d + v - leg) + b * q * (left + u + d / 2) + surcharge

with `left` of the position before and `weight` and `leg` of the position behind.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import bare_kernel, bare_part
from arcload.engine.kernels.fleet import BY_TIME, NO_BALANCE, Fleet, NumberArray
from arcload.model.types import FloatArray, IntArray

ONE = np.uint64(1)
"""Positions are counted without a sign: a number with one might count from an array's end."""

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
def open_route(kind: int, facility: int, routes: Routes, fleet: Fleet) -> int:
    """Return a route without services, now in use, whose vehicle loads at a facility."""
    counts = routes.counts
    counts[FREE] -= 1
    t = routes.free[counts[FREE]]
    routes.active[counts[ACTIVE]] = t
    counts[ACTIVE] += 1
    routes.size[t] = 0
    routes.cost[t] = 0.0
    routes.kind[t] = kind
    give_room(t, 2, routes)
    routes.arc[routes.begin[t]] = np.uint32(2 * len(fleet.q) + facility)
    walk(t, routes, fleet)
    return int(t)


@bare_part
def close_route(routes: Routes) -> None:
    """Take the last route in use out of use."""
    counts = routes.counts
    counts[ACTIVE] -= 1
    routes.free[counts[FREE]] = routes.active[counts[ACTIVE]]
    counts[FREE] += 1


@bare_part
def walk(t: int, routes: Routes, fleet: Fleet) -> None:
    """Bring all that is kept of a route up to date with its arcs, but its cost."""
    arc, enter, leave = routes.arc, routes.enter, routes.leave
    leg, weight, left = routes.leg, routes.weight, routes.left
    arcs_enter, arcs_leave, length = fleet.enter, fleet.leave, fleet.length
    q, D, nodes = fleet.q, fleet.D, np.uint64(fleet.nodes)
    y = routes.kind[t]
    matrix, table = np.uint64(fleet.matrix[y]), np.uint64(y * fleet.arcs)
    loading = np.uint64(2 * len(q))
    first, last = np.uint64(routes.begin[t]), np.uint64(routes.begin[t] + routes.size[t])
    here, driven, total = np.uint64(arcs_leave[arc[first]]), 0.0, 0.0
    leave[first] = arcs_leave[arc[first]]
    left[first] = 0.0
    for p in range(first + ONE, last + ONE):
        k = np.uint64(arc[p])
        step = D[matrix + here * nodes + np.uint64(arcs_enter[k])]
        here = np.uint64(arcs_leave[k])
        driven += step + length[table + k]
        if k >= loading:
            total += driven
            driven = 0.0
        enter[p] = arcs_enter[k]
        leave[p] = arcs_leave[k]
        leg[p] = step
        left[p] = driven
    end = np.uint64(fleet.end[y])
    enter[last + ONE] = np.uint32(end)
    leg[last + ONE] = D[matrix + here * nodes + end]
    routes.length[t] = total + driven + leg[last + ONE]
    a, b, load, count, trips = fleet.a[y], fleet.b[y], 0.0, 0, 0
    weight[last + ONE] = a
    for i in range(last - first):
        at = last - np.uint64(i)
        if arc[at] >= loading:
            routes.trip_load[at] = load
            routes.trip_size[at] = count
            load, count = 0.0, 0
            trips += 1
        else:
            load += q[np.uint64(arc[at]) >> ONE]
            count += 1
        weight[at] = a + b * load
    routes.trip_load[first] = load
    routes.trip_size[first] = count
    routes.trips[t] = trips + 1 if last > first else 0
    if fleet.limited:
        measure(t, routes, fleet)


@bare_part
def measure(t: int, routes: Routes, fleet: Fleet) -> None:
    """Add what a route drives before its first loading to its length, and make its duration."""
    y, begin = routes.kind[t], routes.begin[t]
    facility = routes.arc[begin] - 2 * len(fleet.q)
    facilities = fleet.arcs - 2 * len(fleet.q)
    routes.length[t] += fleet.first_length[y * facilities + facility]
    time = fleet.first_time[y * facilities + facility]
    for p in range(begin, begin + routes.size[t] + 1):
        if p > begin:
            time += fleet.time[y * fleet.arcs + routes.arc[p]]
        if len(fleet.T) > 0:
            time += fleet.T[fleet.matrix[y] + routes.leave[p] * fleet.nodes + routes.enter[p + 1]]
    routes.time[t] = time


@bare_part
def span_of(t: int, routes: Routes, fleet: Fleet) -> float:
    """Return the length or duration of a route where the longest counts, else 0."""
    if fleet.balance == NO_BALANCE:
        return 0.0
    return float(routes.time[t] if fleet.balance == BY_TIME else routes.length[t])


@bare_part
def is_within(t: int, routes: Routes, fleet: Fleet) -> bool:
    """Return whether a route keeps the limits of its vehicle beside the capacity."""
    if not fleet.limited or routes.size[t] == 0:
        return True
    y = routes.kind[t]
    return bool(routes.length[t] <= fleet.most_length[y] and routes.time[t] <= fleet.most_time[y])


@bare_part
def loaded_at(t: int, place: int, routes: Routes) -> int:
    """Return where in a route the trip is loaded that its place-th position belongs to."""
    begin, p = routes.begin[t], 0
    while p + routes.trip_size[begin + p] < place:
        p += routes.trip_size[begin + p] + 1
    return int(p)


@bare_part
def insert(t: int, place: int, arc: int, routes: Routes, fleet: Fleet) -> None:
    """Serve an arc behind the place-th position of a route, and bring its sums up to date."""
    give_room(t, routes.size[t] + 3, routes)
    y, loading = routes.kind[t], loaded_at(t, place, routes)
    first, j = np.uint64(routes.begin[t]), np.uint64(routes.begin[t] + place)
    last = first + np.uint64(routes.size[t])
    load_at = first + np.uint64(loading)
    trip_end = load_at + np.uint64(routes.trip_size[load_at])
    k, nodes, D = np.uint64(arc), np.uint64(fleet.nodes), fleet.D
    matrix, length = np.uint64(fleet.matrix[y]), fleet.length[y * fleet.arcs + arc]
    own = fleet.q[k >> ONE]
    into = D[matrix + np.uint64(routes.leave[j]) * nodes + np.uint64(fleet.enter[k])]
    onward = D[matrix + np.uint64(fleet.leave[k]) * nodes + np.uint64(routes.enter[j + ONE])]
    longer = into + length + onward - routes.leg[j + ONE]
    if fleet.limited:
        routes.time[t] += more_time(y, routes.leave[j], arc, routes.enter[j + ONE], fleet)
    routes.length[t] += longer
    _shift(j + ONE, last + ONE, routes.arc)
    _shift(j + ONE, last + ONE, routes.enter)
    _shift(j + ONE, last + ONE, routes.leave)
    _shift(j + ONE, last + ONE, routes.leg)
    _shift(j + ONE, last + ONE, routes.weight)
    _shift(j + ONE, last + ONE, routes.left)
    if routes.trips[t] > 1:
        _shift(j + ONE, last + ONE, routes.trip_load)
        _shift(j + ONE, last + ONE, routes.trip_size)
    for p in range(j + ONE + ONE, trip_end + ONE + ONE):
        routes.left[p] += longer
    more = fleet.b[y] * own
    for p in range(load_at + ONE, j + ONE):
        routes.weight[p] += more
    new = j + ONE
    routes.arc[new] = np.uint32(k)
    routes.enter[new] = fleet.enter[k]
    routes.leave[new] = fleet.leave[k]
    routes.leg[new] = into
    routes.leg[new + ONE] = onward
    routes.weight[new] = routes.weight[new + ONE] + more
    routes.left[new] = routes.left[j] + into + length
    routes.trip_size[load_at] += 1
    routes.trip_load[load_at] += own
    if routes.size[t] == 0:
        routes.used[y] += 1
        routes.trips[t] = 1
    routes.size[t] += 1
    routes.route[k >> ONE] = t


@bare_part
def more_time(y: int, before: int, arc: int, behind: int, fleet: Fleet) -> float:
    """Return by how much a route gets longer, in time, by an arc between two nodes."""
    time = fleet.time[y * fleet.arcs + arc]
    if len(fleet.T) > 0:
        matrix, n = fleet.matrix[y], fleet.nodes
        time += fleet.T[matrix + before * n + fleet.enter[arc]]
        time += fleet.T[matrix + fleet.leave[arc] * n + behind]
        time -= fleet.T[matrix + before * n + behind]
    return float(time)


@bare_part
def insert_trip(t: int, place: int, arc: int, other: int, routes: Routes, fleet: Fleet) -> None:
    """Put two arcs, a service and a loading, behind the place-th position of a route."""
    give_room(t, routes.size[t] + 4, routes)
    begin, last = routes.begin[t], routes.begin[t] + routes.size[t]
    for p in range(last, begin + place, -1):
        routes.arc[p + 2] = routes.arc[p]
    routes.arc[begin + place + 1] = np.uint32(arc)
    routes.arc[begin + place + 2] = np.uint32(other)
    routes.size[t] += 2
    routes.route[min(arc, other) >> 1] = t
    walk(t, routes, fleet)


@bare_part
def _shift(first: np.uint64, last: np.uint64, row: FloatArray | NumberArray | IntArray) -> None:
    """Move the positions first..last by one."""
    p = last
    while p >= first:
        row[p + ONE] = row[p]
        p -= ONE


@bare_part
def driven_cost(t: int, routes: Routes, fleet: Fleet) -> float:
    """Return the cost of a route from its running sums, in the directions that it has."""
    begin, size, y = routes.begin[t], routes.size[t], routes.kind[t]
    if size == 0:
        return 0.0
    loading = 2 * len(fleet.q)
    facility = routes.arc[begin] - loading
    cost = fleet.cost[y] + fleet.first_cost[y * (fleet.arcs - loading) + facility]
    cost += routes.weight[begin + size + 1] * routes.leg[begin + size + 1]
    for p in range(begin + 1, begin + size + 1):
        k = routes.arc[p]
        half = 0.5 * fleet.b[y] * fleet.q[k >> 1] if k < loading else 0.0
        cost += routes.weight[p] * routes.leg[p] + fleet.surcharge[y * fleet.arcs + k]
        cost += (routes.weight[p] - half) * fleet.length[y * fleet.arcs + k]
    return float(cost)


@bare_part
def number(t: int, routes: Routes, fleet: Fleet) -> None:
    """Tell the services of a route where they stand."""
    for p in range(1, routes.size[t] + 1):
        k = routes.arc[routes.begin[t] + p] >> 1
        if k < len(fleet.q):
            routes.route[k] = t
            routes.position[k] = p


@bare_kernel
def set_routes(
    arcs: IntArray, ends: IntArray, kinds: IntArray, routes: Routes, fleet: Fleet
) -> None:
    """Take over routes as they are; `settle` prices each and gives it its best directions.

    Parameters
    ----------
    arcs
        The arcs of all routes, one route after the other; each starts with a loading.
    ends
        Per route how many arcs stand up to its end.
    kinds
        Its type of vehicle.
    routes, fleet
        The routes, changed in place, and the problem.
    """
    while routes.counts[ACTIVE] > 0:
        close_route(routes)
    for k in range(len(routes.route)):
        routes.route[k] = -1
    for y in range(len(routes.used)):
        routes.used[y] = 0
    routes.counts[TRIPS] = 0
    before = 0
    for i in range(len(ends)):
        size = ends[i] - before - 1
        if size > 0:
            t = open_route(kinds[i], arcs[before] - 2 * len(fleet.q), routes, fleet)
            give_room(t, size + 2, routes)
            for p in range(1, size + 1):
                routes.arc[routes.begin[t] + p] = np.uint32(arcs[before + p])
            routes.size[t] = size
            routes.used[kinds[i]] += 1
            walk(t, routes, fleet)
            number(t, routes, fleet)
            routes.counts[TRIPS] += routes.trips[t]
        before = ends[i]
