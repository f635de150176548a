"""The state of one search for the plan of a fleet: the plan at hand, and the best it has seen."""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import bare_kernel, bare_part
from arcload.engine.kernels.fleet import BIG, FORBIDDEN, NO_BALANCE, Fleet, NumberArray
from arcload.engine.kernels.route_pool import (
    ACTIVE,
    FREE,
    TRIPS,
    Routes,
    close_route,
    empty_routes,
    give_room,
)
from arcload.engine.kernels.routes import number, set_routes, span_of, walk
from arcload.engine.kernels.settling import settle
from arcload.model.types import FloatArray, IntArray

PRECISION = 1e-9
"""By which share a value must be less to count as less."""

# Places in `numbers`, behind RANDOM, SKIP and WILD.
ITERATIONS = 3  # iterations so far
STAMP = 4  # a number for each question that marks routes or services
UNSERVED = 5  # services without a route
BEST_ROUTES = 6  # number of routes of the best plan
BEST_UNSERVED = 7  # services that it leaves out

# Places in `now` and `best`.
COST = 0  # cost of all routes
PENALTY = 1  # what is left out
LONGEST = 2  # the longest route, where it counts


class FleetSearch(NamedTuple):
    """One search: its routes, the best plan it has seen, and its memory."""

    routes: Routes
    best_arcs: IntArray
    """Arcs of the best plan, one route after the other, loadings included."""
    best_ends: IntArray
    """Per route how many of them stand up to its end."""
    best_kinds: IntArray
    """Per route its type of vehicle."""
    now: FloatArray
    """COST, PENALTY and LONGEST of the plan at hand; the cost is inf before the first iteration."""
    best: FloatArray
    """The same of the best plan, by `is_best`; BIG before the first plan, which so is better."""
    weights: FloatArray
    """What a unit of COST, PENALTY and LONGEST counts where a change is accepted or not."""
    numbers: IntArray
    """RANDOM, SKIP, WILD, ITERATIONS, STAMP, UNSERVED, BEST_ROUTES and BEST_UNSERVED."""
    unserved: IntArray
    """Services without a route."""
    removed: IntArray
    """Services taken out."""
    keys: FloatArray
    """By what they are sorted."""
    saved: NumberArray
    """Arcs of the routes touched, as they were."""
    touched: IntArray
    """The routes touched, the begin of each in `saved`, its size, its type and its trips."""
    saved_costs: FloatArray
    """Cost of each route touched, as it was."""
    marks: IntArray
    """Per route the last question that marked it: of those touched, and of those looked at."""
    ruined: IntArray
    """Per service the last iteration that took a string out of its trip."""
    place: IntArray
    """The cheapest place so far of the service at hand."""
    choice: IntArray
    """Room for `settle`."""
    copy: NumberArray
    """Room for `settle`."""


def new_search(fleet: Fleet, seed: int) -> FleetSearch:
    """Return a search without a plan; `seed` is a whole number other than 0."""
    routes, m = empty_routes(fleet), len(fleet.q)
    most = len(routes.begin)
    return FleetSearch(
        routes=routes,
        best_arcs=np.zeros(2 * m, dtype=np.int64),
        best_ends=np.zeros(m, dtype=np.int64),
        best_kinds=np.zeros(m, dtype=np.int64),
        now=np.array([np.inf, 0.0, 0.0]),
        best=np.full(3, BIG),
        weights=np.ones(3),
        numbers=np.array([seed, 0, 0, 0, 0, m, 0, m], dtype=np.int64),
        unserved=np.arange(m),
        removed=np.zeros(m + 1, dtype=np.int64),
        keys=np.zeros(m + 1),
        saved=np.zeros(2 * m + 1, dtype=np.uint32),
        touched=np.zeros((5, most), dtype=np.int64),
        saved_costs=np.zeros(most),
        marks=np.zeros((2, most), dtype=np.int64),
        ruined=np.zeros(m, dtype=np.int64),
        place=np.zeros(5, dtype=np.int64),
        choice=np.zeros((2 * m + 3, 2), dtype=np.int64),
        copy=np.zeros(2 * m + 3, dtype=np.uint32),
    )


@bare_part
def touch(t: int, search: FleetSearch, stamp: int, count: int, used: int) -> tuple[int, int]:
    """Save a route before its first change; return the counts of routes and of arcs saved."""
    if search.marks[0, t] == stamp:
        return count, used
    routes, touched = search.routes, search.touched
    search.marks[0, t] = stamp
    size, begin = routes.size[t], routes.begin[t]
    touched[0, count] = t
    touched[1, count] = used
    touched[2, count] = size
    touched[3, count] = routes.kind[t]
    touched[4, count] = routes.trips[t]
    search.saved_costs[count] = routes.cost[t]
    if size == 0:
        return count + 1, used
    for p in range(size + 1):
        search.saved[used + p] = routes.arc[begin + p]
    return count + 1, used + size + 1


@bare_part
def restore(count: int, active: int, search: FleetSearch, fleet: Fleet) -> None:
    """Bring all routes touched back to what they were, with the first so many routes in use."""
    routes, touched = search.routes, search.touched
    for i in range(count):
        t = touched[0, i]
        if routes.size[t] > 0:
            routes.used[routes.kind[t]] -= 1
    while routes.counts[ACTIVE] > active:
        close_route(routes)
    for i in range(search.numbers[UNSERVED]):
        routes.route[search.unserved[i]] = -1
    for i in range(count):
        t, begin, size = touched[0, i], touched[1, i], touched[2, i]
        if size == 0:
            continue
        give_room(t, size + 2, routes)
        routes.size[t] = size
        routes.kind[t] = touched[3, i]
        routes.used[routes.kind[t]] += 1
        for p in range(size + 1):
            routes.arc[routes.begin[t] + p] = search.saved[begin + p]
        routes.cost[t] = search.saved_costs[i]
        walk(t, routes, fleet)
        number(t, routes, fleet)


@bare_part
def keep_changes(count: int, gone: int, left: int, search: FleetSearch, fleet: Fleet) -> None:
    """Make the plan at hand the one the search stands at.

    Of the services without a route, the first `gone` were tried and the first `left` of those
    removed have none now.
    """
    routes, numbers, unserved = search.routes, search.numbers, search.unserved
    for i in range(count):
        t = search.touched[0, i]
        number(t, routes, fleet)
        routes.counts[TRIPS] += routes.trips[t] - search.touched[4, i]
    counts, active, i = routes.counts, routes.active, 0
    while i < counts[ACTIVE]:
        t = active[i]
        if routes.size[t] == 0:
            counts[ACTIVE] -= 1
            active[i] = active[counts[ACTIVE]]
            routes.free[counts[FREE]] = t
            counts[FREE] += 1
        else:
            i += 1
    before, n = numbers[UNSERVED], 0
    for i in range(gone, before):
        unserved[n] = unserved[i]
        n += 1
    for i in range(left):
        unserved[n] = search.removed[i]
        n += 1
    numbers[UNSERVED] = n


@bare_part
def longest_route(routes: Routes, fleet: Fleet) -> float:
    """Return the duration or length of the longest route; 0 where it does not count."""
    longest = 0.0
    if fleet.balance != NO_BALANCE:
        for i in range(routes.counts[ACTIVE]):
            t = routes.active[i]
            if routes.size[t] > 0:
                longest = max(longest, span_of(t, routes, fleet))
    return longest


@bare_part
def is_best(cost: float, penalty: float, longest: float, best: FloatArray) -> bool:
    """Return whether a plan with these values is better than the best.

    A plan that is allowed is better than one that is not, whatever it leaves out. Then the least
    penalty counts, then the least longest route, then the least cost.
    """
    if (cost < FORBIDDEN) != (best[COST] < FORBIDDEN):
        return bool(cost < FORBIDDEN)
    if abs(penalty - best[PENALTY]) > PRECISION * abs(best[PENALTY]):
        return bool(penalty < best[PENALTY])
    if abs(longest - best[LONGEST]) > PRECISION * abs(best[LONGEST]):
        return bool(longest < best[LONGEST])
    return bool(cost < best[COST] * (1.0 - PRECISION))


@bare_part
def keep_best(search: FleetSearch, fleet: Fleet) -> None:
    """Make the plan at hand the best; its cost is added up anew."""
    routes, numbers, now = search.routes, search.numbers, search.now
    n, now[COST], now[PENALTY] = 0, 0.0, 0.0
    for i in range(routes.counts[ACTIVE]):
        t = routes.active[i]
        for p in range(routes.size[t] + 1):
            search.best_arcs[n] = routes.arc[routes.begin[t] + p]
            n += 1
        search.best_ends[i] = n
        search.best_kinds[i] = routes.kind[t]
        now[COST] += routes.cost[t]
    for i in range(numbers[UNSERVED]):
        now[PENALTY] += fleet.penalty[search.unserved[i]]
    numbers[BEST_ROUTES] = routes.counts[ACTIVE]
    numbers[BEST_UNSERVED] = numbers[UNSERVED]
    for i in range(3):
        search.best[i] = now[i]


@bare_kernel
def start_from(
    arcs: IntArray, ends: IntArray, kinds: IntArray, search: FleetSearch, fleet: Fleet
) -> None:
    """Give a search a plan as `set_routes` takes it; each route gets its best directions."""
    routes, numbers, now = search.routes, search.numbers, search.now
    set_routes(arcs, ends, kinds, routes, fleet)
    now[COST], now[PENALTY], numbers[UNSERVED] = 0.0, 0.0, 0
    for i in range(routes.counts[ACTIVE]):
        now[COST] += settle(routes.active[i], routes, search.choice, search.copy, fleet)
    for k in range(len(fleet.q)):
        if routes.route[k] < 0:
            search.unserved[numbers[UNSERVED]] = k
            numbers[UNSERVED] += 1
            now[PENALTY] += fleet.penalty[k]
    now[LONGEST] = longest_route(routes, fleet)
    if is_best(now[COST], now[PENALTY], now[LONGEST], search.best):
        keep_best(search, fleet)
