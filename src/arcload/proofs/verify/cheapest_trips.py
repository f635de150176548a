"""The cheapest trips that forget what they served, in whole numbers.

A trip loads at a facility, drives, serves and ends. It knows its load in levels and which edge it
serves next, so that it serves none twice in a row. Trips that together serve all levels are no
dearer than those of any plan.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple


class TripArc(NamedTuple):
    """An edge in one direction, driven or served.

    With l levels on board behind it, a crossing costs ``(cost + slope * l) / share`` rounded down,
    less what is paid.
    """

    tail: int
    head: int
    cost: int
    slope: int
    share: int
    paid: int
    levels: int = 0
    """Levels that are served."""
    edge: int = -1
    """The edge, if it is served."""

    def price(self, level: int) -> int:
        """Return the cost of a crossing behind which so many levels are left."""
        return (self.cost + self.slope * level) // self.share - self.paid


class Trips(NamedTuple):
    """The trips of one type of vehicle."""

    nodes: int
    top: int
    """Most levels of a trip."""
    arcs: list[TripArc]
    starts: Mapping[int, int]
    """Cost of loading at each facility."""
    ends: Mapping[int, int]
    """Cost of ending a trip at each node where it may end."""


class _Way(NamedTuple):
    """The cheapest way home from a node at a level, and by which edge it serves next."""

    cost: int
    edge: int


def cheapest_trips(
    kinds: Iterable[Trips], total: int, pause: Callable[[], None] = lambda: None
) -> int | None:
    """Return the least cost of trips that serve so many levels together, None for no such trips.

    At least one trip is made. No driven arc may have a price below 0.

    Parameters
    ----------
    kinds
        The trips of each type of vehicle.
    total
        How many levels.
    pause
        Called now and then; what it raises ends the work.
    """
    by_load: list[int | None] = [None] * (total + 1)
    for trips in kinds:
        for load, cost in enumerate(_by_load(trips, pause)):
            if cost is not None:
                least = by_load[load]
                by_load[load] = cost if least is None else min(least, cost)
    if total == 0:
        return by_load[0]
    loads = [load for load in range(1, total + 1) if by_load[load] is not None]
    best: list[int | None] = [0]
    for sum_of_levels in range(1, total + 1):
        pause()
        costs = []
        for load in loads:
            if load > sum_of_levels:
                break
            before, trip = best[sum_of_levels - load], by_load[load]
            if before is not None and trip is not None:
                costs.append(before + trip)
        best.append(min(costs, default=None))
    return best[total]


def _by_load(trips: Trips, pause: Callable[[], None]) -> list[int | None]:
    """Return the least cost of a trip of each load, None where there is none."""
    serving = [arc for arc in trips.arcs if arc.levels > 0]
    into: list[list[TripArc]] = [[] for _ in range(trips.nodes)]
    for arc in trips.arcs:
        if arc.levels == 0:
            into[arc.head].append(arc)
    ways: list[list[list[_Way]]] = []
    costs: list[int | None] = []
    for level in range(trips.top + 1):
        pause()
        queue = [(cost, -1, node) for node, cost in trips.ends.items()] if level == 0 else []
        for arc in serving:
            rest = level - arc.levels
            if rest >= 0:
                after = [way.cost for way in ways[rest][arc.head] if way.edge != arc.edge]
                if after:
                    queue.append((after[0] + arc.price(rest), arc.edge, arc.tail))
        ways.append(_two_ways(trips.nodes, queue, into, level))
        loading = [
            cost + ways[level][node][0].cost
            for node, cost in trips.starts.items()
            if ways[level][node]
        ]
        costs.append(min(loading, default=None))
    return costs


def _two_ways(
    nodes: int, queue: list[tuple[int, int, int]], into: list[list[TripArc]], level: int
) -> list[list[_Way]]:
    """Return up to two cheapest ways from each node, which serve different edges next."""
    ways: list[list[_Way]] = [[] for _ in range(nodes)]
    prices: dict[int, list[int]] = {}
    heapq.heapify(queue)
    while queue:
        cost, edge, node = heapq.heappop(queue)
        here = ways[node]
        if len(here) == 2 or (here and here[0].edge == edge):
            continue
        here.append(_Way(cost, edge))
        if node not in prices:
            prices[node] = [arc.price(level) for arc in into[node]]
        for arc, price in zip(into[node], prices[node], strict=True):
            there = ways[arc.tail]
            if len(there) < 2 and not (there and there[0].edge == edge):
                heapq.heappush(queue, (cost + price, edge, arc.tail))
    return ways
