"""Iterated local search: kick a tour, mend it, keep it if it is no worse."""

import math
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.applying import rotate
from arcload.engine.kernels.chance import random_below, random_share
from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.descent import descend, forget_waiting, wake_all, wake_around
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.reinsertion import kick_out
from arcload.engine.kernels.sequence import Space, Work, empty_work, set_tour, update
from arcload.model.types import BoolArray, FloatArray, IntArray

RANDOM, STALE = 0, 1

WALK = 3
"""Steps of the random walks that find the cuts of a kick among near edges."""

SUMMED = 100
"""Iterations after which the running sums are made anew, so that their rounding does not grow."""

LOOKS = 10_000
"""Looks per edge after which a tour counts as mended: some hundred times what it takes."""


class Chain(NamedTuple):
    """One search: its tour, the tour it stands at, the best it has seen, and its counters."""

    work: Work
    kept_order: IntArray
    kept_sides: IntArray
    best_order: IntArray
    best_sides: IntArray
    costs: FloatArray
    """Costs of the kept and of the best tour, in the units of `Space`; inf before the first run."""
    counters: IntArray
    """RANDOM: state of the random generator; STALE: iterations since the kept tour improved,
    -1 before it was ever mended."""


def new_chain(space: Space, order: IntArray, sides: IntArray, seed: int) -> Chain:
    """Return a chain that starts from a tour; `seed` is a whole number other than 0."""
    return Chain(
        work=empty_work(space),
        kept_order=order.copy(),
        kept_sides=sides.copy(),
        best_order=order.copy(),
        best_sides=sides.copy(),
        costs=np.array([np.inf, np.inf]),
        counters=np.array([seed, -1], dtype=np.int64),
    )


@part
def kick(longest: int, counters: IntArray, work: Work) -> tuple[int, int]:
    """Exchange two random neighbouring pieces; return the first and last position changed."""
    m = len(work.position)
    longest = max(1, min(longest, m // 2))
    a, b = 1 + random_below(longest, counters), 1 + random_below(longest, counters)
    first = 1 + random_below(m - a - b + 1, counters)
    last = first + a + b - 1
    rotate(first, first + a - 1, last, work.order, work.sides)
    for p in range(first, last + 1):
        work.position[work.order[p]] = p
    for border in (first, first + b - 1, last):
        wake_around(border, work)
    return first, last


@part
def kick_near(near: IntArray, counters: IntArray, work: Work) -> tuple[int, int]:
    """Exchange two neighbouring pieces that are cut at near edges, so that no new leg is long.

    Short random walks from one near edge to the next lead to the cuts. Return the first and last
    position changed, of which the first is 0 if two cuts were the same.
    """
    edge = work.order[1 + random_below(len(work.position), counters)]
    a = work.position[edge] - 1
    b, c = near_cut(edge, near, counters, work), near_cut(edge, near, counters, work)
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    if middle in (low, high):
        return 0, 0
    rotate(low + 1, middle, high, work.order, work.sides)
    for p in range(low + 1, high + 1):
        work.position[work.order[p]] = p
    for border in (low + 1, low + high - middle, high):
        wake_around(border, work)
    return low + 1, high


@part
def near_cut(edge: int, near: IntArray, counters: IntArray, work: Work) -> int:
    """Return the position before the edge to which a short random walk from another leads."""
    for _ in range(WALK):
        other = near[edge, random_below(near.shape[1], counters)]
        if other >= 0:
            edge = other
    return int(work.position[edge]) - 1


@part
def keep(cost: float, first: int, last: int, chain: Chain) -> None:
    """Make the tour at hand, changed between two positions, the one the chain stands at.

    It becomes its best one if it is.
    """
    order, sides = chain.work.order, chain.work.sides
    for p in range(first, last + 1):
        chain.kept_order[p - 1] = order[p]
        chain.kept_sides[p - 1] = sides[p]
    chain.costs[0] = cost
    if cost < chain.costs[1] * (1 - 1e-12):
        for p in range(len(chain.kept_order)):
            chain.best_order[p] = order[p + 1]
            chain.best_sides[p] = sides[p + 1]
        chain.costs[1] = cost


@part
def is_kept(first: int, last: int, chain: Chain) -> bool:
    """Return whether the tour at hand, changed between two positions, is the kept one again."""
    order, sides = chain.work.order, chain.work.sides
    for p in range(first, last + 1):
        if order[p] != chain.kept_order[p - 1] or sides[p] != chain.kept_sides[p - 1]:
            return False
    return True


@part
def go_back(first: int, last: int, chain: Chain, space: Space) -> None:
    """Undo all changes between two positions."""
    work = chain.work
    for p in range(first, last + 1):
        edge = chain.kept_order[p - 1]
        work.order[p] = edge
        work.sides[p] = chain.kept_sides[p - 1]
        work.position[edge] = p
    update(first, last, work, space)


@part
def best_sides(order: IntArray, space: Space) -> tuple[float, IntArray]:
    """Return the least cost of an order and the sides for it, by the direction program."""
    return direction_program(
        order,
        space.W,
        space.q,
        space.entry,
        space.length,
        space.D,
        space.from_start,
        space.home,
    )


@kernel
def redirect(cost: float, work: Work, space: Space) -> float:
    """Give every edge its best direction in the order at hand; return the cost."""
    m = len(work.position)
    best, sides = best_sides(work.order[1 : m + 1], space)
    if best >= cost * (1 - 1e-12):
        return cost
    for p in range(m):
        work.sides[p + 1] = sides[p]
    return update(int(np.int64(1)), m, work, space)


@part
def by_chance(mean: float, counters: IntArray) -> float:
    """Return a number above 0 with this mean, most of them small; 0 for a mean of 0."""
    if mean <= 0.0:
        return 0.0
    return -mean * math.log(random_share(counters))


@kernel
def run_chain(
    ended: BoolArray,
    iterations: int,
    window: int,
    near: IntArray,
    longest: int,
    nearby: int,
    reinserted: int,
    patience: int,
    dearer: float,
    debug: bool,
    chain: Chain,
    space: Space,
) -> None:
    """Run a chain for some iterations.

    Parameters
    ----------
    ended
        As in `descend`.
    iterations
        How many times to kick and mend.
    window, near
        How far a mending move may reach, as in `descend`.
    longest
        Longest piece of a kick.
    nearby
        Per cent of the kicks, but for those of `reinserted`, that are cut at near edges instead.
    reinserted
        Per cent of the kicks that take near edges out and put each back where it costs least.
    patience
        Iterations without improvement after which it starts again from its best tour, kicked
        many times.
    dearer
        By how much the tour that it goes on from may become dearer, on average; 0 for never.
    debug
        Whether to recompute the cost after each move and compare.
    chain, space
        The chain, changed in place, and the problem.
    """
    work, counters, m = chain.work, chain.counters, len(space.q)
    for iteration in range(iterations if m > 1 else 0):
        if ended[0]:
            return
        if iteration % SUMMED == SUMMED - 1:
            update(int(np.int64(1)), m, work, space)
        first, last = 1, m
        mended = work.waiting[m] == work.waiting[m + 1]  # not so if it was just put there
        anew = counters[STALE] < 0 or counters[STALE] >= patience
        if anew:
            set_tour(chain.best_order, chain.best_sides, work, space)
            kicks = 2 + random_below(2 + m // 10, counters) if counters[STALE] >= 0 else 0
            for _ in range(kicks):
                kick(longest, counters, work)
            wake_all(work)
        elif reinserted > 0 and random_below(100, counters) < reinserted:
            first, last = kick_out(near, counters, work, space)
            if first == 0:
                continue
        elif near.shape[1] > 0 and random_below(100, counters) < nearby:
            first, last = kick_near(near, counters, work)
            if first == 0:
                continue
        else:
            first, last = kick(longest, counters, work)
        cost = update(first, last, work, space)
        counters[STALE] += 1
        back = chain.costs[0] if mended and not anew else np.inf
        came_back = False
        for _ in range(2):  # again if the tour costs what the kept one does, and is another
            cost, low, high = descend(
                cost, window, near, LOOKS * m, back, ended, debug, work, space
            )
            first, last = min(first, low), max(last, high)
            came_back = back < np.inf and is_kept(first, last, chain)
            if came_back:
                break
            back = np.inf
        if came_back:
            forget_waiting(work)  # no edge of the kept tour has a better move
        elif anew or cost < chain.costs[0] * (1 - 1e-12):
            counters[STALE] = 0
            keep(redirect(cost, work, space), 1, m, chain)
        elif cost <= chain.costs[0] + by_chance(dearer, counters):
            keep(cost, first, last, chain)
        else:
            go_back(first, last, chain, space)
