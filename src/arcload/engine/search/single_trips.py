"""Routes of one trip each, where it makes no difference which trips a vehicle drives.

Where vehicles load at their depot alone, a trip costs the same in whatever route it is. So the
search may look at trips alone, which takes less time than routes of many trips, and deal them out
to the vehicles afterwards.
"""

from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import ANY, NO_BALANCE, Fleet
from arcload.model.types import IntArray


def single_trips(fleet: Fleet) -> Fleet | None:
    """Return a problem of routes of one trip each whose plans `dealt_out` makes plans of this one.

    Returns
    -------
    None where it makes a difference which trips a vehicle drives: there are other facilities, a
    route has a cost of its own, or vehicles that are counted have a limit on length or duration.
    """
    m = len(fleet.q)
    depot = fleet.enter[-1]
    free = (fleet.available >= ANY) | (np.isinf(fleet.most_length) & np.isinf(fleet.most_time))
    if (
        fleet.arcs - 2 * m != 1
        or fleet.balance != NO_BALANCE
        or (fleet.start != depot).any()
        or (fleet.end != depot).any()
        or (fleet.cost != 0).any()
        or (fleet.first_cost != fleet.surcharge[2 * m :: fleet.arcs]).any()
        or not free.all()
    ):
        return None
    counted = np.minimum(fleet.available, ANY) * np.minimum(fleet.most_trips, ANY)
    return fleet._replace(
        available=np.minimum(counted, ANY), most_trips=np.ones_like(fleet.most_trips)
    )


def taken_apart(plan: FleetSolution, fleet: Fleet) -> FleetSolution:
    """Return a plan with a route for each trip."""
    trips = np.flatnonzero(plan.arcs >= 2 * len(fleet.q))
    kinds = plan.kinds[np.searchsorted(plan.ends, trips, side="right")]
    return plan._replace(ends=np.append(trips[1:], len(plan.arcs)), kinds=kinds)


def dealt_out(plan: FleetSolution, fleet: Fleet) -> FleetSolution:
    """Return a plan of single trips with no more routes than there are vehicles.

    The longest trip comes first, and each goes to the vehicle of its type that drives least yet.
    """
    borders = list(pairwise([0, *plan.ends.tolist()]))
    lengths = [
        _length(fleet, kind, plan.arcs[begin:end])
        for (begin, end), kind in zip(borders, plan.kinds.tolist(), strict=True)
    ]
    routes: dict[tuple[int, int], list[int]] = {}
    loads: dict[int, list[tuple[float, int, int]]] = {}  # length, number and trips of vehicles
    for trip in sorted(range(len(borders)), key=lambda one: -lengths[one]):
        kind = int(plan.kinds[trip])
        count = min(int(fleet.available[kind]), int((plan.kinds == kind).sum()))
        of_kind = loads.setdefault(kind, [(0.0, number, 0) for number in range(count)])
        driven, number, trips = heappop(of_kind)
        routes.setdefault((kind, number), []).extend(plan.arcs[slice(*borders[trip])].tolist())
        if trips + 1 < fleet.most_trips[kind]:
            heappush(of_kind, (driven + lengths[trip], number, trips + 1))
    return plan._replace(
        arcs=np.array([arc for arcs in routes.values() for arc in arcs], dtype=np.int64),
        ends=np.cumsum([len(arcs) for arcs in routes.values()], dtype=np.int64),
        kinds=np.array([kind for kind, _ in routes], dtype=np.int64),
    )


def _length(fleet: Fleet, kind: int, arcs: IntArray) -> float:
    """Return how long a route is from its first loading on."""
    nodes = np.append(fleet.enter[arcs[1:]], fleet.end[kind])
    legs = fleet.D[fleet.matrix[kind] + fleet.leave[arcs] * np.int64(fleet.nodes) + nodes]
    return float(legs.sum() + fleet.length[kind * fleet.arcs + arcs].sum())
