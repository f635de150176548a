"""The cheapest trips of each load that forget which edges they served, for a fleet's bound.

A load is a number of levels. With l levels still to be served, a crossing without service costs
``drive + slope * l``, one that leaves l levels ``serve + slope * l``. No edge is served twice in
a row, so there are two labels per level and node: the cheapest way home and the cheapest that
serves another edge next.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import FloatArray, IntArray

SmallArray = npt.NDArray[np.int32]


class TripArcs(NamedTuple):
    """The arcs of one type of vehicle: first those that may be driven, then those that serve."""

    driven: int
    """How many may be driven without change of the level."""
    tail: IntArray
    head: IntArray
    first: IntArray
    """Where the driven arcs into each node begin in `into`."""
    into: IntArray
    cost: FloatArray
    """At level 0; of an arc that serves, with level 0 left."""
    slope: FloatArray
    """What each level adds."""
    length: FloatArray
    service: IntArray
    """Service of each arc, -1 for none."""
    level: IntArray
    """Levels that each arc serves."""
    home: FloatArray
    """Cost of ending a trip at each node."""


class TripLabels(NamedTuple):
    """Two ways home by level and node, [level, node, way], the cheaper first."""

    cost: FloatArray
    service: SmallArray
    """Next service, -1 for none, -2 where there is no way."""
    arc: SmallArray
    """Next arc, -1 for none."""
    after: SmallArray
    """Which of the two labels comes behind that arc."""


def new_trip_labels(top: int, nodes: int) -> TripLabels:
    """Return labels for levels up to `top`."""
    shape = (top + 1, nodes, 2)
    arrays = (np.empty(shape, dtype=np.int32) for _ in range(3))
    return TripLabels(np.empty(shape), *arrays)


@kernel
def fill_trip_labels(arcs: TripArcs, labels: TripLabels) -> None:
    """Fill all labels: per level the cheapest ways from Dijkstra's algorithm, two per node."""
    tail, head, service, level = arcs.tail, arcs.head, arcs.service, arcs.level
    levels, nodes = labels.cost.shape[0], labels.cost.shape[1]
    room = 3 * len(tail) + nodes
    keys, items = np.empty(room), np.empty(room, dtype=np.int64)
    node, next_arc = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    next_service, behind = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    settled = np.zeros(nodes, dtype=np.int64)
    for b in range(levels):
        cost, served = labels.cost[b], labels.service[b]
        cost[:] = np.inf
        served[:] = -2
        settled[:] = 0
        size = count = 0
        if b == 0:
            for v in range(nodes):
                if arcs.home[v] < np.inf:
                    node[count], next_arc[count], next_service[count], behind[count] = v, -1, -1, 0
                    size = push(arcs.home[v], count, size, keys, items)
                    count += 1
        for j in range(arcs.driven, len(tail)):
            rest = b - level[j]
            if rest < 0:
                continue
            way = 1 if labels.service[rest, head[j], 0] == service[j] else 0
            value = labels.cost[rest, head[j], way]
            if value == np.inf:
                continue
            node[count], next_arc[count], next_service[count] = tail[j], j, service[j]
            behind[count] = way
            value += arcs.cost[j] + arcs.slope[j] * rest
            size = push(value, count, size, keys, items)
            count += 1
        while size > 0:
            value, item = keys[0], items[0]
            size = pop(size, keys, items)
            v, e = node[item], next_service[item]
            way = settled[v]
            if way == 2 or (way == 1 and served[v, 0] == e):
                continue
            cost[v, way], served[v, way] = value, e
            labels.arc[b, v, way], labels.after[b, v, way] = next_arc[item], behind[item]
            settled[v] = way + 1
            for place in range(arcs.first[v], arcs.first[v + 1]):
                j = arcs.into[place]
                u = tail[j]
                if settled[u] == 2 or (settled[u] == 1 and served[u, 0] == e):
                    continue
                node[count], next_arc[count], next_service[count], behind[count] = u, j, e, way
                size = push(value + arcs.cost[j] + arcs.slope[j] * b, count, size, keys, items)
                count += 1


@kernel
def follow_trip(
    load: int,
    start: int,
    arcs: TripArcs,
    labels: TripLabels,
    crossings: FloatArray,
    services: FloatArray,
) -> int:
    """Count the crossings of each arc, and the services, of the cheapest trip of a load.

    Return the node where it ends.
    """
    b, v, way = load, start, 0
    while labels.arc[b, v, way] >= 0:
        j = labels.arc[b, v, way]
        way = labels.after[b, v, way]
        crossings[j] += 1
        if j >= arcs.driven:
            services[arcs.service[j]] += 1
            b -= arcs.level[j]
        v = arcs.head[j]
    return v


@kernel
def cheapest_loads(trip: FloatArray, total: int, chosen: IntArray) -> float:
    """Return the least cost of trips with so many levels together, given that of each load.

    Parameters
    ----------
    trip
        Cost of a trip of each load.
    total
        Levels of all services.
    chosen
        Filled with the load of one trip of the cheapest plan of each number of levels.
    """
    cost = np.full(total + 1, np.inf)
    cost[0] = 0.0
    for t in range(1, total + 1):
        for load in range(1, min(t, len(trip) - 1) + 1):
            value = trip[load] + cost[t - load]
            if value < cost[t]:
                cost[t] = value
                chosen[t] = load
    least: float = cost[total] if total > 0 else trip[0]
    return least


@part
def push(key: float, item: int, size: int, keys: FloatArray, items: IntArray) -> int:
    """Put an item onto a heap; return its new size."""
    place = size
    while place > 0:
        above = (place - 1) >> 1
        if keys[above] <= key:
            break
        keys[place], items[place] = keys[above], items[above]
        place = above
    keys[place], items[place] = key, item
    return size + 1


@part
def pop(size: int, keys: FloatArray, items: IntArray) -> int:
    """Take the first item off a heap; return its new size."""
    size -= 1
    key, item = keys[size], items[size]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= size:
            break
        if below + 1 < size and keys[below + 1] < keys[below]:
            below += 1
        if keys[below] >= key:
            break
        keys[place], items[place] = keys[below], items[below]
        place = below
    keys[place], items[place] = key, item
    return size
