"""What window cuts ask of the rest of a tour that has begun.

Within its window a cut holds for the rest of the piece as for any other piece, whose beginning is
known: it is where the vehicle is. Of `odd`, what is served already cannot be served again.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcload.engine.kernels.compiled import part
from arcload.model.types import FloatArray, IntArray

BitArray = npt.NDArray[np.uint64]

_ONE = np.uint64(1)


class CutsDue(NamedTuple):
    """Cuts whose multipliers are above 0, in layers of levels as `relaxation.Cuts` has them."""

    layer: IntArray
    """Layer of each level."""
    begin: IntArray
    """First layer of each cut."""
    end: IntArray
    """Its last one."""
    price: FloatArray
    """Its multiplier."""
    inside: FloatArray
    """1 for each node in its set, [cut, node]."""
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
    first: IntArray
    """The cuts that name edge e, inside or in the border: ``of_edge[first[e] : first[e + 1]]``."""
    of_edge: IntArray


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
            inside = due.inside[c, here] > 0
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
def set_gains(
    served: BitArray,
    i: int,
    here: int,
    layer: int,
    due: CutsDue,
    pull: FloatArray,
    gain: FloatArray,
) -> None:
    """Find how much more is asked of state i if it were at another node of the same layer.

    Sets ``gain`` for each node, and ``pull`` for each cut: what it asks more inside than outside.
    """
    begin, end, price, inside, link = due.begin, due.end, due.price, due.inside, due.link
    odd, ends = due.odd, due.ends
    gain[:] = 0.0
    at_home = 0.0
    for c in range(len(price)):
        pull[c] = 0.0
        if layer < begin[c] or end[c] < layer:
            continue
        edge = link[c]
        if edge >= 0:
            done = (served[i, edge >> 6] >> np.uint64(edge & 63)) & _ONE
            here_pull = price[c] if done else -price[c]
        else:
            # Outside, 1 is asked if an odd number is left; inside, if an even one is.
            is_odd = is_odd_left(odd, c, served, i) ^ (ends[c] == 1)
            here_pull = -price[c] if is_odd else price[c]
        pull[c] = here_pull
        at_home += here_pull * inside[c, here]
        for x in range(len(gain)):
            gain[x] += here_pull * inside[c, x]
    for x in range(len(gain)):
        gain[x] -= at_home
