"""The instant bound: Smith's rule for the load, a postman's least deadhead for the vehicle.

Without deadheads the cost is W * length + sum of q * t, t being the way to the middle of each
edge. Serving by falling q / d makes sum of q * t least (Smith's rule), and deadheads only make
it greater. The length is at least that of the edges plus the deadheads that mend the nodes with
an odd number of edge ends.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.matrices import is_symmetric
from arcload.engine.problem import Problem
from arcload.model.types import BoolArray, FloatArray, IntArray

_SAME = 1e-12  # relative difference of lengths that is none
_MOST_UNEVEN = 800  # nodes up to which distances in either direction are computed
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
        nodes = _ends_of_deadheads(problem)
        potentials = np.zeros(len(nodes))
        if len(problem.arrays.D) <= _MOST_UNEVEN or _is_even(problem):
            potentials = _potentials(deadhead_distances(problem, nodes))
    length = float(d.sum() + potentials.sum())
    return SmithBound(problem.arrays.W * length + smith_value(q, d), nodes, potentials)


def smith_order(q: FloatArray, d: FloatArray) -> IntArray:
    """Return the edges by falling q / d."""
    with np.errstate(divide="ignore", over="ignore"):
        share, way = q / (q.sum() or 1.0), d / (d.sum() or 1.0)  # q / d might overflow
        ratio = np.divide(share, way, out=np.zeros(len(q)), where=q > 0)
    return np.argsort(-ratio, kind="stable")


def smith_value(q: FloatArray, d: FloatArray) -> float:
    """Return the least sum of q * t without deadheads."""
    order = smith_order(q, d)
    t = np.cumsum(d[order]) - d[order] / 2
    return float(q[order] @ t)


def odd_nodes(problem: Problem, served: BoolArray, here: IntArray) -> BoolArray:
    """Return the nodes where an odd number of deadheads must begin or end, one row per state.

    Those are the nodes with an odd number of ends of edges still to be served, where the
    vehicle is and the end counted as one more each.

    Parameters
    ----------
    problem
        The problem.
    served
        Edges that each state has served.
    here
        Node where its vehicle is, -1 for a start anywhere.
    """
    ends = np.zeros((len(served), len(problem.arrays.D)), dtype=np.int64)
    for side in range(2):
        np.add.at(ends.T, problem.arrays.entry[:, side], (~served).T)
    rows = np.flatnonzero(here >= 0)
    ends[rows, here[rows]] += 1
    if problem.end >= 0:
        ends[:, problem.end] += 1
    odd: BoolArray = ends % 2 == 1
    return odd


def _ends_of_deadheads(problem: Problem) -> IntArray:
    """Return the odd nodes of the whole problem, and -1 for a free start and a free end."""
    served = np.zeros((1, problem.size), dtype=np.bool_)
    odd = np.flatnonzero(odd_nodes(problem, served, np.array([problem.start]))[0])
    free = [-1 for place in (problem.start, problem.end) if place < 0]
    return np.append(odd, np.array(free, dtype=np.int64))


def _is_even(problem: Problem) -> bool:
    """Return whether every way back is as long as the way there."""
    return is_symmetric(problem.arrays.D, _SAME)


def deadhead_distances(problem: Problem, nodes: IntArray) -> FloatArray:
    """Return the least distance between these nodes, driven in whichever direction."""
    D = problem.arrays.D
    if not _is_even(problem):
        D = np.minimum(D, D.T)
        for middle in range(len(D)):  # the shorter direction may change on the way
            np.minimum(D, D[:, middle, None] + D[middle], out=D)
    between = D[np.ix_(nodes, nodes)]
    between = np.minimum(between, between.T)
    between[nodes < 0, :] = 0.0
    between[:, nodes < 0] = 0.0
    return between


def _potentials(between: FloatArray) -> FloatArray:
    """Return potentials with ``p[i] + p[j] <= between[i, j]`` whose sum is great.

    Up to a size that is the best sum: half the least assignment of each node to another one,
    whose dual variables they are. Beyond, half the distance to the nearest other node.
    """
    count = len(between)
    if count == 0:
        return np.empty(0)
    apart = between.copy()
    np.fill_diagonal(apart, np.inf)
    nearest: FloatArray = apart.min(axis=1) / 2
    if count > _MOST_ASSIGNED or not np.isfinite(between).all():
        return nearest
    of_row, of_column = _assignment_duals(between + np.diag(np.full(count, between.sum() + 1.0)))
    potentials = (of_row + of_column) / 2
    excess = float((potentials[:, None] + potentials - apart).max())
    potentials -= max(0.0, excess) / 2  # what rounding left
    return potentials if potentials.sum() > nearest.sum() else nearest


def _assignment_duals(cost: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the dual variables of the rows and columns of a least assignment.

    The Hungarian method: one row after the other is assigned along a shortest path of reduced
    costs. SciPy's solver keeps the dual variables to itself.
    """
    count = len(cost)
    of_row, of_column = np.zeros(count), np.zeros(count + 1)  # the last column is where rows enter
    row_of = np.full(count + 1, -1)
    for entering in range(count):
        row_of[count] = entering
        column = count
        nearest = np.full(count, np.inf)
        before = np.full(count, count)
        reached = np.zeros(count + 1, dtype=np.bool_)
        while row_of[column] >= 0:
            reached[column] = True
            row = row_of[column]
            open_ = ~reached[:count]
            reduced = cost[row] - of_row[row] - of_column[:count]
            shorter = open_ & (reduced < nearest)
            nearest[shorter], before[shorter] = reduced[shorter], column
            next_column = int(np.argmin(np.where(open_, nearest, np.inf)))
            step = nearest[next_column]
            of_row[row_of[reached]] += step
            of_column[reached] -= step
            nearest[open_] -= step
            column = next_column
        while column != count:
            row_of[column] = row_of[before[column]]
            column = int(before[column])
    return of_row, of_column[:count]
