"""Prices of services and cuts that make trips dear.

Trips that forget what they served cost at least their cheapest sum for all load. A price per
service, which is taken off the trips and added to the bound, makes them serve each edge about
once; a price per cut makes them cross it often enough. A subgradient ascent finds good ones.
"""

from collections.abc import Callable, Iterator
from math import floor
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.trip_labels import (
    cheapest_loads,
    fill_trip_labels,
    follow_trip,
    new_trip_labels,
)
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.fleets.cut_network import CutNetwork
from arcload.proofs.fleets.cut_program import Prices
from arcload.proofs.fleets.trip_graph import TripGraphs

_DEFLECTION = 0.9  # share of the last direction in the next
_PATIENCE, _SHRINK = 30, 0.7  # steps without progress after which the step length shrinks
_PROGRESS = 1e-5  # relative improvement that counts as progress
_LEAST_STEP = 0.02  # step length below which nothing more is to be expected
_AHEAD = 0.05  # how far ahead the ascent aims, relatively, where no cost is known
_ROUNDING = 1e-14  # by which a sum of few terms is off, relatively
_ABOVE = 1.001  # and how far above the cost where one is


class _Slopes(NamedTuple):
    """The bound at some prices and how it changes with them."""

    value: float
    services: FloatArray
    cuts: FloatArray


class TripPrices:
    """Prices of services and cuts, improved in pieces.

    Parameters
    ----------
    network, trips
        The problem.
    sets, asked
        Cuts, and how many crossings they ask for.
    prices
        The cuts' linear program, solved.
    """

    value: float
    """Best bound so far."""

    def __init__(
        self,
        network: CutNetwork,
        trips: TripGraphs,
        sets: BoolArray,
        asked: IntArray,
        prices: Prices,
    ) -> None:
        self._network, self.trips, self._asked = network, trips, asked
        self._across = (sets[:, network.tail] != sets[:, network.head]).astype(np.float64)
        self._toll = prices.potentials[network.head] - prices.potentials[network.tail]
        self._room = np.maximum(0.0, network.a * network.length - self._toll)
        self._labels = [new_trip_labels(graph.top, len(graph.home_arc)) for graph in trips.graphs]
        self._small = trips.levels == 0
        self.cuts = self._within_room(prices.cuts)
        self.services = self._first_prices()
        self.value = -np.inf

    def run(self, cost_of_plan: Callable[[], float]) -> Iterator[None]:
        """Improve the prices, yielding after each step.

        Parameters
        ----------
        cost_of_plan
            Returns the cost of the best plan, at which the ascent aims; ``inf`` if there is none.
        """
        services, cuts, step, stale = self.services, self.cuts, 1.0, 0
        direction = np.zeros(len(services) + len(cuts))
        while step > _LEAST_STEP:
            at = self._slopes(services, cuts)
            cost = cost_of_plan()
            target = min(_ABOVE * cost, at.value + _AHEAD * abs(at.value))
            stale = 0 if at.value > self.value + _PROGRESS * abs(target) else stale + 1
            if at.value > self.value:
                self.value, self.services, self.cuts = at.value, services, cuts
            yield
            if stale >= _PATIENCE:
                step, stale, services, cuts = _SHRINK * step, 0, self.services, self.cuts
                direction[:] = 0.0
                continue
            slope = np.concatenate([at.services, at.cuts])
            direction = _DEFLECTION * direction + (1 - _DEFLECTION) * slope
            square = float(direction @ direction)
            if square <= 0.0 or self.value >= cost:
                return
            move = step * (target - at.value) / square * direction
            services = services + move[: len(services)]
            cuts = self._within_room(np.maximum(0.0, cuts + move[len(services) :]))

    def whole_prices(self, paid: IntArray, unit: float) -> IntArray:
        """Return the best prices of services in whole units.

        Services below a level pay no more than what is left of their crossing.

        Parameters
        ----------
        paid
            What a crossing of each arc of the network pays, in units.
        unit
            Value of a price of 1.
        """
        prices = np.rint(self.services / unit).astype(np.int64)
        prices[self._small] = 1 << 60
        for graph in self.trips.graphs:
            arcs = graph.arcs
            for j in np.flatnonzero(arcs.service[: arcs.driven] >= 0).tolist():
                # Rounded down twice: the cost itself is a rounded sum.
                left = floor(arcs.cost[j] * (1 - _ROUNDING) / unit) - paid[graph.arc[j]] - 1
                prices[arcs.service[j]] = min(prices[arcs.service[j]], left)
        prices[prices == 1 << 60] = 0
        return prices

    def _paid(self, cuts: FloatArray) -> FloatArray:
        """Return what a crossing of each arc of the network pays."""
        paid: FloatArray = cuts @ self._across + self._toll
        return paid

    def _within_room(self, cuts: FloatArray) -> FloatArray:
        """Lower prices of cuts so that no crossing pays more than it costs."""
        paid = cuts @ self._across
        over = paid > self._room
        share = np.ones(len(paid))
        share[over] = self._room[over] / paid[over]
        most = np.where(self._across[:, over] > 0, share[over], 1.0).min(axis=1, initial=1.0)
        lowered: FloatArray = cuts * most
        return lowered

    def _first_prices(self) -> FloatArray:
        """Return prices at which no trip costs less than 0.

        A service pays what is left of its crossing, and its load the way from a facility.
        """
        paid = self._paid(self.cuts)
        prices = np.full(len(self.trips.levels), np.inf)
        for graph in self.trips.graphs:
            arcs = graph.arcs
            near = np.where(np.isfinite(graph.nearest), graph.nearest, 0.0)
            carried = graph.kind.b * self.trips.level * near[arcs.tail] * arcs.level
            serving = arcs.service >= 0
            left = (arcs.cost - paid[graph.arc] + carried)[serving]
            np.minimum.at(prices, arcs.service[serving], left)
        prices[~np.isfinite(prices)] = 0.0
        return prices

    def _with_small(self, services: FloatArray, paid: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return prices in which services below a level pay all that is left of their crossing.

        With them comes how often that crosses each arc.
        """
        crossings = np.zeros(len(paid))
        if not self._small.any():
            return services, crossings
        least = np.full(len(services), np.inf)
        where = np.full(len(services), -1)
        for graph in self.trips.graphs:
            arcs = graph.arcs
            few = np.flatnonzero((arcs.service >= 0) & (np.arange(len(arcs.tail)) < arcs.driven))
            for j in few:
                left = arcs.cost[j] - paid[graph.arc[j]]
                if left < least[arcs.service[j]]:
                    least[arcs.service[j]], where[arcs.service[j]] = left, graph.arc[j]
        can = self._small & np.isfinite(least)
        np.add.at(crossings, where[can], 1.0)
        return np.where(self._small, np.where(can, least, 0.0), services), crossings

    def _slopes(self, services: FloatArray, cuts: FloatArray) -> _Slopes:
        """Return the bound at some prices."""
        trips, paid = self.trips, self._paid(cuts)
        services, crossings = self._with_small(services, paid)
        top = max(graph.top for graph in trips.graphs)
        cost = np.full((len(trips.graphs), top + 1), np.inf)
        facility = np.zeros((len(trips.graphs), top + 1), dtype=np.int64)
        priced = []
        for y, (graph, labels) in enumerate(zip(trips.graphs, self._labels, strict=True)):
            arcs = graph.arcs
            served = arcs.service >= 0
            left = arcs.cost - paid[graph.arc]
            left[served] -= services[arcs.service[served]]
            np.maximum(left[: arcs.driven], 0.0, out=left[: arcs.driven])
            home = arcs.home.copy()
            way = graph.home_arc >= 0
            home[way] = np.maximum(0.0, -paid[graph.home_arc[way]])
            priced.append(arcs._replace(cost=left, home=home))
            fill_trip_labels(priced[y], labels)
            whole = labels.cost[:, graph.facilities, 0] + graph.loading
            cost[y, : graph.top + 1] = whole.min(axis=1, initial=np.inf)
            if len(graph.facilities):
                facility[y, : graph.top + 1] = graph.facilities[whole.argmin(axis=1)]
        chosen = np.zeros(trips.total + 1, dtype=np.int64)
        value = cheapest_loads(cost.min(axis=0), trips.total, chosen)
        made = np.zeros(len(services))
        left_over = trips.total
        while np.isfinite(value) and (left_over > 0 or trips.total == 0):
            load = int(chosen[left_over])
            y = int(cost[:, load].argmin())
            graph, driven = trips.graphs[y], np.zeros(len(trips.graphs[y].arc))
            start = int(facility[y, load])
            last = follow_trip(load, start, priced[y], self._labels[y], driven, made)
            np.add.at(crossings, graph.arc, driven)
            if graph.home_arc[last] >= 0:
                crossings[graph.home_arc[last]] += 1
            left_over -= load
            if trips.total == 0:
                break
        slope = np.where(self._small, 0.0, 1.0 - made)
        value += float(services.sum() + cuts @ self._asked) + trips.vehicles
        return _Slopes(value, slope, self._asked - self._across @ crossings)
