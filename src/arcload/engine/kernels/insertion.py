"""The best place for one more edge, over all directions of all edges, in linear time."""

import numpy as np

from arcload.engine.kernels.compiled import kernel
from arcload.model.types import FloatArray, IntArray

_TIE = 1e-12  # positions whose costs differ by less, relatively, are equally good


@kernel
def insert_best(
    order: IntArray,
    count: int,
    edge: int,
    W: float,
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
    from_start: FloatArray,
    home: FloatArray,
) -> float:
    """Insert `edge` into ``order[:count]`` where the tour becomes cheapest; return its cost.

    The costs are those of the direction program after the insertion, loads being those of the
    edges in the order alone. An edge inserted at position p adds its demand to the load of
    everything before p and changes nothing after it. So with

        F_p(s): least cost up to leaving edge p on side s, every load greater by q_edge
        G_p(t): least cost of serving edge p on side t and all that follows

    every position is priced in constant time from one pass backwards and one forwards. Among
    equally good positions the first is taken. `order` needs room for one more edge.
    """
    demand = q[edge]
    behind = np.zeros(count + 1)  # load needed from each position on
    to_go = np.empty((count + 1, 2))  # G
    for p in range(count - 1, -1, -1):
        k = order[p]
        behind[p] = behind[p + 1] + q[k]
        for side in range(2):
            leave = entry[k, 1 - side]
            if p == count - 1:
                after = home[leave]
            else:
                following = order[p + 1]
                weight = W + behind[p + 1]
                after = min(
                    weight * D[leave, entry[following, 0]] + to_go[p + 1, 0],
                    weight * D[leave, entry[following, 1]] + to_go[p + 1, 1],
                )
            to_go[p, side] = (W + behind[p + 1] + q[k] / 2) * length[k, side] + after

    best, place = np.inf, -1
    so_far_0 = so_far_1 = 0.0  # F of the edge before position p
    for p in range(count + 1):
        weight = W + behind[p] + demand
        for side in range(2):
            enter, leave = entry[edge, side], entry[edge, 1 - side]
            if p == 0:
                cost = weight * from_start[enter]
            else:
                before = order[p - 1]
                cost = min(
                    so_far_0 + weight * D[entry[before, 1], enter],
                    so_far_1 + weight * D[entry[before, 0], enter],
                )
            cost += (W + behind[p] + demand / 2) * length[edge, side]
            if p == count:
                cost += home[leave]
            else:
                k = order[p]
                cost += min(
                    (W + behind[p]) * D[leave, entry[k, 0]] + to_go[p, 0],
                    (W + behind[p]) * D[leave, entry[k, 1]] + to_go[p, 1],
                )
            if cost < best - _TIE * best or (place < 0 and cost < np.inf):
                best, place = cost, p
        if p < count:
            k = order[p]
            serving = W + behind[p + 1] + demand + q[k] / 2
            if p == 0:
                reach_0 = weight * from_start[entry[k, 0]]
                reach_1 = weight * from_start[entry[k, 1]]
            else:
                before = order[p - 1]
                reach_0 = min(
                    so_far_0 + weight * D[entry[before, 1], entry[k, 0]],
                    so_far_1 + weight * D[entry[before, 0], entry[k, 0]],
                )
                reach_1 = min(
                    so_far_0 + weight * D[entry[before, 1], entry[k, 1]],
                    so_far_1 + weight * D[entry[before, 0], entry[k, 1]],
                )
            so_far_0 = reach_0 + serving * length[k, 0]
            so_far_1 = reach_1 + serving * length[k, 1]

    place = max(place, 0)
    for p in range(count, place, -1):
        order[p] = order[p - 1]
    order[place] = edge
    return best
