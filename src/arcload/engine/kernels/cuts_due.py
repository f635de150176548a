"""What window cuts ask of the rest of a tour that has begun.

Within its window a cut holds for the rest of the piece as for any other piece, whose beginning is
known: it is where the vehicle is. Of `odd`, what is served already cannot be served again.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcload.engine.kernels.compiled import part
from arcload.model.types import BoolArray, FloatArray, IntArray

BitArray = npt.NDArray[np.uint64]

_ONE = np.uint64(1)


class CutsDue(NamedTuple):
    """Cuts whose multipliers are above 0, in layers of levels as `window_cuts.Cuts` has them."""

    layer: IntArray
    """Layer of each level."""
    begin: IntArray
    """First layer of each cut."""
    end: IntArray
    """Its last one."""
    price: FloatArray
    """Its multiplier."""
    inside: BoolArray
    """[cut, node]"""
    link: IntArray
    """Its edge inside, -1 for none."""
    odd: BitArray
    """The edges of its border that it names, as a set."""
    named: IntArray
    """How many these are."""
    begins: IntArray
    """1 where it counts the beginning of a piece among them."""
    ends: IntArray
    """1 where it counts the end."""
    first_node: IntArray
    """The smaller side of cut c's set: ``nodes[first_node[c] : first_node[c + 1]]``."""
    nodes: IntArray
    outside: BoolArray
    """Whether these are the nodes outside."""
    first_edge: IntArray
    """The edges that it names: ``edges[first_edge[c] : first_edge[c + 1]]``."""
    edges: IntArray
    sign: FloatArray
    """1 where the first end of each of these is inside, -1 where it is the second."""


@part
def is_odd_left(odd: BitArray, c: int, served: BitArray, i: int) -> bool:
    """Return whether an odd number of the edges that cut c names are left to state i."""
    bits = np.uint64(0)
    for word in range(odd.shape[1]):
        bits ^= odd[c, word] & ~served[i, word]
    for shift in (32, 16, 8, 4, 2, 1):
        bits ^= bits >> np.uint64(shift)
    return bool(bits & _ONE)


@part
def is_touched(odd: BitArray, c: int, served: BitArray, i: int) -> bool:
    """Return whether state i has served any of the edges that cut c names."""
    touched = False
    for word in range(odd.shape[1]):
        if odd[c, word] & served[i, word]:
            touched = True
    return touched


@part
def asked_in_all(served: BitArray, i: int, here: int, layer: int, due: CutsDue) -> float:
    """Return what all cuts ask of the rest of a tour, times their multipliers.

    Parameters
    ----------
    served, i
        Sets of served edges, and the number of the state.
    here
        Node where the vehicle is, -1 for a start anywhere.
    layer
        Layer of its load, or one below: as if it were there.
    due
        The cuts.
    """
    total = 0.0
    for c in range(len(due.price)):
        if layer > due.end[c]:
            continue
        left = 0
        for word in range(due.odd.shape[1]):
            bits = due.odd[c, word] & ~served[i, word]
            while bits:
                bits &= bits - _ONE
                left += 1
        link = due.link[c]
        if due.begin[c] <= layer and here >= 0:
            inside = due.inside[c, here]
            if link >= 0:
                done = (served[i, link >> 6] >> np.uint64(link & 63)) & _ONE
                asked = (1 if done else -1) if inside else 0
            else:
                left += due.ends[c]
                asked = (left + (1 if inside else 0)) % 2 - left
        elif link >= 0:
            asked = 0
        else:
            asked = max(1 - due.named[c], -left) - due.ends[c] - due.begins[c]
        total += due.price[c] * asked
    return total


@part
def set_changes(
    served: BitArray,
    i: int,
    layer: int,
    due: CutsDue,
    at: FloatArray,
    always: FloatArray,
    forwards: FloatArray,
) -> None:
    """Find what a step within a layer changes in what is asked of a state.

    To go from v to u and to serve edge e from there to w changes it by

        at[w] - at[v] + always[e] + forwards[e], or - forwards[e] in the other direction.

    An edge that a cut names is one less to be served as the vehicle crosses the border of the set,
    so that only the deadhead before it counts; and 1 more is asked, as serving it gave 1.

    Parameters
    ----------
    served, i
        Sets of served edges, and the number of the state.
    layer
        The layer.
    due
        The cuts.
    at, always, forwards
        What is set, for each node and each edge.
    """
    begin, end, price, link, odd, ends = (
        due.begin, due.end, due.price, due.link, due.odd, due.ends,
    )  # fmt: skip
    first_node, nodes, outside = due.first_node, due.nodes, due.outside
    first_edge, edges, sign = due.first_edge, due.edges, due.sign
    at[:] = 0.0
    always[:] = 0.0
    forwards[:] = 0.0
    for c in range(len(price)):
        if layer > end[c]:
            continue
        worth = price[c]
        e = link[c]
        if layer < begin[c]:
            if e < 0 and is_touched(odd, c, served, i):
                for place in range(first_edge[c], first_edge[c + 1]):
                    always[edges[place]] += worth
            continue
        pull = worth  # what is asked more inside than outside
        if e >= 0:
            always[e] += 2 * worth
            if not (served[i, e >> 6] >> np.uint64(e & 63)) & _ONE:
                pull = -worth
        else:
            if is_odd_left(odd, c, served, i) ^ (ends[c] == 1):
                pull = -worth
            for place in range(first_edge[c], first_edge[c + 1]):
                always[edges[place]] += worth
                forwards[edges[place]] += pull * sign[place]
        if outside[c]:
            pull = -pull
        for place in range(first_node[c], first_node[c + 1]):
            at[nodes[place]] += pull
