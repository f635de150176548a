"""Split: cut an order of services into the routes of least cost, each in its best directions.

After Prins, Labadi and Reghioui, Tour splitting algorithms for vehicle routing problems,
International Journal of Production Research 47 (2009). Nothing is on board behind the end of a
trip, so each trip is extended backwards from its end, and the direction program goes along.
"""

import numpy as np
import numpy.typing as npt

from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.fleet import ANY, Fleet
from arcload.model.types import IntArray

_Origins = npt.NDArray[np.int32]


@kernel
def split(
    order: IntArray, most: IntArray, fleet: Fleet
) -> tuple[float, IntArray, IntArray, IntArray]:
    """Return the routes that together serve `order` at the least cost, one after the other.

    Between two trips a vehicle either drives on to a facility, or home, and the next trip is that
    of another vehicle of any type. With trip(y, f, i, j, e) the least cost over all directions of a
    trip of type y that loads at facility f, serves the services i + 1..j of the order and ends at
    e, which is the next facility or home,

        home(j)            = min over y, f, i, t of at(i, y, f, t) + trip(y, f, i, j, home)
        stands(j, y, e, t) = min over f, i of at(i, y, f, t - 1) + trip(y, f, i, j, e)
        at(i, y, f, t)     = stands(i, y, f, t) + visit(f)
        at(i, y, f, 0)     = home(i) + first(y, f) + cost(y)

    where t counts the trips of the route, if their number is limited. Where vehicles are counted,
    all of these are for each number of routes so far of every such type, and the first trip of a
    route adds one: time and memory grow with the product of these numbers. Limits on the length and
    the duration of routes do not count.

    Parameters
    ----------
    order
        Each service at most once.
    most
        Per type the most routes, from `ANY` on if they are not counted; so many stand here and not
        in the problem.
    fleet
        The problem.

    Returns
    -------
    The cost, inf if there are no such routes, and the arcs, ends and kinds of the routes, as
    `set_routes` takes them: the order as it is, in directions and with facilities that `settle`
    makes the best.
    """
    q, D, n, arcs_of_type = fleet.q, fleet.D, fleet.nodes, fleet.arcs
    enter, leave = fleet.enter, fleet.leave
    m, served, types = len(q), len(order), len(fleet.a)
    F = arcs_of_type - 2 * m
    layers = 1
    for y in range(types):
        if fleet.most_trips[y] < ANY:
            layers = max(layers, min(fleet.most_trips[y], served))
    step, states = _steps(most)
    home = np.full((served + 1, states), np.inf)
    stands = np.full((served + 1, types, F, layers, states), np.inf)
    # From where each was reached: i, y, f, t; t = -1 for the first trip of a route.
    of_home = np.zeros((served + 1, states, 4), dtype=np.int32)
    of_stands = np.zeros((served + 1, types, F, layers, states, 4), dtype=np.int32)
    go = np.zeros((F + 1, 2))  # by end of the trip: facilities, then home; and by side
    home[0, 0] = 0.0
    for j in range(1, served + 1):
        for y in range(types):
            a, b, matrix, first_arc = fleet.a[y], fleet.b[y], fleet.matrix[y], y * arcs_of_type
            trips = fleet.most_trips[y]
            first_end = 0 if trips > 1 else F  # a route of one trip ends at home
            for e in range(first_end, F + 1):
                there = fleet.end[y] if e == F else np.int64(enter[2 * m + e])
                for s in range(2):
                    go[e, s] = a * D[matrix + leave[2 * order[j - 1] + s] * n + there]
            load = 0.0
            for i in range(j - 1, -1, -1):
                k = order[i]
                if load + q[k] > fleet.room[y]:
                    break
                serving = a + b * (load + 0.5 * q[k])
                load += q[k]
                weight = a + b * load
                to_0, to_1 = np.int64(enter[2 * k]), np.int64(enter[2 * k + 1])
                arc = first_arc + 2 * k
                for e in range(first_end, F + 1):
                    go[e, 0] += serving * fleet.length[arc] + fleet.surcharge[arc]
                    go[e, 1] += serving * fleet.length[arc + 1] + fleet.surcharge[arc + 1]
                for f in range(F):
                    row = matrix + leave[2 * m + f] * n
                    first = fleet.first_cost[y * F + f] + fleet.cost[y]
                    visit = fleet.surcharge[first_arc + 2 * m + f]
                    for e in range(first_end, F + 1):
                        trip = min(
                            weight * D[row + to_0] + go[e, 0], weight * D[row + to_1] + go[e, 1]
                        )
                        for t in range(-1, layers):
                            after = 0 if trips == ANY else (t + 1 if t >= 0 else 1)
                            if e < F and ((trips < ANY and after >= trips) or after >= layers):
                                continue
                            for s in range(states):
                                if t >= 0:
                                    cost = trip + (stands[i, y, f, t, s] + visit)
                                elif step[y] == 0:
                                    cost = trip + (home[i, s] + first)
                                elif s // step[y] % (most[y] + 1) > 0:
                                    cost = trip + (home[i, s - step[y]] + first)
                                else:
                                    continue
                                if e == F:
                                    if cost < home[j, s]:
                                        home[j, s] = cost
                                        of_home[j, s] = (i, y, f, t)
                                elif cost < stands[j, y, e, after, s]:
                                    stands[j, y, e, after, s] = cost
                                    of_stands[j, y, e, after, s] = (i, y, f, t)
                if i > 0:
                    row_0 = matrix + leave[2 * order[i - 1]] * n
                    row_1 = matrix + leave[2 * order[i - 1] + 1] * n
                    for e in range(first_end, F + 1):
                        go_0, go_1 = go[e]
                        go[e, 0] = min(
                            weight * D[row_0 + to_0] + go_0, weight * D[row_0 + to_1] + go_1
                        )
                        go[e, 1] = min(
                            weight * D[row_1 + to_0] + go_0, weight * D[row_1 + to_1] + go_1
                        )
    best = int(np.argmin(home[served]))
    cost = home[served, best]
    if not np.isfinite(cost):
        best = -1
    arcs, ends, kinds = _routes_of(order, m, of_home, of_stands, step, best)
    return cost, arcs, ends, kinds


@part
def _steps(most: IntArray) -> tuple[IntArray, int]:
    """Return by what a route of each type changes the number of a state, and that of all states.

    The numbers of routes of all types are the digits of a state; 0 for types not counted.
    """
    step, states = np.zeros(len(most), dtype=np.int64), 1
    for y in range(len(most)):
        if most[y] < ANY:
            step[y] = states
            states *= most[y] + 1
    return step, states


@part
def _routes_of(
    order: IntArray, m: int, of_home: _Origins, of_stands: _Origins, step: IntArray, s: int
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the routes by following back from where each trip's end was reached.

    The last ends in state s; -1 for no routes.
    """
    arcs = np.zeros(2 * len(order), dtype=np.int64)  # filled from the end
    ends, kinds = np.zeros(len(order), dtype=np.int64), np.zeros(len(order), dtype=np.int64)
    j, place, routes = len(order) if s >= 0 else 0, len(arcs), 0
    while j > 0:
        i, y, f, t = of_home[j, s]
        ends[routes], kinds[routes] = place, y
        routes += 1
        while True:
            place -= j - i + 1
            arcs[place] = 2 * m + f
            arcs[place + 1 : place + 1 + j - i] = 2 * order[i:j]
            j = i
            if t < 0:
                s -= step[y]
                break
            i, y, f, t = of_stands[j, y, f, t, s]
    return arcs[place:].copy(), ends[:routes][::-1] - place, kinds[:routes][::-1].copy()
