"""Ruin and recreate: take strings of services out of neighbouring trips and put them back.

After Christiaens and Vanden Berghe, Slack induction by string removals for vehicle routing
problems, Transportation Science 54 (2020), with both directions of every service.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.chance import random_below, random_share
from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.fleet import Fleet, NumberArray
from arcload.engine.kernels.trips import (
    ACTIVE,
    FREE,
    ONE,
    Trips,
    driven_cost,
    empty_trips,
    give_room,
    insert,
    number,
    open_trip,
    set_trips,
    settle,
    walk,
)
from arcload.model.types import BoolArray, FloatArray, IntArray

REMOVED = 10
"""How many services an iteration removes on average."""

LONGEST = 10
"""Most services removed from one trip."""

SPLIT = 0.5
"""Share of strings in whose middle a piece stays."""

LONGER = 0.01
"""Chance that this piece has one service more."""

SKIPPED = 0.01
"""Chance that a place is not looked at."""

PRECISION = 1e-9
"""By which share of the cost a plan must be better to count as the best."""

ROUNDING = 1e-10
"""By how much predicted costs may be off, as a share of carrying all there is all the way."""

# Places in `numbers`.
RANDOM = 0  # state of the random generator
SKIP = 1  # places until one is skipped
ITERATIONS = 2  # iterations so far
STAMP = 3  # a number for each question that marks trips
BEST_TRIPS = 4  # number of trips of the best plan


class Search(NamedTuple):
    """One search: its trips, the best it has seen, and its memory."""

    trips: Trips
    best_arcs: IntArray
    """Arcs of the best plan, one trip after the other."""
    best_ends: IntArray
    """Per trip how many of them stand up to its end."""
    costs: FloatArray
    """Cost of the plan at hand and of the best."""
    numbers: IntArray
    """RANDOM, SKIP, ITERATIONS, STAMP and BEST_TRIPS."""
    removed: IntArray
    """Services without a trip."""
    keys: FloatArray
    """By what they are sorted."""
    saved: NumberArray
    """Arcs of the trips touched, as they were."""
    touched: IntArray
    """The trips touched, the begin of each in `saved`, and its size."""
    saved_costs: FloatArray
    """Cost of each trip touched, as it was."""
    marks: IntArray
    """Per trip the last question that marked it: of those touched, and of those looked at."""


def new_search(fleet: Fleet, seed: int) -> Search:
    """Return a search without a plan; `seed` is a whole number other than 0."""
    trips, m = empty_trips(fleet), len(fleet.q)
    most = len(trips.begin)
    return Search(
        trips=trips,
        best_arcs=np.zeros(m, dtype=np.int64),
        best_ends=np.zeros(m, dtype=np.int64),
        costs=np.array([np.inf, np.inf]),
        numbers=np.array([seed, 0, 0, 0, 0], dtype=np.int64),
        removed=np.zeros(m + 1, dtype=np.int64),
        keys=np.zeros(m + 1),
        saved=np.zeros(m + 1, dtype=np.uint32),
        touched=np.zeros((3, most), dtype=np.int64),
        saved_costs=np.zeros(most),
        marks=np.zeros((2, most), dtype=np.int64),
    )


@part
def scan(
    low: int,
    high: int,
    best: float,
    k: int,
    fleet: Fleet,
    leave: NumberArray,
    enter: NumberArray,
    leg: FloatArray,
    weight: FloatArray,
    left: FloatArray,
    D: FloatArray,
    DT: FloatArray,
) -> tuple[float, int, int]:
    """Return the least price below `best` behind the positions low..high - 1, position and side."""
    arc = np.uint64(2 * k)
    nodes = np.uint64(fleet.nodes)
    bq = fleet.b * fleet.q[np.uint64(k)]
    d_0, d_1 = fleet.length[arc], fleet.length[arc + ONE]
    own_0 = 0.5 * bq * d_0 + fleet.surcharge[arc]
    own_1 = 0.5 * bq * d_1 + fleet.surcharge[arc + ONE]
    into_0 = np.uint64(fleet.enter[arc]) * nodes
    into_1 = np.uint64(fleet.enter[arc + ONE]) * nodes
    from_0 = np.uint64(fleet.leave[arc]) * nodes
    from_1 = np.uint64(fleet.leave[arc + ONE]) * nodes
    where, side = -1, 0
    for p in range(np.uint64(low), np.uint64(high)):
        before, behind = np.uint64(leave[p]), np.uint64(enter[p + ONE])
        w = weight[p + ONE]
        gone = leg[p + ONE]
        u, v = DT[into_0 + before], D[from_0 + behind]
        price = w * (u + v - gone + d_0) + bq * (left[p] + u) + own_0
        if price < best:
            best, where, side = price, int(p), 0
        u, v = DT[into_1 + before], D[from_1 + behind]
        price = w * (u + v - gone + d_1) + bq * (left[p] + u) + own_1
        if price < best:
            best, where, side = price, int(p), 1
    return best, where, side


@part
def draw_skip(numbers: IntArray) -> None:
    """Draw after how many places one is skipped."""
    numbers[SKIP] = np.int64(np.log(random_share(numbers)) / np.log(1.0 - SKIPPED))


@part
def best_in_trip(
    t: int, best: float, k: int, numbers: IntArray, trips: Trips, fleet: Fleet
) -> tuple[float, int, int]:
    """Return the least price below `best` in a trip, the place and the side; place -1 for none."""
    leave, enter, leg = trips.leave, trips.enter, trips.leg
    weight, left, D, DT = trips.weight, trips.left, fleet.D, fleet.DT
    begin, size = trips.begin[t], trips.size[t]
    low, end = begin, begin + size + 1
    where, side = -1, 0
    while low < end:
        high = min(end, low + numbers[SKIP])
        price, p, s = scan(low, high, best, k, fleet, leave, enter, leg, weight, left, D, DT)
        if p >= 0:
            best, where, side = price, p - begin, s
        numbers[SKIP] -= high - low
        low = high
        if low < end:
            draw_skip(numbers)
            low += 1
    return best, where, side


@part
def price_alone(k: int, fleet: Fleet) -> tuple[float, int]:
    """Return what a trip costs that serves k alone, and the side."""
    best, side = np.inf, 0
    w = fleet.a + fleet.b * fleet.q[k]
    for s in range(2):
        arc = 2 * k + s
        u = fleet.D[fleet.start * fleet.nodes + fleet.enter[arc]]
        v = fleet.D[fleet.leave[arc] * fleet.nodes + fleet.end]
        d = fleet.length[arc]
        price = w * (u + d) - 0.5 * fleet.b * fleet.q[k] * d + fleet.a * v + fleet.surcharge[arc]
        if price < best:
            best, side = price, s
    return best + fleet.trip_cost, side


@part
def touch(t: int, search: Search, stamp: int, count: int, used: int) -> tuple[int, int]:
    """Save a trip before its first change; return the counts of trips and of arcs saved."""
    if search.marks[0, t] == stamp:
        return count, used
    trips = search.trips
    search.marks[0, t] = stamp
    size, begin = trips.size[t], trips.begin[t]
    search.touched[0, count] = t
    search.touched[1, count] = used
    search.touched[2, count] = size
    search.saved_costs[count] = trips.cost[t]
    for p in range(size):
        search.saved[used + p] = trips.arc[begin + 1 + p]
    return count + 1, used + size


@part
def ruin(search: Search, fleet: Fleet, stamp: int) -> tuple[int, int, int]:
    """Remove strings of services from neighbouring trips.

    Returns
    -------
    The number of services removed, and those of trips and of arcs saved.
    """
    trips, numbers, removed = search.trips, search.numbers, search.removed
    m, active = len(fleet.q), trips.counts[ACTIVE]
    longest = min(float(LONGEST), m / active)
    most = 4.0 * REMOVED / (1.0 + longest) - 1.0
    strings = int(1.0 + most * random_share(numbers))
    seed = random_below(m, numbers)
    gone = count = used = 0
    for i in range(-1, fleet.near.shape[1]):
        if count >= strings:
            break
        k = seed if i < 0 else fleet.near[seed, i]
        t = trips.trip[k]
        if t < 0 or search.marks[0, t] == stamp:
            continue
        count, used = touch(t, search, stamp, count, used)
        size, begin, at = trips.size[t], trips.begin[t], trips.position[k]
        length = int(1.0 + min(float(size), longest) * random_share(numbers))
        length = min(length, size)
        stays = 0
        if length > 1 and length < size and random_share(numbers) < SPLIT:
            stays = 1
            while length + stays < size and random_share(numbers) < LONGER:
                stays += 1
        span = length + stays
        # the string is `span` positions long and holds position `at`
        low = max(1, at - span + 1)
        high = min(at, size - span + 1)
        first = low + random_below(high - low + 1, numbers)
        hole = first + 1 + random_below(length - 1, numbers) if stays > 0 else first + span
        write = first
        for p in range(first, size + 1):
            arc = trips.arc[begin + p]
            if p < first + span and (p < hole or p >= hole + stays):
                removed[gone] = arc >> 1
                trips.trip[arc >> 1] = -1
                gone += 1
            else:
                trips.arc[begin + write] = arc
                write += 1
        trips.size[t] = size - length
        walk(t, trips, fleet)
    return gone, count, used


@part
def sort_removed(gone: int, search: Search, fleet: Fleet) -> None:
    """Bring the removed services into one of four orders, by chance."""
    numbers, removed, keys = search.numbers, search.removed, search.keys
    kind = random_below(11, numbers)
    for i in range(gone):
        k = removed[i]
        if kind < 4:
            keys[i] = random_share(numbers)
        elif kind < 8:
            keys[i] = -fleet.q[k]
        else:
            far = fleet.D[fleet.start * fleet.nodes + fleet.enter[2 * k]]
            far += fleet.D[fleet.start * fleet.nodes + fleet.leave[2 * k]]
            keys[i] = -far if kind < 10 else far
    for i in range(1, gone):
        k, key, j = removed[i], keys[i], i - 1
        while j >= 0 and keys[j] > key:
            removed[j + 1], keys[j + 1] = removed[j], keys[j]
            j -= 1
        removed[j + 1], keys[j + 1] = k, key


@part
def recreate(
    gone: int, count: int, used: int, stamp: int, everywhere: bool, search: Search, fleet: Fleet
) -> tuple[float, int]:
    """Insert the removed services, each at its cheapest place.

    Returns
    -------
    The sum of the prices, and the number of trips touched.
    """
    total = 0.0
    trips, numbers, near = search.trips, search.numbers, fleet.near
    active, load, counts, marks = trips.active, trips.load, trips.counts, search.marks
    for i in range(gone):
        k = search.removed[i]
        room = fleet.room - fleet.q[k]
        best, side = price_alone(k, fleet)
        trip, place = -1, 0
        if everywhere:
            for j in range(counts[ACTIVE]):
                t = active[j]
                if load[t] <= room and trips.size[t] > 0:
                    price, p, s = best_in_trip(t, best, k, numbers, trips, fleet)
                    if p >= 0:
                        best, trip, place, side = price, t, p, s
        else:
            numbers[STAMP] += 1
            looked = numbers[STAMP]
            for j in range(near.shape[1]):
                t = trips.trip[near[k, j]]
                if t >= 0 and marks[1, t] != looked:
                    marks[1, t] = looked
                    if load[t] <= room:
                        price, p, s = best_in_trip(t, best, k, numbers, trips, fleet)
                        if p >= 0:
                            best, trip, place, side = price, t, p, s
        if trip < 0:
            trip, place = open_trip(trips, fleet), 0
        count, used = touch(trip, search, stamp, count, used)
        insert(trip, place, 2 * k + side, trips, fleet)
        total += best
    return total, count


@part
def compare(predicted: float, ruined: int, count: int, search: Search, fleet: Fleet) -> None:
    """Raise an error where the trips touched do not cost what the prices say."""
    trips, cost, most = search.trips, 0.0, 0.0
    for i in range(count):
        t = search.touched[0, i]
        if i >= ruined:
            predicted += search.saved_costs[i]
        cost += driven_cost(t, trips, fleet)
        last = trips.begin[t] + trips.size[t]
        most += trips.weight[trips.begin[t] + 1] * trips.left[last]
        if trips.load[t] > fleet.room:
            raise AssertionError("a trip is above the capacity")
    if abs(cost - predicted) > ROUNDING * (most + abs(cost)):
        raise AssertionError("the insertions did not change the cost as predicted")


@part
def restore(count: int, active: int, search: Search, fleet: Fleet) -> None:
    """Bring all trips touched back to what they were, with the first so many trips in use."""
    trips = search.trips
    counts = trips.counts
    while counts[ACTIVE] > active:
        counts[ACTIVE] -= 1
        trips.free[counts[FREE]] = trips.active[counts[ACTIVE]]
        counts[FREE] += 1
    for i in range(count):
        t, begin, size = search.touched[0, i], search.touched[1, i], search.touched[2, i]
        if size == 0:
            continue
        trips.size[t] = size
        give_room(t, size + 2, trips)
        for p in range(size):
            arc = search.saved[begin + p]
            trips.arc[trips.begin[t] + 1 + p] = arc
            trips.trip[arc >> 1] = t
        trips.cost[t] = search.saved_costs[i]
        walk(t, trips, fleet)


@part
def drop_empty(trips: Trips) -> None:
    """Take trips without services out of use."""
    counts, active, i = trips.counts, trips.active, 0
    while i < counts[ACTIVE]:
        t = active[i]
        if trips.size[t] == 0:
            counts[ACTIVE] -= 1
            active[i] = active[counts[ACTIVE]]
            trips.free[counts[FREE]] = t
            counts[FREE] += 1
        else:
            i += 1


@part
def keep_best(search: Search) -> None:
    """Make the plan at hand the best; its cost is added up anew."""
    trips = search.trips
    n, cost = 0, 0.0
    for i in range(trips.counts[ACTIVE]):
        t = trips.active[i]
        for p in range(trips.size[t]):
            search.best_arcs[n] = trips.arc[trips.begin[t] + 1 + p]
            n += 1
        search.best_ends[i] = n
        cost += trips.cost[t]
    search.numbers[BEST_TRIPS] = trips.counts[ACTIVE]
    search.costs[0] = search.costs[1] = cost


@kernel
def start_from(order: IntArray, ends: IntArray, search: Search, fleet: Fleet) -> float:
    """Give a search a plan as `set_trips` takes it; return its cost in the best directions."""
    cost = set_trips(order, ends, search.trips, fleet)
    search.costs[0] = cost
    if cost < search.costs[1]:
        keep_best(search)
    return cost


@kernel
def run_search(
    iterations: int,
    hot: float,
    cold: float,
    ended: BoolArray,
    debug: bool,
    search: Search,
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
        Temperature of the first and of the last iteration; it falls by the same factor each time.
    ended
        A single value, true as soon as it is to return; another thread may set it.
    debug
        Whether to recompute the cost after the insertions and compare.
    search, fleet
        The search, changed in place, and the problem.
    """
    trips, numbers, costs = search.trips, search.numbers, search.costs
    m = len(fleet.q)
    if m < 1 or iterations < 1:
        return
    everywhere = fleet.near.shape[1] >= m - 1
    temperature, factor = hot, (cold / hot) ** (1.0 / iterations)
    for _ in range(iterations):
        if ended[0]:
            return
        numbers[ITERATIONS] += 1
        numbers[STAMP] += 1
        stamp = numbers[STAMP]
        active = trips.counts[ACTIVE]
        first = active == 0
        gone = count = used = 0
        if first:
            draw_skip(numbers)
            for k in range(m):
                search.removed[k] = k
            gone, costs[0] = m, 0.0
        else:
            gone, count, used = ruin(search, fleet, stamp)
        sort_removed(gone, search, fleet)
        ruined, predicted = count, 0.0
        for i in range(ruined if debug else 0):
            predicted += driven_cost(search.touched[0, i], trips, fleet)
        price, count = recreate(gone, count, used, stamp, everywhere or first, search, fleet)
        if debug:
            compare(predicted + price, ruined, count, search, fleet)
        change = 0.0
        for i in range(count):
            t = search.touched[0, i]
            change += settle(t, trips, fleet) - search.saved_costs[i]
        temperature *= factor
        if first or change < -temperature * np.log(random_share(numbers)):
            costs[0] += change
            for i in range(count):
                number(search.touched[0, i], trips)
            drop_empty(trips)
            if costs[0] < costs[1] * (1.0 - PRECISION):
                keep_best(search)
        else:
            restore(count, active, search, fleet)
