"""Two tours that began as one: what was changed in the second, made in the first as well.

Where all three tours have served the same edges up to some position, they are cut. Between two
cuts each has the same edges in an order of its own, and the load with which it begins is the same.
So a change in one of these blocks costs as much whatever the others are; only the legs between
two blocks that both changed are new.
"""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import BoolArray, IntArray


@kernel
def take_over(
    before: IntArray,
    before_sides: IntArray,
    other: IntArray,
    other_sides: IntArray,
    order: IntArray,
    sides: IntArray,
) -> int:
    """Change a tour as another one was, in every block where it is as it was before.

    Parameters
    ----------
    before, before_sides
        The tour that both were.
    other, other_sides
        The other tour.
    order, sides
        The tour, changed in place.

    Returns
    -------
    How many blocks were changed.
    """
    m = len(before)
    apart, apart_other = np.zeros(m, dtype=np.bool_), np.zeros(m, dtype=np.bool_)
    begin = unmatched = blocks = 0
    changed = changed_other = False
    for p in range(m):
        edge, side = before[p], before_sides[p]
        changed = changed or order[p] != edge or sides[p] != side
        changed_other = changed_other or other[p] != edge or other_sides[p] != side
        unmatched += match(edge, order[p], apart) + match(edge, other[p], apart_other)
        if unmatched > 0:
            continue
        if changed_other and not changed:
            for i in range(begin, p + 1):
                order[i], sides[i] = other[i], other_sides[i]
            blocks += 1
        begin = p + 1
        changed = changed_other = False
    return blocks


@part
def match(edge: int, other: int, apart: BoolArray) -> int:
    """Add an edge to each of two sets; return how many edges more are in one of them alone."""
    more = 0
    for k in (edge, other):
        apart[k] = not apart[k]
        more += 1 if apart[k] else -1
    return more
