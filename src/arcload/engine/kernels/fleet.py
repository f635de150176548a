"""A fleet's problem as the search kernels take it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcload.model.types import FloatArray, IntArray

BIG = 1e100
"""Stands for infinity: sums of it stay numbers."""

LEAST = 1e-60
"""Cost per metre of a vehicle that costs nothing: what is not allowed must count for it too."""

ROUNDING = 1e-12
"""By which share of the capacity a load may be above it."""

NumberArray = npt.NDArray[np.uint32]
"""Numbers of services and nodes, as an index without a sign: it never counts from the end."""


class Fleet(NamedTuple):
    """Services, distances and vehicles, always as a delivery.

    Arc 2 k + s is service k driven on side s. What is not allowed is BIG long. A trip that leaves
    its start with the load Q of its own services on board costs

        sum over legs and arcs of  distance * (a + b * load) + surcharges + trip cost

    and while an arc is served half of its demand is still on board.
    """

    q: FloatArray
    """Demand of each service."""
    enter: NumberArray
    """Node at which each arc is entered."""
    leave: NumberArray
    """Node at which it is left."""
    length: FloatArray
    """Length of each arc."""
    surcharge: FloatArray
    """What serving an arc costs beside driving along it."""
    nodes: int
    """Number of nodes."""
    D: FloatArray
    """Shortest distances: from node u to node v at u * nodes + v."""
    DT: FloatArray
    """Its transpose; the same array where all distances are symmetric."""
    a: float
    """Cost per metre."""
    b: float
    """Cost per metre and unit of load."""
    room: float
    """Capacity, and a little for rounding: the sum of demands in another order."""
    start: int
    """Node where trips start."""
    end: int
    """Node where they end."""
    trip_cost: float
    """What each trip costs besides."""
    near: IntArray
    """Per service the others, nearest first; for large problems only the nearest."""


MOST_NEAR = 400
"""Up to so many services each knows all others, and every trip is looked at for it."""

NEAREST = 120
"""So many are known to each where there are more."""


def new_fleet(
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
    *,
    capacity: float,
    a: float = 1.0,
    b: float = 0.0,
    start: int = 0,
    end: int | None = None,
    trip_cost: float = 0.0,
    surcharge: FloatArray | None = None,
) -> Fleet:
    """Return a problem of one type of vehicle, any number of them.

    Parameters
    ----------
    q
        Demand of each service; none above the capacity.
    entry
        Per service the node at which it is entered on side 0 and on side 1; it is left at the
        other.
    length
        Per service the length on each side, inf where it must not be served that way.
    D
        Shortest distances between all nodes, inf where there is no way.
    capacity
        Most load of a trip.
    a, b
        Cost per metre, and per metre and unit of load.
    start, end
        Nodes where every trip starts and ends; the end is the start unless given.
    trip_cost
        What each trip costs besides.
    surcharge
        Per service and side, what serving costs beside driving; nothing unless given.
    """
    m, n = len(q), len(D)
    flat = np.minimum(np.ascontiguousarray(D, dtype=np.float64), BIG)
    back = flat if np.array_equal(flat, flat.T) else np.ascontiguousarray(flat.T)
    none = np.zeros((m, 2))
    return Fleet(
        q=np.ascontiguousarray(q, dtype=np.float64),
        enter=np.ascontiguousarray(entry, dtype=np.uint32).reshape(-1),
        leave=np.ascontiguousarray(entry[:, ::-1], dtype=np.uint32).reshape(-1),
        length=np.minimum(np.ascontiguousarray(length, dtype=np.float64), BIG).reshape(-1),
        surcharge=np.array(none if surcharge is None else surcharge, np.float64).reshape(-1),
        nodes=n,
        D=flat.reshape(-1),
        DT=back.reshape(-1),
        a=max(float(a), LEAST),
        b=float(b),
        room=float(capacity) * (1 + ROUNDING),
        start=start,
        end=start if end is None else end,
        trip_cost=float(trip_cost),
        near=nearest_services(entry, flat, m if m <= MOST_NEAR else NEAREST),
    )


def nearest_services(entry: IntArray, D: FloatArray, most: int) -> IntArray:
    """Return per service the others, nearest first, at most so many.

    How far two services are from each other is the mean of all ways between their ends.
    """
    m = len(entry)
    most = min(most, m - 1)
    near = np.zeros((m, max(most, 0)), dtype=np.int64)
    both = D + D.T
    for k in range(m if most > 0 else 0):
        i, j = entry[k]
        far = both[i, entry[:, 0]] + both[i, entry[:, 1]] + both[j, entry[:, 0]]
        far += both[j, entry[:, 1]]
        far[k] = np.inf
        best = np.argpartition(far, most - 1)[:most] if most < m - 1 else np.arange(m)
        best = best[np.argsort(far[best], kind="stable")]
        near[k] = best[best != k][:most]
    return near
