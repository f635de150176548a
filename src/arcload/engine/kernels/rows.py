"""Distances between one position and all others, in rows by position.

So each neighbourhood of `moves` is one pass over contiguous numbers.
"""

import numpy as np

from arcload.engine.kernels.compiled import fast_kernel
from arcload.engine.kernels.sequence import LONGEST
from arcload.model.types import FloatArray, IntArray

# Rows of distances of position i to every position j.
LEAVE_ENTER = 0  # from i's exit to j's entry; then of the positions i + 1 and i + 2
TO_LEAVE = LONGEST  # from j's exit to i's exit: i turned; then of i + 1 and i + 2
TO_ENTER = 2 * LONGEST  # from j's exit to i's entry
ENTER_ENTER = 2 * LONGEST + 1  # from i's entry to j's entry: i turned
BEFORE_ENTER = 2 * LONGEST + 2  # from the exit before i to j's entry
BEFORE_LEAVE = 2 * LONGEST + 3  # from the exit before i to j's exit: j turned
LEAVE_AFTER = 2 * LONGEST + 4  # from j's exit to the entry after i
ENTER_AFTER = 2 * LONGEST + 5  # from j's entry to the entry after i: j turned


@fast_kernel
def lay_out(
    i: int, low: int, high: int, nodes: IntArray, D: FloatArray, DT: FloatArray, rows: FloatArray
) -> None:
    """Fill the rows of distances between position i and the positions low to high.

    The places from low - 1 to high + 1 of the moves are needed.
    """
    enter, leave = nodes[0, i], nodes[1, i]
    before, after = nodes[1, i - 1], nodes[0, i + 1]
    for j in range(np.uint64(low), np.uint64(high + 1)):
        e, x = np.uint64(nodes[0, j]), np.uint64(nodes[1, j])
        rows[LEAVE_ENTER, j] = D[leave, e]
        rows[ENTER_ENTER, j] = D[enter, e]
        rows[TO_ENTER, j] = DT[enter, x]
        rows[TO_LEAVE, j] = DT[leave, x]
        rows[BEFORE_ENTER, j] = D[before, e]
        rows[BEFORE_LEAVE, j] = D[before, x]
        rows[LEAVE_AFTER, j] = DT[after, x]
        rows[ENTER_AFTER, j] = DT[after, e]
    m = nodes.shape[1] - 2
    for extra in range(1, min(LONGEST, m - i + 1)):
        last = nodes[1, i + extra]
        for j in range(np.uint64(low), np.uint64(high + 1)):
            rows[LEAVE_ENTER + extra, j] = D[last, np.uint64(nodes[0, j])]
            rows[TO_LEAVE + extra, j] = DT[last, np.uint64(nodes[1, j])]
