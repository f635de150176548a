"""A fleet's problem as the search kernels take it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcload.model.types import FloatArray, IntArray

BIG = 1e100
"""Stands for infinity: sums of it stay numbers."""

LEAST = 1e-60
"""Cost per metre of a vehicle that costs nothing: what is not allowed must count for it too."""

FORBIDDEN = 1e30
"""A price from here on holds something that is not allowed."""

ROUNDING = 1e-12
"""By which share of a limit a sum may be above it: it is made in another order."""

ANY = 2**31
"""How many vehicles or trips there are where their number is free."""

MOST_NEAR = 400
"""Up to so many services each knows all others, and every route is looked at for it."""

NEAREST = 120
"""So many are known to each where there are more."""

NO_BALANCE, BY_LENGTH, BY_TIME = 0, 1, 2
"""Whether the longest route counts before the cost, and by what it is measured."""

NumberArray = npt.NDArray[np.uint32]
"""Numbers of arcs and nodes, as an index without a sign: it never counts from the end."""


class FleetVehicle(NamedTuple):
    """Vehicles that are the same."""

    a: float = 1.0
    """Cost per metre."""
    b: float = 0.0
    """Cost per metre and unit of load."""
    capacity: float = np.inf
    """Most load of a trip."""
    start: int = 0
    """Node where its routes start."""
    end: int = 0
    """Node where they end."""
    cost: float = 0.0
    """Cost per route."""
    available: int = ANY
    """How many there are."""
    most_trips: int = 1
    """Most trips of a route."""
    most_length: float = np.inf
    """Longest route, in metres."""
    most_time: float = np.inf
    """Longest route, in the unit of the times."""
    length: FloatArray | None = None
    """Length of each service and side for this type, inf where it must not serve; else as all."""
    D: FloatArray | None = None
    """Distances for this type, where it must not use some streets; else as all."""
    T: FloatArray | None = None
    """Durations along these distances."""
    X: FloatArray | None = None
    """What of these distances are turns and no length."""
    time: FloatArray | None = None
    """Duration of each service and side for this type; else as all."""


class FleetFacility(NamedTuple):
    """A place where a vehicle loads."""

    node: int
    cost: float = 0.0
    """Cost per visit."""
    first_cost: float | None = None
    """Cost where it is the first of a route; as any other visit unless given, inf for never."""
    time: float = 0.0
    """Duration of a stop."""
    first_time: float = 0.0
    """Duration where it is the first of a route."""


class Fleet(NamedTuple):
    """Services, distances, facilities and vehicles, always as a delivery.

    Arc 2 k + s is service k driven on side s, and arc 2 m + f loads at facility f. What is not
    allowed is BIG long. A route is a sequence of arcs that starts with loading; each trip, from
    one loading to the next, starts with the load of its own services on board. It costs

        cost of the vehicle + sum over legs and arcs of distance * (a + b * load) + surcharges

    and while an arc is served half of its demand is still on board. A table by type and arc has the
    arc c of type y at y * arcs + c.
    """

    q: FloatArray
    """Demand of each service."""
    enter: NumberArray
    """Node at which each arc is entered."""
    leave: NumberArray
    """Node at which it is left."""
    nodes: int
    """Number of nodes."""
    arcs: int
    """Number of arcs, facilities included."""
    length: FloatArray
    """Length by type and arc."""
    surcharge: FloatArray
    """What an arc costs beside driving along it, by type and arc."""
    time: FloatArray
    """Duration of an arc, by type and arc."""
    first_cost: FloatArray
    """Cost of the way from the start to a facility and of loading there, by type and facility."""
    first_length: FloatArray
    """Length of this way, by type and facility."""
    first_time: FloatArray
    """Its duration with that of the stop, by type and facility."""
    D: FloatArray
    """Shortest distances: from node u to node v at matrix + u * nodes + v."""
    DT: FloatArray
    """Its transposes; the same array where all distances are symmetric."""
    T: FloatArray
    """Durations, as D, 0 where there is no way; empty where none are given."""
    X: FloatArray
    """What of the distances are turns and no length, as D; empty where lengths are not limited or
    turns do not count."""
    matrix: IntArray
    """Where the distances of each type begin in D, DT, T and X."""
    a: FloatArray
    b: FloatArray
    room: FloatArray
    """Capacity of each type, and a little for rounding."""
    cost: FloatArray
    """Cost per route."""
    start: IntArray
    end: IntArray
    available: IntArray
    most_trips: IntArray
    most_length: FloatArray
    most_time: FloatArray
    limited: bool
    """Whether the length or duration of a route matters, for a limit or for balance."""
    balance: int
    """NO_BALANCE, BY_LENGTH or BY_TIME."""
    penalty: FloatArray
    """How much leaving a service out matters."""
    near: IntArray
    """Per service the others, nearest first; for large problems only the nearest."""


def new_fleet(
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
    vehicles: Sequence[FleetVehicle],
    facilities: Sequence[FleetFacility],
    *,
    surcharge: FloatArray | None = None,
    T: FloatArray | None = None,
    X: FloatArray | None = None,
    time: FloatArray | None = None,
    penalty: FloatArray | None = None,
    balance: bool = False,
) -> Fleet:
    """Return a problem.

    Parameters
    ----------
    q
        Demand of each service.
    entry
        Per service the node at which it is entered on side 0 and on side 1; it is left at the
        other.
    length
        Per service the length on each side, inf where it must not be served that way.
    D
        Shortest distances between all nodes, inf where there is no way.
    vehicles
        The types of vehicles.
    facilities
        Where they load; the depot is one of them if they load there.
    surcharge
        Per service and side, what serving costs beside driving; nothing unless given.
    T, time
        Durations along the distances D, and per service and side of serving; nothing unless
        given.
    X
        What of the distances D are turns, which count in no length; nothing unless given.
    penalty
        How much leaving a service out matters, above 0; the same for all unless given. The sum over
        those left out counts before all else.
    balance
        Whether the longest route, in time where durations are given, counts before the cost.
    """
    m, n, F, types = len(q), len(D), len(facilities), len(vehicles)
    places = np.array([facility.node for facility in facilities], dtype=np.int64)
    matrices = [D]
    times = [] if T is None else [T]
    turns = [] if X is None else [X]
    matrix = []
    tables = np.zeros((3, types, 2 * m + F))
    first = np.zeros((3, types, F))
    nothing = np.zeros((m, 2))
    for y, vehicle in enumerate(vehicles):
        matrix.append(len(matrices) - 1 if vehicle.D is not None else 0)
        if vehicle.D is not None:
            matrices.append(vehicle.D)
            if T is not None:
                times.append(T if vehicle.T is None else vehicle.T)
            if X is not None:
                turns.append(X if vehicle.X is None else vehicle.X)
            matrix[y] += 1
        own = length if vehicle.length is None else vehicle.length
        tables[0, y, : 2 * m] = np.minimum(own, BIG).reshape(-1)
        tables[1, y, : 2 * m] = (nothing if surcharge is None else surcharge).reshape(-1)
        lasts = time if vehicle.time is None else vehicle.time
        tables[2, y, : 2 * m] = np.minimum(nothing if lasts is None else lasts, BIG).reshape(-1)
        tables[1, y, 2 * m :] = [facility.cost for facility in facilities]
        tables[2, y, 2 * m :] = [facility.time for facility in facilities]
        way = np.minimum(matrices[matrix[y]][vehicle.start, places], BIG)
        costs = [f.cost if f.first_cost is None else f.first_cost for f in facilities]
        first[0, y] = max(vehicle.a, LEAST) * way + np.minimum(costs, BIG)
        first[1, y] = way
        if turns:
            first[1, y] -= np.where(way < BIG, turns[matrix[y]][vehicle.start, places], 0.0)
        first[2, y] = [facility.first_time for facility in facilities]
        if times:
            first[2, y] += times[matrix[y]][vehicle.start, places]
    flat = [np.minimum(np.ascontiguousarray(each, dtype=np.float64), BIG) for each in matrices]
    symmetric = all(np.array_equal(each, each.T) for each in flat)
    stacked = np.concatenate([each.reshape(-1) for each in flat])
    turned = stacked if symmetric else np.concatenate([each.T.reshape(-1) for each in flat])

    def row(name: str) -> FloatArray:
        return np.array([float(getattr(vehicle, name)) for vehicle in vehicles])

    def whole(name: str) -> IntArray:
        return np.array([getattr(vehicle, name) for vehicle in vehicles], dtype=np.int64)

    limited = any(np.isfinite([v.most_length, v.most_time]).any() for v in vehicles)
    return Fleet(
        q=np.ascontiguousarray(q, dtype=np.float64),
        enter=np.append(entry.reshape(-1), places).astype(np.uint32),
        leave=np.append(entry[:, ::-1].reshape(-1), places).astype(np.uint32),
        nodes=n,
        arcs=2 * m + F,
        length=tables[0].reshape(-1),
        surcharge=tables[1].reshape(-1),
        time=tables[2].reshape(-1),
        first_cost=first[0].reshape(-1),
        first_length=first[1].reshape(-1),
        first_time=first[2].reshape(-1),
        D=stacked,
        DT=turned,
        T=np.concatenate([np.zeros(0), *(_where_finite(each).reshape(-1) for each in times)]),
        X=np.concatenate([np.zeros(0), *(each.reshape(-1) for each in turns)]),
        matrix=np.array(matrix, dtype=np.int64) * n * n,
        a=np.maximum(row("a"), LEAST),
        b=row("b"),
        room=row("capacity") * (1 + ROUNDING),
        cost=row("cost"),
        start=whole("start"),
        end=whole("end"),
        available=whole("available"),
        most_trips=whole("most_trips"),
        most_length=row("most_length") * (1 + ROUNDING),
        most_time=row("most_time") * (1 + ROUNDING),
        limited=limited or balance,
        balance=(BY_LENGTH if T is None else BY_TIME) if balance else NO_BALANCE,
        penalty=np.ones(m) if penalty is None else np.asarray(penalty, dtype=np.float64),
        near=nearest_services(entry, flat[0], m if m <= MOST_NEAR else NEAREST),
    )


def _where_finite(times: FloatArray) -> FloatArray:
    return np.where(np.isfinite(times), times, 0.0)


def nearest_services(entry: IntArray, D: FloatArray, most: int) -> IntArray:
    """Return per service the others, nearest first, at most so many.

    How far two services are from each other is the mean of all ways between their ends.
    """
    m = len(entry)
    most = min(most, m - 1)
    near = np.zeros((m, max(most, 0)), dtype=np.int64)
    for k in range(m if most > 0 else 0):
        far = np.zeros(m)
        for i in entry[k]:
            both = D[i] + D[:, i]
            far += both[entry[:, 0]] + both[entry[:, 1]]
        far[k] = np.inf
        best = np.argpartition(far, most - 1)[:most] if most < m - 1 else np.arange(m)
        best = best[np.argsort(far[best], kind="stable")]
        near[k] = best[best != k][:most]
    return near
