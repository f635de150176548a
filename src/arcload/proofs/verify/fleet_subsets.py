"""The cheapest plan of a small fleet, by every set of services.

The plan is read as a collection: what is on board is then known from what was served, and all
vehicles are followed from their start. One that delivers is driven backwards.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem, VehicleType

MOST_SERVICES = 10
"""Up to which a check takes some seconds."""

_ROUNDING = 1e-9  # relative excess over a limit that is none


class _Label(NamedTuple):
    """A way to a state."""

    cost: float
    length: float
    time: float


class _State(NamedTuple):
    """Where a vehicle is, and what it has on board."""

    node: int
    load: float
    trips: int


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
        states: list[dict[_State, list[_Label]]] = [{} for _ in range(sets)]
        start = [kind.start] if kind.start >= 0 else [*range(problem.nodes)]
        for node in start:
            states[0][_State(node, 0.0, 0)] = [_Label(0.0, 0.0, 0.0)]
        for done in range(sets):
            if done:
                self._unload(states[done])
                self._go_home(done, states[done])
            for state, labels in states[done].items():
                self._serve(done, state, labels, states)

    def _within(self, label: _Label) -> bool:
        return label.length <= self.kind.longest * (1 + _ROUNDING) and label.time <= (
            self.kind.most_time * (1 + _ROUNDING)
        )

    def _add(self, states: dict[_State, list[_Label]], state: _State, new: _Label) -> None:
        """Add a way to a state unless another is as good in every respect that matters."""
        if not math.isfinite(new.length) or not self._within(new):
            return
        labels = states.setdefault(state, [])
        if not self.limited:
            if not labels or new.cost < labels[0].cost:
                labels[:] = [new]
            return
        if any(all(x <= y for x, y in zip(old, new, strict=True)) for old in labels):
            return
        labels[:] = [old for old in labels if any(x < y for x, y in zip(old, new, strict=True))]
        labels.append(new)

    def _serve(
        self,
        done: int,
        state: _State,
        labels: list[_Label],
        states: list[dict[_State, list[_Label]]],
    ) -> None:
        problem, kind = self.problem, self.kind
        if state.load == 0 and state.trips >= kind.most_trips and self.counted:
            return
        for number, e in enumerate(self.served):
            q = float(problem.demands[e])
            room = state.load + q <= kind.capacity * (1 + _ROUNDING)
            if done >> number & 1 or not room or (kind.barred is not None and kind.barred[e]):
                continue
            for side in (0, 1):
                d = float(problem.lengths[e, side])
                tail, head = int(problem.ends[e, side]), int(problem.ends[e, 1 - side])
                way = self.distance[state.node][tail]
                if not math.isfinite(d + way):
                    continue
                cost = way * (kind.a + kind.b * state.load)
                cost += d * (kind.a + kind.b * (state.load + q / 2))
                cost += float(problem.surcharges[e, side])
                time = way * kind.drive_time + d * kind.serve_time
                after = _State(head, state.load + q, state.trips)
                for label in labels:
                    new = _Label(label.cost + cost, label.length + way + d, label.time + time)
                    self._add(states[done | 1 << number], after, new)

    def _unload(self, states: dict[_State, list[_Label]]) -> None:
        """Add the ways that empty the vehicle at a facility."""
        problem, kind = self.problem, self.kind
        for state, labels in [*states.items()]:
            trips = state.trips + 1 if self.counted else 0
            if trips > kind.most_trips:
                continue
            for number, node in enumerate(self.places):
                way = self.distance[state.node][node]
                cost = float(problem.visit_costs[number])
                time = float(problem.stop_times[number])
                if not math.isfinite(way):
                    continue
                for label in labels:
                    new = _Label(
                        label.cost + way * (kind.a + kind.b * state.load) + cost,
                        label.length + way,
                        label.time + way * kind.drive_time + time,
                    )
                    self._add(states, _State(node, 0.0, trips), new)

    def _go_home(self, done: int, states: dict[_State, list[_Label]]) -> None:
        kind = self.kind
        for state, labels in states.items():
            if state.load > 0:
                continue
            way = 0.0 if kind.end < 0 else self.distance[state.node][kind.end]
            for label in labels:
                time = label.time + way * kind.drive_time
                home = _Label(label.cost + way * kind.a, label.length + way, time)
                if math.isfinite(way) and self._within(home):
                    self.cost[done] = min(self.cost[done], home.cost + kind.fixed_cost)


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
