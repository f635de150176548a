"""Exchanging two neighbouring pieces of any length, between places that are near each other.

A tour passes most crossroads several times, so it is full of closed walks: pieces that end where
they begin. Such a piece can be driven at another visit of the same crossroads without a metre more.
That is the exchange of two neighbouring pieces (3-OPT without turning), and a tour is cut for it
in three places a < b < c: the pieces a + 1..b and b + 1..c change places.
"""

from arcload.engine.kernels.compiled import fast_kernel, fast_part
from arcload.engine.kernels.sequence import BIG, DEMAND, LEFT, REACHED, WEIGHT
from arcload.model.types import FloatArray, IntArray


@fast_part
def exchange_change(
    a: int, b: int, c: int, nodes: IntArray, D: FloatArray, sums: FloatArray
) -> float:
    """Return by how much the cost grows when the pieces a + 1..b and b + 1..c change places.

    Each piece comes earlier or later by some distance and pays its demand times that; all
    behind c pays the weight there times the change of the length.
    """
    left = sums[LEFT, a] + D[nodes[1, a], nodes[0, b + 1]]
    second = left - sums[REACHED, b + 1]
    left += sums[LEFT, c] - sums[REACHED, b + 1] + D[nodes[1, c], nodes[0, a + 1]]
    first = left - sums[REACHED, a + 1]
    left += sums[LEFT, b] - sums[REACHED, a + 1] + D[nodes[1, b], nodes[0, c + 1]]
    rest = left - sums[REACHED, c + 1]
    change = (sums[DEMAND, c] - sums[DEMAND, b]) * second
    change += (sums[DEMAND, b] - sums[DEMAND, a]) * first
    return float(change + sums[WEIGHT, c + 1] * rest)


@fast_kernel
def best_exchange(
    i: int,
    best: float,
    order: IntArray,
    position: IntArray,
    near: IntArray,
    nodes: IntArray,
    D: FloatArray,
    sums: FloatArray,
) -> tuple[float, int, int, int]:
    """Return the best exchange with a cut before position i: change of cost and the three cuts.

    The edge before i gets a near one behind it, and i gets a near one before it; the third new
    leg follows from these. The first cut is -1 where no change is below `best`.

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
    nodes, D, sums
        The end nodes of each position, the distances and the running sums.
    """
    low, middle, high = -1, -1, -1
    cut, count = i - 1, near.shape[1]
    before = order[max(cut, 1)]
    for f in range(count):
        if near[before, f] < 0:
            continue
        b = position[near[before, f]] - 1
        if b == cut or D[nodes[1, cut], nodes[0, b + 1]] >= BIG:
            continue
        for g in range(count):
            if near[order[i], g] < 0:
                continue
            c = position[near[order[i], g]]
            # The new legs are those of an exchange where the cuts come round in this order.
            if cut < b < c:
                first, second, third = cut, b, c
            elif c < cut < b:
                first, second, third = c, cut, b
            elif b < c < cut:
                first, second, third = b, c, cut
            else:
                continue
            change = exchange_change(first, second, third, nodes, D, sums)
            if change < best:
                best, low, middle, high = change, first, second, third
    return best, low, middle, high
