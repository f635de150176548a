"""A tour as the search keeps it: running sums from which every move is priced at once.

Positions 1..m hold the served edges in order, each on a side; position 0 is the start and
m + 1 the end. With W the curb weight and t the distance driven so far,

    cost = W * length of the walk + sum of q * (t at the middle of the edge)

so a piece of the sequence is described by its length, its demand and its sum of q * t, and
what comes after a move is only shifted: shift * (W + load still on board).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import fast_part, kernel, part
from arcload.engine.matrices import blocks, is_symmetric, transposed
from arcload.engine.problem import Problem
from arcload.model.types import FloatArray, IntArray

BIG = 1e100
"""Stands for infinity in the search: sums of it stay numbers, so the compiler may reorder."""

# Rows of the table of running sums; its columns are the positions.
REACHED = 0  # distance driven when the edge is entered
LEFT = 1  # distance driven when it is left
DEMAND = 2  # demand of all edges up to this one
LATENCY = 3  # sum of q * t of all edges up to this one
LEG = 4  # distance from the edge before
WEIGHT = 5  # curb weight and load on that leg
LENGTH = 6  # length of the edge as it is driven
TURNED = 7  # its length on the other side, BIG where that is not allowed
BACK = 8  # length of the sequence driven backwards from this edge to the first
BACK_LATENCY = 9  # sum of q * (BACK at the middle of the edge)
BARRED = 10  # how many edges and legs up to this one cannot be driven backwards
BACK_BEFORE = 11  # BACK without the edge itself
BARRED_BEFORE = 12  # BARRED without the edge itself
OWN_DEMAND = 13  # demand of the edge
TURN_LATENCY = 14  # by how much its own q * t grows when it is turned
# What a move costs at one of its ends, whatever the other is: see `moves`.
LEG_COST = 15  # WEIGHT * LEG
TURN_COST = 16  # WEIGHT * REACHED + LATENCY and BACK_LATENCY of the edge before
SWAP_COST = 17  # OWN_DEMAND * REACHED + the cost of the edge and the legs beside it, once served
ROWS = 18

ONE = np.uint64(1)
"""Loops over positions count without a sign: a number with one might count from an array's end,
and a loop that has to ask is not vectorised."""

FAR = 1e50
"""A way that is longer than this holds one that is not allowed."""

LEAST = 1e-60
"""Weight of a vehicle without weight: what is not allowed must count for it too."""

LONGEST = 3
"""Most edges of a piece that is moved to any place."""

DISTANCE_ROWS = 2 * LONGEST + 6
"""Rows of distances that `moves` lays out."""


class Space(NamedTuple):
    """A problem as the search kernels take it.

    As in `Arrays`, with two nodes more: n is the start and n + 1 the end. What is not allowed
    is BIG instead of infinite.
    """

    W: float
    q: FloatArray
    entry: IntArray
    length: FloatArray
    D: FloatArray
    DT: FloatArray
    """The transpose of D; the same array where all distances are symmetric."""
    from_start: FloatArray
    home: FloatArray
    start: int
    """Node where the tour starts."""
    end: int
    """Node where it ends."""


class Work(NamedTuple):
    """A tour with its running sums, and room for the kernels that change it."""

    order: IntArray
    """Edge at each position 1..m."""
    sides: IntArray
    """Side on which it is driven."""
    position: IntArray
    """Position of each edge."""
    sums: FloatArray
    """The running sums, a row each."""
    nodes: IntArray
    """Entry and exit node of each position."""
    rows: FloatArray
    """Distances between one position and all others."""
    out: FloatArray
    """Changes of cost of the moves of one kind."""
    places: IntArray
    """Places beside the near edges of one position."""
    queue: IntArray
    """Edges whose moves are to be looked at, a ring."""
    waiting: IntArray
    """Whether an edge is in the queue (a don't-look bit, the other way round); then the
    queue's first and past-last place."""


def search_space(problem: Problem, pause: Callable[[], None] = lambda: None) -> Space:
    """Return the arrays of a problem as the search takes them.

    Lengths and weights are measured in units of the longest edge and of the full vehicle, so
    that the search sees numbers around 1 whatever the user's are.

    Parameters
    ----------
    problem
        The problem.
    pause
        Called now and then; what it raises ends this.
    """
    arrays = problem.arrays
    n = len(arrays.D)
    length_unit = float(np.max(arrays.length, where=np.isfinite(arrays.length), initial=0.0)) or 1.0
    weight_unit = arrays.W + float(arrays.q.sum())
    D = np.empty((n + 2, n + 2))
    D[n:] = BIG
    for rows in blocks(n):
        pause()
        D[rows, n:] = BIG
        np.divide(arrays.D[rows], length_unit, out=D[rows, :n])
        np.minimum(D[rows, :n], BIG, out=D[rows, :n])
    # No tour drives to the start or from the end, so these distances may be the same both ways.
    D[n, :n] = D[:n, n] = np.minimum(arrays.from_start / length_unit, BIG)
    D[n + 1, :n] = D[:n, n + 1] = np.minimum(problem.to_end / length_unit, BIG)
    pause()
    symmetric = is_symmetric(arrays.D)
    pause()
    return Space(
        W=arrays.W / weight_unit,
        q=arrays.q / weight_unit,
        entry=arrays.entry,
        length=np.minimum(arrays.length / length_unit, BIG),
        D=D,
        DT=D if symmetric else transposed(D, pause),
        from_start=D[n],
        home=max(arrays.W / weight_unit, LEAST) * D[n + 1],
        start=n,
        end=n + 1,
    )


def stretch_space(low: int, high: int, work: Work, space: Space) -> tuple[Space, IntArray]:
    """Return the positions low + 1 to high of a tour as a problem of their own, and the sides.

    The stretch starts where the edge before it is left and ends where the edge after it is
    entered; to what is served in it the load needed behind it is a part of the vehicle.
    """
    edges = work.order[low + 1 : high + 1]
    start, end = int(work.nodes[1, low]), int(work.nodes[0, high + 1])
    W = float(work.sums[WEIGHT, high + 1])
    part = Space(
        W=W,
        q=space.q[edges],
        entry=space.entry[edges],
        length=space.length[edges],
        D=space.D,
        DT=space.DT,
        from_start=space.D[start],
        home=W * space.DT[end],
        start=start,
        end=end,
    )
    return part, work.sides[low + 1 : high + 1].copy()


def new_work(space: Space, order: IntArray, sides: IntArray) -> Work:
    """Return working memory that holds a tour."""
    work = empty_work(space)
    set_tour(order, sides, work, space)
    return work


def empty_work(space: Space) -> Work:
    """Return working memory that holds no tour yet."""
    m = len(space.q)
    nodes = np.zeros((2, m + 2), dtype=np.int64)
    nodes[:, 0], nodes[:, m + 1] = space.start, space.end
    return Work(
        order=np.zeros(m + 2, dtype=np.int64),
        sides=np.zeros(m + 2, dtype=np.int64),
        position=np.zeros(m, dtype=np.int64),
        sums=np.zeros((ROWS, m + 2)),
        nodes=nodes,
        rows=np.zeros((DISTANCE_ROWS, m + 2)),
        out=np.zeros(m + 2),
        places=np.zeros(2 * m, dtype=np.int64),
        queue=np.zeros(m + 1, dtype=np.int64),
        waiting=np.zeros(m + 2, dtype=np.int64),
    )


@kernel
def set_tour(order: IntArray, sides: IntArray, work: Work, space: Space) -> float:
    """Take over a tour of edge numbers and sides; return its cost."""
    for p in range(len(order)):
        work.order[p + 1] = order[p]
        work.sides[p + 1] = sides[p]
        work.position[order[p]] = p + 1
    return update(int(np.int64(1)), len(order), work, space)  # a literal is another type


@kernel
def update(first: int, last: int, work: Work, space: Space) -> float:
    """Bring the running sums up to date where positions `first` to `last` changed.

    Behind them all comes earlier or later by the same distance, and is not looked at again: over
    many updates this rounds a little more than sums made anew.

    Returns
    -------
    The cost.
    """
    return refresh(
        first,
        last,
        work.order,
        work.sides,
        work.sums,
        work.nodes,
        space.W,
        space.q,
        space.entry,
        space.length,
        space.D,
    )


@part
def refresh(
    first: int,
    last: int,
    order: IntArray,
    sides: IntArray,
    sums: FloatArray,
    nodes: IntArray,
    W: float,
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
) -> float:
    """Bring the running sums up to date where some positions changed; return the cost."""
    m = len(q)
    behind = min(last + 1, m)  # its leg changes too
    left, latency = sums[LEFT, behind], sums[LATENCY, behind]
    back, back_latency = sums[BACK, behind], sums[BACK_LATENCY, behind]
    barred = sums[BARRED, behind]
    drive(first, behind, order, sides, sums, nodes, q, entry, length, D)
    if max(left, sums[LEFT, behind]) >= FAR:  # of what comes behind no digit is left
        drive(behind + 1, m, order, sides, sums, nodes, q, entry, length, D)
        behind = m
    leg = D[nodes[1, m], nodes[0, m + 1]]
    sums[LEG, m + 1] = leg
    if behind < m:
        later, longer = sums[LEFT, behind] - left, sums[BACK, behind] - back
        latency, back_latency = (
            sums[LATENCY, behind] - latency,
            sums[BACK_LATENCY, behind] - back_latency,
        )
        shift(behind, later, latency, longer, back_latency, sums)
        barred = sums[BARRED, behind] - barred
        if barred != 0.0:
            for p in range(np.uint64(behind + 1), np.uint64(m + 1)):
                sums[BARRED, p] += barred
            for p in range(np.uint64(behind + 1), np.uint64(m + 1)):
                sums[BARRED_BEFORE, p] += barred
    sums[REACHED, m + 1] = sums[LEFT, m] + leg
    weigh(first, behind, max(W, LEAST), sums)
    return float(W * sums[REACHED, m + 1] + sums[LATENCY, m])


@part
def drive(
    first: int,
    last: int,
    order: IntArray,
    sides: IntArray,
    sums: FloatArray,
    nodes: IntArray,
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
) -> None:
    """Sum up from position `first` to `last`, but for what depends on weights."""
    before, left = np.uint64(nodes[1, first - 1]), sums[LEFT, first - 1]
    demand, latency = sums[DEMAND, first - 1], sums[LATENCY, first - 1]
    back, back_latency = sums[BACK, first - 1], sums[BACK_LATENCY, first - 1]
    barred = sums[BARRED, first - 1]
    for p in range(np.uint64(first), np.uint64(last + 1)):
        k, side = np.uint64(order[p]), np.uint64(sides[p])
        enter, leave = np.uint64(entry[k, side]), np.uint64(entry[k, ONE - side])
        own, here, turned = q[k], length[k, side], length[k, ONE - side]
        leg, leg_back = D[before, enter], D[enter, before] if p > ONE else 0.0
        before = leave
        nodes[0, p] = enter
        nodes[1, p] = leave
        sums[OWN_DEMAND, p] = own
        sums[LENGTH, p] = here
        sums[TURNED, p] = turned
        sums[TURN_LATENCY, p] = own * 0.5 * (turned - here)
        sums[LEG, p] = leg
        sums[REACHED, p] = left + leg
        latency += own * (left + leg + 0.5 * here)
        left += leg + here
        demand += own
        sums[LEFT, p] = left
        sums[DEMAND, p] = demand
        sums[LATENCY, p] = latency
        if leg_back >= BIG:
            leg_back = 0.0
            barred += 1.0
        sums[BARRED_BEFORE, p] = barred
        if turned >= BIG:
            turned = 0.0
            barred += 1.0
        back += leg_back
        back_latency += own * (back + 0.5 * turned)
        sums[BACK_BEFORE, p] = back
        back += turned
        sums[BARRED, p] = barred
        sums[BACK, p] = back
        sums[BACK_LATENCY, p] = back_latency


@fast_part
def shift(
    last: int, later: float, latency: float, longer: float, back_latency: float, sums: FloatArray
) -> None:
    """Let all behind position `last` come later, and be reached by a longer way backwards.

    One row at a time: so each loop is vectorised.
    """
    begin, end = np.uint64(last + 1), np.uint64(sums.shape[1] - 1)
    served = sums[DEMAND, last]
    for p in range(begin, end):
        sums[REACHED, p] += later
    for p in range(begin, end):
        sums[LEFT, p] += later
    for p in range(begin, end):
        sums[LATENCY, p] += latency + later * (sums[DEMAND, p] - served)
    for p in range(begin, end):
        sums[BACK, p] += longer
    for p in range(begin, end):
        sums[BACK_BEFORE, p] += longer
    for p in range(begin, end):
        sums[BACK_LATENCY, p] += back_latency + longer * (sums[DEMAND, p] - served)
    for p in range(begin, end):
        sums[SWAP_COST, p] += later * sums[OWN_DEMAND, p]
    both = latency + back_latency
    for p in range(begin, end + ONE):
        sums[TURN_COST, p] += both + later * sums[WEIGHT, p]
    for p in range(begin, end + ONE):
        sums[TURN_COST, p] += (later + longer) * (sums[DEMAND, p - ONE] - served)


@part
def weigh(first: int, last: int, W: float, sums: FloatArray) -> None:
    """Bring the weights and what follows from them up to date, from position `first` to `last`.

    The leg and the way behind the last are made anew as well.
    """
    m = sums.shape[1] - 2
    demand = sums[DEMAND, m]
    if sums[WEIGHT, 1] != W + demand:  # by rounding: the sum of the demands in another order
        first, last = 1, m
    last = min(last, m)
    for p in range(np.uint64(first), np.uint64(last + 2)):
        weight = W + (demand - sums[DEMAND, p - ONE])
        sums[WEIGHT, p] = weight
        sums[LEG_COST, p] = weight * sums[LEG, p]
        both = sums[LATENCY, p - ONE] + sums[BACK_LATENCY, p - ONE]
        sums[TURN_COST, p] = weight * sums[REACHED, p] + both
    for p in range(np.uint64(max(1, first - 1)), np.uint64(min(last + 1, m) + 1)):
        there = sums[REACHED, p + ONE] - sums[LEFT, p - ONE]
        own = sums[OWN_DEMAND, p] * sums[REACHED, p]
        sums[SWAP_COST, p] = own + sums[WEIGHT, p + ONE] * there
