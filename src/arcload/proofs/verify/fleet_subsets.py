"""The cheapest plan of a small fleet, by every set of services.

The plan is read as a collection: what is on board is then known from what was served, and all
vehicles are followed from their start. One that delivers is driven backwards.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem, VehicleType

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
"""Ways by node and number of trips, the latter 0 where it does not matter."""


def by_fleet_subsets(problem: FleetProblem, certificate: Certificate) -> float:
    """Return the cost of a cheapest plan."""
    services = int(problem.served.sum())
    if services > MOST_SERVICES:
        raise CheckError(
            f"the certificate counts sets of {services} services; "
            f"a check takes too long above {MOST_SERVICES}"
        )
    collection = problem if problem.collect else problem.reversed()
    routes = [_Routes(collection, kind).cost for kind in collection.types]
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
    """

    def __init__(self, problem: FleetProblem, kind: VehicleType) -> None:
        self.problem, self.kind = problem, kind
        self.served = [e for e, is_served in enumerate(problem.served.tolist()) if is_served]
        self.places = problem.facilities.tolist()
        self.distance = _distances(problem, kind)
        self.limited = math.isfinite(min(kind.longest, kind.most_time))
        self.counted = kind.most_trips < len(self.served)
        sets = 1 << len(self.served)
        self.cost = [math.inf] * sets
        ways: list[_Labels] = [{} for _ in range(sets)]
        starts = [kind.start] if kind.start >= 0 else [*range(problem.nodes)]
        ways[0] = {(node, 0): [_Label(0.0, 0.0, 0.0, 0.0)] for node in starts}
        for done in range(sets):
            self._unload(ways[done])
            self._go_home(done, ways[done])
            for (node, trips), labels in ways[done].items():
                for label in labels:
                    self._serve(done, node, trips, label, ways)

    def _add(self, ways: _Labels, node: int, trips: int, new: _Label) -> None:
        """Add a way unless it is too long, or another is as good in every respect."""
        kind = self.kind
        if new.length > kind.longest * (1 + _ROUNDING):
            return
        if new.time > kind.most_time * (1 + _ROUNDING):
            return
        if not self.limited:
            new = new._replace(length=0.0, time=0.0)
        labels = ways.setdefault((node, trips), [])
        if any(all(x <= y for x, y in zip(old, new, strict=True)) for old in labels):
            return
        labels[:] = [old for old in labels if any(x < y for x, y in zip(old, new, strict=True))]
        labels.append(new)

    def _serve(self, done: int, node: int, trips: int, label: _Label, ways: list[_Labels]) -> None:
        """Add the ways that serve one edge more."""
        problem, kind = self.problem, self.kind
        for number, e in enumerate(self.served):
            load = label.load + float(problem.demands[e])
            barred = kind.barred is not None and kind.barred[e]
            if done >> number & 1 or barred or load > kind.capacity * (1 + _ROUNDING):
                continue
            for side in (0, 1):
                d = float(problem.lengths[e, side])
                way = self.distance[node][int(problem.ends[e, side])]
                if math.isfinite(d + way):
                    cost = way * (kind.a + kind.b * label.load)
                    cost += d * (kind.a + kind.b * (label.load + load) / 2)
                    new = _Label(
                        label.cost + cost + float(problem.surcharges[e, side]),
                        load,
                        label.length + way + d,
                        label.time + way * kind.drive_time + d * kind.serve_time,
                    )
                    head = int(problem.ends[e, 1 - side])
                    self._add(ways[done | 1 << number], head, trips, new)

    def _unload(self, ways: _Labels) -> None:
        """Add the ways that empty the vehicle at a facility."""
        problem, kind = self.problem, self.kind
        loaded = [
            (node, trips + self.counted, label)
            for (node, trips), labels in ways.items()
            for label in labels
            if label.load > 0 and trips < kind.most_trips
        ]
        for node, trips, label in loaded:
            for number, place in enumerate(self.places):
                way = self.distance[node][place]
                if math.isfinite(way):
                    new = _Label(
                        label.cost
                        + way * (kind.a + kind.b * label.load)
                        + float(problem.visit_costs[number]),
                        0.0,
                        label.length + way,
                        label.time + way * kind.drive_time + float(problem.stop_times[number]),
                    )
                    self._add(ways, place, trips, new)

    def _go_home(self, done: int, ways: _Labels) -> None:
        """Set the cost of the cheapest route for a set of services."""
        kind = self.kind
        ends: _Labels = {}
        for (node, _), labels in ways.items():
            way = 0.0 if kind.end < 0 else self.distance[node][kind.end]
            for label in labels:
                if label.load == 0 and done and math.isfinite(way):
                    length, time = label.length + way, label.time + way * kind.drive_time
                    cost = label.cost + way * kind.a + kind.fixed_cost
                    self._add(ends, 0, 0, _Label(cost, 0.0, length, time))
        for labels in ends.values():
            self.cost[done] = min(label.cost for label in labels)


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
