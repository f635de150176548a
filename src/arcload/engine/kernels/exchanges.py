"""Exchanging two neighbouring pieces of any length, between places that are near each other.

A tour passes most crossroads several times, so it is full of closed walks: pieces that end where
they begin. Such a piece can be driven at another visit of the same crossroads without a metre more.
That is the exchange of two neighbouring pieces (3-OPT without turning), and a tour is cut for it
in three places a < b < c: the pieces a + 1..b and b + 1..c change places.
"""

from arcload.engine.kernels.compiled import fast_kernel
from arcload.engine.kernels.sequence import BIG, DEMAND, LEFT, REACHED, WEIGHT
from arcload.model.types import FloatArray, IntArray


@fast_kernel
def best_exchange(
    i: int,
    best: float,
    order: IntArray,
    position: IntArray,
    near: IntArray,
    nodes: IntArray,
    D: FloatArray,
    DT: FloatArray,
    sums: FloatArray,
    places: IntArray,
    rows: FloatArray,
) -> tuple[float, int, int, int]:
    """Return the best exchange with a cut before position i: change of cost and the three cuts.

    The edge before i gets a near one behind it, and i gets a near one before it; the third new
    leg follows from these. The first cut is -1 where no change is below `best`. Each piece comes
    earlier or later by some distance and pays its demand times that; all behind them pays the
    weight there times the change of the length.

    Parameters
    ----------
    i
        The position, 1 to m.
    best
        What the change must be below.
    order, position
        The edge at each position, and the position of each edge.
    near
        For each edge a row of near edges; -1 for none.
    nodes, D, DT, sums
        The end nodes of each position, the distances, their transpose and the running sums.
    places, rows
        Room.
    """
    low, middle, high = -1, -1, -1
    cut, count = i - 1, 0
    edge, before = order[i], order[max(cut, 1)]
    enter, leave = nodes[0, i], nodes[1, cut]
    for g in range(near.shape[1]):
        if near[edge, g] >= 0:
            c = position[near[edge, g]]
            leg = DT[enter, nodes[1, c]]
            if c != cut and leg < BIG:
                places[count] = c
                rows[0, count] = sums[LEFT, c] + leg
                rows[1, count] = sums[DEMAND, c]
                rows[2, count] = sums[REACHED, c + 1]
                rows[3, count] = sums[WEIGHT, c + 1]
                count += 1
    here, served = sums[LEFT, cut], sums[DEMAND, cut]
    reached, weight = sums[REACHED, i], sums[WEIGHT, i]
    for f in range(near.shape[1]):
        if near[before, f] < 0:
            continue
        b = position[near[before, f]] - 1
        leg = D[leave, nodes[0, b + 1]]
        if b == cut or leg >= BIG:
            continue
        at_b, left_b, demand_b = nodes[1, b], sums[LEFT, b], sums[DEMAND, b]
        reached_b, weight_b = sums[REACHED, b + 1], sums[WEIGHT, b + 1]
        for g in range(count):
            c = places[g]
            # The new legs are those of an exchange where the cuts come round in this order.
            if cut < b < c:
                second = here + leg - reached_b
                first = second + rows[0, g] - reached
                rest = first + left_b + D[at_b, nodes[0, c + 1]] - rows[2, g]
                change = (rows[1, g] - demand_b) * second + (demand_b - served) * first
                change += rows[3, g] * rest
            elif c < cut < b:
                second = rows[0, g] - reached
                first = second + left_b + D[at_b, nodes[0, c + 1]] - rows[2, g]
                rest = first + here + leg - reached_b
                change = (demand_b - served) * second + (served - rows[1, g]) * first
                change += weight_b * rest
            elif b < c < cut:
                second = left_b + D[at_b, nodes[0, c + 1]] - rows[2, g]
                first = second + here + leg - reached_b
                rest = first + rows[0, g] - reached
                change = (served - rows[1, g]) * second + (rows[1, g] - demand_b) * first
                change += weight * rest
            else:
                continue
            if change < best:
                best = change
                low, high = min(cut, b, c), max(cut, b, c)
                middle = cut + b + c - low - high
    return best, low, middle, high
