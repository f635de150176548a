"""Every move of one position to places beside near edges, however far away in the tour.

These places are few and scattered, so each is priced on its own, with its distances taken where
they are needed. `moves` has the formulas; what is priced here is the same.
"""

import numpy as np

from arcload.engine.kernels.applying import MOVE, MOVE_TURNED, REVERSE
from arcload.engine.kernels.compiled import fast_kernel, fast_part
from arcload.engine.kernels.moves import turned_piece
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
    LONGEST,
    ONE,
    REACHED,
    TURN_COST,
    WEIGHT,
)
from arcload.model.types import FloatArray, IntArray


@fast_part
def near_places(
    i: int, window: int, order: IntArray, position: IntArray, near: IntArray, places: IntArray
) -> int:
    """List the places before and behind near edges of position i that lie out of the window.

    A place is the position behind which it is. Return how many there are.
    """
    edge, count = order[i], 0
    window = max(window, 2)  # `moves` has those to its neighbours
    for f in range(near.shape[1]):
        other = near[edge, f]
        if other < 0:
            continue
        j = position[other]
        if j <= i - window or j >= i + window:
            places[count] = j - 1
            places[count + 1] = j
            count += 2
    return count


@fast_kernel
def best_near_move(
    i: int,
    window: int,
    best: float,
    order: IntArray,
    position: IntArray,
    near: IntArray,
    nodes: IntArray,
    D: FloatArray,
    DT: FloatArray,
    sums: FloatArray,
    places: IntArray,
) -> tuple[float, int, int, int, int]:
    """Return the best move of position i beside near edges, as `best_move` does.

    A piece that begins or ends at i is reversed, or one of some edges from i on is moved.

    Parameters
    ----------
    i
        The position, 1 to m.
    window
        Positions to either side that are not looked at: `best_move` does.
    best
        What the change must be below; the kind is -1 where none is.
    order, position
        The edge at each position, and the position of each edge.
    near
        For each edge a row of near edges; -1 for none.
    nodes, D, DT, sums
        The end nodes of each position, the distances, their transpose and the running sums.
    places
        Room.
    """
    m = nodes.shape[1] - 2
    count = near_places(i, window, order, position, near, places)
    kind, first, last, place = -1, i, i, -1
    enter, leave = nodes[0, i], nodes[1, i]
    before, after = nodes[1, i - 1], nodes[0, i + 1]
    weight, back, barred = sums[WEIGHT, i], sums[BACK_BEFORE, i], sums[BARRED_BEFORE, i]
    fixed = weight * (sums[REACHED, i] - sums[LEG, i])
    fixed += sums[LATENCY, i - 1] + sums[BACK_LATENCY, i - 1]
    behind, back_here, barred_here = sums[WEIGHT, i + 1], sums[BACK, i], sums[BARRED, i]
    fixed_to = sums[LATENCY, i] + sums[BACK_LATENCY, i] + behind * sums[REACHED, i + 1]
    for index in range(count):
        p = np.uint64(places[index])
        then = p + ONE
        x, e = np.uint64(nodes[1, p]), np.uint64(nodes[0, then])
        if places[index] > i:
            change = weight * (D[before, x] + sums[BACK, p])
            change += sums[WEIGHT, then] * (D[enter, e] - back)
            change += fixed - sums[TURN_COST, then] + BIG * (sums[BARRED, p] - barred)
        else:
            change = sums[WEIGHT, then] * (DT[leave, x] + back_here) - sums[LEG_COST, then]
            change += behind * (DT[after, e] - sums[BACK_BEFORE, then])
            change += sums[TURN_COST, then] - fixed_to
            change += BIG * (barred_here - sums[BARRED_BEFORE, then])
        if change < best:
            best, kind = change, REVERSE
            if places[index] > i:
                first, place = i, places[index]
            else:
                first, place = places[index] + 1, i
    for k in range(i, min(i + LONGEST, m + 1)):
        leave = nodes[1, k]
        reached, served, after_piece = sums[REACHED, i], sums[DEMAND, i - 1], sums[WEIGHT, k + 1]
        demand = sums[DEMAND, k] - served
        length = sums[LEFT, k] - reached
        turned, extra = turned_piece(i, k, sums)
        later = D[before, nodes[0, k + 1]] - sums[LEG, i] - length - sums[LEG, k + 1]
        fixed = after_piece * later - demand * reached
        for index in range(count):
            if i - 1 <= places[index] <= k:
                continue
            p = np.uint64(places[index])
            then = p + ONE
            x, e = np.uint64(nodes[1, p]), np.uint64(nodes[0, then])
            if places[index] > k:
                late = sums[WEIGHT, then]
                change = demand * (sums[LEFT, p] + later)
            else:
                late = (served - sums[DEMAND, p]) + after_piece
                change = demand * sums[REACHED, then]
            change += fixed - sums[LEG_COST, then]
            straight = (demand + late) * DT[enter, x] + late * (length + D[leave, e])
            turning = (demand + late) * DT[leave, x] + late * (turned + D[enter, e]) + extra
            if change + min(straight, turning) < best:
                best, first, last, place = change + min(straight, turning), i, k, places[index]
                kind = MOVE if straight <= turning else MOVE_TURNED
    return best, kind, first, last, place
