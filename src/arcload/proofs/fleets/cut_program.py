"""The linear program of the cut bound.

Where every edge is as long both ways and the load costs nothing, a variable per edge suffices.
Otherwise each arc has its crossings y, and with load also the load g that is carried along it and
the demand s of its edge that is served so; `arcload.proofs.verify.capacity_cuts` has the rows.
"""

from typing import NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.fleets.cut_network import CutNetwork


class Prices(NamedTuple):
    """Values of the dual variables, and of the variables."""

    value: float
    crossings: FloatArray
    """Of each arc; an even edge's crossings are spread over its two arcs."""
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
    tail, head
        Nodes of the problem that each arc joins.
    facilities
        Whether each node of the problem is a facility.
    """

    def __init__(
        self, network: CutNetwork, tail: np.ndarray, head: np.ndarray, facilities: BoolArray
    ) -> None:
        self.network = network
        self._by_edge = network.even and network.b == 0
        self._scale = float(network.a * network.length.mean()) or 1.0 if len(tail) else 1.0
        self._number = np.full(int(network.edge.max(initial=-1)) + 2, -1)  # of a served edge
        self._number[network.served] = np.arange(len(network.served))
        self._carried = network.b > 0
        self._rows(tail, head, facilities)

    def solve(self, sets: BoolArray, asked: np.ndarray) -> Prices | None:
        """Return the best prices for some cuts, None if there are none."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, vstack

        network, arcs = self.network, len(self.network.edge)
        across = sets[:, network.tail[self._first]] != sets[:, network.head[self._first]]
        cuts = csr_array(across.astype(np.float64))
        cuts.resize((len(sets), len(self._cost)))
        result = linprog(
            self._cost,
            A_ub=-vstack([cuts, self._at_least]),
            b_ub=-np.concatenate([asked.astype(np.float64), self._least]),
            A_eq=self._equal if self._equal.shape[0] else None,
            b_eq=np.zeros(self._equal.shape[0]) if self._equal.shape[0] else None,
            bounds=np.column_stack([self._lower, np.full(len(self._cost), np.inf)]),
            method="highs-ds",
        )
        if result.status != 0:
            return None
        k = len(sets)
        duals = np.maximum(0.0, -result.ineqlin.marginals) * self._scale
        potentials = np.zeros(network.nodes)
        crossings = np.zeros(arcs)
        crossings[self._first] = result.x[: len(self._first)]
        load = serve = np.zeros(arcs)
        if not self._by_edge:
            potentials[1:] = result.eqlin.marginals[: network.nodes - 1] * self._scale
        if self._carried:
            first = k + len(network.served)
            load = duals[first : first + arcs] / self._loads
            serve = np.zeros(arcs)
            serve[self._serving] = duals[first + arcs : first + arcs + len(self._serving)]
            serve /= self._loads
        value = float(result.fun) * self._scale
        return Prices(value, crossings, duals[:k], potentials, load, serve)

    def _rows(self, tail: np.ndarray, head: np.ndarray, facilities: BoolArray) -> None:
        """Set up all rows but cuts."""
        from scipy.sparse import block_array, coo_array, csr_array

        network, arcs = self.network, len(self.network.edge)
        number = self._number[network.edge]
        need = number >= 0
        cost = network.a * network.length
        if self._by_edge:
            self._first = np.flatnonzero(network.side == 0)
            self._cost = cost[self._first] / self._scale
            self._lower = need[self._first].astype(np.float64)
            self._at_least = self._equal = csr_array((0, len(self._first)))
            self._least = np.empty(0)
            return
        self._first = np.arange(arcs)
        self._cost, self._lower = cost / self._scale, np.zeros(arcs)
        self._least = np.ones(len(network.served))
        self._at_least = csr_array(
            coo_array(
                (np.ones(need.sum()), (number[need], np.flatnonzero(need))),
                shape=(len(network.served), arcs),
            )
        )
        can = np.unique(number[need])  # a service that no vehicle can make asks for nothing
        self._least[np.setdiff1d(np.arange(len(network.served)), can)] = 0.0
        self._equal = _balance(network.tail, network.head, network.nodes)[1:]
        if not self._carried:
            return
        # Loads are counted in full vehicles, or in all that is served.
        total = max(1e-300, float(network.demands.sum()))
        bounded = np.isfinite(network.capacity)
        self._loads = min(network.capacity, total)
        self._serving = np.flatnonzero(need)
        k = len(self._serving)
        demand = network.demands[number[need]] / self._loads
        price = network.b * network.length * self._loads / self._scale
        self._cost = np.concatenate([self._cost, price, price[need] / 2])
        self._lower = np.zeros(len(self._cost))
        full = csr_array(np.ones((arcs, 1)))
        identity = csr_array(
            coo_array((np.ones(arcs), (np.arange(arcs), np.arange(arcs))), shape=(arcs, arcs))
        )
        del full
        pick = csr_array(coo_array((np.ones(k), (self._serving, np.arange(k))), shape=(arcs, k)))
        room = identity if bounded else csr_array((arcs, arcs))
        most = csr_array(coo_array((demand, (np.arange(k), self._serving)), shape=(k, arcs)))
        each = csr_array(
            coo_array((np.ones(k), (number[need], np.arange(k))), shape=(len(network.served), k))
        )
        empty = csr_array((0, 0))
        del empty
        out = _balance(tail, head, len(facilities))
        leaving = csr_array(
            coo_array((np.ones(k), (tail[need], np.arange(k))), shape=(len(facilities), k))
        )
        inner = np.flatnonzero(~facilities)
        minus = -identity if bounded else csr_array((arcs, arcs))
        self._at_least = block_array(
            [
                [self._at_least, csr_array((len(network.served), arcs)), None],
                [room, minus, -pick if bounded else csr_array((arcs, k))],
                [most, None, -csr_array(np.eye(k))],
                [None, None, each],
                [None, out[inner], -leaving[inner]],
            ],
            format="csr",
        )
        wanted = network.demands / self._loads
        wanted[self._least == 0] = 0.0
        self._least = np.concatenate(
            [self._least, np.zeros(arcs + k), wanted, np.zeros(len(inner))]
        )
        self._equal.resize((network.nodes - 1, len(self._cost)))


def _balance(tail: np.ndarray, head: np.ndarray, nodes: int) -> object:
    """Return the matrix of crossings into each node less those out of it."""
    from scipy.sparse import coo_array, csr_array

    arcs = np.arange(len(tail))
    values = np.concatenate([np.ones(len(tail)), -np.ones(len(tail))])
    at = (np.concatenate([head, tail]), np.concatenate([arcs, arcs]))
    return csr_array(coo_array((values, at), shape=(nodes, len(tail))))
