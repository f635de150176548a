"""The cut bound of a fleet's cost.

Crossings of the border of a set of nodes are at least as many as its load and its served edges
ask for (Belenguer and Benavent, 2003). A linear program with some of these cuts is solved, cuts
that it breaks are added, and so on. Where the load costs, or vehicles differ, the prices of the
cuts are then improved together with prices of services, for trips that forget what they served.
Prices, rounded, are the certificate.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import floor, frexp

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.cut_prices import CutPrices
from arcload.model.fleet_problem import FleetProblem
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.fleets.cut_network import cut_network
from arcload.proofs.fleets.cut_program import CutProgram, Prices
from arcload.proofs.fleets.cut_search import CutSearch
from arcload.proofs.fleets.trip_graph import trip_graphs, trip_level
from arcload.proofs.fleets.trip_prices import TripPrices
from arcload.proofs.verify.capacity_cuts import below, proven_bound

_DIGITS = 20  # bits behind the point of a price, in mean costs of a crossing
_AT_A_TIME = 100  # cuts added after a linear program
_IDLE = 1e-7  # a price that is none
_ROUNDS_BEFORE_TRIPS, _FEW_NODES = 12, 400  # linear programs, and up to so many nodes
_MOST_NODES = 1_500  # above, each node and all together are the only cuts
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

    cost: float
    """Cost of the best plan known, to be set from outside; the search for prices aims at it."""

    def __init__(self, problem: FleetProblem, seed: int = 0) -> None:
        self.problem, self.cost = problem, np.inf
        self._delivery = problem.reversed() if problem.collect else problem
        self._network = network = cut_network(self._delivery)
        self._search = CutSearch(network, seed)
        self._program = CutProgram(network)
        self._sets = np.zeros((0, network.nodes), dtype=np.bool_)
        self._idle = np.zeros(0, dtype=np.int64)
        self._prices: Prices | None = None
        self._trips: TripPrices | None = None

    def run(self) -> Iterator[None]:
        """Raise the bound while it can be, yielding after each step."""
        needs_trips = self._needs_trips()
        yield from self._add_cuts(needs_trips)
        level = trip_level(self._delivery) if needs_trips else None
        if self._prices is None or level is None:
            return
        self._trips = TripPrices(
            self._network,
            trip_graphs(self._delivery, self._network, level),
            self._priced,
            self._search.asked(self._priced),
            self._prices,
        )
        yield from self._trips.run(lambda: self.cost)

    def certificate(
        self, *, with_trips: bool = True, pause: Callable[[], None] = lambda: None
    ) -> Certificate:
        """Return the bound so far with what proves it.

        Parameters
        ----------
        with_trips
            Whether trips may be priced too, whose proof takes up to some seconds.
        pause
            Called now and then meanwhile; what it raises ends the work.
        """
        cuts = None if self._prices is None else self._prices.cuts
        ways = [self._rounded(cuts)]
        if self._trips is not None and with_trips:
            ways.append(self._rounded(self._trips.cuts, self._trips))
        proven = [proven_bound(self.problem, prices, pause) for prices in ways]
        best = max(range(len(ways)), key=proven.__getitem__)
        return Certificate("capacity-cuts", below(proven[best]), cuts=ways[best])

    def _needs_trips(self) -> bool:
        """Return whether cuts alone, which know one cheapest vehicle, are far from the truth."""
        types = [kind for kind in self.problem.types if kind.count != 0]
        alike = len({(kind.a, kind.capacity) for kind in types}) == 1
        visits = len(set(self.problem.visit_costs.tolist())) > 1
        return any(kind.b > 0 for kind in types) or not alike or visits

    def _add_cuts(self, needs_trips: bool) -> Iterator[None]:
        """Add cuts until none is found to be broken, yielding after each step.

        Where trips come next, only so long as a step takes about as long as one of theirs.
        """
        nodes = self._network.nodes
        first = np.eye(nodes, dtype=np.bool_)[1:]
        whole = np.ones((1 if nodes > 1 else 0, nodes), dtype=np.bool_)
        whole[:, 0] = False
        self._add(np.concatenate([first, whole]))
        rounds = (
            _ROUNDS_BEFORE_TRIPS * _FEW_NODES // max(nodes, _FEW_NODES) if needs_trips else None
        )
        for number in count():
            prices = self._program.solve(self._sets, self._search.asked(self._sets))
            if prices is None:
                return
            self._prices, self._priced = prices, self._sets
            yield
            if nodes > _MOST_NODES or number == rounds:
                return
            broken = self._search.broken(prices.crossings, _AT_A_TIME)
            yield
            if len(broken) == 0:
                return
            self._idle = np.where(prices.cuts > _IDLE, 0, self._idle + 1)
            active = self._idle < _MOST_IDLE
            self._sets, self._idle = self._sets[active], self._idle[active]
            self._add(broken)

    def _add(self, sets: BoolArray) -> None:
        self._sets = np.concatenate([self._sets, sets])
        self._idle = np.append(self._idle, np.zeros(len(sets), dtype=np.int64))

    def _rounded(self, prices: FloatArray | None, trips: TripPrices | None = None) -> CutPrices:
        """Return prices as whole numbers, none of a crossing above its cost."""
        network, problem = self._network, self.problem
        cost = network.a * network.length[network.edge >= 0]
        if trips is not None:
            cost = np.concatenate([graph.arcs.cost for graph in trips.trips.graphs])
        mean = float(cost.mean()) if len(cost) else 1.0
        unit = 2.0 ** (frexp(mean or 1.0)[1] - _DIGITS)
        lower = 1.0
        while prices is not None and self._prices is not None and lower > 0.5:
            cuts = np.floor(prices * lower / unit)
            chosen = np.flatnonzero(cuts)
            sets = self._priced[chosen]
            potentials = self._mended(
                sets, cuts[chosen], np.rint(self._prices.potentials * lower / unit), unit
            )
            if potentials is not None:
                whole = CutPrices(
                    unit,
                    tuple(tuple(np.flatnonzero(row[network.node]).tolist()) for row in sets),
                    tuple(int(price) for price in cuts[chosen]),
                    potentials[network.node],
                )
                if trips is None:
                    return whole
                across = sets[:, network.tail] != sets[:, network.head]
                toll = potentials[network.head] - potentials[network.tail]
                paid = cuts[chosen].astype(np.int64) @ across + toll
                services = trips.whole_prices(paid, unit)
                column = np.zeros(len(problem.ends), dtype=np.int64)
                column[network.served] = services
                return replace(whole, service_prices=column, level=trips.trips.level)
            lower -= 1e-6 if lower == 1.0 else 0.1
        return CutPrices(unit, (), (), np.zeros(problem.nodes, dtype=np.int64))

    def _mended(
        self, sets: BoolArray, cuts: FloatArray, potentials: FloatArray, unit: float
    ) -> IntArray | None:
        """Return potentials that leave no reduced cost below 0, None if there are none near.

        With `left` what is left of an arc's cost, they must keep to p[head] <= p[tail] + left, as
        distances do: Bellman and Ford's steps from the rounded values lead there.
        """
        network = self._network
        left = [
            min(floor(Fraction(network.a) * Fraction(float(length)) / Fraction(unit)), 1 << 60)
            for length in network.length
        ]
        across = sets[:, network.tail] != sets[:, network.head]
        reduced = np.array(left, dtype=np.int64) - cuts.astype(np.int64) @ across
        p: IntArray = potentials.astype(np.int64)
        for _ in range(2 * network.nodes + 2):
            reach = p[network.tail] + reduced
            if (p[network.head] <= reach).all():
                shifted: IntArray = p - p[0]
                return shifted
            np.minimum.at(p, network.head, reach)
        return None
