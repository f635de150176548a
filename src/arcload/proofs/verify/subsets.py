"""Every set of served edges."""

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.types import FloatArray
from arcload.proofs.verify.delivery import Delivery

_MOST_SUBSET_EDGES = 24
_ROWS = 4096  # sets that are looked at together


def by_subsets(delivery: Delivery, certificate: Certificate) -> float:
    """Return the optimum, by the dynamic program over the sets S of served edges.

    cost[S, v] is the least cost of having served S and being at v; with w the load left,

        cost[S + e, head] = min over v of cost[S, v] + (W + w) * D[v, tail] + d * (W + w - q / 2).
    """
    q, entry, length, D = delivery.q, delivery.entry, delivery.length, delivery.D
    m = delivery.size
    if m == 0:
        return 0.0 if delivery.start < 0 else float(delivery.home[delivery.start])
    if m > _MOST_SUBSET_EDGES:
        raise CheckError(
            f"a certificate of kind 'subsets' is for {_MOST_SUBSET_EDGES} edges or fewer; "
            f"the instance has {m}"
        )
    steps = np.argwhere(np.isfinite(length)).tolist()
    every = np.arange(1 << m, dtype=np.int64)
    size = sum((every >> e & 1).astype(np.int8) for e in range(m))
    place = np.empty(1 << m, dtype=np.int64)  # of a set among those of its size
    sets, cost = every[:1], np.empty((1, 0))
    for served in range(m):
        weight = delivery.W + sum((sets >> e & 1 == 0) * q[e] for e in range(m))
        reached = _driven(cost, weight, D) if served else weight[:, None] * delivery.from_start
        larger = every[size == served + 1]
        place[larger] = np.arange(len(larger))
        cost = np.full((len(larger), len(D)), np.inf)
        for e, side in steps:
            tail, head = entry[e, side], entry[e, 1 - side]
            rows = np.flatnonzero(sets >> e & 1 == 0)
            target = place[sets[rows] | 1 << e]
            here = reached[rows, tail] + length[e, side] * (weight[rows] - q[e] / 2)
            cost[target, head] = np.minimum(cost[target, head], here)
        sets = larger
    return float((cost[0] + delivery.home).min())


def _driven(cost: FloatArray, weight: FloatArray, D: FloatArray) -> FloatArray:
    """Return the minimum over v of cost[:, v] + weight * D[v, :], block by block."""
    reached = np.full_like(cost, np.inf)
    for begin in range(0, len(cost), _ROWS):
        rows = slice(begin, begin + _ROWS)
        for v in range(len(D)):
            here = cost[rows, v, None] + weight[rows, None] * D[v]
            np.minimum(reached[rows], here, out=reached[rows])
    return reached
