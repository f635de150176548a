"""Every move that one position takes part in, priced in constant time each.

For a position i the distances between its ends and all other positions stand in `rows`; then each
neighbourhood is one pass over contiguous numbers. The formulas use the running sums of `sequence`:
a piece that starts later by s pays its demand times s, and all that follows a move pays (W + load
on board) times the shift. What depends on i alone is added up before a pass, and what depends on j
alone stands in the running sums already.

An edge or piece that comes to a new place is driven there with the weight `early` and left with
the weight `late`, less by its own demand: its legs cost early * into + late * onward.
"""

import numpy as np

from arcload.engine.kernels.applying import MOVE, MOVE_TURNED, REVERSE, SWAP
from arcload.engine.kernels.compiled import fast_kernel, fast_part
from arcload.engine.kernels.fastmin import fast_min
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
from arcload.engine.kernels.sequence import (
    BACK,
    BACK_BEFORE,
    BACK_LATENCY,
    BARRED,
    BARRED_BEFORE,
    BIG,
    DEMAND,
    LATENCY,
    LEFT,
    LEG,
    LEG_COST,
    LENGTH,
    LONGEST,
    ONE,
    OWN_DEMAND,
    REACHED,
    SWAP_COST,
    TURN_COST,
    TURN_LATENCY,
    TURNED,
    WEIGHT,
)
from arcload.model.types import FloatArray, IntArray


@fast_part
def cheaper(
    early: float,
    late: float,
    into: float,
    onward: float,
    turned_into: float,
    turned_onward: float,
    extra: float,
) -> float:
    """Return what the legs to a place and from it cost, as it is or turned at an extra cost."""
    return fast_min(
        early * into + late * onward, early * turned_into + late * turned_onward + extra
    )


@fast_part
def reversals_from(
    i: int,
    low: int,
    high: int,
    sums: FloatArray,
    rows: FloatArray,
    out: FloatArray,
) -> float:
    """Price the reversal of the pieces i..j (2-OPT; j = i turns one edge)."""
    weight, back, barred = sums[WEIGHT, i], sums[BACK_BEFORE, i], sums[BARRED_BEFORE, i]
    fixed = weight * (sums[REACHED, i] - sums[LEG, i])
    fixed += sums[LATENCY, i - 1] + sums[BACK_LATENCY, i - 1]
    least = BIG
    for j in range(np.uint64(max(i, low)), np.uint64(high + 1)):
        change = weight * (rows[BEFORE_LEAVE, j] + sums[BACK, j])
        change += sums[WEIGHT, j + ONE] * (rows[ENTER_ENTER, j + ONE] - back)
        change += fixed - sums[TURN_COST, j + ONE] + BIG * (sums[BARRED, j] - barred)
        out[j] = change
        least = fast_min(least, change)
    return least


@fast_part
def reversals_to(
    i: int,
    low: int,
    high: int,
    sums: FloatArray,
    rows: FloatArray,
    out: FloatArray,
) -> float:
    """Price the reversal of the pieces j..i, j < i."""
    weight, back, barred = sums[WEIGHT, i + 1], sums[BACK, i], sums[BARRED, i]
    fixed = sums[LATENCY, i] + sums[BACK_LATENCY, i] + weight * sums[REACHED, i + 1]
    least = BIG
    for j in range(np.uint64(max(1, low)), np.uint64(min(i - 1, high) + 1)):
        change = sums[WEIGHT, j] * (rows[TO_LEAVE, j - ONE] + back) - sums[LEG_COST, j]
        change += weight * (rows[ENTER_AFTER, j] - sums[BACK_BEFORE, j])
        change += sums[TURN_COST, j] - fixed + BIG * (barred - sums[BARRED_BEFORE, j])
        out[j] = change
        least = fast_min(least, change)
    return least


@fast_part
def piece_moves(
    i: int,
    k: int,
    low: int,
    high: int,
    gap: float,
    sums: FloatArray,
    rows: FloatArray,
    out: FloatArray,
) -> float:
    """Price moving the piece i..k behind each j, as it is or turned (1-OPT and or-opt).

    `gap` is the distance from the edge before the piece to the one after it.
    """
    leaves, turned_enters = LEAVE_ENTER + k - i, TO_LEAVE + k - i
    reached, before, after = sums[REACHED, i], sums[DEMAND, i - 1], sums[WEIGHT, k + 1]
    demand = sums[DEMAND, k] - before
    length = sums[LEFT, k] - reached
    turned, extra = turned_piece(i, k, sums)
    later = gap - sums[LEG, i] - length - sums[LEG, k + 1]  # by how much all behind i..k comes
    least = BIG
    for forth in (True, False):  # to behind j > k, then to behind j < i - 1
        first, last = (max(k + 1, low), high) if forth else (low, min(i - 2, high))
        fixed = after * later + demand * ((later if forth else 0.0) - reached)
        for j in range(np.uint64(first), np.uint64(last + 1)):
            late = sums[WEIGHT, j + ONE] if forth else (before - sums[DEMAND, j]) + after
            change = cheaper(
                demand + late,
                late,
                rows[TO_ENTER, j],
                length + rows[leaves, j + ONE],
                rows[turned_enters, j],
                turned + rows[ENTER_ENTER, j + ONE],
                extra,
            )
            driven = sums[LEFT, j] if forth else sums[REACHED, j + ONE]
            change += demand * driven - sums[LEG_COST, j + ONE] + fixed
            out[j] = change
            least = fast_min(least, change)
    return least


@fast_part
def turned_piece(i: int, k: int, sums: FloatArray) -> tuple[float, float]:
    """Return the length of the piece i..k driven backwards, and how its own latency changes."""
    demand = sums[DEMAND, k] - sums[DEMAND, i - 1]
    latency = sums[LATENCY, k] - sums[LATENCY, i - 1] - sums[REACHED, i] * demand
    turned = sums[BACK, k] * demand - (sums[BACK_LATENCY, k] - sums[BACK_LATENCY, i - 1])
    barred = sums[BARRED, k] - sums[BARRED_BEFORE, i]
    return sums[BACK, k] - sums[BACK_BEFORE, i], turned - latency + BIG * barred


@fast_part
def _is_better_turned(i: int, k: int, j: int, sums: FloatArray, rows: FloatArray) -> bool:
    """Return whether the piece i..k is better turned when it is moved behind j."""
    demand = sums[DEMAND, k] - sums[DEMAND, i - 1]
    turned, extra = turned_piece(i, k, sums)
    late = sums[WEIGHT, j + 1]
    if j < i:
        late = (sums[DEMAND, i - 1] - sums[DEMAND, j]) + sums[WEIGHT, k + 1]
    into = rows[TO_LEAVE + k - i, j] - rows[TO_ENTER, j]
    onward = rows[ENTER_ENTER, j + 1] - rows[LEAVE_ENTER + k - i, j + 1]
    onward += turned - (sums[LEFT, k] - sums[REACHED, i])
    return bool((demand + late) * into + late * onward + extra < 0)


@fast_part
def swaps(
    i: int,
    low: int,
    high: int,
    sums: FloatArray,
    rows: FloatArray,
    out: FloatArray,
) -> float:
    """Price exchanging the edges i and j, each turned or not as is better (2-EXCHANGE).

    The choice for the edge that comes first changes only the shift of what follows, at a
    weight that does not depend on the other edge's choice: the two are made apart.
    """
    demand, weight, after = sums[OWN_DEMAND, i], sums[WEIGHT, i], sums[WEIGHT, i + 1]
    length, turned, extra = sums[LENGTH, i], sums[TURNED, i], sums[TURN_LATENCY, i]
    before, left, reached = sums[DEMAND, i - 1], sums[LEFT, i - 1], sums[REACHED, i + 1]
    least = BIG
    for forth in (True, False):  # with j > i + 1, then with j < i - 1
        first, last = (max(i + 2, low), high) if forth else (max(1, low), min(i - 2, high))
        fixed = -(weight if forth else after) * (reached - left) - demand * sums[REACHED, i]
        for j in range(np.uint64(first), np.uint64(last + 1)):
            other, between = sums[OWN_DEMAND, j], sums[DEMAND, j - ONE] - before
            late_i = sums[WEIGHT, j + ONE] if forth else after - between
            late_j = between + late_i if forth else after
            change = cheaper(
                weight if forth else other + after,
                late_j,
                rows[BEFORE_ENTER, j],
                sums[LENGTH, j] + rows[LEAVE_AFTER, j],
                rows[BEFORE_LEAVE, j],
                sums[TURNED, j] + rows[ENTER_AFTER, j],
                sums[TURN_LATENCY, j],
            )
            change += cheaper(
                demand + late_i,
                late_i,
                rows[TO_ENTER, j - ONE],
                length + rows[LEAVE_ENTER, j + ONE],
                rows[TO_LEAVE, j - ONE],
                turned + rows[ENTER_ENTER, j + ONE],
                extra,
            )
            if forth:
                change += other * reached + demand * sums[LEFT, j - ONE]
            else:
                then = (demand - other) * sums[REACHED, j + ONE]
                change += other * (left + sums[LEFT, j - ONE]) + then
            change += fixed - sums[SWAP_COST, j]
            out[j] = change
            least = fast_min(least, change)
    return least


@fast_part
def _turns_of_swap(i: int, j: int, sums: FloatArray, rows: FloatArray) -> int:
    """Return 1 if the edge at i is better turned when it is exchanged with j, plus 2 if j's is."""
    demand_i, demand_j = sums[OWN_DEMAND, i], sums[OWN_DEMAND, j]
    between = abs(sums[DEMAND, j - 1] - sums[DEMAND, i - 1])
    late_i, late_j = sums[WEIGHT, j + 1], between + sums[WEIGHT, j + 1]
    if j < i:
        late_i, late_j = between + sums[WEIGHT, i + 1], sums[WEIGHT, i + 1]
    into = rows[TO_LEAVE, j - 1] - rows[TO_ENTER, j - 1]
    onward = rows[ENTER_ENTER, j + 1] - rows[LEAVE_ENTER, j + 1]
    onward += sums[TURNED, i] - sums[LENGTH, i]
    change = (demand_i + late_i) * into + late_i * onward + sums[TURN_LATENCY, i]
    turns = 1 if change < 0 else 0
    into = rows[BEFORE_LEAVE, j] - rows[BEFORE_ENTER, j]
    onward = rows[ENTER_AFTER, j] - rows[LEAVE_AFTER, j]
    onward += sums[TURNED, j] - sums[LENGTH, j]
    change = (demand_j + late_j) * into + late_j * onward + sums[TURN_LATENCY, j]
    return turns + (2 if change < 0 else 0)


@fast_part
def _where(least: float, low: int, high: int, out: FloatArray) -> int:
    for j in range(low, high + 1):
        if out[j] == least:
            return j
    return -1


@fast_kernel
def best_move(
    i: int,
    low: int,
    high: int,
    best: float,
    nodes: IntArray,
    D: FloatArray,
    sums: FloatArray,
    rows: FloatArray,
    out: FloatArray,
) -> tuple[float, int, int, int, int]:
    """Return the best move of position i: its change of cost, kind, first and last of i's piece, j.

    Parameters
    ----------
    i
        The position, 1 to m.
    low, high
        The other position j of the moves looked at, 0 <= low <= high <= m: the piece i..j or
        j..i is reversed, i is exchanged with j, or moved to behind j.
    best
        What the change must be below; the kind is -1 where none is.
    nodes, D
        The end nodes of each position, and the distances.
    sums, rows, out
        The running sums, the rows of distances that `lay_out` fills, and room for the changes.
    """
    m = nodes.shape[1] - 2
    kind, first, last, place = -1, i, i, -1
    least = reversals_from(i, low, high, sums, rows, out)
    if least < best:
        best, kind, place = least, REVERSE, _where(least, max(i, low), high, out)
    least = reversals_to(i, low, high, sums, rows, out)
    if least < best:
        best, kind, place = least, REVERSE, i
        first = _where(least, max(1, low), min(i - 1, high), out)
    for k in range(i, min(i + LONGEST, m + 1)):
        gap = D[nodes[1, i - 1], nodes[0, k + 1]]
        least = piece_moves(i, k, low, high, gap, sums, rows, out)
        if least < best:
            best, first, last = least, i, k
            place = _where(least, max(k + 1, low), high, out)
            if place < 0:
                place = _where(least, low, min(i - 2, high), out)
            kind = MOVE_TURNED if _is_better_turned(i, k, place, sums, rows) else MOVE
    least = swaps(i, low, high, sums, rows, out)
    if least < best:
        best, kind, first = least, SWAP, i
        place = _where(least, max(i + 2, low), high, out)
        if place < 0:
            place = _where(least, max(1, low), min(i - 2, high), out)
        kind += _turns_of_swap(i, place, sums, rows)
    return best, kind, first, last, place
