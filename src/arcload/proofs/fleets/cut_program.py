"""The linear program of the cut bound.

Where every edge is as long both ways and the load costs nothing, a variable per edge suffices.
Otherwise each arc has its crossings y, and with load also the load g that is carried along it and
the demand s of its edge that is served so; `arcload.proofs.verify.capacity_cuts` has the rows.
"""

from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.fleets.cut_network import CutNetwork


class Prices(NamedTuple):
    """Values of the dual variables, and crossings."""

    value: float
    crossings: FloatArray
    """Of each arc; those of an even edge all on its first arc."""
    cuts: FloatArray
    potentials: FloatArray
    load: FloatArray
    """Of each arc, per unit of load."""
    serve: FloatArray


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
        self._number = np.full(edges + 1, -1)  # the last is that of ways home
        self._number[network.served] = np.arange(len(network.served))
        self._serving = np.flatnonzero(self._number[network.edge] >= 0)
        self._can = np.zeros(len(network.served))  # 0 for a service that no vehicle can make
        self._can[self._number[network.edge[self._serving]]] = 1.0
        self._carries = network.b > 0
        self._unit = min(network.capacity, float(network.demands.sum())) or 1.0
        if network.even and not self._carries:
            self._first = np.flatnonzero(network.side == 0)
            self._of_edges()
        else:
            self._first = np.arange(arcs)
            self._of_arcs()

    def solve(self, sets: BoolArray, asked: IntArray) -> Prices | None:
        """Return the best prices for some cuts, None if there is no solution."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, vstack

        network, arcs = self.network, len(self.network.edge)
        tail, head = network.tail[self._first], network.head[self._first]
        cuts = csr_array((sets[:, tail] != sets[:, head]).astype(np.float64))
        cuts.resize((len(sets), len(self._cost)))
        if len(self._cost) == 0:
            return None
        result = linprog(
            self._cost,
            A_ub=-vstack([cuts, self._rows]),
            b_ub=-np.concatenate([asked.astype(np.float64), self._least]),
            A_eq=self._balanced,
            b_eq=np.zeros(self._balanced.shape[0]),
            bounds=np.column_stack([self._lower, np.full(len(self._cost), np.inf)]),
            method="highs-ds",
        )
        if result.status != 0:
            return None
        prices = np.maximum(0.0, -result.ineqlin.marginals) * self._scale
        potentials, crossings = np.zeros(network.nodes), np.zeros(arcs)
        potentials[1 : 1 + self._balanced.shape[0]] = result.eqlin.marginals * self._scale
        crossings[self._first] = result.x[: len(self._first)]
        load, serve = np.zeros(arcs), np.zeros(arcs)
        if self._carries:
            rest = prices[len(sets) + len(network.served) :] / self._unit
            load[: self._real] = rest[: self._real]
            serve[self._serving] = rest[self._real : self._real + len(self._serving)]
        value = float(result.fun) * self._scale
        return Prices(value, crossings, prices[: len(sets)], potentials, load, serve)

    def _of_edges(self) -> None:
        """Set the program of crossings per edge: a served one is crossed at least once."""
        network, first = self.network, self._first
        self._cost = network.a * network.length[first] / self._scale
        self._lower = (self._number[network.edge[first]] >= 0).astype(np.float64)
        self._rows = self._balanced = _matrix((0, len(first)))
        self._least = np.empty(0)

    def _of_arcs(self) -> None:
        """Set the program of crossings per arc."""
        network, arcs = self.network, len(self.network.edge)
        self._cost = network.a * network.length / self._scale
        number = self._number[network.edge[self._serving]]
        self._rows = _matrix((len(network.served), arcs), number, self._serving)
        self._least = self._can
        self._balanced = _balance(network.tail, network.head, network.nodes)[1:]
        if self._carries:
            self._with_load(number)
        self._lower = np.zeros(len(self._cost))

    def _with_load(self, number: IntArray) -> None:
        """Add what is carried along arcs and what is served, in units of a full vehicle."""
        from scipy.sparse import block_array

        network, arcs, served = self.network, len(self.network.edge), len(self.network.served)
        self._real = real = int((network.edge >= 0).sum())
        serving, k, nodes = self._serving, len(self._serving), len(network.facility)
        price = network.b * network.length * self._unit / self._scale
        self._cost = np.concatenate([self._cost, price[:real], price[serving] / 2])
        each = np.arange(real)
        limited = float(np.isfinite(network.capacity))
        full = limited * network.capacity / self._unit if limited else 0.0
        demand = network.demands / self._unit
        enter, leave = network.ways[:real].T
        inner = np.flatnonzero(~network.facility)
        rows = [
            [self._rows, _matrix((served, real)), _matrix((served, k))],
            [
                _matrix((real, arcs), each, each, full),
                _matrix((real, real), each, each, -limited),
                _matrix((real, k), serving, np.arange(k), -limited),
            ],
            [
                _matrix((k, arcs), np.arange(k), serving, demand[number]),
                None,
                _matrix((k, k), np.arange(k), np.arange(k), -1.0),
            ],
            [None, None, _matrix((served, k), number, np.arange(k))],
            [
                None,
                _balance(enter, leave, nodes)[inner],
                _matrix((nodes, k), enter[serving], np.arange(k), -1.0)[inner],
            ],
        ]
        self._rows = block_array(rows, format="csr")
        self._least = np.concatenate(
            [self._can, np.zeros(real + k), self._can * demand, np.zeros(len(inner))]
        )
        self._balanced.resize((self._balanced.shape[0], len(self._cost)))


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
