"""The direction program of a route: the best directions and facilities for its order."""

import numpy as np

from arcload.engine.kernels.compiled import bare_part
from arcload.engine.kernels.fleet import BIG, Fleet, NumberArray
from arcload.engine.kernels.route_pool import FROM, Routes
from arcload.engine.kernels.routes import ONE, driven_cost, is_within, span_of, walk
from arcload.model.types import IntArray


@bare_part
def settle(t: int, routes: Routes, choice: IntArray, copy: NumberArray, fleet: Fleet) -> float:
    """Give a route its best directions, facilities and type; return its cost.

    Where they break a limit of the vehicle, or make what counts as the longest route longer, it
    stays as it is.

    Parameters
    ----------
    t
        The route.
    routes, fleet
        All routes, changed in place, and the problem.
    choice, copy
        Room, for two numbers and for one per position.
    """
    size = routes.size[t]
    if size == 0:
        routes.cost[t] = 0.0
        return 0.0
    before = routes.kind[t]
    cost, begin = best_choice(t, before, routes, choice, fleet), routes.begin[t]
    if len(fleet.a) > 1:
        best, load = before, heaviest_trip(t, routes)
        for y in range(len(fleet.a)):
            free = y != before and routes.used[y] < fleet.available[y]
            if free and load <= fleet.room[y] and routes.trips[t] <= fleet.most_trips[y]:
                other = best_choice(t, y, routes, choice, fleet)
                if other < cost:
                    best, cost = y, other
        best_choice(t, best, routes, choice, fleet)
        change_type(t, best, routes)
    span = 0.0
    if fleet.limited:
        span = max(span_of(t, routes, fleet), routes.beyond[FROM])
        for p in range(size + 1):
            copy[p] = routes.arc[begin + p]
            if routes.leg[begin + p + 1] >= BIG:
                span = np.inf  # it cannot be driven
    take(t, routes, choice, fleet)
    walk(t, routes, fleet)
    if fleet.limited and not (is_within(t, routes, fleet) and span_of(t, routes, fleet) <= span):
        for p in range(size + 1):
            routes.arc[begin + p] = copy[p]
        change_type(t, before, routes)
        walk(t, routes, fleet)
        cost = driven_cost(t, routes, fleet)
    routes.cost[t] = cost
    return float(cost)


@bare_part
def heaviest_trip(t: int, routes: Routes) -> float:
    """Return the greatest load of the trips of a route."""
    p, most = routes.begin[t], 0.0
    for _ in range(routes.trips[t]):
        most = max(most, routes.trip_load[p])
        p += routes.trip_size[p] + 1
    return float(most)


@bare_part
def change_type(t: int, kind: int, routes: Routes) -> None:
    """Let a vehicle of another type drive a route."""
    routes.used[routes.kind[t]] -= 1
    routes.used[kind] += 1
    routes.kind[t] = kind


@bare_part
def best_choice(t: int, y: int, routes: Routes, choice: IntArray, fleet: Fleet) -> float:
    """Return the least cost of a route over all directions and facilities, for a type of vehicle.

    With w the weight on the leg into a service, the cost to go when the service before it is left
    on side s is the least over its sides r of

        w * (distance + length on r) - b * q / 2 * length on r + surcharge + cost to go from r

    and between two trips the least over the facilities f of

        a * distance to f + cost of f + w * distance from f

    instead of w * distance. What is best stands in `choice`, by position and side before: the
    side, and twice the facility where a trip starts.
    """
    begin, m = routes.begin[t], len(fleet.q)
    q, enter, leave, length = fleet.q, fleet.enter, fleet.leave, fleet.length
    surcharge, D, nodes = fleet.surcharge, fleet.D, np.uint64(fleet.nodes)
    arc, a, b = routes.arc, fleet.a[y], fleet.b[y]
    matrix, table = np.uint64(fleet.matrix[y]), np.uint64(y * fleet.arcs)
    loading, end = np.uint64(2 * m), np.uint64(fleet.end[y])
    p = routes.size[t]
    k = np.uint64(arc[begin + p]) & ~ONE
    go_0 = a * D[matrix + np.uint64(leave[k]) * nodes + end]
    go_1 = a * D[matrix + np.uint64(leave[k + ONE]) * nodes + end]
    load = 0.0
    while True:
        half = 0.5 * b * q[k >> ONE]
        weight = a + b * load + half
        load += q[k >> ONE]
        served_0 = weight * length[table + k] + surcharge[table + k] + go_0
        served_1 = weight * length[table + k + ONE] + surcharge[table + k + ONE] + go_1
        weight += half
        to_0, to_1 = np.uint64(enter[k]), np.uint64(enter[k + ONE])
        before = np.uint64(arc[begin + p - 1])
        if before < loading:
            k = before & ~ONE
            row_0 = matrix + np.uint64(leave[k]) * nodes
            row_1 = matrix + np.uint64(leave[k + ONE]) * nodes
            go_0, other = weight * D[row_0 + to_0] + served_0, weight * D[row_0 + to_1] + served_1
            choice[p, 0] = 1 if other < go_0 else 0
            go_0 = min(go_0, other)
            go_1, other = weight * D[row_1 + to_0] + served_0, weight * D[row_1 + to_1] + served_1
            choice[p, 1] = 1 if other < go_1 else 0
            go_1 = min(go_1, other)
            p -= 1
            continue
        facilities = fleet.arcs - 2 * m
        go_0 = go_1 = np.inf
        k = np.uint64(arc[begin + p - 2]) & ~ONE if p > 1 else np.uint64(0)
        for f in range(facilities):
            node = np.uint64(leave[2 * m + f])
            row = matrix + node * nodes
            onward_0 = weight * D[row + to_0] + served_0
            onward_1 = weight * D[row + to_1] + served_1
            onward, way = min(onward_0, onward_1), 2 * f + (1 if onward_1 < onward_0 else 0)
            if p == 1:
                into_0 = fleet.first_cost[y * facilities + f]
                into_1 = into_0
            else:
                visit = surcharge[table + loading + np.uint64(f)]
                into_0 = visit + a * D[matrix + np.uint64(leave[k]) * nodes + node]
                into_1 = visit + a * D[matrix + np.uint64(leave[k + ONE]) * nodes + node]
            if into_0 + onward < go_0:
                go_0 = into_0 + onward
                choice[p, 0] = way
            if into_1 + onward < go_1:
                go_1 = into_1 + onward
                choice[p, 1] = way
        if p == 1:
            return float(go_0 + fleet.cost[y])
        load = 0.0
        p -= 2


@bare_part
def take(t: int, routes: Routes, choice: IntArray, fleet: Fleet) -> None:
    """Drive a route as `best_choice` says."""
    begin, loading = routes.begin[t], 2 * len(fleet.q)
    side = 0
    for p in range(1, routes.size[t] + 1):
        arc = np.int64(routes.arc[begin + p])
        if arc >= loading:
            continue
        way = choice[p, side]
        if routes.arc[begin + p - 1] >= loading:
            routes.arc[begin + p - 1] = np.uint32(loading + (way >> 1))
        side = way & 1
        routes.arc[begin + p] = np.uint32((arc & ~1) | side)
