"""Borders between two sets of nodes, each made one edge of a graph."""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import BoolArray, IntArray


@kernel
def merge_ends(
    order: IntArray, first: IntArray, edge: IntArray, ends: IntArray, nodes: int, edges: int
) -> tuple[BoolArray, IntArray]:
    """Merge the ends of borders, so that each is an edge between two nodes.

    A border is left out if it has an edge of one that was merged, or if the two ends of any border
    would be one node.

    Parameters
    ----------
    order
        The borders as they are tried.
    first
        Where the edges of each border begin in the next two; the last entry is past all.
    edge, ends
        Number of each edge, and its node on either side of the border.
    nodes, edges
        How many there are.

    Returns
    -------
    merged, label
        Whether each border was merged, and a label of each node, the same for those that are one.
    """
    above = np.arange(nodes)
    merged = np.zeros(len(first) - 1, dtype=np.bool_)
    taken = np.zeros(edges, dtype=np.bool_)
    before = np.empty(nodes, dtype=np.int64)
    apart = np.empty((len(order), 2), dtype=np.int64)
    kept = 0
    for border in order:
        start, stop = first[border], first[border + 1]
        if taken[edge[start:stop]].any():
            continue
        before[:] = above
        for place in range(start + 1, stop):
            for side in range(2):
                above[_top(above, ends[place, side])] = _top(above, ends[start, side])
        apart[kept] = ends[start]
        joined = False
        for place in range(kept, -1, -1):
            joined = _top(above, apart[place, 0]) == _top(above, apart[place, 1])
            if joined:
                break
        if joined:
            above[:] = before
            continue
        kept += 1
        merged[border] = True
        taken[edge[start:stop]] = True
    return merged, np.array([_top(above, node) for node in range(nodes)])


@part
def _top(above: IntArray, node: int) -> int:
    while above[node] != node:
        above[node] = above[above[node]]
        node = above[node]
    return node
