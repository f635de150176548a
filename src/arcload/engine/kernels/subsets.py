"""The dynamic program over subsets: the optimum of small problems."""

import numpy as np

from arcload.engine.kernels.compiled import kernel
from arcload.model.types import FloatArray, IntArray


@kernel
def fill_subsets(
    first: int,
    last: int,
    W: float,
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
    home: FloatArray,
    cost: FloatArray,
) -> None:
    """Fill `cost`, [set served, node], for the sets `first` down to `last`.

    The load left depends on the set alone. With set S served, load x left and the vehicle at v,

        cost[S, v] = min over u, e of (W + x) * D[v, u] + (W + x - q_e / 2) * length_e
                                      + cost[S + e, head]

    where e is not in S and is entered at u.
    """
    m = len(q)
    nodes = len(D)
    served = np.empty(nodes)
    for done in range(first, last - 1, -1):
        load = 0.0
        for e in range(m):
            if not (done >> e) & 1:
                load += q[e]
        if done + 1 == 1 << m:
            cost[done] = home
            continue
        served[:] = np.inf
        for e in range(m):
            if (done >> e) & 1:
                continue
            for side in range(2):
                u, v = entry[e, side], entry[e, 1 - side]
                there = (W + load - q[e] / 2) * length[e, side] + cost[done | (1 << e), v]
                served[u] = min(served[u], there)
        for v in range(nodes):
            best = np.inf
            for u in range(nodes):
                best = min(best, (W + load) * D[v, u] + served[u])
            cost[done, v] = best


@kernel
def trace_subsets(
    W: float,
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
    from_start: FloatArray,
    home: FloatArray,
    cost: FloatArray,
) -> tuple[IntArray, IntArray]:
    """Return the order and sides of a tour that costs what the table says."""
    m = len(q)
    order = np.empty(m, dtype=np.int64)
    sides = np.empty(m, dtype=np.int64)
    done = 0
    here = -1
    for position in range(m):
        load = 0.0  # summed up anew: a great load less a great demand leaves little but rounding
        for e in range(m):
            if not (done >> e) & 1:
                load += q[e]
        best = np.inf
        for e in range(m):
            if (done >> e) & 1:
                continue
            for side in range(2):
                u, v = entry[e, side], entry[e, 1 - side]
                drive = from_start[u] if here < 0 else D[here, u]
                there = (W + load) * drive + (W + load - q[e] / 2) * length[e, side]
                there += cost[done | (1 << e), v]
                if there < best:
                    best = there
                    order[position] = e
                    sides[position] = side
        e = order[position]
        here = entry[e, 1 - sides[position]]
        done |= 1 << e
    return order, sides
