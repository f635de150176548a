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

import numpy as np

from arcload.engine.kernels.compiled import bare_kernel, bare_part
from arcload.engine.kernels.fleet import BIG, BY_TIME, NO_BALANCE, Fleet, NumberArray
from arcload.engine.kernels.route_pool import (
    ACTIVE,
    FREE,
    TRIPS,
    Routes,
    close_route,
    give_room,
)
from arcload.model.types import FloatArray, IntArray

ONE = np.uint64(1)
"""Positions are counted without a sign: a number with one might count from an array's end."""


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
    """Make the length and the duration of a route, as limits count them.

    They are from its start on and without turns. A leg where there is no way counts nothing: it may
    go again, and a sum that once held BIG has lost all else. The cost tells that it is there.
    """
    y, begin = routes.kind[t], routes.begin[t]
    facility = routes.arc[begin] - 2 * len(fleet.q)
    facilities = fleet.arcs - 2 * len(fleet.q)
    length = fleet.first_length[y * facilities + facility]
    time = fleet.first_time[y * facilities + facility]
    for p in range(begin, begin + routes.size[t] + 1):
        if p > begin:
            length += fleet.length[y * fleet.arcs + routes.arc[p]]
            time += fleet.time[y * fleet.arcs + routes.arc[p]]
        length += leg_length(y, routes.leave[p], routes.enter[p + 1], fleet)
        if len(fleet.T) > 0:
            time += fleet.T[fleet.matrix[y] + routes.leave[p] * fleet.nodes + routes.enter[p + 1]]
    routes.length[t] = length
    routes.time[t] = time


@bare_part
def leg_length(y: int, before: int, behind: int, fleet: Fleet) -> float:
    """Return the length of the way between two nodes without its turns; 0 where there is none."""
    leg = fleet.matrix[y] + before * fleet.nodes + behind
    if fleet.D[leg] >= BIG:
        return 0.0
    return float(fleet.D[leg] - fleet.X[leg] if len(fleet.X) > 0 else fleet.D[leg])


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
        routes.length[t] += more_length(y, routes.leave[j], arc, routes.enter[j + ONE], fleet)
    else:
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
def more_length(y: int, before: int, arc: int, behind: int, fleet: Fleet) -> float:
    """Return by how much a route gets longer, without turns, by an arc between two nodes."""
    longer = fleet.length[y * fleet.arcs + arc]
    longer += leg_length(y, before, fleet.enter[arc], fleet)
    longer += leg_length(y, fleet.leave[arc], behind, fleet)
    return float(longer - leg_length(y, before, behind, fleet))


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
