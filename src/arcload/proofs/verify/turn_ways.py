"""Shortest ways with their turns, searched drive by drive.

Each end of a served edge is a port: 2 k + 0 for the tail of the served edge k, 2 k + 1 for its
head. A row is the port through which an edge was left, a column that at which the next is entered.
Places, where a vehicle may turn round, stand behind the ports.
"""

from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from arcload.model.instance import Instance
from arcload.model.network import places_of
from arcload.model.turn_graph import TurnGraph
from arcload.model.types import FloatArray, IntArray

_Way = tuple[float, float, float]  # length and turns, hours, length; the least counts


class TurnWays(NamedTuple):
    """Ways from each port and place to each; ``inf`` where none leads."""

    metres: FloatArray
    """Lengths and turns."""
    hours: FloatArray
    lengths: FloatArray
    place: IntArray
    """Row of each node that is a place, -1 for all others."""


def turn_ways(instance: Instance, lengths: FloatArray, hours: FloatArray | None = None) -> TurnWays:
    """Return the ways of a vehicle.

    Parameters
    ----------
    instance
        The network and its turn rules.
    lengths
        Lengths of the edges for the vehicle, infinite where it may not drive.
    hours
        How long each takes; None without speeds, where turns take no time either.
    """
    search = _Search(instance, lengths, hours)
    served, places = instance.served.tolist(), places_of(instance).tolist()
    place = np.full(len(instance.nodes), -1, dtype=np.int64)
    place[places] = 2 * len(served) + np.arange(len(places))
    ports = [(edge, end) for edge in served for end in (0, 1)]
    size = len(ports) + len(places)
    ways = np.full((3, size, size), np.inf)
    for row in range(size):
        if row < len(ports):
            edge, end = ports[row]
            last: int | None = 2 * edge + 1 - end  # it is left at its tail when driven back
            node = int(instance.ends[edge, end])
        else:
            last, node = None, places[row - len(ports)]
        entered = search.entered(last, node)
        reached = search.reached(entered)
        reached[node] = (0.0, 0.0, 0.0)
        for column in range(size):
            if column < len(ports):
                edge, end = ports[column]
                way = entered.get(2 * edge + end)
            else:
                way = reached.get(places[column - len(ports)])
            if way is not None:
                ways[:, row, column] = way
    metres, time, driven = ways
    return TurnWays(metres, time, driven, place)


class _Search:
    """Searches by Dijkstra over drives that are about to be entered."""

    def __init__(self, instance: Instance, lengths: FloatArray, hours: FloatArray | None) -> None:
        graph = TurnGraph.of(instance, lengths)
        late = graph.hours
        if hours is None:
            hours, late = np.zeros_like(lengths), np.zeros_like(late)
        self._lengths, self._hours = lengths.ravel().tolist(), hours.ravel().tolist()
        self._ends = instance.ends[:, ::-1].ravel().tolist()
        first = graph.first.tolist()
        turns = list(zip(graph.to.tolist(), graph.cost.tolist(), late.tolist(), strict=True))
        self._turns = [turns[first[d] : first[d + 1]] for d in range(len(self._lengths))]
        self._leaving: dict[int, list[int]] = {}
        for drive, node in enumerate(instance.ends.ravel().tolist()):
            if self._lengths[drive] < np.inf:
                self._leaving.setdefault(node, []).append(drive)

    def entered(self, last: int | None, node: int) -> dict[int, _Way]:
        """Return the way up to the begin of each drive, after one or from a place at a node."""
        if last is None:
            heap = [((0.0, 0.0, 0.0), drive) for drive in self._leaving.get(node, [])]
        else:
            heap = [((turn, late, 0.0), drive) for drive, turn, late in self._turns[last]]
        heap.sort()
        ways: dict[int, _Way] = {}
        while heap:
            way, drive = heappop(heap)
            if drive in ways:
                continue
            ways[drive] = way
            far, time, length = self._along(way, drive)
            for other, turn, late in self._turns[drive]:
                if other not in ways:
                    heappush(heap, ((far + turn, time + late, length), other))
        return ways

    def reached(self, entered: dict[int, _Way]) -> dict[int, _Way]:
        """Return the way to each node, whatever the last drive."""
        ways: dict[int, _Way] = {}
        for drive, way in entered.items():
            there, node = self._along(way, drive), self._ends[drive]
            if node not in ways or there < ways[node]:
                ways[node] = there
        return ways

    def _along(self, way: _Way, drive: int) -> _Way:
        far, time, length = way
        driven = self._lengths[drive]
        return far + driven, time + self._hours[drive], length + driven
