"""The instant bound: Smith's rule for the load, a postman's least deadhead for the vehicle.

Without deadheads the cost is W * length + sum of q * t, t being the way to the middle of each
edge. Serving by falling q / d makes sum of q * t least (Smith's rule), and deadheads only make
it greater. The length is at least that of the edges plus the deadheads that mend the nodes with
an odd number of edge ends.
"""

from typing import NamedTuple

import numpy as np

from arcload.problem import Problem
from arcload.types import FloatArray, IntArray

_MOST_ASSIGNED = 1500  # odd nodes up to which the best potentials are computed


class SmithBound(NamedTuple):
    """A bound, and what shows that it holds.

    Parameters
    ----------
    value
        The bound.
    nodes, potentials
        Nodes that some deadhead must begin or end at, and how long half a deadhead there is at
        least: no two potentials exceed the distance between their nodes.
    """

    value: float
    nodes: IntArray
    potentials: FloatArray


def smith_bound(problem: Problem) -> SmithBound:
    """Return the bound W * (length of the edges + sum of potentials) + Smith's value."""
    q, d = problem.arrays.q, problem.arrays.length.min(axis=1)
    nodes, potentials = np.empty(0, dtype=np.int64), np.empty(0)
    if problem.arrays.W > 0 and problem.size:
        nodes = odd_nodes(problem)
        potentials = _potentials(deadhead_distances(problem, nodes))
    length = float(d.sum() + potentials.sum())
    return SmithBound(problem.arrays.W * length + smith_value(q, d), nodes, potentials)


def smith_order(q: FloatArray, d: FloatArray) -> IntArray:
    """Return the edges by falling q / d."""
    with np.errstate(divide="ignore"):
        return np.argsort(-q / d, kind="stable")


def smith_value(q: FloatArray, d: FloatArray) -> float:
    """Return the least sum of q * t without deadheads."""
    order = smith_order(q, d)
    t = np.cumsum(d[order]) - d[order] / 2
    return float(q[order] @ t)


def odd_nodes(problem: Problem) -> IntArray:
    """Return the nodes where deadheads must begin or end: an odd number of them at each.

    Those are the nodes with an odd number of ends of served edges, the start and the end
    counted as one more. A free start or end is -1: a node at no distance from all others.
    """
    n = len(problem.arrays.D)
    ends = np.bincount(problem.arrays.entry.ravel(), minlength=n)
    free = []
    for place in (problem.start, problem.end):
        if place < 0:
            free.append(-1)
        else:
            ends[place] += 1
    return np.append(np.flatnonzero(ends % 2), np.array(free, dtype=np.int64))


def deadhead_distances(problem: Problem, nodes: IntArray) -> FloatArray:
    """Return the least distance between these nodes, driven in whichever direction."""
    D = np.minimum(problem.arrays.D, problem.arrays.D.T)
    if not np.array_equal(problem.arrays.D, D):
        for middle in range(len(D)):  # the shorter direction may change on the way
            np.minimum(D, D[:, middle, None] + D[middle], out=D)
    between = D[np.ix_(nodes, nodes)]
    between[nodes < 0, :] = 0.0
    between[:, nodes < 0] = 0.0
    return between


def _potentials(between: FloatArray) -> FloatArray:
    """Return potentials with ``p[i] + p[j] <= between[i, j]`` whose sum is great.

    Up to a size that is the best sum: half the least assignment of each node to another one,
    whose dual variables they are. Beyond, half the distance to the nearest other node.
    """
    from scipy.optimize import linear_sum_assignment

    count = len(between)
    apart = between + np.diag(np.full(count, np.inf))
    if count == 0:
        return np.empty(0)
    nearest: FloatArray = apart.min(axis=1) / 2
    if count > _MOST_ASSIGNED:
        return nearest
    rows, columns = linear_sum_assignment(
        np.where(np.isinf(apart), 1e9 * (1 + between.max()), apart)
    )
    assigned = apart[rows, columns]
    if not np.isfinite(assigned).all():
        return nearest
    potentials = _dual(apart, columns)
    return potentials if potentials.sum() > nearest.sum() else nearest


def _dual(apart: FloatArray, column: IntArray) -> FloatArray:
    """Return the mean of the row and column potentials of a least assignment.

    Row potentials are shortest distances in the graph where going from row k to row i costs
    ``apart[i, j] - apart[k, j]``, j being the column assigned to k.
    """
    count = len(apart)
    assigned = apart[np.arange(count), column]
    ways = apart[:, column] - assigned
    row = np.zeros(count)
    for _ in range(count):
        better = np.minimum(row, (ways + row).min(axis=1))
        if np.allclose(better, row, rtol=0, atol=1e-12 * (1 + assigned.max())):
            break
        row = better
    of_column = np.empty(count)
    of_column[column] = assigned - row
    potentials = (row + of_column) / 2
    worst = (potentials[:, None] + potentials - apart).max()
    return potentials - max(0.0, float(worst)) / 2
