"""Least cuts of graphs with weights, as far as they weigh less than a number.

A graph is its arcs, sorted by tail; each has a twin, the arc back. Flow is sent along paths of
fewest arcs; the arcs that have room left reach one side of the least cut.
"""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import BoolArray, FloatArray, IntArray

_FULL = 1e-9  # room that is none


@kernel
def cut_tree(
    first: IntArray, head: IntArray, twin: IntArray, weight: FloatArray, most: float
) -> tuple[IntArray, FloatArray]:
    """Return a tree with a least cut for every pair of nodes, by Gusfield's algorithm (1990).

    Two nodes whose least cut weighs `most` or more count as one: the later hangs below the other
    with that weight, and nothing below it.

    Parameters
    ----------
    first
        Where the arcs that leave each node begin in the next three; the last entry is past all.
    head, twin, weight
        Node that each arc leads to, the arc back, and the weight, which both have.
    most
        Weight from which a cut is of no interest.

    Returns
    -------
    above, value
        Node above each node in the tree, the first node being the root, and the weight of the cut
        between all that hang below it, itself included, and the rest.
    """
    nodes = len(first) - 1
    above = np.zeros(nodes, dtype=np.int64)
    value = np.full(nodes, np.inf)
    one = np.arange(nodes)
    room, came, queue = weight.copy(), np.empty(nodes, dtype=np.int64), np.empty(nodes, np.int64)
    for node in _near_first(first, head)[1:]:
        root = above[node]
        room[:] = weight
        value[node] = _send(node, root, one, most, first, head, twin, room, came, queue)
        if value[node] >= most:
            one[node] = root
            continue
        for other in range(nodes):
            if other not in (node, root) and came[other] >= -1 and above[other] == root:
                above[other] = node
        if above[root] != root and came[above[root]] >= -1:
            above[node], above[root] = above[root], node
            value[node], value[root] = value[root], value[node]
    return above, value


@kernel
def cuts_between(
    wanted: IntArray,
    first: IntArray,
    head: IntArray,
    twin: IntArray,
    weight: FloatArray,
    most: float,
) -> BoolArray:
    """Return sides of least cuts, by which any two of some nodes are told apart that can be.

    Each row says who is on one side. Of any two, some row is a least cut between them, if that
    weighs less than `most` (Gusfield, 1990).

    Parameters
    ----------
    wanted
        The nodes.
    first, head, twin, weight, most
        As in `cut_tree`.
    """
    nodes, count = len(first) - 1, len(wanted)
    inside = np.zeros((max(0, count - 1), nodes), dtype=np.bool_)
    above = np.full(nodes, wanted[0] if count else 0)
    rank = np.zeros(nodes, dtype=np.int64)
    rank[wanted] = np.arange(count) + 1
    one = np.arange(nodes)
    room, came, queue = weight.copy(), np.empty(nodes, dtype=np.int64), np.empty(nodes, np.int64)
    row = 0
    for node in _near_first(first, head):
        if rank[node] <= 1:
            continue
        room[:] = weight
        root = above[node]
        if _send(node, root, one, most, first, head, twin, room, came, queue) >= most:
            one[node] = root
            continue
        for other in range(nodes):
            inside[row, other] = came[other] >= -1
            if other != node and above[other] == root and inside[row, other]:
                above[other] = node
        row += 1
    return inside[:row]


@part
def _near_first(first: IntArray, head: IntArray) -> IntArray:
    """Return all nodes, those near the first one first."""
    nodes = len(first) - 1
    order, met = np.empty(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.bool_)
    size = 0
    for start in range(nodes):
        if met[start]:
            continue
        met[start] = True
        order[size] = start
        place = size
        size += 1
        while place < size:
            node = order[place]
            place += 1
            for arc in range(first[node], first[node + 1]):
                if not met[head[arc]]:
                    met[head[arc]] = True
                    order[size] = head[arc]
                    size += 1
    return order


@part
def _send(
    source: int,
    root: int,
    one: IntArray,
    most: float,
    first: IntArray,
    head: IntArray,
    twin: IntArray,
    room: FloatArray,
    came: IntArray,
    queue: IntArray,
) -> float:
    """Send as much as there is room for, or `most`; return how much.

    It goes from the source to the root, or to any node that is one with it: no cut that weighs
    less than `most` tells those apart. They are near, the root may be far.

    Afterwards `came` is the arc by which each node was reached last, -1 at the source, -2 where it
    was not: those are on the root's side of the least cut if less than `most` was sent.
    """
    sent = 0.0
    while sent < most:
        came[:] = -2
        came[source] = -1
        queue[0] = source
        size, place, sink = 1, 0, -1
        while place < size and sink < 0:
            node = queue[place]
            place += 1
            for arc in range(first[node], first[node + 1]):
                if room[arc] > _FULL and came[head[arc]] == -2:
                    came[head[arc]] = arc
                    queue[size] = head[arc]
                    size += 1
                    if one[head[arc]] == root:
                        sink = head[arc]
                        break
        if sink < 0:
            break
        least = most
        node = sink
        while node != source:
            least = min(least, room[came[node]])
            node = head[twin[came[node]]]
        node = sink
        while node != source:
            room[came[node]] -= least
            room[twin[came[node]]] += least
            node = head[twin[came[node]]]
        sent += least
    return sent
