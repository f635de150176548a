"""Local search: from a tour to one that no move improves."""

import os

import numpy as np

from arcload.engine.kernels.applying import MOVE, apply_move, undo_move
from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.exchanges import best_exchange
from arcload.engine.kernels.moves import best_move
from arcload.engine.kernels.near_moves import best_near_move
from arcload.engine.kernels.rows import lay_out
from arcload.engine.kernels.sequence import BACK, REACHED, WEIGHT, Space, Work, update
from arcload.model.types import BoolArray, FloatArray, IntArray

NONE = -1
"""Kind of no move; written as an int64, since of a literal second versions would be compiled."""

IMPROVES = 1e-10
"""A change must be below minus this share of the cost to count as an improvement."""

ROUNDING = 1e-10
"""By how much a predicted cost may be off, as a share of carrying all there is all the way: it is
a difference of sums as large as that. Where most of the load is left near the start, the cost
is much less."""


def debugging() -> bool:
    """Return whether every applied move is followed by a full recomputation that must agree.

    The environment says so, by ``ARCLOAD_DEBUG``. Searches pass the answer on to the kernels.
    """
    return bool(os.environ.get("ARCLOAD_DEBUG"))


@part
def wake(edge: int, work: Work) -> None:
    """Put an edge into the queue, unless it waits there already."""
    m = len(work.position)
    if not work.waiting[edge]:
        work.waiting[edge] = 1
        tail = work.waiting[m + 1]
        work.queue[tail] = edge
        work.waiting[m + 1] = (tail + 1) % len(work.queue)


@part
def wake_around(border: int, work: Work) -> None:
    """Wake the edges at a position and beside it."""
    m = len(work.position)
    for p in range(max(1, border - 1), min(m, border + 1) + 1):
        wake(work.order[p], work)


@kernel
def wake_all(work: Work) -> None:
    """Wake every edge, in the order of the tour."""
    for p in range(1, len(work.position) + 1):
        wake(work.order[p], work)


@part
def forget_waiting(work: Work) -> None:
    """Empty the queue."""
    m = len(work.position)
    while work.waiting[m] != work.waiting[m + 1]:
        head = work.waiting[m]
        work.waiting[work.queue[head]] = 0
        work.waiting[m] = (head + 1) % len(work.queue)


@part
def make_move(
    cost: float,
    change: float,
    kind: int,
    first: int,
    last: int,
    place: int,
    debug: bool,
    work: Work,
    space: Space,
) -> float:
    """Apply a move, wake the edges beside it, and return the new cost.

    The change of the cost is a prediction. Where the cost itself shows no improvement, the move is
    undone: rounding could bring such a tour up again and again.
    """
    carried = carry_all(work.sums) if debug else 0.0
    new = cost
    for undone in (False, True):  # a loop, so that `update` is compiled into it once: it is faster
        if undone:
            undo_move(kind, first, last, place, work.order, work.sides)
        else:
            start, stop = apply_move(kind, first, last, place, work.order, work.sides)
        for p in range(start, stop + 1):
            work.position[work.order[p]] = p
        m = len(work.position)
        new = update(1 if debug else start, m if debug else stop, work, space)
        if undone:
            return new
        if debug and abs(new - cost - change) > ROUNDING * max(carried, carry_all(work.sums)):
            raise AssertionError("a move did not change the cost as predicted")
        if new - cost < -IMPROVES * cost:
            break
    for border in (start, stop, first, last, place):
        wake_around(border, work)
    return new


@part
def carry_all(sums: FloatArray) -> float:
    """Return what it costs to carry all there is all the way, forth and back."""
    m = sums.shape[1] - 2
    return float(sums[WEIGHT, 1] * (sums[REACHED, m + 1] + sums[BACK, m]))


@kernel
def descend(
    cost: float,
    window: int,
    near: IntArray,
    looks: int,
    back: float,
    ended: BoolArray,
    debug: bool,
    work: Work,
    space: Space,
) -> tuple[float, int, int]:
    """Improve the tour until no waiting edge has a better move.

    Parameters
    ----------
    cost
        Cost of the tour.
    window
        How many positions to either side a move may reach.
    near
        For each edge a row of other edges, to whose places moves may reach too; -1 for none.
    looks
        How many edges to look at before it returns, done or not.
    back
        A cost at which it returns, done or not; ``inf`` for none.
    ended
        A single value, true as soon as it is to return, done or not; another thread may set it.
    debug
        Whether to recompute the cost after each move and compare.
    work, space
        The tour, changed in place, and the problem.

    Returns
    -------
    Its cost, and the first and last position that changed.
    """
    m, others = len(work.position), near.shape[1]
    start, stop = m + 1, 0
    # Out of the loop: taking an array from a tuple counts its references up and down.
    nodes, sums, rows, out, places = work.nodes, work.sums, work.rows, work.out, work.places
    D, DT = space.D, space.DT
    order, position = work.order, work.position
    while work.waiting[m] != work.waiting[m + 1] and looks > 0 and not ended[0]:
        looks -= 1
        head = work.waiting[m]
        edge = work.queue[head]
        work.waiting[m] = (head + 1) % len(work.queue)
        work.waiting[edge] = 0
        i = work.position[edge]
        change, kind, first, last, place = 0.0, int(np.int64(NONE)), i, i, i
        low, high = max(0, i - window), min(m, i + window)
        lay_out(i, max(low - 1, 0), high + 1, nodes, D, DT, rows)
        move = best_move(i, low, high, change, nodes, D, sums, rows, out)
        if move[0] < change:
            change, kind, first, last, place = move
        if others > 0:
            move = best_near_move(
                i, window, change, order, position, near, nodes, D, DT, sums, places
            )
            if move[0] < change:
                change, kind, first, last, place = move
            found, low, middle, high = best_exchange(
                i, change, order, position, near, nodes, D, DT, sums, places, rows
            )
            if found < change:
                change, kind, first, last, place = found, MOVE, low + 1, middle, high
        if kind >= 0 and change < -IMPROVES * cost:
            new = make_move(cost, change, kind, first, last, place, debug, work, space)
            if new < cost:
                cost = new
                start, stop = min(start, first, place), max(stop, first, last, place)
                if abs(cost - back) <= IMPROVES * cost:
                    break
    return cost, max(start, 1), min(stop, m)
