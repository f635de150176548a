"""Routes of limited length and duration: what costs least may be too long.

So all ways are kept of which none is better in cost, length and time at once.
"""

import math
from typing import NamedTuple

import numpy as np

from arcload.model.types import FloatArray
from arcload.proofs.fleets.fleet_legs import Legs
from arcload.proofs.fleets.small_plan import SmallTrip

_ROUNDING = 1e-9  # relative excess over a limit that is none


class _Way(NamedTuple):
    """A part of a route."""

    cost: float
    length: float
    time: float
    arcs: tuple[int, ...] = ()
    trips: tuple[SmallTrip, ...] = ()


class LimitedRoutes:
    """The cheapest route within the limits, for each subset of services.

    Parameters
    ----------
    legs
        Distances and services of one type of vehicle.
    """

    def __init__(self, legs: Legs) -> None:
        self._legs = legs
        kind, sets = legs.kind, len(legs.load)
        self._longest = kind.longest * (1 + _ROUNDING)
        self._most_time = kind.most_time * (1 + _ROUNDING)
        self._serving = self._all_servings()
        self.cost: FloatArray = np.full(sets, np.inf)
        self._best: dict[int, tuple[SmallTrip, ...]] = {}
        # The ways of a route after each number of trips, by subset and last spot.
        layer: dict[tuple[int, int], list[_Way]] = {
            (0, start): [_Way(0.0, 0.0, 0.0)] for start in legs.starts.tolist()
        }
        for _ in range(int(min(kind.most_trips, legs.services))):
            layer = self._one_more_trip(layer)
            self._bring_home(layer)

    def trips(self, part: int) -> tuple[SmallTrip, ...]:
        """Return the trips of the cheapest route for a subset."""
        return self._best[part]

    def _within(self, length: float, time: float) -> bool:
        return length <= self._longest and time <= self._most_time

    def _all_servings(self) -> list[list[dict[int, list[_Way]]]]:
        """Return the ways to serve each subset, loaded, from each spot to others."""
        legs, kind = self._legs, self._legs.kind
        n = len(legs.D)
        tables = [[{spot: [_Way(0.0, 0.0, 0.0)]} for spot in range(n)]]
        for subset in range(1, len(legs.load)):
            load = float(legs.load[subset])
            table: list[dict[int, list[_Way]]] = [{} for _ in range(n)]
            tables.append(table)
            if load > kind.capacity * (1 + _ROUNDING):
                continue
            for arc in legs.arcs_of(subset).tolist():
                i, length = int(legs.service[arc]), float(legs.length[arc])
                paid = (kind.a + kind.b * (load - float(legs.q[i]) / 2)) * length
                paid += float(legs.surcharge[arc])
                after = tables[subset ^ 1 << i][int(legs.head[arc])]
                for u in range(n):
                    there = float(legs.D[u, legs.tail[arc]])
                    drive = _Way(
                        (kind.a + kind.b * load) * there + paid,
                        there + length,
                        float(legs.time[u, legs.tail[arc]] + legs.serve_time[arc]),
                        (arc,),
                    )
                    if not math.isfinite(there):
                        continue
                    for w, ways in after.items():
                        self._add(table[u], w, drive, ways)
        return tables

    def _add(self, table: dict[int, list[_Way]], w: int, first: _Way, ways: list[_Way]) -> None:
        """Add ways that start with `first` and go on to w."""
        for way in ways:
            length, time = first.length + way.length, first.time + way.time
            if self._within(length, time):
                joined = _Way(first.cost + way.cost, length, time, first.arcs + way.arcs)
                _keep_best(table.setdefault(w, []), joined)

    def _one_more_trip(
        self, layer: dict[tuple[int, int], list[_Way]]
    ) -> dict[tuple[int, int], list[_Way]]:
        legs, kind = self._legs, self._legs.kind
        after: dict[tuple[int, int], list[_Way]] = {}
        for (done, u), befores in layer.items():
            for number, f in enumerate(legs.facilities.tolist()):
                there = float(legs.D[u, f])
                if not math.isfinite(there):
                    continue
                cost = kind.a * there + float(legs.visit_costs[number])
                stop = float(legs.time[u, f] + legs.stop_times[number])
                for subset in range(1, len(legs.load)):
                    if subset & done:
                        continue
                    for w, ways in self._serving[subset][f].items():
                        for before in befores:
                            for way in ways:
                                length = before.length + there + way.length
                                time = before.time + stop + way.time
                                if not self._within(length, time):
                                    continue
                                trip = SmallTrip(number, self._services(way.arcs))
                                joined = _Way(
                                    before.cost + cost + way.cost,
                                    length,
                                    time,
                                    (),
                                    (*before.trips, trip),
                                )
                                _keep_best(after.setdefault((done | subset, w), []), joined)
        return after

    def _bring_home(self, layer: dict[tuple[int, int], list[_Way]]) -> None:
        legs = self._legs
        for (done, w), ways in layer.items():
            for way in ways:
                length = way.length + float(legs.home_length[w])
                cost = way.cost + float(legs.home[w]) + legs.kind.fixed_cost
                within = self._within(length, way.time + float(legs.home_time[w]))
                if within and cost < self.cost[done]:
                    self.cost[done], self._best[done] = cost, way.trips

    def _services(self, arcs: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        legs = self._legs
        return tuple((int(legs.edge[arc]), int(legs.side[arc])) for arc in arcs)


def _keep_best(ways: list[_Way], new: _Way) -> None:
    """Add a way unless another is as good in every respect; drop those that it beats."""
    for way in ways:
        if way.cost <= new.cost and way.length <= new.length and way.time <= new.time:
            return
    ways[:] = [
        way
        for way in ways
        if not (new.cost <= way.cost and new.length <= way.length and new.time <= way.time)
    ]
    ways.append(new)
