"""Search in a large tour, a stretch at a time.

Between two fixed ends a stretch of the tour is a small problem of its own: it starts where the
edge before it is left, ends where the edge after it is entered, and its vehicle weighs W plus
all that is still needed behind it. So the threads improve different stretches at once, each at
the speed of a small instance, and the stretches are put back where they were.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from arcload.kernels.chain import Chain, new_chain, redirect, run_chain
from arcload.kernels.descent import DEBUG, descend, wake_all
from arcload.kernels.moves import ALL_MOVES
from arcload.kernels.sequence import Space, Work, new_work, set_tour, stretch_space
from arcload.methods.context import Context
from arcload.types import IntArray

_LOOKS = 500  # edges looked at between two looks at the clock
_GOLDEN = 0.6180339887498949  # spreads the cuts of successive rounds evenly


def search_windows(
    context: Context, space: Space, *, window: int, longest: int, stretch: int, steps: int
) -> None:
    """Improve the context's best tour until it says stop.

    Parameters
    ----------
    context
        The run; it has a tour already.
    space
        The problem.
    window, longest
        As in `run_chain`.
    stretch
        Positions in a stretch.
    steps
        Iterations in a stretch before it is put back.
    """
    assert context.best_order is not None
    assert context.best_sides is not None
    size = context.problem.size
    order, sides = context.best_order.copy(), context.best_sides.copy()
    work = new_work(space, order, sides)
    _mend(context, work, space, order, sides, reach=4 * stretch)
    rounds = 0
    with ThreadPoolExecutor(context.threads) as pool:
        while not context.should_stop():
            cuts = _cuts(size, stretch, rounds)
            rounds += 1
            for first in range(0, len(cuts), context.threads):
                if context.should_stop():
                    break
                group = cuts[first : first + context.threads]
                here = context.iterations_left(steps, len(group))
                tasks = [
                    pool.submit(_improve, low, high, here, window, longest, seed, work, space)
                    for (low, high), seed in zip(
                        group, context.rng.integers(1, 2**62, len(group)).tolist(), strict=True
                    )
                ]
                for (low, high), task in zip(group, tasks, strict=True):
                    chain = task.result()
                    order[low:high] = order[low:high][chain.best_order]
                    sides[low:high] = chain.best_sides
                context.iterations += here * len(group)
                cost = set_tour(order, sides, work, space)
                context.offer(cost, order, sides)
            if rounds % 4 == 0 and not context.should_stop():
                _mend(context, work, space, order, sides, reach=4 * stretch)


def _cuts(size: int, stretch: int, rounds: int) -> list[tuple[int, int]]:
    """Return stretches (low, high] that cover the tour, cut elsewhere in each round."""
    offset = int(stretch * ((rounds * _GOLDEN) % 1.0))
    borders = [0, *range(offset or stretch, size, stretch), size]
    cuts = [(low, high) for low, high in pairwise(borders) if high - low > 1]
    # Threads work on stretches far apart first, so neighbours are not cut at once.
    return cuts[::2] + cuts[1::2]


def _improve(
    low: int, high: int, steps: int, window: int, longest: int, seed: int, work: Work, space: Space
) -> Chain:
    """Return a chain that has searched the positions low + 1 to high of the tour."""
    part, sides = stretch_space(low, high, work, space)
    chain = new_chain(part, np.arange(high - low), sides, seed)
    run_chain(steps, window, longest, 2**62, DEBUG, chain, part)
    return chain


def _mend(
    context: Context, work: Work, space: Space, order: IntArray, sides: IntArray, *, reach: int
) -> None:
    """Descend over the whole tour, with moves that reach farther than a stretch."""
    size = context.problem.size
    cost = set_tour(order, sides, work, space)
    wake_all(work)
    while work.waiting[size] != work.waiting[size + 1] and not context.should_stop():
        cost, _, _ = descend(cost, reach, ALL_MOVES, _LOOKS, DEBUG, work, space)
    cost = redirect(cost, work, space)
    order[:], sides[:] = work.order[1 : size + 1], work.sides[1 : size + 1]
    context.offer(cost, order, sides)
