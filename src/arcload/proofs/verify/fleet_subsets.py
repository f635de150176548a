"""The cheapest plan of a small fleet, by every set of services.

The plan is read as a collection: what is on board is then known from what was served, and all
vehicles are followed from their start. One that delivers is driven backwards.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.verify.turn_ways import TurnWays

MOST_SERVICES = 12
"""Up to which a check takes less than a minute."""

_ROUNDING = 1e-9  # relative excess over a limit that is none


class _Label(NamedTuple):
    """A way to a place, and what is on board; who has less of everything can do as well."""

    cost: float
    load: float
    length: float
    time: float


_Labels: TypeAlias = dict[tuple[int, int], list[_Label]]
"""Ways by spot and number of trips, the latter 0 where it does not matter."""

_Table: TypeAlias = list[list[float]]


class _Legs(NamedTuple):
    """Ways between spots: nodes or, where turns count, ports and places."""

    metres: _Table
    """Lengths and turns; infinite where no way leads."""
    lengths: _Table
    hours: _Table
    place: list[int]
    """Spot of each node that is a place."""
    entry: list[tuple[int, int]]
    """Spot at which each service is entered on each side; it is left at the other."""
    starts: list[int]
    """Spots where a route may start."""


def by_fleet_subsets(
    problem: FleetProblem, certificate: Certificate, turns: Sequence[TurnWays] | None = None
) -> float:
    """Return the cost of a cheapest plan.

    Parameters
    ----------
    problem
        The problem.
    certificate
        The certificate, which has nothing but its kind.
    turns
        The ways of each type of vehicle where turns count.
    """
    services = int(problem.served.sum())
    if services > MOST_SERVICES:
        raise CheckError(
            f"the certificate counts sets of {services} services; "
            f"a check takes too long above {MOST_SERVICES}"
        )
    collection = problem if problem.collect else problem.reversed()
    if turns is None:
        legs = [_along_streets(collection, kind) for kind in collection.types]
    else:
        legs = [
            _with_turns(collection, kind, ways, turned=not problem.collect)
            for kind, ways in zip(collection.types, turns, strict=True)
        ]
    routes = [
        _Routes(collection, kind, of_kind).cost
        for kind, of_kind in zip(collection.types, legs, strict=True)
    ]
    counts = tuple(services if kind.count < 0 else kind.count for kind in problem.types)

    @cache
    def least(rest: int, left: tuple[int, ...]) -> float:
        if rest == 0:
            return 0.0
        first, best = rest & -rest, math.inf
        for y, number in enumerate(left):
            if number > 0:
                fewer = (*left[:y], min(number, rest.bit_count()) - 1, *left[y + 1 :])
                for part in _subsets(rest ^ first):
                    cost = routes[y][part | first]
                    if cost < best:
                        best = min(best, cost + least(rest ^ first ^ part, fewer))
        return best

    cost = least((1 << services) - 1, counts)
    if cost == math.inf:
        raise CheckError("no plan serves everything, so there is no cost to bound")
    return cost


def _subsets(whole: int) -> Iterator[int]:
    """Give all subsets of a set of bits, the empty one too."""
    part = whole
    while True:
        yield part
        if part == 0:
            return
        part = (part - 1) & whole


class _Routes:
    """The cheapest route of one vehicle for each set of services.

    Parameters
    ----------
    problem
        The problem, which collects.
    kind
        The type of vehicle.
    legs
        Its ways.
    """

    def __init__(self, problem: FleetProblem, kind: VehicleType, legs: _Legs) -> None:
        self.problem, self.kind, self.legs = problem, kind, legs
        self.served = _served(problem)
        self.places = [legs.place[node] for node in problem.facilities.tolist()]
        self.limited = math.isfinite(min(kind.longest, kind.most_time))
        self.counted = kind.most_trips < len(self.served)
        sets = 1 << len(self.served)
        self.cost = [math.inf] * sets
        ways: list[_Labels] = [{} for _ in range(sets)]
        ways[0] = {(spot, 0): [_Label(0.0, 0.0, 0.0, 0.0)] for spot in legs.starts}
        for done in range(sets):
            self._unload(ways[done])
            self._go_home(done, ways[done])
            for (spot, trips), labels in ways[done].items():
                for label in labels:
                    self._serve(done, spot, trips, label, ways)

    def _add(self, ways: _Labels, spot: int, trips: int, new: _Label) -> None:
        """Add a way unless it is too long, or another is as good in every respect."""
        kind = self.kind
        if new.length > kind.longest * (1 + _ROUNDING):
            return
        if new.time > kind.most_time * (1 + _ROUNDING):
            return
        if not self.limited:
            new = new._replace(length=0.0, time=0.0)
        labels = ways.setdefault((spot, trips), [])
        if any(all(x <= y for x, y in zip(old, new, strict=True)) for old in labels):
            return
        labels[:] = [old for old in labels if any(x < y for x, y in zip(old, new, strict=True))]
        labels.append(new)

    def _serve(self, done: int, spot: int, trips: int, label: _Label, ways: list[_Labels]) -> None:
        """Add the ways that serve one edge more."""
        problem, kind, legs = self.problem, self.kind, self.legs
        for number, e in enumerate(self.served):
            load = label.load + float(problem.demands[e])
            barred = kind.barred is not None and kind.barred[e]
            if done >> number & 1 or barred or load > kind.capacity * (1 + _ROUNDING):
                continue
            for side in (0, 1):
                d = float(problem.lengths[e, side])
                enter, leave = legs.entry[number][side], legs.entry[number][1 - side]
                way = legs.metres[spot][enter]
                if math.isfinite(d + way):
                    cost = way * (kind.a + kind.b * label.load)
                    cost += d * (kind.a + kind.b * (label.load + load) / 2)
                    new = _Label(
                        label.cost + cost + float(problem.surcharges[e, side]),
                        load,
                        label.length + legs.lengths[spot][enter] + d,
                        label.time + legs.hours[spot][enter] + d * kind.serve_time,
                    )
                    self._add(ways[done | 1 << number], leave, trips, new)

    def _unload(self, ways: _Labels) -> None:
        """Add the ways that empty the vehicle at a facility."""
        problem, kind, legs = self.problem, self.kind, self.legs
        loaded = [
            (spot, trips + self.counted, label)
            for (spot, trips), labels in ways.items()
            for label in labels
            if label.load > 0 and trips < kind.most_trips
        ]
        for spot, trips, label in loaded:
            for number, place in enumerate(self.places):
                way = legs.metres[spot][place]
                if math.isfinite(way):
                    new = _Label(
                        label.cost
                        + way * (kind.a + kind.b * label.load)
                        + float(problem.visit_costs[number]),
                        0.0,
                        label.length + legs.lengths[spot][place],
                        label.time + legs.hours[spot][place] + float(problem.stop_times[number]),
                    )
                    self._add(ways, place, trips, new)

    def _go_home(self, done: int, ways: _Labels) -> None:
        """Set the cost of the cheapest route for a set of services."""
        kind, legs = self.kind, self.legs
        ends: _Labels = {}
        for (spot, _), labels in ways.items():
            way = driven = late = 0.0
            if kind.end >= 0:
                end = legs.place[kind.end]
                way = legs.metres[spot][end]
                driven, late = legs.lengths[spot][end], legs.hours[spot][end]
            for label in labels:
                if label.load == 0 and done and math.isfinite(way):
                    length, time = label.length + driven, label.time + late
                    cost = label.cost + way * kind.a + kind.fixed_cost
                    self._add(ends, 0, 0, _Label(cost, 0.0, length, time))
        for labels in ends.values():
            self.cost[done] = min(label.cost for label in labels)


def _served(problem: FleetProblem) -> list[int]:
    return [e for e, is_served in enumerate(problem.served.tolist()) if is_served]


def _along_streets(problem: FleetProblem, kind: VehicleType) -> _Legs:
    """Return the ways between all nodes for a type of vehicle."""
    distance = _distances(problem, kind)
    return _Legs(
        metres=distance,
        lengths=distance,
        hours=[[way * kind.drive_time for way in row] for row in distance],
        place=[*range(problem.nodes)],
        entry=[(tail, head) for tail, head in problem.ends[_served(problem)].tolist()],
        starts=[kind.start] if kind.start >= 0 else [*range(problem.nodes)],
    )


def _with_turns(problem: FleetProblem, kind: VehicleType, ways: TurnWays, *, turned: bool) -> _Legs:
    """Return the ways between ports and places, and from anywhere; all turned round if asked."""
    tables = [
        np.vstack([table.T if turned else table, np.zeros(len(table))]).tolist()
        for table in (ways.metres, ways.lengths, ways.hours)
    ]
    metres, lengths, hours = tables
    place = ways.place.tolist()
    return _Legs(
        metres=metres,
        lengths=lengths,
        hours=hours,
        place=place,
        entry=[(2 * k, 2 * k + 1) for k in range(len(_served(problem)))],
        starts=[place[kind.start] if kind.start >= 0 else len(metres) - 1],
    )


def _distances(problem: FleetProblem, kind: VehicleType) -> list[list[float]]:
    """Return shortest distances between all nodes for a type of vehicle."""
    n = problem.nodes
    distance = [[0.0 if u == v else math.inf for v in range(n)] for u in range(n)]
    for e, (tail, head) in enumerate(problem.ends.tolist()):
        if kind.barred is None or not kind.barred[e]:
            forth, back = problem.lengths[e].tolist()
            distance[tail][head] = min(distance[tail][head], forth)
            distance[head][tail] = min(distance[head][tail], back)
    for middle in range(n):
        onward = distance[middle]
        for row in distance:
            if row[middle] < math.inf:
                row[:] = [min(x, row[middle] + y) for x, y in zip(row, onward, strict=True)]
    return distance
