"""Split: cut an order of services into the trips of least cost, each service in its best direction.

After Prins, Labadi and Reghioui, Tour splitting algorithms for vehicle routing problems,
International Journal of Production Research 47 (2009). Nothing is on board behind the end of a
trip, so each trip is extended backwards from its end, and the direction program goes along.
"""

import numpy as np

from arcload.engine.kernels.compiled import kernel
from arcload.engine.kernels.fleet import Fleet
from arcload.model.types import IntArray


@kernel
def split(order: IntArray, fleet: Fleet) -> tuple[float, IntArray]:
    """Return the least cost of serving `order` in trips, and where the trips end.

    With cost(i, j) the least cost of a trip that serves the services i + 1..j of the order, in this
    order and over all directions,

        best(j) = min over i < j, load of i + 1..j at most the capacity, of best(i) + cost(i, j)

    Parameters
    ----------
    order
        Each service once.
    fleet
        The problem.

    Returns
    -------
    The cost, and per trip how many services stand in `order` up to its end, as `set_trips` takes
    them.
    """
    q, length, D, n = fleet.q, fleet.length, fleet.D, fleet.nodes
    enter, leave, surcharge, a, b = fleet.enter, fleet.leave, fleet.surcharge, fleet.a, fleet.b
    m = len(order)
    best, before = np.full(m + 1, np.inf), np.zeros(m + 1, dtype=np.int64)
    best[0] = 0.0
    for j in range(1, m + 1):
        load, k = 0.0, order[j - 1]
        go_0 = a * D[leave[2 * k] * n + fleet.end]
        go_1 = a * D[leave[2 * k + 1] * n + fleet.end]
        for i in range(j - 1, -1, -1):
            k = order[i]
            if load + q[k] > fleet.room:
                break
            serving = a + b * (load + 0.5 * q[k])
            load += q[k]
            weight = a + b * load
            go_0 += serving * length[2 * k] + surcharge[2 * k]
            go_1 += serving * length[2 * k + 1] + surcharge[2 * k + 1]
            to_0, to_1 = np.int64(enter[2 * k]), np.int64(enter[2 * k + 1])
            row = fleet.start * n
            cost = min(weight * D[row + to_0] + go_0, weight * D[row + to_1] + go_1)
            if best[i] + cost + fleet.trip_cost < best[j]:
                best[j] = best[i] + cost + fleet.trip_cost
                before[j] = i
            if i > 0:
                row_0, row_1 = leave[2 * order[i - 1]] * n, leave[2 * order[i - 1] + 1] * n
                go_0, go_1 = (
                    min(weight * D[row_0 + to_0] + go_0, weight * D[row_0 + to_1] + go_1),
                    min(weight * D[row_1 + to_0] + go_0, weight * D[row_1 + to_1] + go_1),
                )
    trips, j = 0, m
    while j > 0:
        trips += 1
        j = before[j]
    ends, j = np.empty(trips, dtype=np.int64), m
    for trip in range(trips - 1, -1, -1):
        ends[trip] = j
        j = before[j]
    return best[m], ends
