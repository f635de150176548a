"""Sets of nodes that change by one node at a time, to find borders that are crossed too seldom."""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import BoolArray, FloatArray


@kernel
def walk_sets(
    sets: BoolArray,
    steps: int,
    share: float,
    step_weight: float,
    rest: int,
    crossings: FloatArray,
    demand: FloatArray,
    served: FloatArray,
    near: BoolArray,
    load_at: FloatArray,
    services_at: FloatArray,
    trips: FloatArray,
    unit: float,
    met: BoolArray,
    lacks: FloatArray,
) -> int:
    """Fill `met` with sets met that lack most crossings, `lacks` with how many; return how many.

    Each set makes some steps. A step adds the node that makes least

        border - share * 2 * load / unit - step_weight * 2 * trips,

    or, where `rest` is above 0, takes one out; a node that moved then rests for so many steps.
    Of the sets met by one walk the best of each number of trips in a row is put down, if it lacks
    anything, and the best of all. Node 0 is never in a set.

    Parameters
    ----------
    sets
        A set per row.
    crossings, demand, served
        Between any two nodes: crossings, demand, number of served edges.
    near
        Whether an edge joins two nodes.
    load_at, services_at
        Demand and number of served edges at each node, loops included.
    trips
        Most load of one trip, of two trips, and so on.
    """
    n = sets.shape[1]
    count = 0
    degree, at_border = crossings.sum(axis=1), served.sum(axis=1)
    for row in range(len(sets)):
        if count == len(met):
            break
        inside = sets[row].copy()
        drive, touch, links = np.zeros(n), np.zeros(n), np.zeros(n)
        given = np.zeros(n)
        awake = np.zeros(n, dtype=np.int64)
        border = load = cut = services = 0.0
        for u in range(n):
            if inside[u]:
                border += degree[u] - 2 * drive[u]
                load += load_at[u] - given[u]
                cut += at_border[u] - 2 * touch[u]
                services += services_at[u]
                for v in range(n):
                    drive[v] += crossings[u, v]
                    given[v] += demand[u, v]
                    touch[v] += served[u, v]
                    links[v] += near[u, v]
        best, best_here, here = -np.inf, 0.0, -1
        best_row = count
        count += 1
        lacks[best_row] = -np.inf
        for step in range(steps + 1):
            needed = least_trips(load, trips)
            lack = asked(needed, cut, services) - border
            if lack > best:
                best = lack
                lacks[best_row], met[best_row] = lack, inside
            if needed != here:
                here, best_here = needed, 1e-4
                fresh = True
            if lack > best_here and count < len(met):
                if fresh:
                    count += 1
                    fresh = False
                best_here = lack
                lacks[count - 1], met[count - 1] = lack, inside
            if step == steps or count == len(met):
                break
            chosen, least = -1, np.inf
            for v in range(1, n):
                if inside[v]:
                    if rest == 0 or awake[v] > step:
                        continue
                    sign = -1.0
                else:
                    if links[v] == 0 or awake[v] > step:
                        continue
                    sign = 1.0
                new_border = border + sign * (degree[v] - 2 * drive[v])
                new_load = load + sign * (load_at[v] - given[v])
                score = new_border - share * 2 * new_load / unit
                if step_weight > 0:
                    score -= step_weight * 2 * least_trips(new_load, trips)
                if score < least:
                    chosen, least = v, score
            if chosen < 0:
                break
            v = chosen
            sign = -1.0 if inside[v] else 1.0
            border += sign * (degree[v] - 2 * drive[v])
            load += sign * (load_at[v] - given[v])
            cut += sign * (at_border[v] - 2 * touch[v])
            services += sign * services_at[v]
            inside[v] = not inside[v]
            awake[v] = step + rest
            for u in range(n):
                drive[u] += sign * crossings[v, u]
                given[u] += sign * demand[v, u]
                touch[u] += sign * served[v, u]
                links[u] += sign * near[v, u]
    return count


@part
def least_trips(load: float, trips: FloatArray) -> int:
    """Return how few trips can carry a load."""
    return int(np.searchsorted(trips, load)) + 1


@part
def asked(trips: int, cut: float, services: float) -> float:
    """Return how many crossings a border asks for: two per trip, an even number in all."""
    if services < 0.5:
        return 0.0
    odd = round(cut) % 2
    return max(2.0 * trips, cut + odd)
