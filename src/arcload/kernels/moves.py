"""Every move that one position takes part in, priced in constant time each.

For a position i the distances between its ends and all other positions are laid out in rows,
by position; then each neighbourhood is one pass over contiguous numbers. The formulas use the
running sums of `sequence`: a piece that starts later by s pays its demand times s, and all that
follows a move pays (W + load on board) times the shift.
"""

from arcload.kernels.compiled import fast_kernel, kernel
from arcload.kernels.fastmin import fast_min
from arcload.kernels.sequence import (
    BACK,
    BACK_LATENCY,
    BACK_LENGTH,
    BARRED,
    BARRED_HERE,
    BIG,
    DEMAND,
    LATENCY,
    LEFT,
    LEG,
    LENGTH,
    LONGEST,
    REACHED,
    TURNED,
    WEIGHT,
)
from arcload.types import FloatArray, IntArray

REVERSE, MOVE, MOVE_TURNED, SWAP = 0, 1, 2, 3
"""Kinds of moves; SWAP + 1, + 2 and + 3 turn the first edge, the second, both."""

REVERSALS, EDGE_MOVES, PIECE_MOVES, SWAPS, ONCE = 1, 2, 4, 8, 16
ALL_MOVES = REVERSALS | PIECE_MOVES | SWAPS
"""Neighbourhoods: 2-OPT, 1-OPT, or-opt with 1-OPT, 2-EXCHANGE; all of them. With ONCE a pair
of positions is looked at from the first alone."""

# Rows of distances of position i to every position j.
LEAVE_ENTER = 0  # from i's exit to j's entry
ENTER_ENTER = 1  # from i's entry to j's entry: i turned
TO_ENTER = 2  # from j's exit to i's entry
TO_LEAVE = 3  # from j's exit to i's exit: i turned
BEFORE_ENTER = 4  # from the exit before i to j's entry
BEFORE_LEAVE = 5  # from the exit before i to j's exit: j turned
LEAVE_AFTER = 6  # from j's exit to the entry after i
ENTER_AFTER = 7  # from j's entry to the entry after i: j turned
PIECE = 8  # LEAVE_ENTER and TO_LEAVE of the positions i + 1 and i + 2


@fast_kernel
def lay_out(
    i: int, low: int, high: int, nodes: IntArray, D: FloatArray, DT: FloatArray, rows: FloatArray
) -> None:
    """Fill the rows of distances between position i and the positions low to high.

    The places from low - 1 to high + 1 of the moves are needed.
    """
    enter, leave = nodes[0, i], nodes[1, i]
    before, after = nodes[1, i - 1], nodes[0, i + 1]
    for j in range(low, high + 1):
        e, x = nodes[0, j], nodes[1, j]
        rows[LEAVE_ENTER, j] = D[leave, e]
        rows[ENTER_ENTER, j] = D[enter, e]
        rows[TO_ENTER, j] = DT[enter, x]
        rows[TO_LEAVE, j] = DT[leave, x]
        rows[BEFORE_ENTER, j] = D[before, e]
        rows[BEFORE_LEAVE, j] = D[before, x]
        rows[LEAVE_AFTER, j] = DT[after, x]
        rows[ENTER_AFTER, j] = DT[after, e]
    m = nodes.shape[1] - 2
    for extra in range(1, LONGEST):
        if i + extra <= m:
            last = nodes[1, i + extra]
            row = PIECE + 2 * (extra - 1)
            for j in range(low, high + 1):
                rows[row, j] = D[last, nodes[0, j]]
                rows[row + 1, j] = DT[last, nodes[1, j]]


@fast_kernel
def reversals_from(
    i: int, low: int, high: int, sums: FloatArray, rows: FloatArray, out: FloatArray
) -> float:
    """Price the reversal of the pieces i..j (2-OPT; j = i turns one edge)."""
    demand_before, latency_before = sums[DEMAND, i - 1], sums[LATENCY, i - 1]
    back_before = sums[BACK_LATENCY, i - 1]
    reached, leg = sums[REACHED, i], sums[LEG, i]
    back = sums[BACK_LENGTH, i] - sums[BACK, i]
    barred = sums[BARRED_HERE, i] - sums[BARRED, i]
    least = BIG
    for j in range(max(i, low), high + 1):
        demand = sums[DEMAND, j] - demand_before
        latency = sums[LATENCY, j] - latency_before - reached * demand
        turned = sums[BACK, j] * demand - (sums[BACK_LATENCY, j] - back_before)
        into = rows[BEFORE_LEAVE, j] - leg
        shift = into + (sums[BACK, j] + back) - (sums[LEFT, j] - reached)
        shift += rows[ENTER_ENTER, j + 1] - sums[LEG, j + 1]
        change = demand * into + (turned - latency) + sums[WEIGHT, j + 1] * shift
        change += BIG * (sums[BARRED, j] + barred)
        out[j] = change
        least = fast_min(least, change)
    return least


@fast_kernel
def reversals_to(
    i: int, low: int, high: int, sums: FloatArray, rows: FloatArray, out: FloatArray
) -> float:
    """Price the reversal of the pieces j..i, j < i."""
    demand_here, latency_here = sums[DEMAND, i], sums[LATENCY, i]
    back_here, back_latency = sums[BACK, i], sums[BACK_LATENCY, i]
    left, barred = sums[LEFT, i], sums[BARRED, i]
    weight, leg = sums[WEIGHT, i + 1], sums[LEG, i + 1]
    least = BIG
    for j in range(max(1, low), min(i - 1, high) + 1):
        demand = demand_here - sums[DEMAND, j - 1]
        latency = latency_here - sums[LATENCY, j - 1] - sums[REACHED, j] * demand
        turned = back_here * demand - (back_latency - sums[BACK_LATENCY, j - 1])
        into = rows[TO_LEAVE, j - 1] - sums[LEG, j]
        shift = (
            into + (back_here - sums[BACK, j] + sums[BACK_LENGTH, j]) - (left - sums[REACHED, j])
        )
        shift += rows[ENTER_AFTER, j] - leg
        change = demand * into + (turned - latency) + weight * shift
        change += BIG * (barred - sums[BARRED, j] + sums[BARRED_HERE, j])
        out[j] = change
        least = fast_min(least, change)
    return least


@fast_kernel
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
    reached, leg, leg_after = sums[REACHED, i], sums[LEG, i], sums[LEG, k + 1]
    demand = sums[DEMAND, k] - sums[DEMAND, i - 1]
    length = sums[LEFT, k] - reached
    enters, leaves = TO_ENTER, LEAVE_ENTER
    turned_enters, turned_leaves = TO_LEAVE, ENTER_ENTER
    if k > i:
        leaves = PIECE + 2 * (k - i - 1)
        turned_enters = leaves + 1
    turned, extra = turned_piece(i, k, sums)
    least = BIG
    # Behind j > k: the piece between comes earlier by a constant.
    earlier = gap - leg - length - leg_after
    behind, offset = sums[DEMAND, k], gap - leg - sums[REACHED, k + 1]
    for j in range(max(k + 1, low), high + 1):
        weight = sums[WEIGHT, j + 1]
        shift = earlier - sums[LEG, j + 1]
        into, over = rows[enters, j], rows[turned_enters, j]
        straight = demand * into + weight * (shift + length + into + rows[leaves, j + 1])
        back = demand * over + weight * (shift + turned + over + rows[turned_leaves, j + 1])
        change = (sums[DEMAND, j] - behind) * earlier + demand * (offset + sums[LEFT, j])
        change += fast_min(straight, back + extra)
        out[j] = change
        least = fast_min(least, change)
    # Behind j < i - 1: the piece between comes later.
    before, offset, after = sums[DEMAND, i - 1], sums[LEFT, i - 1] + leg, sums[WEIGHT, k + 1]
    for j in range(low, min(i - 2, high) + 1):
        weight = before - sums[DEMAND, j] + after
        into, over = rows[enters, j], rows[turned_enters, j]
        straight = demand * into + weight * (into + length + rows[leaves, j + 1])
        back = demand * over + weight * (over + turned + rows[turned_leaves, j + 1])
        change = fast_min(straight, back + extra) - (demand + weight) * sums[LEG, j + 1]
        change += demand * (sums[REACHED, j + 1] - offset) + after * earlier
        out[j] = change
        least = fast_min(least, change)
    return least


@fast_kernel
def turned_piece(i: int, k: int, sums: FloatArray) -> tuple[float, float]:
    """Return the length of the piece i..k driven backwards, and how its own latency changes."""
    demand = sums[DEMAND, k] - sums[DEMAND, i - 1]
    latency = sums[LATENCY, k] - sums[LATENCY, i - 1] - sums[REACHED, i] * demand
    turned = sums[BACK, k] * demand - (sums[BACK_LATENCY, k] - sums[BACK_LATENCY, i - 1])
    barred = sums[BARRED, k] - sums[BARRED, i] + sums[BARRED_HERE, i]
    length = sums[BACK, k] - sums[BACK, i] + sums[BACK_LENGTH, i]
    return length, turned - latency + BIG * barred


@fast_kernel
def _is_better_turned(i: int, k: int, j: int, sums: FloatArray, rows: FloatArray) -> bool:
    """Return whether the piece i..k is better turned when it is moved behind j."""
    demand = sums[DEMAND, k] - sums[DEMAND, i - 1]
    enters, leaves, turned_enters = TO_ENTER, LEAVE_ENTER, TO_LEAVE
    if k > i:
        leaves = PIECE + 2 * (k - i - 1)
        turned_enters = leaves + 1
    turned, extra = turned_piece(i, k, sums)
    weight = sums[WEIGHT, j + 1]
    if j < i:
        weight = sums[DEMAND, i - 1] - sums[DEMAND, j] + sums[WEIGHT, k + 1]
    into, over = rows[enters, j], rows[turned_enters, j]
    straight = demand * into
    straight += weight * (into + sums[LEFT, k] - sums[REACHED, i] + rows[leaves, j + 1])
    back = demand * over + weight * (over + turned + rows[ENTER_ENTER, j + 1]) + extra
    return bool(back < straight)


@fast_kernel
def swaps(
    i: int, low: int, high: int, sums: FloatArray, rows: FloatArray, out: FloatArray
) -> float:
    """Price exchanging the edges i and j, each turned or not as is better (2-EXCHANGE).

    The choice for the edge that comes first changes only the shift of what follows, at a
    weight that does not depend on the other edge's choice: the two are made apart.
    """
    reached, length, turned = sums[REACHED, i], sums[LENGTH, i], sums[TURNED, i]
    demand = sums[DEMAND, i] - sums[DEMAND, i - 1]
    left_before = sums[LEFT, i - 1]
    here = sums[LEG, i] + length + sums[LEG, i + 1]
    half = 0.5 * (turned - length)
    least = BIG
    demand_here = sums[DEMAND, i]
    for j in range(max(i + 2, low), high + 1):
        weight = sums[WEIGHT, j + 1]
        other = sums[DEMAND, j] - sums[DEMAND, j - 1]
        all_later = sums[DEMAND, j - 1] - demand_here + demand + weight
        there = sums[LEG, j] + sums[LENGTH, j] + sums[LEG, j + 1]
        grown = 0.5 * (sums[TURNED, j] - sums[LENGTH, j])
        into, over = rows[BEFORE_ENTER, j], rows[BEFORE_LEAVE, j]
        time = left_before - sums[REACHED, j]
        first = fast_min(
            other * (time + into)
            + all_later * (into + sums[LENGTH, j] + rows[LEAVE_AFTER, j] - here),
            other * (time + over + grown)
            + all_later * (over + sums[TURNED, j] + rows[ENTER_AFTER, j] - here),
        )
        into, over = rows[TO_ENTER, j - 1], rows[TO_LEAVE, j - 1]
        time = sums[LEFT, j - 1] - reached
        second = fast_min(
            demand * (time + into) + weight * (into + length + rows[LEAVE_ENTER, j + 1] - there),
            demand * (time + over + half)
            + weight * (over + turned + rows[ENTER_ENTER, j + 1] - there),
        )
        out[j] = first + second
        least = fast_min(least, first + second)
    weight, demand_before = sums[WEIGHT, i + 1], sums[DEMAND, i - 1]
    for j in range(max(1, low), min(i - 2, high) + 1):
        other = sums[DEMAND, j] - sums[DEMAND, j - 1]
        all_later = demand_before - sums[DEMAND, j] + other + weight
        there = sums[LEG, j] + sums[LENGTH, j] + sums[LEG, j + 1]
        grown = 0.5 * (sums[TURNED, j] - sums[LENGTH, j])
        into, over = rows[TO_ENTER, j - 1], rows[TO_LEAVE, j - 1]
        time = sums[LEFT, j - 1] - reached
        first = fast_min(
            demand * (time + into) + all_later * (into + length + rows[LEAVE_ENTER, j + 1] - there),
            demand * (time + over + half)
            + all_later * (over + turned + rows[ENTER_ENTER, j + 1] - there),
        )
        into, over = rows[BEFORE_ENTER, j], rows[BEFORE_LEAVE, j]
        time = left_before - sums[REACHED, j]
        second = fast_min(
            other * (time + into) + weight * (into + sums[LENGTH, j] + rows[LEAVE_AFTER, j] - here),
            other * (time + over + grown)
            + weight * (over + sums[TURNED, j] + rows[ENTER_AFTER, j] - here),
        )
        out[j] = first + second
        least = fast_min(least, first + second)
    return least


@fast_kernel
def _turns_of_swap(i: int, j: int, sums: FloatArray, rows: FloatArray) -> int:
    """Return 1 if the edge at i is better turned when it is exchanged with j, plus 2 if j's is."""
    early, late = min(i, j), max(i, j)
    weight = sums[WEIGHT, late + 1]
    demand_i = sums[DEMAND, i] - sums[DEMAND, i - 1]
    demand_j = sums[DEMAND, j] - sums[DEMAND, j - 1]
    early_demand = demand_i if early == i else demand_j
    all_later = sums[DEMAND, late - 1] - sums[DEMAND, early] + early_demand + weight
    weight_i = weight if early == i else all_later
    weight_j = all_later if early == i else weight
    grown_i = sums[TURNED, i] - sums[LENGTH, i]
    straight = rows[TO_ENTER, j - 1] + rows[LEAVE_ENTER, j + 1]
    turned = rows[TO_LEAVE, j - 1] + rows[ENTER_ENTER, j + 1] + grown_i
    change = weight_i * (turned - straight)
    change += demand_i * (rows[TO_LEAVE, j - 1] - rows[TO_ENTER, j - 1] + 0.5 * grown_i)
    turns = 1 if change < 0 else 0
    grown_j = sums[TURNED, j] - sums[LENGTH, j]
    straight = rows[BEFORE_ENTER, j] + rows[LEAVE_AFTER, j]
    turned = rows[BEFORE_LEAVE, j] + rows[ENTER_AFTER, j] + grown_j
    change = weight_j * (turned - straight)
    change += demand_j * (rows[BEFORE_LEAVE, j] - rows[BEFORE_ENTER, j] + 0.5 * grown_j)
    return turns + (2 if change < 0 else 0)


@fast_kernel
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
    kinds: int,
    sums: FloatArray,
    nodes: IntArray,
    D: FloatArray,
    DT: FloatArray,
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
    kinds
        Sum of REVERSALS, EDGE_MOVES, PIECE_MOVES, SWAPS and ONCE.
    sums, nodes
        The running sums and the end nodes of each position.
    D, DT
        Distances and their transpose.
    rows, out
        Room for the rows of distances and of changes.
    """
    m = nodes.shape[1] - 2
    lay_out(i, max(low - 1, 0), high + 1, nodes, D, DT, rows)
    best, kind, first, last, place = 0.0, -1, i, i, -1
    if kinds & REVERSALS:
        least = reversals_from(i, low, high, sums, rows, out)
        if least < best:
            best, kind, place = least, REVERSE, _where(least, max(i, low), high, out)
        least = 0.0 if kinds & ONCE else reversals_to(i, low, high, sums, rows, out)
        if least < best:
            best, kind, place = least, REVERSE, i
            first = _where(least, max(1, low), min(i - 1, high), out)
    longest = LONGEST if kinds & PIECE_MOVES else 1 if kinds & EDGE_MOVES else 0
    for k in range(i, min(i + longest, m + 1)):
        gap = D[nodes[1, i - 1], nodes[0, k + 1]]
        least = piece_moves(i, k, low, high, gap, sums, rows, out)
        if least < best:
            best, first, last = least, i, k
            place = _where(least, max(k + 1, low), high, out)
            if place < 0:
                place = _where(least, low, min(i - 2, high), out)
            kind = MOVE_TURNED if _is_better_turned(i, k, place, sums, rows) else MOVE
    if kinds & SWAPS:
        least = swaps(i, max(low, i + 2) if kinds & ONCE else low, high, sums, rows, out)
        if least < best:
            best, kind, first = least, SWAP, i
            place = _where(least, max(i + 2, low), high, out)
            if place < 0:
                place = _where(least, max(1, low), min(i - 2, high), out)
            kind += _turns_of_swap(i, place, sums, rows)
    return best, kind, first, last, place


@kernel
def apply_move(
    kind: int, first: int, last: int, place: int, order: IntArray, sides: IntArray
) -> tuple[int, int]:
    """Make a move; return the first and the last position that changed.

    REVERSE turns the piece first..place, SWAP exchanges first and place, and MOVE and
    MOVE_TURNED put the piece first..last behind `place`.
    """
    if kind == REVERSE:
        turn(first, place, order, sides)
        return first, place
    if kind >= SWAP:
        turns = kind - SWAP
        order[first], order[place] = order[place], order[first]
        side = sides[first] ^ (turns & 1)
        sides[first] = sides[place] ^ (turns >> 1)
        sides[place] = side
        return min(first, place), max(first, place)
    if kind == MOVE_TURNED:
        turn(first, last, order, sides)
    if place > last:
        rotate(first, last, place, order, sides)
        return first, place
    rotate(place + 1, first - 1, last, order, sides)
    return place + 1, last


@kernel
def turn(first: int, last: int, order: IntArray, sides: IntArray) -> None:
    """Reverse the piece first..last, every edge driven the other way."""
    while first < last:
        order[first], order[last] = order[last], order[first]
        sides[first], sides[last] = 1 - sides[last], 1 - sides[first]
        first += 1
        last -= 1
    if first == last:
        sides[first] = 1 - sides[first]


@kernel
def rotate(first: int, middle: int, last: int, order: IntArray, sides: IntArray) -> None:
    """Exchange the neighbouring pieces first..middle and middle + 1..last."""
    for low, high in ((first, middle), (middle + 1, last), (first, last)):
        while low < high:
            order[low], order[high] = order[high], order[low]
            sides[low], sides[high] = sides[high], sides[low]
            low += 1  # noqa: PLW2901
            high -= 1  # noqa: PLW2901
