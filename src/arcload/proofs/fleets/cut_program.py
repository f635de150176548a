"""The linear program of the cut bound.

Where every edge is as long both ways a variable per edge suffices, otherwise each arc has its
crossings; `arcload.proofs.verify.capacity_cuts` has the rows.
"""

from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.fleets.cut_network import CutNetwork

_MOST_SECONDS = 10.0  # of one solution; only large networks take as long


class Prices(NamedTuple):
    """Values of the dual variables, and crossings."""

    value: float
    crossings: FloatArray
    """Of each arc; those of an even edge all on its first arc."""
    cuts: FloatArray
    potentials: FloatArray


class CutProgram:
    """The linear program over some cuts.

    Parameters
    ----------
    network
        The network.
    """

    def __init__(self, network: CutNetwork) -> None:
        self.network = network
        arcs = len(network.edge)
        mean = float(network.a * network.length.mean()) if arcs else 0.0
        self._scale = mean or 1.0
        edges = int(max(network.edge.max(initial=-1), network.served.max(initial=-1))) + 1
        number = np.full(edges + 1, -1)  # the last is that of ways home
        number[network.served] = np.arange(len(network.served))
        service = number[network.edge]
        self._first = np.flatnonzero(network.side == 0) if network.even else np.arange(arcs)
        self._cost = network.a * network.length[self._first] / self._scale
        self._lower = np.zeros(len(self._first))
        self._balanced = self._rows = _matrix((0, len(self._first)))
        self._least = np.zeros(0)
        if network.even:
            self._lower[service[self._first] >= 0] = 1.0
        else:
            serving = np.flatnonzero(service >= 0)
            self._rows = _matrix((len(network.served), arcs), service[serving], serving)
            self._least = np.zeros(len(network.served))  # 0 for what no vehicle can serve
            self._least[service[serving]] = 1.0
            self._balanced = _balance(network.tail, network.head, network.nodes)[1:]

    def solve(self, sets: BoolArray, asked: IntArray) -> Prices | None:
        """Return the best prices for some cuts, None if there is no solution, or none soon."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, vstack

        network, first = self.network, self._first
        if len(first) == 0:
            return None
        cuts = csr_array((sets[:, network.tail[first]] != sets[:, network.head[first]]) * 1.0)
        result = linprog(
            self._cost,
            A_ub=-vstack([cuts, self._rows]),
            b_ub=-np.concatenate([asked.astype(np.float64), self._least]),
            A_eq=self._balanced,
            b_eq=np.zeros(self._balanced.shape[0]),
            bounds=np.column_stack([self._lower, np.full(len(first), np.inf)]),
            method="highs-ds",
            options={"time_limit": _MOST_SECONDS},
        )
        if result.status != 0:
            return None
        potentials, crossings = np.zeros(network.nodes), np.zeros(len(network.edge))
        potentials[1 : 1 + self._balanced.shape[0]] = result.eqlin.marginals * self._scale
        crossings[first] = result.x
        prices = np.maximum(0.0, -result.ineqlin.marginals[: len(sets)]) * self._scale
        return Prices(float(result.fun) * self._scale, crossings, prices, potentials)


def _matrix(shape: tuple[int, int], *at: Any) -> Any:
    """Return a sparse matrix with a value, 1 unless given, at each row and column given."""
    from scipy.sparse import csr_array

    if not at:
        return csr_array(shape)
    rows, columns, *values = at
    value = np.broadcast_to(values[0] if values else 1.0, rows.shape)
    return csr_array((value, (rows, columns)), shape=shape)


def _balance(tail: IntArray, head: IntArray, nodes: int) -> Any:
    """Return the matrix of crossings into each node less those out of it."""
    arcs = np.arange(len(tail))
    shape = (nodes, len(tail))
    return _matrix(shape, head, arcs) - _matrix(shape, tail, arcs)
