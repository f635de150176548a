"""A kick for heavy vehicles: take near edges out of a tour, put each back where it costs least.

What a heavy vehicle pays for is the way. Which of the near edges are served on one pass and which
on another is decided here for many of them at once, wherever in the tour they are.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.chance import random_below, random_share
from arcload.engine.kernels.compiled import fast_part, part
from arcload.engine.kernels.descent import wake_around
from arcload.engine.kernels.fastmin import fast_min
from arcload.engine.kernels.sequence import BIG, LEAST, ONE, Space, Work
from arcload.model.types import BoolArray, FloatArray, IntArray

MOST_TAKEN = 30
"""Most edges that a kick takes out."""

PASSED_OVER = 0.3
"""Chance that a near edge stays where it is."""


class Rest(NamedTuple):
    """A tour without some of its edges: positions 1 and up, 0 being the start.

    The cost is that of `sequence`, without the demand of the edges that are out.
    """

    order: IntArray
    sides: IntArray
    enter: IntArray
    """Node where each position is entered; the end behind the last."""
    leave: IntArray
    """Node where it is left."""
    left: FloatArray
    """Distance driven when it is left."""
    leg: FloatArray
    """Distance from the position before."""
    after: FloatArray
    """Curb weight and load when it is left."""
    out: FloatArray
    """Room for the prices of all places."""


@part
def kick_out(near: IntArray, counters: IntArray, work: Work, space: Space) -> tuple[int, int]:
    """Take some near edges out of the tour and put each back where it costs least.

    Return the first and last position changed, of which the first is 0 if the tour is as it was.
    """
    m = len(work.position)
    out, is_out = take_near(near, counters, work)
    rest = rest_of(is_out, work, space)
    size = m - len(out)
    for k in out:
        place, side = cheapest_place(k, size, rest, space)
        size = insert(k, side, place, size, rest, space)
    first, last = 0, 0
    for p in range(1, m + 1):
        edge = rest.order[p]
        if work.order[p] != edge or work.sides[p] != rest.sides[p]:
            first, last = first or p, p
            work.order[p], work.sides[p], work.position[edge] = edge, rest.sides[p], p
    if first > 0:
        for k in out:
            wake_around(work.position[k], work)
    return first, last


@part
def take_near(near: IntArray, counters: IntArray, work: Work) -> tuple[IntArray, BoolArray]:
    """Return edges to take out, in random order, and which of all edges they are.

    They are a random one and those that lead away from it, from near one to near one.
    """
    m = len(work.position)
    wanted = min(m, 2 + random_below(MOST_TAKEN - 1, counters))
    out, is_out = np.empty(wanted, dtype=np.int64), np.zeros(m, dtype=np.bool_)
    out[0] = work.order[1 + random_below(m, counters)]
    is_out[out[0]] = True
    count = looked = 1
    while looked <= count < wanted:
        edge = out[looked - 1]
        looked += 1
        for f in range(near.shape[1]):
            other = near[edge, f]
            if count == wanted or other < 0 or is_out[other]:
                continue
            if random_share(counters) >= PASSED_OVER:
                out[count] = other
                is_out[other] = True
                count += 1
    for i in range(count - 1, 0, -1):
        j = random_below(i + 1, counters)
        out[i], out[j] = out[j], out[i]
    return out[:count], is_out


@part
def rest_of(is_out: BoolArray, work: Work, space: Space) -> Rest:
    """Return the tour without some of its edges, with room for all of them."""
    m = len(is_out)
    whole, sums = np.zeros((4, m + 2), dtype=np.int64), np.zeros((4, m + 2))
    rest = Rest(whole[0], whole[1], whole[2], whole[3], sums[0], sums[1], sums[2], sums[3])
    rest.leave[0] = space.start
    size = 0
    for p in range(1, m + 1):
        k, side = work.order[p], work.sides[p]
        if is_out[k]:
            continue
        size += 1
        rest.order[size], rest.sides[size] = k, side
        rest.enter[size], rest.leave[size] = space.entry[k, side], space.entry[k, 1 - side]
        rest.leg[size] = space.D[rest.leave[size - 1], rest.enter[size]]
        rest.left[size] = rest.left[size - 1] + rest.leg[size] + space.length[k, side]
    rest.enter[size + 1] = space.end
    rest.leg[size + 1] = space.D[rest.leave[size], space.end]
    weight = max(space.W, LEAST)
    for p in range(size, -1, -1):
        rest.after[p] = weight
        weight += space.q[rest.order[p]] if p > 0 else 0.0
    return rest


@part
def cheapest_place(k: int, size: int, rest: Rest, space: Space) -> tuple[int, int]:
    """Return the position behind which an edge costs least, and on which side."""
    best, place, best_side = np.inf, -1, 0
    for side in range(2):
        length = space.length[k, side]
        if length >= BIG:
            continue
        into, onward = space.DT[space.entry[k, side]], space.D[space.entry[k, 1 - side]]
        price = price_places(
            space.q[k],
            length,
            size,
            into,
            onward,
            rest.enter,
            rest.leave,
            rest.left,
            rest.leg,
            rest.after,
            rest.out,
        )
        if price < best:
            best, best_side = price, side
            place = 0
            while rest.out[place] != price:
                place += 1
    return place, best_side


@fast_part
def price_places(
    demand: float,
    length: float,
    size: int,
    into: FloatArray,
    onward: FloatArray,
    enter: IntArray,
    leave: IntArray,
    left: FloatArray,
    leg: FloatArray,
    after: FloatArray,
    out: FloatArray,
) -> float:
    """Price an edge behind every position, on one side; return the least.

    It is served at its own time, and all behind it comes later.
    """
    least = np.inf
    half = 0.5 * length
    for p in range(np.uint64(size + 1)):
        to = into[np.uint64(leave[p])]
        longer = to + length + onward[np.uint64(enter[p + ONE])] - leg[p + ONE]
        out[p] = after[p] * longer + demand * (left[p] + to + half)
        least = fast_min(least, out[p])
    return least


@part
def insert(k: int, side: int, place: int, size: int, rest: Rest, space: Space) -> int:
    """Put an edge behind a position; return the number of positions then."""
    behind = place + 1
    for p in range(size, place, -1):
        rest.order[p + 1], rest.sides[p + 1] = rest.order[p], rest.sides[p]
        rest.leave[p + 1], rest.after[p + 1] = rest.leave[p], rest.after[p]
    for p in range(size + 1, place, -1):
        rest.enter[p + 1], rest.leg[p + 1] = rest.enter[p], rest.leg[p]
    rest.order[behind], rest.sides[behind] = k, side
    rest.enter[behind], rest.leave[behind] = space.entry[k, side], space.entry[k, 1 - side]
    rest.after[behind] = rest.after[place]
    to = space.D[rest.leave[place], rest.enter[behind]]
    onward = space.D[rest.leave[behind], rest.enter[behind + 1]]
    longer = to + space.length[k, side] + onward - rest.leg[behind + 1]
    rest.leg[behind], rest.leg[behind + 1] = to, onward
    for p in range(size, place, -1):
        rest.left[p + 1] = rest.left[p] + longer
    rest.left[behind] = rest.left[place] + to + space.length[k, side]
    for p in range(behind):
        rest.after[p] += space.q[k]
    return size + 1
