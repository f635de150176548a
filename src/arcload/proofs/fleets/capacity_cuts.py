"""The cut bound of a fleet's cost.

Crossings of the border of a set of nodes are at least as many as its load and its served edges
ask for (Belenguer and Benavent, 2003). A linear program with some of these cuts is solved, cuts
that it breaks are added, and so on. Its prices, rounded, are the certificate.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor, frexp

import numpy as np

from arcload.model.cut_certificate import CutCertificate
from arcload.model.fleet_problem import FleetProblem
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.fleets.cut_network import cut_network
from arcload.proofs.fleets.cut_program import CutProgram, Prices
from arcload.proofs.fleets.cut_search import CutSearch
from arcload.proofs.verify.capacity_cuts import proven_bound

_DIGITS = 20  # bits behind the point of a price, in mean costs of a crossing
_AT_A_TIME = 100  # cuts added after a linear program
_IDLE = 1e-7  # a price that is none
_MOST_IDLE = 10  # linear programs after which a cut without a price is dropped


def cut_bytes(problem: FleetProblem) -> int:
    """Return about how much memory the search for cuts takes: some matrices between all nodes."""
    return 100 * problem.nodes**2


class CapacityCuts:
    """The cut bound, in pieces.

    Parameters
    ----------
    problem
        The problem.
    seed
        Of the search for cuts.
    """

    value: float
    """The linear program's value so far, without what does not depend on crossings."""

    def __init__(self, problem: FleetProblem, seed: int = 0) -> None:
        self.problem = problem
        delivery = problem.reversed() if problem.collect else problem
        self._network = network = cut_network(delivery)
        self._search = CutSearch(network, seed)
        self._program = CutProgram(network)
        self._sets = np.zeros((0, network.nodes), dtype=np.bool_)
        self._idle = np.zeros(0, dtype=np.int64)
        self._prices: Prices | None = None
        self.value = 0.0

    def run(self) -> Iterator[None]:
        """Add cuts until none is found to be broken, yielding after each linear program."""
        nodes = self._network.nodes
        first = np.eye(nodes, dtype=np.bool_)[1:]
        whole = np.ones((1 if nodes > 1 else 0, nodes), dtype=np.bool_)
        whole[:, 0] = False
        self._add(np.concatenate([first, whole]))
        while True:
            prices = self._program.solve(self._sets, self._search.asked(self._sets))
            if prices is None:
                return
            self._prices, self.value = prices, prices.value
            self._priced = self._sets
            yield
            broken = self._search.broken(prices.crossings, _AT_A_TIME)
            if len(broken) == 0:
                return
            self._idle = np.where(prices.cuts > _IDLE, 0, self._idle + 1)
            active = self._idle < _MOST_IDLE
            self._sets, self._idle = self._sets[active], self._idle[active]
            self._add(broken)

    def certificate(self) -> CutCertificate:
        """Return the bound so far with what proves it."""
        unsigned = self._rounded()
        proven = proven_bound(self.problem, unsigned)
        return replace(unsigned, bound=_below(proven))

    def _add(self, sets: BoolArray) -> None:
        self._sets = np.concatenate([self._sets, sets])
        self._idle = np.append(self._idle, np.zeros(len(sets), dtype=np.int64))

    def _rounded(self) -> CutCertificate:
        """Return the prices as whole numbers for which no reduced cost is negative."""
        network, problem = self._network, self.problem
        edges = len(problem.ends)
        cost = network.a * network.length
        mean = float(cost[network.edge >= 0].mean()) if len(cost) else 1.0
        unit = 2.0 ** (frexp(mean or 1.0)[1] - _DIGITS)
        prices, lower = self._prices, 1.0
        while prices is not None and lower > 0.5:
            cuts = np.floor(prices.cuts * lower / unit)
            load = np.floor(np.maximum(0.0, prices.load) * lower / unit)
            serve = np.floor(np.maximum(0.0, prices.serve) * lower / unit)
            chosen = np.flatnonzero(cuts)
            sets = self._priced[chosen]
            potentials = self._mended(
                sets, cuts[chosen], np.rint(prices.potentials * lower / unit), load, serve, unit
            )
            if potentials is not None:
                return CutCertificate(
                    0.0,
                    unit,
                    tuple(tuple(np.flatnonzero(row[network.node]).tolist()) for row in sets),
                    tuple(int(price) for price in cuts[chosen]),
                    potentials[network.node],
                    self._by_edge(load, edges),
                    self._by_edge(serve, edges),
                )
            lower -= 1e-6 if lower == 1.0 else 0.1
        nothing = np.zeros((edges, 2), dtype=np.int64)
        return CutCertificate(
            0.0, unit, (), (), np.zeros(problem.nodes, dtype=np.int64), nothing, nothing
        )

    def _mended(
        self,
        sets: BoolArray,
        cuts: FloatArray,
        potentials: FloatArray,
        load: FloatArray,
        serve: FloatArray,
        unit: float,
    ) -> IntArray | None:
        """Return potentials that leave no reduced cost below 0, None if there are none near.

        With `left` what is left of an arc's cost, they must keep to p[head] <= p[tail] + left, as
        distances do: Bellman and Ford's steps from the rounded values lead there.
        """
        network = self._network
        left = []
        demand = np.zeros(int(network.edge.max(initial=0)) + 2)
        demand[network.served] = network.demands
        for j, (e, length) in enumerate(zip(network.edge, network.length, strict=True)):
            cost = Fraction(network.a) * Fraction(float(length)) / Fraction(unit)
            if load[j]:
                cost -= Fraction(network.capacity) * int(load[j])
            if serve[j]:
                cost -= Fraction(float(demand[e])) * int(serve[j])
            left.append(min(floor(cost), 1 << 60))
        across = sets[:, network.tail] != sets[:, network.head]
        reduced = np.array(left) - cuts.astype(np.int64) @ across
        p: IntArray = potentials.astype(np.int64)
        for _ in range(2 * network.nodes + 2):
            reach = p[network.tail] + reduced
            if (p[network.head] <= reach).all():
                shifted: IntArray = p - p[0]
                return shifted
            np.minimum.at(p, network.head, reach)
        return None

    def _by_edge(self, prices: FloatArray, edges: int) -> IntArray:
        """Return the prices of arcs as two columns, in the problem's own directions."""
        network = self._network
        columns = np.zeros((edges, 2), dtype=np.int64)
        real = network.edge >= 0
        side = network.side[real] ^ int(self.problem.collect)
        columns[network.edge[real], side] = prices[real].astype(np.int64)
        return columns


def _below(value: Fraction) -> float:
    """Return the greatest float that is not above a fraction."""
    near = float(value)
    return near if Fraction(near) <= value else float(np.nextafter(near, -np.inf))
