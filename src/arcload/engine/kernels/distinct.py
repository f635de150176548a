"""Tours drawn by chance, none of them twice: a tree of the beginnings of those drawn before.

Shi, Bieber and Sutton, Incremental Sampling Without Replacement for Sequence Models (2020): an
edge is drawn by its chance times the share of the tours beyond it that is still open,

    open(v) = sum over edges k of chance(k | v) open(v, k),

which is 1 for a beginning that is not in the tree and 0 for a tour drawn before. All terms are
0 or more and none is taken off a sum, so rounding makes nothing 0 that is not used up, unless it
is 20 times over as unlikely as an edge can be.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcload.engine.kernels.compiled import part
from arcload.model.types import FloatArray, IntArray

_MOST_NODES = 1 << 23  # 160 MB
_LEAST = 1e-290  # of a share; below, its terms could come out as 0 one time and not another


class Drawn(NamedTuple):
    """Beginnings of the tours drawn before, a node each; node 0 is where all tours begin."""

    share: FloatArray
    """By chance, how much of the tours that begin so is still open."""
    edge: npt.NDArray[np.int32]
    """The last edge of the beginning."""
    child: npt.NDArray[np.int32]
    """The newest beginning that is longer by an edge, 0 for none."""
    sibling: npt.NDArray[np.int32]
    """An older beginning of the same parent, 0 for none."""
    nodes: IntArray
    """How many nodes there are."""


class Path(NamedTuple):
    """A tour that is being drawn, by its positions."""

    node: IntArray
    """What was drawn before, in `Drawn`."""
    chance: FloatArray
    """Weight of the edge drawn, whatever was drawn before."""
    others: FloatArray
    """Weight of all other edges, each times its share that is still open."""
    total: FloatArray
    """Weight of all edges, whatever was drawn before."""


def nothing_drawn(tours: int, m: int) -> Drawn:
    """Return a tree with room for some tours of m edges.

    It grows no larger than `_MOST_NODES`: a tour that has no more room is not kept, and can come
    again. Memory is taken as it is filled.
    """
    size = min(tours * max(m - 1, 0) + 1, _MOST_NODES)
    edge, child, sibling = (np.empty(size, dtype=np.int32) for _ in range(3))
    drawn = Drawn(np.empty(size), edge, child, sibling, np.ones(1, dtype=np.int64))
    drawn.share[0], drawn.child[0] = 1, 0
    return drawn


@part
def close(node: int, column: IntArray, drawn: Drawn, weights: FloatArray) -> None:
    """Multiply the weights of edges, in their columns, by their shares that are still open."""
    child = drawn.child[node]
    while child > 0:
        weights[column[drawn.edge[child]]] *= drawn.share[child]
        child = drawn.sibling[child]


@part
def follow(node: int, edge: int, more: int, drawn: Drawn) -> int:
    """Return the node of a beginning that is longer by an edge, -1 for none.

    A new one is made if it and `more` after it have room.
    """
    child = drawn.child[node]
    while child > 0:
        if drawn.edge[child] == edge:
            return int(child)
        child = drawn.sibling[child]
    new = drawn.nodes[0]
    if new + more >= len(drawn.edge):
        return -1
    drawn.share[new] = 1
    drawn.edge[new] = edge
    drawn.child[new] = 0
    drawn.sibling[new] = drawn.child[node]
    drawn.child[node] = new
    drawn.nodes[0] += 1
    return int(new)


@part
def keep(path: Path, drawn: Drawn) -> None:
    """Take a tour off what is open, from its end to its beginning."""
    share = 0.0
    for position in range(len(path.node) - 1, -1, -1):
        still = path.others[position] + path.chance[position] * share
        share = still / path.total[position]
        share = share if share > _LEAST else 0.0
        drawn.share[path.node[position]] = share
