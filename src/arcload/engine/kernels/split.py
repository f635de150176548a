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
def split(order: IntArray, kind: int, fleet: Fleet) -> tuple[float, IntArray, IntArray, IntArray]:
    """Return the routes of one trip each that together serve `order` at the least cost.

    With cost(i, j) the least cost of a route that serves the services i + 1..j of the order, in
    this order and over all directions and facilities,

        best(j) = min over i < j, load of i + 1..j at most the capacity, of best(i) + cost(i, j)

    Limits on the length, the duration and the number of routes do not count.

    Parameters
    ----------
    order
        Each service at most once, none above the capacity.
    kind
        The type of vehicle.
    fleet
        The problem.

    Returns
    -------
    The cost, and the arcs, ends and kinds of the routes, as `set_routes` takes them: the order as
    it is, in directions and with facilities that `settle` makes the best.
    """
    q, D, n, arcs_of_type = fleet.q, fleet.D, fleet.nodes, fleet.arcs
    enter, leave, a, b = fleet.enter, fleet.leave, fleet.a[kind], fleet.b[kind]
    length = fleet.length[kind * arcs_of_type : (kind + 1) * arcs_of_type]
    surcharge = fleet.surcharge[kind * arcs_of_type : (kind + 1) * arcs_of_type]
    m, served, matrix = len(q), len(order), fleet.matrix[kind]
    facilities = arcs_of_type - 2 * m
    best, before = np.full(served + 1, np.inf), np.zeros(served + 1, dtype=np.int64)
    best[0] = 0.0
    for j in range(1, served + 1):
        load, k = 0.0, order[j - 1]
        go_0 = a * D[matrix + leave[2 * k] * n + fleet.end[kind]]
        go_1 = a * D[matrix + leave[2 * k + 1] * n + fleet.end[kind]]
        for i in range(j - 1, -1, -1):
            k = order[i]
            if load + q[k] > fleet.room[kind]:
                break
            serving = a + b * (load + 0.5 * q[k])
            load += q[k]
            weight = a + b * load
            go_0 += serving * length[2 * k] + surcharge[2 * k]
            go_1 += serving * length[2 * k + 1] + surcharge[2 * k + 1]
            to_0, to_1 = np.int64(enter[2 * k]), np.int64(enter[2 * k + 1])
            for f in range(facilities):
                row = matrix + leave[2 * m + f] * n
                cost = min(weight * D[row + to_0] + go_0, weight * D[row + to_1] + go_1)
                cost += best[i] + fleet.first_cost[kind * facilities + f] + fleet.cost[kind]
                if cost < best[j]:
                    best[j] = cost
                    before[j] = i
            if i > 0:
                row_0 = matrix + leave[2 * order[i - 1]] * n
                row_1 = matrix + leave[2 * order[i - 1] + 1] * n
                go_0, go_1 = (
                    min(weight * D[row_0 + to_0] + go_0, weight * D[row_0 + to_1] + go_1),
                    min(weight * D[row_1 + to_0] + go_0, weight * D[row_1 + to_1] + go_1),
                )
    routes, j = 0, served
    while j > 0:
        routes += 1
        j = before[j]
    arcs, ends = np.empty(served + routes, np.int64), np.empty(routes, np.int64)
    j = served
    for route in range(routes - 1, -1, -1):
        ends[route] = j + route + 1
        for i in range(before[j], j):
            arcs[i + route + 1] = 2 * order[i]
        arcs[before[j] + route] = 2 * m
        j = before[j]
    return best[served], arcs, ends, np.full(routes, kind)
