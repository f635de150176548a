"""The direction program: best direction of every edge in a given order (Appendix A)."""

import numpy as np

from arcload.engine.kernels.compiled import kernel
from arcload.model.types import FloatArray, IntArray


@kernel
def direction_program(
    order: IntArray,
    W: float,
    q: FloatArray,
    entry: IntArray,
    length: FloatArray,
    D: FloatArray,
    from_start: FloatArray,
    home: FloatArray,
) -> tuple[float, IntArray]:
    """Return the least cost of serving `order` over all 2^m directions, and the sides taken.

    With Q_k the load before the k-th edge, the cost to go when edge k-1 was left on side s is

        f_k(s) = min over t of (W + Q_k) * D[exit of k-1 on s, entry of k on t]
                               + (W + Q_k - q_k / 2) * length[k, t] + f_{k+1}(t)

    with f_{m+1}(s) the drive home. The first edge is reached from the start by the shortest
    distance D; the paper prints the edge length d there. Loads are those of the edges in
    `order` alone, so a part of the edges can be priced too. O(m).
    """
    m = len(order)
    sides = np.empty(m, dtype=np.int64)
    if m == 0:
        return 0.0, sides
    choice = np.empty((m, 2), dtype=np.int64)
    last = order[m - 1]
    to_go_0 = home[entry[last, 1]]
    to_go_1 = home[entry[last, 0]]
    load = 0.0
    for position in range(m - 1, -1, -1):
        k = order[position]
        weight_while_serving = W + load + q[k] / 2
        load += q[k]
        weight = W + load
        served_0 = weight_while_serving * length[k, 0] + to_go_0
        served_1 = weight_while_serving * length[k, 1] + to_go_1
        if position > 0:
            before = order[position - 1]
            for side in range(2):
                here = entry[before, 1 - side]
                forward = weight * D[here, entry[k, 0]] + served_0
                back = weight * D[here, entry[k, 1]] + served_1
                choice[position, side] = 0 if forward <= back else 1
                if side == 0:
                    to_go_0 = min(forward, back)
                else:
                    to_go_1 = min(forward, back)
        else:
            forward = weight * from_start[entry[k, 0]] + served_0
            back = weight * from_start[entry[k, 1]] + served_1
            sides[0] = 0 if forward <= back else 1
            to_go_0 = min(forward, back)
    for position in range(1, m):
        sides[position] = choice[position, sides[position - 1]]
    return to_go_0, sides
