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
    """Arcs that it serves within a trip."""
    trips: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Facility and arcs of each whole trip."""


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
        self._best: dict[int, _Way] = {}
        # Ways of routes by what they serve, then by number of trips, if that counts, and spot.
        self._ways: list[dict[tuple[int, int], list[_Way]]] = [{} for _ in range(sets)]
        self._ways[0] = {(0, start): [_Way(0.0, 0.0, 0.0)] for start in legs.starts.tolist()}
        for done in range(sets):
            for (_, spot), ways in self._ways[done].items():
                self._bring_home(done, spot, ways)
            for (trips, number), ways in self._loaded(done).items():
                self._add_trips(done, number, trips, ways)

    def trips(self, part: int) -> tuple[SmallTrip, ...]:
        """Return the trips of the cheapest route for a subset."""
        legs = self._legs
        return tuple(
            SmallTrip(facility, tuple((int(legs.edge[arc]), int(legs.side[arc])) for arc in arcs))
            for facility, arcs in self._best[part].trips
        )

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
                        float(legs.driven[u, legs.tail[arc]]) + length,
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

    def _loaded(self, done: int) -> dict[tuple[int, int], list[_Way]]:
        """Return the ways to each facility, the stop there included, by number of trips."""
        legs, kind = self._legs, self._legs.kind
        loaded: dict[tuple[int, int], list[_Way]] = {}
        for (trips, u), befores in self._ways[done].items():
            for number, f in enumerate(legs.facilities.tolist()):
                there, stop = float(legs.D[u, f]), float(legs.time[u, f] + legs.stop_times[number])
                if trips >= kind.most_trips or not math.isfinite(there):
                    continue
                cost = kind.a * there + float(legs.visit_costs[number])
                ways = loaded.setdefault((trips, number), [])
                for cost_before, before, time, _, made in befores:
                    length = before + float(legs.driven[u, f])
                    if self._within(length, time + stop):
                        way = _Way(cost_before + cost, length, time + stop, (), made)
                        _keep_best(ways, way)
        return loaded

    def _add_trips(self, done: int, number: int, trips: int, befores: list[_Way]) -> None:
        """Add the ways with one more trip, from a facility."""
        legs = self._legs
        counted = trips + 1 if legs.kind.most_trips < legs.services else 0
        rest = (len(legs.load) - 1) ^ done
        subset, f = rest, int(legs.facilities[number])
        while subset:
            for w, ways in self._serving[subset][f].items():
                after = self._ways[done | subset].setdefault((counted, w), [])
                for before in befores:
                    for way in ways:
                        length, time = before.length + way.length, before.time + way.time
                        if self._within(length, time):
                            made = (*before.trips, (number, way.arcs))
                            cost = before.cost + way.cost
                            _keep_best(after, _Way(cost, length, time, (), made))
            subset = (subset - 1) & rest

    def _bring_home(self, done: int, w: int, ways: list[_Way]) -> None:
        legs = self._legs
        for way in ways:
            length, time = way.length + float(legs.home_length[w]), float(legs.home_time[w])
            cost = way.cost + float(legs.home[w]) + legs.kind.fixed_cost
            if done and self._within(length, way.time + time) and cost < self.cost[done]:
                self.cost[done], self._best[done] = cost, way


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
