"""Randomly mixing two orders into a third (the EA's recombination, Appendix C)."""

import numpy as np

from arcload.engine.kernels.chance import random_below
from arcload.engine.kernels.compiled import kernel
from arcload.model.types import IntArray


@kernel
def mix(first: IntArray, second: IntArray, counters: IntArray, child: IntArray) -> None:
    """Fill `child` with the edges of both orders, each time the next of one at random.

    An edge that is there already is passed over. As printed, the paper's algorithm would
    stay at such an edge for ever; the edges left when one order ends come as in the first.
    """
    m = len(child)
    taken = np.zeros(m, dtype=np.bool_)
    length, s, t = 0, 0, 0
    while s < m and t < m:
        if random_below(2, counters) == 0:
            edge = first[s]
            s += 1
        else:
            edge = second[t]
            t += 1
        if not taken[edge]:
            taken[edge] = True
            child[length] = edge
            length += 1
    for edge in first:
        if not taken[edge]:
            child[length] = edge
            length += 1
