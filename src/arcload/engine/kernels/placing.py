"""Where a service fits into the routes, and what it costs there."""

import numpy as np

from arcload.engine.kernels.chance import random_share
from arcload.engine.kernels.compiled import bare_part
from arcload.engine.kernels.fleet import BY_TIME, FORBIDDEN, NO_BALANCE, Fleet, NumberArray
from arcload.engine.kernels.route_pool import FROM, PRICE, Routes
from arcload.engine.kernels.routes import (
    ONE,
    insert,
    insert_trip,
    leg_length,
    more_length,
    more_time,
    open_route,
)
from arcload.model.types import FloatArray, IntArray

SKIPPED = 0.01
"""Chance that a place is not looked at."""

MANY_SKIPPED = 0.5
"""The same in an iteration that is WILD."""

# Places in `numbers`.
RANDOM = 0  # state of the random generator, where `chance` keeps it
SKIP = 1  # places until one is skipped
WILD = 2  # 1 in an iteration that skips many, else 0

# What a place is made of.
HOW = 0  # NEW_ROUTE, NEW_FIRST_TRIP, NEW_TRIP or IN_TRIP; NOWHERE for none
ROUTE = 1  # the route; of a new one its type of vehicle
BEHIND = 2  # behind which position of the route
ARC = 3  # the service, on the side on which it is driven
FACILITY = 4  # where a new trip is loaded, or the one behind a new first trip
NOWHERE, NEW_ROUTE, NEW_FIRST_TRIP, NEW_TRIP, IN_TRIP = -1, 0, 1, 2, 3


@bare_part
def note(how: int, route: int, behind: int, arc: int, facility: int, place: IntArray) -> None:
    """Write down a place."""
    place[HOW] = how
    place[ROUTE] = route
    place[BEHIND] = behind
    place[ARC] = arc
    place[FACILITY] = facility


@bare_part
def scan(
    low: int,
    high: int,
    best: float,
    k: int,
    y: int,
    fleet: Fleet,
    leave: NumberArray,
    enter: NumberArray,
    leg: FloatArray,
    weight: FloatArray,
    left: FloatArray,
    D: FloatArray,
    DT: FloatArray,
) -> tuple[float, int, int]:
    """Return the least price below `best` behind the positions low..high - 1, position and side.

    The formula stands in `routes`. The position is -1 where there is no such price.
    """
    arc = np.uint64(2 * k)
    nodes, matrix = np.uint64(fleet.nodes), np.uint64(fleet.matrix[y])
    bq = fleet.b[y] * fleet.q[np.uint64(k)]
    table = arc + np.uint64(y * fleet.arcs)
    d_0, d_1 = fleet.length[table], fleet.length[table + ONE]
    own_0 = 0.5 * bq * d_0 + fleet.surcharge[table]
    own_1 = 0.5 * bq * d_1 + fleet.surcharge[table + ONE]
    into_0 = matrix + np.uint64(fleet.enter[arc]) * nodes
    into_1 = matrix + np.uint64(fleet.enter[arc + ONE]) * nodes
    from_0 = matrix + np.uint64(fleet.leave[arc]) * nodes
    from_1 = matrix + np.uint64(fleet.leave[arc + ONE]) * nodes
    where, side = -1, 0
    for p in range(np.uint64(low), np.uint64(high)):
        before, behind = np.uint64(leave[p]), np.uint64(enter[p + ONE])
        w, gone, gone_before = weight[p + ONE], leg[p + ONE], left[p]
        u, v = DT[into_0 + before], D[from_0 + behind]
        price = w * (u + v - gone + d_0) + bq * (gone_before + u) + own_0
        if price < best:
            best, where, side = price, int(p), 0
        u, v = DT[into_1 + before], D[from_1 + behind]
        price = w * (u + v - gone + d_1) + bq * (gone_before + u) + own_1
        if price < best:
            best, where, side = price, int(p), 1
    return best, where, side


@bare_part
def scan_within_limits(
    low: int, high: int, best: float, k: int, t: int, routes: Routes, fleet: Fleet
) -> tuple[float, int, int]:
    """Return what `scan` does, of the places where the route keeps its limits."""
    y = routes.kind[t]
    where, side = -1, 0
    for p in range(low, high):
        for s in range(2):
            arc = 2 * k + s
            price = price_at(p, arc, y, routes, fleet)
            if price < best:
                later = more_time(y, routes.leave[p], arc, routes.enter[p + 1], fleet)
                longer = more_length(y, routes.leave[p], arc, routes.enter[p + 1], fleet)
                price += beyond(routes.length[t] + longer, routes.time[t] + later, y, routes, fleet)
                if price < best:
                    best, where, side = price, p, s
    return best, where, side


@bare_part
def price_at(p: int, arc: int, y: int, routes: Routes, fleet: Fleet) -> float:
    """Return what an arc behind a position costs."""
    matrix, table, n = fleet.matrix[y], y * fleet.arcs, fleet.nodes
    bq, d = fleet.b[y] * fleet.q[arc >> 1], fleet.length[table + arc]
    u = fleet.D[matrix + routes.leave[p] * n + fleet.enter[arc]]
    v = fleet.D[matrix + fleet.leave[arc] * n + routes.enter[p + 1]]
    price = routes.weight[p + 1] * (u + v - routes.leg[p + 1] + d)
    price += bq * (routes.left[p] + u + 0.5 * d)
    return float(price + fleet.surcharge[table + arc])


@bare_part
def beyond(length: float, time: float, y: int, routes: Routes, fleet: Fleet) -> float:
    """Return the price of a route's length and duration; inf where they break a limit.

    Where the longest route counts, what is beyond a length near to that has a price; where
    services wait for a place, the share of each limit that is used.
    """
    if length > fleet.most_length[y] or time > fleet.most_time[y]:
        return np.inf
    if routes.beyond[PRICE] == 0.0:
        return 0.0
    if fleet.balance == NO_BALANCE:
        used = length / fleet.most_length[y] + time / fleet.most_time[y]
        return float(routes.beyond[PRICE] * used)
    span = time if fleet.balance == BY_TIME else length
    return float(routes.beyond[PRICE] * max(span - routes.beyond[FROM], 0.0))


@bare_part
def draw_skip(numbers: IntArray) -> None:
    """Draw after how many places one is skipped."""
    skipped = MANY_SKIPPED if numbers[WILD] == 1 else SKIPPED
    numbers[SKIP] = np.int64(np.log(random_share(numbers)) / np.log(1.0 - skipped))


@bare_part
def best_in_trip(
    t: int,
    low: int,
    end: int,
    best: float,
    k: int,
    place: IntArray,
    numbers: IntArray,
    routes: Routes,
    fleet: Fleet,
) -> float:
    """Write down the cheapest place behind the positions low..end - 1 of a route.

    It is written down if its price is below `best`.

    Returns
    -------
    Its price, else `best`.
    """
    leave, enter, leg = routes.leave, routes.enter, routes.leg
    weight, left, D, DT = routes.weight, routes.left, fleet.D, fleet.DT
    where, side, y = -1, 0, routes.kind[t]
    while low < end:
        high = min(end, low + numbers[SKIP])
        if fleet.limited:
            price, p, s = scan_within_limits(low, high, best, k, t, routes, fleet)
        else:
            price, p, s = scan(low, high, best, k, y, fleet, leave, enter, leg, weight, left, D, DT)
        if p >= 0:
            best, where, side = price, p, s
        numbers[SKIP] -= high - low
        low = high
        if low < end:
            draw_skip(numbers)
            low += 1
    if where >= 0:
        note(IN_TRIP, t, where - routes.begin[t], 2 * k + side, 0, place)
    return best


@bare_part
def best_new_trip(
    t: int, best: float, k: int, place: IntArray, routes: Routes, fleet: Fleet
) -> float:
    """Write down the cheapest new trip for a service in a route; return as `best_in_trip`.

    A trip behind another one, whose vehicle would drive on to a facility or home, loads at f:

        a * (way to f - leg) + cost of f + (a + b q) * (from f to the arc + d) - b q / 2 * d
            + surcharge + a * (from the arc to where the leg went)

    A trip before all others loads where the first one did, and this one then at f.
    """
    y, begin, n = routes.kind[t], routes.begin[t], fleet.nodes
    m, matrix, table = len(fleet.q), fleet.matrix[y], y * fleet.arcs
    if routes.trips[t] >= fleet.most_trips[y] or fleet.q[k] > fleet.room[y]:
        return best
    D, a, w = fleet.D, fleet.a[y], fleet.a[y] + fleet.b[y] * fleet.q[k]
    end = begin
    for trip in range(routes.trips[t] + 1):
        if trip > 0:
            end += routes.trip_size[end] + 1
        before = end - 1 if trip > 0 else begin
        for f in range(fleet.arcs - 2 * m):
            node, visit = fleet.enter[2 * m + f], fleet.surcharge[table + 2 * m + f]
            for arc in range(2 * k, 2 * k + 2):
                d, into, out = fleet.length[table + arc], fleet.enter[arc], fleet.leave[arc]
                price = visit + fleet.surcharge[table + arc] - 0.5 * (w - a) * d
                behind, gone = routes.enter[before + 1], routes.leg[before + 1]
                if trip == 0:
                    from_f = D[matrix + node * n + behind]
                    to_f = D[matrix + out * n + node]
                    reach = D[matrix + routes.leave[begin] * n + into]
                    price += w * (reach + d) + a * to_f
                    price += routes.weight[begin + 1] * (from_f - gone)
                else:
                    to_f = D[matrix + routes.leave[before] * n + node]
                    reach, back = D[matrix + node * n + into], D[matrix + out * n + behind]
                    price += a * (to_f - gone + back) + w * (reach + d)
                if price >= best:
                    continue
                if fleet.limited:
                    first, second = (arc, 2 * m + f) if trip == 0 else (2 * m + f, arc)
                    time = routes.time[t] + more_time(y, routes.leave[before], first, behind, fleet)
                    time += more_time(y, fleet.leave[first], second, behind, fleet)
                    length = more_length(y, routes.leave[before], first, behind, fleet)
                    length += more_length(y, fleet.leave[first], second, behind, fleet)
                    price += beyond(routes.length[t] + length, time, y, routes, fleet)
                    if price >= best:
                        continue
                how = NEW_FIRST_TRIP if trip == 0 else NEW_TRIP
                best = price
                note(how, t, before - begin, arc, f, place)
    return best


@bare_part
def best_new_route(
    k: int, low: int, high: int, only: int, place: IntArray, routes: Routes, fleet: Fleet
) -> float:
    """Write down the cheapest new route that serves k alone, of the types low..high - 1.

    It loads at the facility `only`; -1 for any. NOWHERE is written down if there is none.

    Returns
    -------
    Its price; FORBIDDEN for none.
    """
    m, n, best = len(fleet.q), fleet.nodes, FORBIDDEN
    place[HOW] = NOWHERE
    for y in range(low, high):
        if routes.used[y] >= fleet.available[y] or fleet.q[k] > fleet.room[y]:
            continue
        matrix, table, facilities = fleet.matrix[y], y * fleet.arcs, fleet.arcs - 2 * m
        a, w = fleet.a[y], fleet.a[y] + fleet.b[y] * fleet.q[k]
        for f in range(facilities):
            if only >= 0 and f != only:
                continue
            node, at = fleet.enter[2 * m + f], y * facilities + f
            for arc in range(2 * k, 2 * k + 2):
                d = fleet.length[table + arc]
                reach = fleet.D[matrix + node * n + fleet.enter[arc]]
                home = fleet.D[matrix + fleet.leave[arc] * n + fleet.end[y]]
                price = fleet.cost[y] + fleet.first_cost[at] + w * (reach + d)
                price += a * home + fleet.surcharge[table + arc] - 0.5 * (w - a) * d
                if price >= best:
                    continue
                if fleet.limited:
                    length = fleet.first_length[at] + d
                    length += leg_length(y, node, fleet.enter[arc], fleet)
                    length += leg_length(y, fleet.leave[arc], fleet.end[y], fleet)
                    time = fleet.first_time[at] + more_time(y, node, arc, fleet.end[y], fleet)
                    if len(fleet.T) > 0:
                        time += fleet.T[matrix + node * n + fleet.end[y]]
                    price += beyond(length, time, y, routes, fleet)
                    if price >= best:
                        continue
                best = price
                note(NEW_ROUTE, y, 0, arc, f, place)
    return best


@bare_part
def open_place(place: IntArray, routes: Routes, fleet: Fleet) -> None:
    """Open the route of a place that is in a new one."""
    if place[HOW] == NEW_ROUTE:
        place[ROUTE] = open_route(place[ROUTE], place[FACILITY], routes, fleet)


@bare_part
def put(place: IntArray, routes: Routes, fleet: Fleet) -> None:
    """Serve an arc at a place in a route that is open."""
    t, behind, arc = place[ROUTE], place[BEHIND], place[ARC]
    loading = 2 * len(fleet.q) + place[FACILITY]
    if place[HOW] == NEW_FIRST_TRIP:
        insert_trip(t, behind, arc, loading, routes, fleet)
    elif place[HOW] == NEW_TRIP:
        insert_trip(t, behind, loading, arc, routes, fleet)
    else:
        insert(t, behind, arc, routes, fleet)
