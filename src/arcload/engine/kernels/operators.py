"""The paper's local-search operators (Appendix B), and searches made of them.

1-OPT moves an edge to another place, 2-OPT reverses a piece, 2-EXCHANGE exchanges two edges.
The paper prices every new order by a direction program of its own, m^3 steps for an operator.
Here all moves of a position are priced at once with directions kept (`moves`), and only the
best of them by the program, which runs over the changed positions alone: m^2 steps.
"""

import numpy as np

from arcload.engine.kernels.applying import MOVE, REVERSE, SWAP, apply_move, undo_move
from arcload.engine.kernels.chain import best_sides
from arcload.engine.kernels.chance import random_below
from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.descent import IMPROVES, ROUNDING, carry_all
from arcload.engine.kernels.moves import piece_moves, reversals_from, swaps
from arcload.engine.kernels.rows import (
    BEFORE_ENTER,
    BEFORE_LEAVE,
    ENTER_AFTER,
    ENTER_ENTER,
    LEAVE_AFTER,
    LEAVE_ENTER,
    TO_ENTER,
    TO_LEAVE,
)
from arcload.engine.kernels.sequence import BIG, WEIGHT, Space, Work, set_tour
from arcload.model.types import FloatArray, IntArray

ONE_OPT, TWO_OPT, TWO_EXCHANGE = 0, 1, 2

DRIVABLE = 1e30
"""An order that costs more than this, in the search's units, cannot be driven."""


@kernel
def best_of(operator: int, cost: float, work: Work, space: Space) -> tuple[float, int, int, int]:
    """Return the best move of an operator: change of cost, kind, position and other position.

    Parameters
    ----------
    operator
        ONE_OPT, TWO_OPT or TWO_EXCHANGE.
    cost
        Cost of the tour at hand.
    work, space
        The tour, in its best directions, and the problem.

    Returns
    -------
    The change after the new order got its best directions; the kind is -1 where no move was
    found that lowers the cost.
    """
    m = len(work.position)
    sums, nodes, rows, out = work.sums, work.nodes, work.rows, work.out
    before, after = np.empty((m + 2, 2)), np.empty((m + 2, 2))
    price_both_ends(work.order, sums, before, after, space)
    best = (0.0, -1, 0, 0)
    for i in range(1, m + 1):
        low = 0 if operator == ONE_OPT else i + 1
        lay_out_for(operator, i, max(low - 1, 0), nodes, space.D, space.DT, rows)
        if operator == ONE_OPT:
            kind = MOVE
            gap = space.D[nodes[1, i - 1], nodes[0, i + 1]]
            least = piece_moves(i, i, low, m, gap, sums, rows, out)
            out[i - 1] = out[i] = BIG  # its own place
        elif operator == TWO_OPT:
            kind, least = REVERSE, reversals_from(i, low, m, sums, rows, out)
        else:
            kind, least = SWAP, swaps(i, low, m, sums, rows, out)
            out[min(i + 1, m)] = BIG  # neighbours, which `swaps` leaves out
        other = m + 1
        for j in range(low, m + 1):
            if out[j] == least:
                other = j
                break
        for _ in range(2):
            if other <= m:
                new = directed_cost(kind, i, other, work.order, sums, before, after, space)
                if new - cost < best[0]:
                    best = (new - cost, kind, i, other)
            other = i + 1 if operator == TWO_EXCHANGE else m + 1
    return best


@part
def lay_out_for(
    operator: int,
    i: int,
    low: int,
    nodes: IntArray,
    D: FloatArray,
    DT: FloatArray,
    rows: FloatArray,
) -> None:
    """Fill the rows of distances as `lay_out` does, from `low` on, that an operator looks at."""
    enter, leave = nodes[0, i], nodes[1, i]
    before, after = nodes[1, i - 1], nodes[0, i + 1]
    for j in range(low, nodes.shape[1]):
        rows[ENTER_ENTER, j] = D[enter, nodes[0, j]]
    if operator == TWO_OPT:
        for j in range(low, nodes.shape[1]):
            rows[BEFORE_LEAVE, j] = D[before, nodes[1, j]]
        return
    for j in range(low, nodes.shape[1]):
        rows[LEAVE_ENTER, j] = D[leave, nodes[0, j]]
        rows[TO_ENTER, j] = DT[enter, nodes[1, j]]
        rows[TO_LEAVE, j] = DT[leave, nodes[1, j]]
    if operator == TWO_EXCHANGE:
        for j in range(low, nodes.shape[1]):
            rows[BEFORE_ENTER, j] = D[before, nodes[0, j]]
            rows[BEFORE_LEAVE, j] = D[before, nodes[1, j]]
            rows[LEAVE_AFTER, j] = DT[after, nodes[1, j]]
            rows[ENTER_AFTER, j] = DT[after, nodes[0, j]]


@part
def price_both_ends(
    order: IntArray, sums: FloatArray, before: FloatArray, after: FloatArray, space: Space
) -> None:
    """Run the direction program from both ends of the tour.

    ``before[p, s]`` is the least cost up to leaving position p on side s, ``after[p, s]`` that
    of serving it on side s and of all that follows.
    """
    q, entry, length, D = space.q, space.entry, space.length, space.D
    m = len(q)
    for p in range(1, m + 1):
        k, weight = order[p], sums[WEIGHT, p]
        for side in range(2):
            enter = entry[k, side]
            if p == 1:
                reach = weight * space.from_start[enter]
            else:
                last = order[p - 1]
                reach = min(
                    before[p - 1, 0] + weight * D[entry[last, 1], enter],
                    before[p - 1, 1] + weight * D[entry[last, 0], enter],
                )
            before[p, side] = reach + (weight - 0.5 * q[k]) * length[k, side]
    for p in range(m, 0, -1):
        k, weight = order[p], sums[WEIGHT, p]
        for side in range(2):
            leave = entry[k, 1 - side]
            if p == m:
                to_go = space.home[leave]
            else:
                following = order[p + 1]
                to_go = min(
                    sums[WEIGHT, p + 1] * D[leave, entry[following, 0]] + after[p + 1, 0],
                    sums[WEIGHT, p + 1] * D[leave, entry[following, 1]] + after[p + 1, 1],
                )
            after[p, side] = (weight - 0.5 * q[k]) * length[k, side] + to_go


@part
def came_from(kind: int, i: int, j: int, p: int) -> int:
    """Return the position from which a move brings an edge to position p of the changed ones."""
    if kind == REVERSE:
        return i + j - p
    if kind == SWAP:
        return j if p == i else i if p == j else p
    if j > i:
        return i if p == j else p + 1
    return i if p == j + 1 else p - 1


@part
def directed_cost(
    kind: int,
    i: int,
    j: int,
    order: IntArray,
    sums: FloatArray,
    before: FloatArray,
    after: FloatArray,
    space: Space,
) -> float:
    """Return the cost after a move and in the best directions.

    The direction program runs over the changed positions; what lies before and behind them
    has the same loads as before the move, and is priced by `price_both_ends`.
    """
    q, entry, length, D = space.q, space.entry, space.length, space.D
    first, last = min(i, j), max(i, j)
    if kind == MOVE and j < i:
        first = j + 1
    served_0 = served_1 = weight = 0.0
    k = -1
    for p in range(last, first - 1, -1):
        following = k
        k = order[came_from(kind, i, j, p)]
        leave_0, leave_1 = entry[k, 1], entry[k, 0]
        if p == last:
            if last == len(q):
                weight = space.W
                to_go_0, to_go_1 = space.home[leave_0], space.home[leave_1]
            else:
                weight, following = sums[WEIGHT, p + 1], order[p + 1]
                served_0, served_1 = after[p + 1, 0], after[p + 1, 1]
        if following >= 0:
            enter_0, enter_1 = entry[following, 0], entry[following, 1]
            to_go_0 = min(
                weight * D[leave_0, enter_0] + served_0, weight * D[leave_0, enter_1] + served_1
            )
            to_go_1 = min(
                weight * D[leave_1, enter_0] + served_0, weight * D[leave_1, enter_1] + served_1
            )
        served_0 = (weight + 0.5 * q[k]) * length[k, 0] + to_go_0
        served_1 = (weight + 0.5 * q[k]) * length[k, 1] + to_go_1
        weight += q[k]
    enter_0, enter_1 = entry[k, 0], entry[k, 1]
    if first == 1:
        at_0, at_1 = space.from_start[enter_0], space.from_start[enter_1]
        return float(min(weight * at_0 + served_0, weight * at_1 + served_1))
    least = np.inf
    for side in range(2):
        leave = entry[order[first - 1], 1 - side]
        to_go = min(weight * D[leave, enter_0] + served_0, weight * D[leave, enter_1] + served_1)
        least = min(least, before[first - 1, side] + to_go)
    return least


@kernel
def take(
    cost: float,
    change: float,
    kind: int,
    i: int,
    j: int,
    debug: bool,
    work: Work,
    space: Space,
) -> tuple[float, bool]:
    """Make a move if it improves, and direct the tour anew; return its cost and whether it did.

    As in `make_move`, the cost itself has the last word.
    """
    if kind < 0 or change >= -IMPROVES * cost:
        return cost, False
    carried = carry_all(work.sums) if debug else 0.0
    apply_move(kind, i, i, j, work.order, work.sides)
    new = settle(work, space)
    if debug and abs(new - cost - change) > ROUNDING * max(carried, carry_all(work.sums)):
        raise AssertionError("a move did not change the cost as predicted")
    if new - cost >= -IMPROVES * cost:
        undo_move(kind, i, i, j, work.order, work.sides)
        return settle(work, space), False
    return new, True


@kernel
def improve(
    operators: IntArray,
    first_improving: bool,
    steps: int,
    debug: bool,
    cost: float,
    work: Work,
    space: Space,
) -> tuple[float, bool]:
    """Take some steps of a local search.

    Parameters
    ----------
    operators
        The operators, in the order in which they are tried.
    first_improving
        Whether a step takes the best move of the first operator that improves (VNS), or the
        best of all (ILS).
    steps
        Most moves to make.
    debug
        Whether to compare the cost after each move with the one predicted.
    cost, work, space
        The tour's cost, the tour, changed in place, and the problem.

    Returns
    -------
    The cost, and whether the last step still improved.
    """
    improved = True
    while improved and steps > 0:
        steps -= 1
        best = (0.0, -1, 0, 0)
        for operator in operators:
            move = best_of(operator, cost, work, space)
            if move[0] < best[0]:
                best = move
            if first_improving and best[0] < -IMPROVES * cost:
                break
        cost, improved = take(cost, best[0], best[1], best[2], best[3], debug, work, space)
    return cost, improved


@part
def settle(work: Work, space: Space) -> float:
    """Give the order at hand its best directions and bring all up to date; return the cost."""
    order = work.order[1 : len(work.position) + 1]
    _, sides = best_sides(order, space)
    return set_tour(order, sides, work, space)


@kernel
def set_order(order: IntArray, work: Work, space: Space) -> float:
    """Take over an order in its best directions; return its cost, inf if it cannot be driven."""
    for p in range(len(order)):
        work.order[p + 1] = order[p]
    cost = settle(work, space)
    return cost if cost < DRIVABLE else np.inf


@kernel
def exchange_randomly(
    count: int, cost: float, counters: IntArray, work: Work, space: Space
) -> float:
    """Exchange two random edges of a tour so many times; return the cost in the best directions.

    An exchange after which the order could not be driven is taken back: that happens only
    where one-way streets leave no way from some edge to another.
    """
    m, order = len(work.position), work.order
    for _ in range(count if m > 1 else 0):
        i = 1 + random_below(m, counters)
        j = 1 + (i + random_below(m - 1, counters)) % m
        for _ in range(2):
            order[i], order[j] = order[j], order[i]
            cost = settle(work, space)
            if cost < DRIVABLE:
                break
    return cost
