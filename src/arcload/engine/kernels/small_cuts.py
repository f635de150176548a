"""The least cuts between one node and many others, where they are small."""

import numpy as np

from arcload.engine.kernels.compiled import kernel
from arcload.model.types import BoolArray, FloatArray, IntArray


@kernel
def small_cuts(
    first: IntArray,
    leaving: IntArray,
    head: IntArray,
    capacity: FloatArray,
    source: int,
    targets: IntArray,
    limits: FloatArray,
    sets: BoolArray,
) -> FloatArray:
    """Return the greatest flow from the source to each target, up to its limit.

    Where it is below the limit, the target's row of `sets` is filled with the smallest set of
    nodes with the target whose entering arcs have no more capacity than that.

    Paths are searched backwards from the target, shortest first (Edmonds and Karp, 1972).

    Parameters
    ----------
    first, leaving
        The arcs that leave node v are ``leaving[first[v] : first[v + 1]]``.
    head, capacity
        Of each arc. Arc a ^ 1 leads back along arc a.
    """
    n = len(first) - 1
    flows = np.zeros(len(targets))
    left = capacity.copy()
    touched = np.empty(len(head), dtype=np.int64)
    queue = np.empty(n, dtype=np.int64)
    towards = np.empty(n, dtype=np.int64)  # arc from each node met on the way to the target
    met = np.full(n, -1, dtype=np.int64)  # search in which each node was met last
    search = 0
    for row in range(len(targets)):
        target, limit = targets[row], limits[row]
        if target == source:
            flows[row] = limit
            continue
        changes = 0
        flow = 0.0
        while flow < limit:
            search += 1
            queue[0] = target
            met[target] = search
            begin, end = 0, 1
            while begin < end and met[source] != search:
                node = queue[begin]
                begin += 1
                for position in range(first[node], first[node + 1]):
                    arc = leaving[position] ^ 1
                    other = head[arc ^ 1]
                    if met[other] != search and left[arc] > 1e-9:
                        met[other] = search
                        towards[other] = arc
                        queue[end] = other
                        end += 1
                        if other == source:
                            break
            if met[source] != search:
                for position in range(end):
                    sets[row, queue[position]] = True
                break
            amount = limit - flow
            node = source
            while node != target:
                amount = min(amount, left[towards[node]])
                node = head[towards[node]]
            node = source
            while node != target:
                arc = towards[node]
                left[arc] -= amount
                left[arc ^ 1] += amount
                if changes < len(touched):
                    touched[changes] = arc
                changes += 1
                node = head[arc]
            flow += amount
        flows[row] = flow
        if changes <= len(touched):
            for position in range(changes):
                arc = touched[position]
                left[arc] = capacity[arc]
                left[arc ^ 1] = capacity[arc ^ 1]
        else:
            left[:] = capacity
    return flows
