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
    room, came, queue = weight.copy(), np.empty(nodes, dtype=np.int64), np.empty(nodes, np.int64)
    for node in range(1, nodes):
        root = above[node]
        room[:] = weight
        value[node] = _send(node, root, most, first, head, twin, room, came, queue)
        if value[node] >= most:
            continue
        for other in range(nodes):
            if other not in (node, root) and came[other] >= -1 and above[other] == root:
                above[other] = node
        if above[root] != root and came[above[root]] >= -1:
            above[node], above[root] = above[root], node
            value[node], value[root] = value[root], value[node]
    return above, value


@kernel
def cuts_around(
    source: int,
    sinks: IntArray,
    first: IntArray,
    head: IntArray,
    twin: IntArray,
    weight: FloatArray,
    most: float,
) -> BoolArray:
    """Return a row for each sink: who is on its side of the least cut from the source to it.

    No node is, where that cut weighs `most` or more.

    Parameters
    ----------
    source, sinks
        Nodes.
    first, head, twin, weight
        The arcs, **backwards**: an arc leads to where the weight comes from.
    most
        Weight from which a cut is of no interest.
    """
    nodes = len(first) - 1
    inside = np.zeros((len(sinks), nodes), dtype=np.bool_)
    room, came, queue = weight.copy(), np.empty(nodes, dtype=np.int64), np.empty(nodes, np.int64)
    for row in range(len(sinks)):
        room[:] = weight
        sent = _send(sinks[row], source, most, first, head, twin, room, came, queue)
        if sent < most:
            for node in range(nodes):
                inside[row, node] = came[node] >= -1
    return inside


@part
def _send(
    source: int,
    sink: int,
    most: float,
    first: IntArray,
    head: IntArray,
    twin: IntArray,
    room: FloatArray,
    came: IntArray,
    queue: IntArray,
) -> float:
    """Send as much as there is room for, or `most`; return how much.

    Afterwards `came` is the arc by which each node was reached last, -1 at the source, -2 where it
    was not: those are on the sink's side of the least cut if less than `most` was sent.
    """
    sent = 0.0
    while sent < most:
        came[:] = -2
        came[source] = -1
        queue[0] = source
        size, place = 1, 0
        while place < size and came[sink] == -2:
            node = queue[place]
            place += 1
            for arc in range(first[node], first[node + 1]):
                if room[arc] > _FULL and came[head[arc]] == -2:
                    came[head[arc]] = arc
                    queue[size] = head[arc]
                    size += 1
        if came[sink] == -2:
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
