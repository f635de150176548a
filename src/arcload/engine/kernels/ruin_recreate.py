"""Ruin and recreate: take strings of services out of neighbouring trips and put them back.

After Christiaens and Vanden Berghe, Slack induction by string removals for vehicle routing
problems, Transportation Science 54 (2020), with both directions of every service.
"""

import numpy as np

from arcload.engine.kernels.chance import random_below, random_share
from arcload.engine.kernels.compiled import bare_kernel, bare_part
from arcload.engine.kernels.fleet import FORBIDDEN, NO_BALANCE, Fleet
from arcload.engine.kernels.fleet_search import (
    COST,
    ITERATIONS,
    LONGEST,
    PENALTY,
    STAMP,
    UNSERVED,
    FleetSearch,
    is_best,
    keep_best,
    keep_changes,
    longest_route,
    restore,
    touch,
)
from arcload.engine.kernels.placing import (
    HOW,
    NOWHERE,
    ROUTE,
    WILD,
    best_in_trip,
    best_new_route,
    best_new_trip,
    draw_skip,
    open_place,
    put,
)
from arcload.engine.kernels.route_pool import ACTIVE, FROM, PRICE, TRIPS, Routes
from arcload.engine.kernels.routes import driven_cost, is_within, loaded_at, number, walk
from arcload.engine.kernels.settling import heaviest_trip, settle
from arcload.model.types import BoolArray, IntArray

REMOVED = 10
"""How many services an iteration removes on average."""

LONGEST_STRING = 10
"""Most services removed from one trip."""

SPLIT = 0.5
"""Share of strings in whose middle a piece stays."""

LONGER = 0.01
"""Chance that this piece has one service more."""

BESIDE = 40
"""Beside how many of the nearest services one is inserted where there are many."""

WILD_EVERY = 50
"""One of so many iterations skips many places: what is best for one service hides other plans."""

JOINED = 0.05
"""Chance that a service gets no new route, half of the time no new trip either, if it fits."""

TRIED = 10
"""Most services without a route that an iteration tries to serve."""

STEEPEST = 1000.0
"""How widely the price of length and hours differs from one iteration to the next.

Up to so many times its weight the longest route counts where a service is inserted. Where services
find no place within the limits, a route up to its limits counts up to the root of that times all
that is driven, half of the time: what is cheapest may leave no hours for the others."""

ROUNDING = 1e-10
"""By how much predicted costs may be off, as a share of carrying all there is all the way."""


@bare_part
def is_large(fleet: Fleet) -> bool:
    """Return whether services are inserted beside the nearest alone, and not everywhere."""
    return bool(fleet.near.shape[1] < len(fleet.q) - 1)


@bare_part
def ruin(search: FleetSearch, fleet: Fleet, stamp: int) -> tuple[int, int, int]:
    """Remove strings of services from neighbouring trips.

    Returns
    -------
    The number of services removed, and those of routes and of arcs saved.
    """
    routes, numbers = search.routes, search.numbers
    m, trips = len(fleet.q), max(routes.counts[TRIPS], 1)
    longest = min(float(LONGEST_STRING), m / trips)
    most = 4.0 * REMOVED / (1.0 + longest) - 1.0
    strings = int(1.0 + most * random_share(numbers))
    seed = random_below(m, numbers)
    gone = count = used = 0
    for i in range(-1, fleet.near.shape[1]):
        if strings == 0:
            break
        k = seed if i < 0 else fleet.near[seed, i]
        t = routes.route[k]
        if t < 0 or search.ruined[k] == stamp:
            continue
        strings -= 1
        count, used = touch(t, search, stamp, count, used)
        gone = cut_string(t, routes.position[k], longest, stamp, gone, search, fleet)
    return gone, count, used


@bare_part
def cut_string(
    t: int, at: int, longest: float, stamp: int, gone: int, search: FleetSearch, fleet: Fleet
) -> int:
    """Remove a string that holds a position of a route; return the number of services removed.

    The string stays within one trip. Half of the time a piece in its middle is left.
    """
    routes, numbers, removed = search.routes, search.numbers, search.removed
    begin, loading = routes.begin[t], loaded_at(t, at, routes)
    size = routes.trip_size[begin + loading]
    length = min(int(1.0 + min(float(size), longest) * random_share(numbers)), size)
    stays = 0
    if 1 < length < size and random_share(numbers) < SPLIT:
        stays = 1
        while length + stays < size and random_share(numbers) < LONGER:
            stays += 1
    span = length + stays
    low, high = max(loading + 1, at - span + 1), min(at, loading + size - span + 1)
    first = low + random_below(high - low + 1, numbers)
    hole = first + 1 + random_below(length - 1, numbers) if stays > 0 else first + span
    write = begin + loading + 1
    for p in range(loading + 1, routes.size[t] + 1):
        arc = routes.arc[begin + p]
        if first <= p < first + span and (p < hole or p >= hole + stays):
            removed[gone] = arc >> 1
            routes.route[arc >> 1] = -1
            gone += 1
            continue
        if p <= loading + size:
            search.ruined[arc >> 1] = stamp
        routes.arc[write] = arc
        write += 1
    routes.size[t] = write - begin - 1
    if length == size:
        drop_loading(t, loading, routes)
    several = routes.trips[t] > 1 or is_large(fleet)
    walk(t, routes, fleet)
    if routes.size[t] == 0:
        routes.used[routes.kind[t]] -= 1
    elif several:
        number(t, routes, fleet)
    return gone


@bare_part
def drop_loading(t: int, loading: int, routes: Routes) -> None:
    """Take the loading of a trip that serves nothing out of a route."""
    begin, size = routes.begin[t], routes.size[t]
    if size == 0:
        return
    drop = max(loading, 1)  # the first stays, and the second trip is loaded there
    for p in range(begin + drop, begin + size):
        routes.arc[p] = routes.arc[p + 1]
    routes.size[t] = size - 1


@bare_part
def sort_removed(gone: int, search: FleetSearch, fleet: Fleet) -> None:
    """Bring the removed services into one of four orders, by chance."""
    numbers, removed, keys = search.numbers, search.removed, search.keys
    kind, row = random_below(11, numbers), fleet.start[0] * fleet.nodes
    for i in range(gone):
        k = removed[i]
        if kind < 4:
            keys[i] = random_share(numbers)
        elif kind < 8:
            keys[i] = -fleet.q[k]
        else:
            far = fleet.D[row + fleet.enter[2 * k]] + fleet.D[row + fleet.leave[2 * k]]
            keys[i] = -far if kind < 10 else far
    for i in range(1, gone):
        k, key, j = removed[i], keys[i], i - 1
        while j >= 0 and keys[j] > key:
            removed[j + 1], keys[j + 1] = removed[j], keys[j]
            j -= 1
        removed[j + 1], keys[j + 1] = k, key


@bare_part
def price_new_route(
    k: int, place: IntArray, numbers: IntArray, routes: Routes, fleet: Fleet
) -> float:
    """Write down a new route that serves k alone; return its price.

    Half of the time it is of a random type, if there is one of it: the cheapest for one service is
    seldom the cheapest for many. In a wild iteration so is the facility where it loads.
    """
    types, facilities = len(fleet.a), fleet.arcs - 2 * len(fleet.q)
    only = -1
    if facilities > 1 and numbers[WILD] == 1:
        only = random_below(facilities, numbers)
    if types > 1 and random_below(2, numbers) == 0:
        y = random_below(types, numbers)
        best = best_new_route(k, y, y + 1, only, place, routes, fleet)
        if place[HOW] != NOWHERE:
            return best
    best = best_new_route(k, 0, types, only, place, routes, fleet)
    if place[HOW] == NOWHERE and only >= 0:
        return best_new_route(k, 0, types, -1, place, routes, fleet)
    return best


@bare_part
def recreate(
    gone: int,
    count: int,
    used: int,
    stamp: int,
    everywhere: bool,
    search: FleetSearch,
    fleet: Fleet,
) -> tuple[float, int, int]:
    """Insert the removed services, each at its cheapest place.

    Returns
    -------
    The sum of the prices, the number of services left, now the first in `removed`, and the number
    of routes touched.
    """
    total, left, place = 0.0, 0, search.place
    routes, numbers, near, marks = search.routes, search.numbers, fleet.near, search.marks
    begin, trips, kind, room, q = routes.begin, routes.trips, routes.kind, fleet.room, fleet.q
    trip_size, trip_load, size, route = (
        routes.trip_size,
        routes.trip_load,
        routes.size,
        routes.route,
    )
    active, counts, most_trips = routes.active, routes.counts, fleet.most_trips
    beside = min(near.shape[1], BESIDE)
    for i in range(gone):
        k = search.removed[i]
        chance = random_share(numbers)
        joins = chance < JOINED  # a trip that there is, if any has room
        best = FORBIDDEN
        place[HOW] = NOWHERE
        if not joins:
            best = price_new_route(k, place, numbers, routes, fleet)
        numbers[STAMP] += 1
        looked = numbers[STAMP]
        for j in range(counts[ACTIVE] if everywhere else beside):
            t = active[j] if everywhere else route[near[k, j]]
            if t < 0 or size[t] == 0:
                continue
            # The trips are gone through here: a call for each costs more than most are worth.
            end, spare = begin[t], room[kind[t]] - q[k]
            for _ in range(trips[t]):
                low = end
                end += trip_size[low] + 1
                if trip_load[low] > spare:
                    continue
                first, last = low, end
                if not everywhere:
                    last = begin[t] + routes.position[near[k, j]] + 1
                    first = last - 2
                    if first < low or last > end:
                        continue
                best = best_in_trip(t, first, last, best, k, place, numbers, routes, fleet)
            new = trips[t] < most_trips[kind[t]] and chance >= JOINED / 2
            if new and marks[1, t] != looked:
                best = best_new_trip(t, best, k, place, routes, fleet)
            marks[1, t] = looked
        if joins and place[HOW] == NOWHERE:
            best = price_new_route(k, place, numbers, routes, fleet)
        if place[HOW] == NOWHERE:
            search.removed[left] = k
            left += 1
            continue
        open_place(place, routes, fleet)
        count, used = touch(place[ROUTE], search, stamp, count, used)
        put(place, routes, fleet)
        if not everywhere:
            number(place[ROUTE], routes, fleet)
        total += best
    return total, left, count


@bare_part
def compare(predicted: float, ruined: int, count: int, search: FleetSearch, fleet: Fleet) -> None:
    """Raise an error where the routes touched do not cost what the prices say."""
    routes, cost, most = search.routes, 0.0, 0.0
    for i in range(count):
        t = search.touched[0, i]
        if i >= ruined:
            predicted += search.saved_costs[i]
        cost += driven_cost(t, routes, fleet)
        heaviest = heaviest_trip(t, routes)
        y = routes.kind[t]
        most += (fleet.a[y] + fleet.b[y] * heaviest) * routes.length[t]
        if heaviest > fleet.room[y]:
            raise AssertionError("a trip is above the capacity")
    if abs(cost - predicted) > ROUNDING * (most + abs(cost)):
        raise AssertionError("the insertions did not change the cost as predicted")


@bare_kernel
def run_search(
    iterations: int,
    hot: float,
    cold: float,
    ended: BoolArray,
    debug: bool,
    search: FleetSearch,
    fleet: Fleet,
) -> None:
    """Ruin and recreate so many times.

    A search without a plan first makes one, by inserting all services: that is one iteration, and
    the temperature does not count for it.

    Parameters
    ----------
    iterations
        How many times.
    hot, cold
        Temperature of the first and of the last iteration, above 0; it falls by the same factor
        each time. Good are 0.3 and 0.003 times the mean cost per service.
    ended
        A single value, true as soon as it is to return; another thread may set it.
    debug
        Whether to recompute the cost after the insertions and compare.
    search, fleet
        The search, changed in place, and the problem.
    """
    routes, numbers, unserved = search.routes, search.numbers, search.unserved
    now, weights, m = search.now, search.weights, len(fleet.q)
    everywhere = not is_large(fleet)
    temperature, factor = hot, (cold / hot) ** (1.0 / max(iterations, 1))
    for _ in range(iterations if m > 0 else 0):
        if ended[0]:
            return
        numbers[ITERATIONS] += 1
        numbers[STAMP] += 1
        stamp, active, waiting = numbers[STAMP], routes.counts[ACTIVE], numbers[UNSERVED]
        first = np.isinf(now[COST])
        gone = count = used = 0
        change, penalty, tried = 0.0, 0.0, waiting
        wild = 1 if random_below(WILD_EVERY, numbers) == 0 else 0
        if first or wild != numbers[WILD]:
            numbers[WILD] = wild
            draw_skip(numbers)
        if first:
            now[COST] = 0.0
        else:
            gone, count, used = ruin(search, fleet, stamp)
            tried = min(waiting, TRIED)
        for i in range(tried):
            j = i + random_below(waiting - i, numbers)
            unserved[i], unserved[j] = unserved[j], unserved[i]
            search.removed[gone] = unserved[i]
            gone += 1
            penalty -= 0.0 if first else fleet.penalty[unserved[i]]
        sort_removed(gone, search, fleet)
        ruined, predicted = count, 0.0
        for i in range(ruined if debug else 0):
            predicted += driven_cost(search.touched[0, i], routes, fleet)
        if fleet.balance != NO_BALANCE:  # mostly a little below the longest route
            routes.beyond[FROM] = now[LONGEST] * (1.0 - random_share(numbers) ** 3)
            routes.beyond[PRICE] = weights[LONGEST] * STEEPEST ** random_share(numbers)
        elif fleet.limited:
            routes.beyond[PRICE] = 0.0
            if waiting > 0 and not first and random_below(2, numbers) == 0:
                scarce = STEEPEST ** (random_share(numbers) - 0.5)
                routes.beyond[PRICE] = scarce * max(now[COST], 1.0)
        near_too = everywhere or first
        price, left, count = recreate(gone, count, used, stamp, near_too, search, fleet)
        if debug and routes.beyond[PRICE] == 0.0:
            compare(predicted + price, ruined, count, search, fleet)
        for i in range(left):
            penalty += fleet.penalty[search.removed[i]]
        allowed = True
        for i in range(count):
            t = search.touched[0, i]
            change += settle(t, routes, search.choice, search.copy, fleet)
            change -= search.saved_costs[i]
            allowed = allowed and is_within(t, routes, fleet)
        longest = longest_route(routes, fleet)
        worse = change + weights[PENALTY] * penalty + weights[LONGEST] * (longest - now[LONGEST])
        temperature *= factor
        accepted = allowed and worse < -temperature * np.log(random_share(numbers))
        best = allowed and is_best(now[COST] + change, now[PENALTY] + penalty, longest, search.best)
        if first or accepted or best:
            now[COST] += change
            now[PENALTY] += penalty
            now[LONGEST] = longest
            keep_changes(count, tried, left, search, fleet)
            if first or best:
                keep_best(search, fleet)
        else:
            restore(count, active, search, fleet)
