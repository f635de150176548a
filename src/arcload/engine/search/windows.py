"""Search in a long tour, one stretch at a time.

Between two fixed ends a stretch of the tour is a small problem of its own: it starts where the
edge before it is left, ends where the edge after it is entered, and its vehicle weighs W plus
all that is still needed behind it. So the threads improve different stretches at once, each at
the speed of a small instance, and the stretches are put back where they were. The edge between two
stretches stays where it is until the next round, which cuts the tour elsewhere.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from arcload.engine.context import Context
from arcload.engine.kernels.chain import Chain, best_sides, new_chain, redirect, run_chain
from arcload.engine.kernels.descent import debugging, descend, wake_all
from arcload.engine.kernels.sequence import Space, Work, new_work, set_tour, stretch_space
from arcload.engine.search.heat import Heat
from arcload.engine.search.listening import listening_threads
from arcload.model.types import BoolArray, IntArray

_LOOKS = 500  # edges looked at between two looks at the clock
_TRIAL = 20  # rounds after which a tour from elsewhere must be the better one
_GOLDEN = 0.6180339887498949  # spreads the cuts of successive rounds evenly


def search_windows(
    context: Context,
    space: Space,
    *,
    window: int,
    neighbours: int,
    longest: int,
    nearby: int,
    reinserted: int,
    stretch: int,
    steps: int,
    elsewhere: Callable[[], IntArray | None] = lambda: None,
) -> None:
    """Improve the context's best tour until it says stop.

    Parameters
    ----------
    context
        The run; it has a tour already.
    space
        The problem.
    window, longest, nearby, reinserted
        As in `run_chain`.
    neighbours
        How many of the nearest edges a move may reach beyond the window.
    stretch
        Positions in a stretch.
    steps
        Iterations in a stretch before it is put back.
    elsewhere
        Asked in every round for an order that was found elsewhere, such as that of a short tour.
        It is searched from for some rounds, and for good if it is the better one then.
    """
    assert context.best is not None
    size = context.problem.size
    _, order, sides = context.best.copy()
    work = new_work(space, order, sides)
    near = nearest_edges(space, neighbours, context.pause)
    _mend(context, work, space, order, sides, window, near)
    rounds, rival = 0, None
    heat = Heat(context, space)
    how = (window, near, longest, nearby, reinserted)
    with listening_threads(context) as call:
        while not context.should_stop():
            found = elsewhere() if rival is None else None
            if found is not None:
                rival = rounds, order.copy(), sides.copy()
                _take(found, order, sides, space)
                _mend(context, work, space, order, sides, window, near)
            elif rival is not None and rounds == rival[0] + _TRIAL:
                _take_better(rival[1], rival[2], order, sides, work, space)
                rival = None
            if heat.goes_back():
                _take(context.best.order, order, sides, space)
            set_tour(order, sides, work, space)
            dearer = heat.dearer()
            cuts = _cuts(size, stretch, rounds)
            rounds += 1
            shares = context.share(steps, len(cuts))
            seeds = context.rng.integers(1, 2**62, len(cuts)).tolist()
            calls = [
                (*cut, share, *how, dearer, seed, work, space)
                for cut, share, seed in zip(cuts, shares, seeds, strict=True)
            ]
            for (low, high), chain in zip(cuts, call(_improve, calls), strict=True):
                order[low:high] = order[low:high][chain.kept_order]
                sides[low:high] = chain.kept_sides
            set_tour(order, sides, work, space)
            context.offer_order(order)
            if rounds % 4 == 0 and not context.should_stop():
                _mend(context, work, space, order, sides, window, near)


def _take(found: IntArray, order: IntArray, sides: IntArray, space: Space) -> None:
    """Make an order, in its best directions, the tour at hand."""
    order[:] = found
    sides[:] = best_sides(order, space)[1]


def _take_better(
    other: IntArray,
    other_sides: IntArray,
    order: IntArray,
    sides: IntArray,
    work: Work,
    space: Space,
) -> None:
    """Make the better of two tours the one at hand."""
    cost = set_tour(order, sides, work, space)
    if set_tour(other, other_sides, work, space) < cost:
        order[:], sides[:] = other, other_sides
    else:
        set_tour(order, sides, work, space)


def _cuts(size: int, stretch: int, rounds: int) -> list[tuple[int, int]]:
    """Return stretches (low, high] of the tour, the longest first, cut elsewhere in each round.

    Between two of them one edge stays where it is, so that none waits for its neighbour.
    """
    offset = int(stretch * ((rounds * _GOLDEN) % 1.0))
    borders = [0, *range(offset or stretch, size, stretch), size]
    cuts = [(low + (low > 0), high) for low, high in pairwise(borders)]
    cuts = [(low, high) for low, high in cuts if high - low > 1]
    return sorted(cuts, key=lambda cut: cut[0] - cut[1])


def _improve(
    ended: BoolArray,
    low: int,
    high: int,
    steps: int,
    window: int,
    near: IntArray,
    longest: int,
    nearby: int,
    reinserted: int,
    dearer: float,
    seed: int,
    work: Work,
    space: Space,
) -> Chain:
    """Return a chain that has searched the positions low + 1 to high of the tour."""
    part, sides = stretch_space(low, high, work, space)
    near = _near_within(low, high, near, work)
    chain = new_chain(part, np.arange(high - low), sides, seed)
    how = (window, near, longest, nearby, reinserted)
    run_chain(ended, steps, *how, 2**62, dearer, debugging(), chain, part)
    return chain


def _mend(
    context: Context,
    work: Work,
    space: Space,
    order: IntArray,
    sides: IntArray,
    window: int,
    near: IntArray,
) -> None:
    """Descend over the whole tour, with moves that leave the stretches."""
    size = context.problem.size
    cost = set_tour(order, sides, work, space)
    wake_all(work)
    never = np.zeros(1, dtype=np.bool_)  # this thread asks between the calls
    while work.waiting[size] != work.waiting[size + 1] and not context.should_stop():
        cost, _, _ = descend(cost, window, near, _LOOKS, np.inf, never, debugging(), work, space)
    redirect(cost, work, space)
    order[:], sides[:] = work.order[1 : size + 1], work.sides[1 : size + 1]
    context.offer_order(order)


def nearest_edges(space: Space, count: int, pause: Callable[[], None] = lambda: None) -> IntArray:
    """Return for each edge the `count` other edges whose ends lie nearest to its own.

    Parameters
    ----------
    space
        The problem.
    count
        How many.
    pause
        Called now and then; what it raises ends this.
    """
    m = len(space.q)
    count = min(count, m - 1)
    near = np.empty((m, count), dtype=np.int64)
    if count < 1:
        return near
    block = max(1, 2_000_000 // m)
    tails, heads = space.entry[:, 0], space.entry[:, 1]
    for first in range(0, m, block):
        pause()
        rows = slice(first, min(m, first + block))
        to_node = np.minimum(space.D[tails[rows]], space.D[heads[rows]])
        if space.DT is not space.D:
            np.minimum(to_node, space.DT[tails[rows]], out=to_node)
            np.minimum(to_node, space.DT[heads[rows]], out=to_node)
        gaps = np.minimum(to_node[:, tails], to_node[:, heads])
        gaps[np.arange(rows.stop - first), np.arange(first, rows.stop)] = np.inf
        few = np.sort(np.argpartition(gaps, count - 1, axis=1)[:, :count], axis=1)
        ranks = np.argsort(np.take_along_axis(gaps, few, axis=1), axis=1, kind="stable")
        near[rows] = np.take_along_axis(few, ranks, axis=1)
    return near


def _near_within(low: int, high: int, near: IntArray, work: Work) -> IntArray:
    """Return the near edges of those at positions low + 1 to high, numbered from there."""
    places = work.position[near[work.order[low + 1 : high + 1]]] - low - 1
    places[(places < 0) | (places >= high - low)] = -1
    return places
