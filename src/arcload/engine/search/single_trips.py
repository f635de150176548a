"""Routes of one trip each, where it makes no difference which trips a vehicle drives.

Where vehicles load at their depot alone, a trip costs the same in whatever route it is. So the
search may look at trips alone, which takes less time than routes of many trips, and deal them out
to the vehicles afterwards.
"""

from itertools import pairwise

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import ANY, NO_BALANCE, Fleet


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

    Each vehicle gets about as many trips as the others of its type.
    """
    routes: dict[tuple[int, int], list[int]] = {}
    dealt = [0] * len(fleet.available)
    borders = pairwise([0, *plan.ends.tolist()])
    for (begin, end), kind in zip(borders, plan.kinds.tolist(), strict=True):
        vehicle = kind, dealt[kind] % int(fleet.available[kind])
        dealt[kind] += 1
        routes.setdefault(vehicle, []).extend(plan.arcs[begin:end].tolist())
    lengths = [len(arcs) for arcs in routes.values()]
    return plan._replace(
        arcs=np.array([arc for arcs in routes.values() for arc in arcs], dtype=np.int64),
        ends=np.cumsum(lengths, dtype=np.int64),
        kinds=np.array([kind for kind, _ in routes], dtype=np.int64),
    )
