"""The optimum of the smallest problems, without compiled code: it takes long to load."""

import numpy as np

from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from arcload.model.types import FloatArray, IntArray

MOST_EDGES, MOST_NODES = 12, 40
"""Up to which `tiny_optimum` takes some hundredths of a second."""


def is_tiny(problem: Problem) -> bool:
    """Return whether it is quick to look at every set of served edges."""
    return problem.size <= MOST_EDGES and len(problem.arrays.D) <= MOST_NODES


def tiny_optimum(problem: Problem) -> Solution:
    """Return an optimal tour; an empty one of infinite cost where turn rules leave none.

    The dynamic program of `kernels.subsets.fill_subsets`, all sets with as many edges at a time.
    """
    W, q, _, _, D, from_start, home = problem.arrays
    m, n = problem.size, len(D)
    sets = np.arange(1 << m)
    in_set = (sets[:, None] >> np.arange(m)) & 1
    load = (1 - in_set) @ q
    cost = np.full((len(sets), n), np.inf)
    cost[-1] = home
    for count in range(m - 1, 0, -1):
        layer = sets[in_set.sum(axis=1) == count]
        served = _served(problem, layer, load[layer], cost)
        cost[layer] = ((W + load[layer])[:, None, None] * D + served[:, None]).min(axis=2)
    order, sides = np.empty((2, m), dtype=np.int64)
    done, drive, total = 0, from_start, 0.0
    for position in range(m):
        e, side, paid = _best_step(problem, done, float(load[done]), drive, cost)
        if e < 0:
            return Solution(np.inf, order[:0], sides[:0])
        order[position], sides[position] = e, side
        drive, total = D[problem.arrays.entry[e, 1 - side]], total + paid
        done |= 1 << e
    last = problem.arrays.entry[order[-1], 1 - sides[-1]]
    return Solution(total + float(home[last]), order, sides)


def _served(problem: Problem, layer: IntArray, load: FloatArray, cost: FloatArray) -> FloatArray:
    """Return the cost to go of some sets from each node, if the next service begins there."""
    W, q, entry, length, D, _, _ = problem.arrays
    served = np.full((len(layer), len(D)), np.inf)
    for e in range(problem.size):
        rows = np.flatnonzero((layer >> e) & 1 == 0)
        after = cost[layer[rows] | 1 << e]
        for side in range(2):
            u, v = entry[e, side], entry[e, 1 - side]
            there = (W + load[rows] - q[e] / 2) * length[e, side] + after[:, v]
            served[rows, u] = np.minimum(served[rows, u], there)
    return served


def _best_step(
    problem: Problem, done: int, load: float, drive: FloatArray, cost: FloatArray
) -> tuple[int, int, float]:
    """Return the edge and side that an optimal tour serves next, and what that costs."""
    W, q, entry, length, _, _, _ = problem.arrays
    best, chosen = np.inf, (-1, -1, np.inf)
    for e in range(problem.size):
        if (done >> e) & 1:
            continue
        for side in range(2):
            paid = (W + load) * drive[entry[e, side]] + (W + load - q[e] / 2) * length[e, side]
            there = paid + cost[done | 1 << e, entry[e, 1 - side]]
            if there < best:
                best, chosen = there, (e, side, float(paid))
    return chosen
