"""Sets of parts that a solution comes to hardly more than once."""

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.postman.weighted_graph import WeightedGraph

_MOST = 2.6  # weight at the border; two are needed to come there and to leave
_TOGETHER = 0.3  # weight between two sets from which they are put together
_SETS = 1000  # that are looked for at the most
_PER_PART = 5


def tight_sets(
    graph: WeightedGraph, wanted: BoolArray, barred: BoolArray
) -> tuple[BoolArray, FloatArray]:
    """Return sets of parts with little weight at their border, and that weight.

    Parameters
    ----------
    graph
        The graph of parts; crossings are its weights.
    wanted
        Whether there is something to serve in each part: there is one in each set.
    barred
        Parts that no set may have, the start and the end.
    """
    parts = graph.nodes
    between = np.zeros((parts, parts))
    between[graph.tail, graph.head] = between[graph.head, graph.tail] = graph.weight
    around = between.sum(axis=0)
    alone = np.flatnonzero(wanted & ~barred & (around < _MOST))
    sets = _Sets()
    for part in alone.tolist():
        sets.add(np.arange(parts) == part, float(around[part]))
    for nodes in graph.tree_cuts(_MOST):
        inside = np.zeros(parts, dtype=np.bool_)
        inside[nodes] = True
        if barred[inside].any():
            inside = ~inside
        if wanted[inside].any() and not barred[inside].any():
            sets.add(inside, float(between[inside][:, ~inside].sum()))
    enough, looked_at = min(_SETS, _PER_PART * parts), 0
    while looked_at < len(sets.rows) < enough:
        rows, borders = np.array(sets.rows), np.array(sets.borders)
        new, size = rows[looked_at:], rows.sum(axis=1)
        # As numbers: products of truth values are not done by the fast routines.
        shared = (new @ between) @ rows.T.astype(np.float64)
        apart = new.astype(np.float64) @ rows.T.astype(np.float64) == 0
        border = borders[looked_at:, np.newaxis] + borders - 2 * shared
        small = size[looked_at:, np.newaxis] + size <= parts // 2
        one, other = np.nonzero(apart & small & (shared > _TOGETHER) & (border < _MOST))
        order = np.argsort(border[one, other], kind="stable")
        looked_at = len(rows)
        for i, j in zip(one[order].tolist(), other[order].tolist(), strict=True):
            sets.add(new[i] | rows[j], float(border[i, j]))
            if len(sets.rows) >= enough:
                break
    return np.array(sets.rows, dtype=np.bool_).reshape(-1, parts), np.array(sets.borders)


class _Sets:
    """Sets, each once."""

    def __init__(self) -> None:
        self._met: set[bytes] = set()
        self.rows: list[BoolArray] = []
        self.borders: list[float] = []

    def add(self, inside: BoolArray, border: float) -> None:
        if (key := inside.tobytes()) not in self._met:
            self._met.add(key)
            self.rows.append(inside)
            self.borders.append(border)
