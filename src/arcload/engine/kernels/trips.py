"""Trips with running sums from which every insertion is priced at once.

All trips stand in one pool of positions. Trip t has the positions begin[t] (its start), then its
services, then its end. With the load Y still needed from a position to the end of its trip,

    weight = a + b * Y          on the leg into the position
    left                        distance driven since the start of the trip when it is left

and a service with demand q that is driven between two positions, u to reach it, its length d and
v to go on instead of the leg that was there, costs

    weight * (u + d + v - leg) + b * q * (left + u + d / 2) + surcharge

with `left` of the position before and `weight` and `leg` of the position behind.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.fleet import Fleet, NumberArray
from arcload.model.types import FloatArray, IntArray

ONE = np.uint64(1)
"""Positions are counted without a sign: a number with one might count from an array's end."""

# Places in `counts`.
ACTIVE = 0  # trips in `active`
FREE = 1  # trips in `free`
POOL = 2  # first position of the pool that is not given away
LIMIT = 3  # end of the half of the pool in use

LEAST_ROOM = 8
"""Fewest positions of a trip in the pool."""


class Trips(NamedTuple):
    """All trips, and room for the kernels that change them."""

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
    """Distance driven when the position is left."""
    begin: IntArray
    """Position of the start of each trip."""
    size: IntArray
    """Number of its services."""
    room: IntArray
    """Number of positions it may use."""
    load: FloatArray
    """Demand of its services."""
    cost: FloatArray
    """Its cost; 0 for a trip without services."""
    active: IntArray
    """The trips in use."""
    free: IntArray
    """The trips that are not."""
    counts: IntArray
    """ACTIVE, FREE, POOL and LIMIT."""
    trip: IntArray
    """Trip of each service, -1 while it has none."""
    position: IntArray
    """Position of each service in its trip, the first is 1."""
    choice: IntArray
    """Room for the direction program."""


def empty_trips(fleet: Fleet) -> Trips:
    """Return working memory with no trip in use."""
    m = len(fleet.q)
    most, half = 2 * m + 2, 64 + 24 * m
    return Trips(
        arc=np.zeros(2 * half, dtype=np.uint32),
        enter=np.zeros(2 * half, dtype=np.uint32),
        leave=np.zeros(2 * half, dtype=np.uint32),
        leg=np.zeros(2 * half),
        weight=np.zeros(2 * half),
        left=np.zeros(2 * half),
        begin=np.zeros(most, dtype=np.int64),
        size=np.zeros(most, dtype=np.int64),
        room=np.zeros(most, dtype=np.int64),
        load=np.zeros(most),
        cost=np.zeros(most),
        active=np.zeros(most, dtype=np.int64),
        free=np.arange(most, dtype=np.int64)[::-1].copy(),
        counts=np.array([0, most, 0, half], dtype=np.int64),
        trip=np.full(m, -1, dtype=np.int64),
        position=np.zeros(m, dtype=np.int64),
        choice=np.zeros((m + 2, 2), dtype=np.int64),
    )


@part
def give_room(t: int, positions: int, trips: Trips) -> None:
    """Let a trip use so many positions, by a new place in the pool if need be."""
    if positions <= trips.room[t]:
        return
    room = max(positions + positions // 2, LEAST_ROOM)
    if trips.counts[POOL] + room > trips.counts[LIMIT]:
        lay_out(trips)
    place(t, room, trips)


@part
def lay_out(trips: Trips) -> None:
    """Give the trips in use new places in the other half of the pool; the others lose theirs."""
    half, counts = len(trips.arc) // 2, trips.counts
    counts[POOL] = half if counts[LIMIT] == half else 0
    counts[LIMIT] = counts[POOL] + half
    for i in range(counts[ACTIVE]):
        t = trips.active[i]
        positions = trips.size[t] + 2
        place(t, max(positions + positions // 2, LEAST_ROOM), trips)
    for i in range(counts[FREE]):
        trips.room[trips.free[i]] = 0


@part
def place(t: int, room: int, trips: Trips) -> None:
    """Move a trip to the next unused positions of the pool."""
    before, begin = trips.begin[t], trips.counts[POOL]
    if trips.room[t] > 0:
        for p in range(trips.size[t] + 2):
            trips.arc[begin + p] = trips.arc[before + p]
            trips.enter[begin + p] = trips.enter[before + p]
            trips.leave[begin + p] = trips.leave[before + p]
            trips.leg[begin + p] = trips.leg[before + p]
            trips.weight[begin + p] = trips.weight[before + p]
            trips.left[begin + p] = trips.left[before + p]
    trips.begin[t] = begin
    trips.room[t] = room
    trips.counts[POOL] += room


@part
def open_trip(trips: Trips, fleet: Fleet) -> int:
    """Return a trip without services, now in use."""
    counts = trips.counts
    counts[FREE] -= 1
    t = trips.free[counts[FREE]]
    trips.active[counts[ACTIVE]] = t
    counts[ACTIVE] += 1
    trips.size[t] = 0
    trips.cost[t] = 0.0
    give_room(t, 2, trips)
    walk(t, trips, fleet)
    return int(t)


@part
def walk(t: int, trips: Trips, fleet: Fleet) -> None:
    """Bring the running sums and the load of a trip up to date."""
    arc, enter, leave = trips.arc, trips.enter, trips.leave
    leg, weight, left = trips.leg, trips.weight, trips.left
    q, D, nodes = fleet.q, fleet.D, np.uint64(fleet.nodes)
    first, last = np.uint64(trips.begin[t]), np.uint64(trips.begin[t] + trips.size[t])
    here, driven = np.uint64(fleet.start), 0.0
    leave[first] = np.uint32(fleet.start)
    left[first] = 0.0
    for p in range(first + ONE, last + ONE):
        k = np.uint64(arc[p])
        step = D[here * nodes + np.uint64(fleet.enter[k])]
        here = np.uint64(fleet.leave[k])
        driven += step + fleet.length[k]
        enter[p] = fleet.enter[k]
        leave[p] = fleet.leave[k]
        leg[p] = step
        left[p] = driven
    enter[last + ONE] = np.uint32(fleet.end)
    leg[last + ONE] = D[here * nodes + np.uint64(fleet.end)]
    load = 0.0
    weight[last + ONE] = fleet.a
    for i in range(last - first):
        at = last - np.uint64(i)
        load += q[np.uint64(arc[at]) >> ONE]
        weight[at] = fleet.a + fleet.b * load
    trips.load[t] = load


@part
def insert(t: int, place: int, arc: int, trips: Trips, fleet: Fleet) -> None:
    """Serve an arc behind the place-th position of a trip, and bring its sums up to date."""
    give_room(t, trips.size[t] + 3, trips)
    first, j = np.uint64(trips.begin[t]), np.uint64(trips.begin[t] + place)
    last = first + np.uint64(trips.size[t])
    k, nodes, D = np.uint64(arc), np.uint64(fleet.nodes), fleet.D
    own = fleet.q[k >> ONE]
    into = D[np.uint64(trips.leave[j]) * nodes + np.uint64(fleet.enter[k])]
    onward = D[np.uint64(fleet.leave[k]) * nodes + np.uint64(trips.enter[j + ONE])]
    longer = into + fleet.length[k] + onward - trips.leg[j + ONE]
    _shift(j + ONE, last + ONE, trips.arc)
    _shift(j + ONE, last + ONE, trips.enter)
    _shift(j + ONE, last + ONE, trips.leave)
    _shift(j + ONE, last + ONE, trips.leg)
    _shift(j + ONE, last + ONE, trips.weight)
    _shift(j + ONE, last + ONE, trips.left)
    for p in range(j + ONE + ONE, last + ONE + ONE):
        trips.left[p] += longer
    more = fleet.b * own
    for p in range(first + ONE, j + ONE):
        trips.weight[p] += more
    new = j + ONE
    trips.arc[new] = np.uint32(k)
    trips.enter[new] = fleet.enter[k]
    trips.leave[new] = fleet.leave[k]
    trips.leg[new] = into
    trips.leg[new + ONE] = onward
    trips.weight[new] = trips.weight[new + ONE] + more
    trips.left[new] = trips.left[j] + into + fleet.length[k]
    trips.size[t] += 1
    trips.load[t] += own
    trips.trip[k >> ONE] = t


@part
def _shift(first: np.uint64, last: np.uint64, row: FloatArray | NumberArray) -> None:
    """Move the positions first..last by one."""
    p = last
    while p >= first:
        row[p + ONE] = row[p]
        p -= ONE


@part
def settle(t: int, trips: Trips, fleet: Fleet) -> float:
    """Drive every service of a trip in its best direction; return the cost of the trip.

    With w the weight on the leg into a service, the cost to go when the service before it is left
    on side s is the least over its sides r of

        w * (distance + length on r) - b * q / 2 * length on r + surcharge + cost to go from r
    """
    first, size = np.uint64(trips.begin[t]), np.uint64(trips.size[t])
    if size == 0:
        walk(t, trips, fleet)
        trips.cost[t] = 0.0
        return 0.0
    q, enter, leave, length = fleet.q, fleet.enter, fleet.leave, fleet.length
    surcharge, D, nodes = fleet.surcharge, fleet.D, np.uint64(fleet.nodes)
    arc, choice, a, b = trips.arc, trips.choice, fleet.a, fleet.b
    here = np.uint64(arc[first + size]) & ~ONE
    end = np.uint64(fleet.end)
    go_0 = a * D[np.uint64(leave[here]) * nodes + end]
    go_1 = a * D[np.uint64(leave[here + ONE]) * nodes + end]
    load = 0.0
    for i in range(size - ONE):
        p = size - np.uint64(i)
        k = here
        half = 0.5 * b * q[k >> ONE]
        weight = a + b * load + half
        load += q[k >> ONE]
        served_0 = weight * length[k] + surcharge[k] + go_0
        served_1 = weight * length[k + ONE] + surcharge[k + ONE] + go_1
        weight += half
        here = np.uint64(arc[first + p - ONE]) & ~ONE
        to_0, to_1 = np.uint64(enter[k]), np.uint64(enter[k + ONE])
        row_0, row_1 = np.uint64(leave[here]) * nodes, np.uint64(leave[here + ONE]) * nodes
        go_0, other = weight * D[row_0 + to_0] + served_0, weight * D[row_0 + to_1] + served_1
        choice[p, 0] = 1 if other < go_0 else 0
        go_0 = min(go_0, other)
        go_1, other = weight * D[row_1 + to_0] + served_0, weight * D[row_1 + to_1] + served_1
        choice[p, 1] = 1 if other < go_1 else 0
        go_1 = min(go_1, other)
    half = 0.5 * b * q[here >> ONE]
    weight = a + b * load + half
    row = np.uint64(fleet.start) * nodes
    served_0 = weight * length[here] + surcharge[here] + go_0
    served_1 = weight * length[here + ONE] + surcharge[here + ONE] + go_1
    weight += half
    go_0 = weight * D[row + np.uint64(enter[here])] + served_0
    go_1 = weight * D[row + np.uint64(enter[here + ONE])] + served_1
    side = 1 if go_1 < go_0 else 0
    for i in range(1, trips.size[t] + 1):
        if i > 1:
            side = choice[i, side]
        p = first + np.uint64(i)
        arc[p] = np.uint32((np.uint64(arc[p]) & ~ONE) | np.uint64(side))
    walk(t, trips, fleet)
    cost = min(go_0, go_1) + fleet.trip_cost
    trips.cost[t] = cost
    return float(cost)


@part
def driven_cost(t: int, trips: Trips, fleet: Fleet) -> float:
    """Return the cost of a trip from its running sums, in the directions that it has."""
    begin, size = trips.begin[t], trips.size[t]
    if size == 0:
        return 0.0
    cost = fleet.trip_cost + trips.weight[begin + size + 1] * trips.leg[begin + size + 1]
    for p in range(begin + 1, begin + size + 1):
        k = trips.arc[p]
        half = 0.5 * fleet.b * fleet.q[k >> 1]
        cost += trips.weight[p] * trips.leg[p] + fleet.surcharge[k]
        cost += (trips.weight[p] - half) * fleet.length[k]
    return float(cost)


@kernel
def set_trips(order: IntArray, ends: IntArray, trips: Trips, fleet: Fleet) -> float:
    """Take over trips, each service in its best direction; return their cost.

    Parameters
    ----------
    order
        The services of all trips, one trip after the other.
    ends
        Per trip how many services stand in `order` up to its end.
    trips, fleet
        The trips, changed in place, and the problem.
    """
    close_trips(trips)
    before, total = 0, 0.0
    for end in ends:
        if end == before:
            continue
        t = open_trip(trips, fleet)
        give_room(t, end - before + 2, trips)
        for p in range(before, end):
            trips.arc[trips.begin[t] + 1 + p - before] = np.uint32(2 * order[p])
        trips.size[t] = end - before
        total += settle(t, trips, fleet)
        number(t, trips)
        before = end
    return total


@part
def close_trips(trips: Trips) -> None:
    """Take all trips out of use."""
    counts = trips.counts
    while counts[ACTIVE] > 0:
        counts[ACTIVE] -= 1
        trips.free[counts[FREE]] = trips.active[counts[ACTIVE]]
        counts[FREE] += 1
    trips.trip[:] = -1


@part
def number(t: int, trips: Trips) -> None:
    """Tell the services of a trip where they stand."""
    for p in range(1, trips.size[t] + 1):
        k = trips.arc[trips.begin[t] + p] >> 1
        trips.trip[k] = t
        trips.position[k] = p
