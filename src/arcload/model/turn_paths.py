"""Shortest paths where turns count."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from arcload.model.errors import InputError
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.network import Path, targets_by_source
from arcload.model.turn_graph import TurnGraph
from arcload.model.types import FloatArray
from arcload.model.vehicle import Vehicle

_Label = tuple[float, float, float]  # way with its turns, hours, way without turns
_FAR: _Label = (math.inf, math.inf, math.inf)


def turn_paths(
    instance: Instance,
    vehicle: Vehicle,
    pairs: Iterable[tuple[int, int]],
    hours: FloatArray | None = None,
) -> dict[tuple[int, int], Path]:
    """Return a shortest path for each pair of a drive or place and the next one.

    From a drive, ``2 * edge + side``, a path goes on where that ends, and to a drive it leads up
    to where that starts. A place, ``2 * edges + node``, is left and reached in any direction
    without a turn. Of the paths that are as short with their turns, that of the fewest hours is
    taken, then that of the least length. The sums start at the source, and each turn is added
    before the drive that it leads into.

    Parameters
    ----------
    instance
        The network and its rules.
    vehicle
        What drives on it.
    pairs
        From where and to where.
    hours
        How long it takes along each edge, from tail to head and back; None where nobody asks.
    """
    targets = targets_by_source(pairs)
    if not targets:
        return {}
    search = _Search(
        instance, usable_lengths(instance, vehicle), hours, instance.turn_graph(vehicle)
    )
    return {
        (source, target): path
        for source, wanted in targets.items()
        for target, path in search.paths(source, wanted).items()
    }


class _Search:
    """Dijkstra's search on drives that are about to be entered."""

    def __init__(
        self, instance: Instance, lengths: FloatArray, hours: FloatArray | None, graph: TurnGraph
    ) -> None:
        self._instance = instance
        self._drives = lengths.size
        self._first, self._to = graph.first.tolist(), graph.to.tolist()
        self._cost, self._turn_hours = graph.cost.tolist(), graph.hours.tolist()
        if hours is None:
            self._turn_hours = [0.0] * len(self._turn_hours)
        self._lengths: list[float] = lengths.ravel().tolist()
        self._hours = [0.0] * self._drives if hours is None else hours.ravel().tolist()
        self._ends = instance.ends[:, ::-1].ravel().tolist()
        self._leaving: dict[int, list[int]] = defaultdict(list)
        for drive, (node, length) in enumerate(
            zip(instance.ends.ravel().tolist(), self._lengths, strict=True)
        ):
            if math.isfinite(length):
                self._leaving[self._drives + node].append(drive)

    def paths(self, source: int, wanted: set[int]) -> dict[int, Path]:
        """Return the path from a drive or place to each other that is wanted."""
        nearest: dict[int, _Label] = {}
        came: dict[int, int] = {}
        heap: list[tuple[_Label, int]] = []

        def go_on(here: int, label: _Label) -> None:
            for other, reached in self._onward(here, label):
                is_of_use = other < self._drives or other in wanted
                if is_of_use and reached < nearest.get(other, _FAR):
                    nearest[other], came[other] = reached, here
                    heappush(heap, (reached, other))

        go_on(source, (0.0, 0.0, 0.0))
        pending, settled = set(wanted), set[int]()
        while heap and pending:
            (way, time, driven), here = heappop(heap)
            if here in settled:
                continue
            settled.add(here)
            pending.discard(here)
            if here < self._drives:  # at another place the way is at its end
                length = self._lengths[here]
                go_on(here, (way + length, time + self._hours[here], driven + length))
        for target in pending:
            raise self._no_way(source, target)
        return {target: self._traced(came, source, target) for target in wanted}

    def _onward(self, here: int, label: _Label) -> Iterator[tuple[int, _Label]]:
        """Give the drives that may follow a drive or place, and the place where it ends."""
        if here >= self._drives:
            yield here, label
            for drive in self._leaving.get(here, ()):
                yield drive, label
            return
        yield self._drives + self._ends[here], label
        way, time, driven = label
        for turn in range(self._first[here], self._first[here + 1]):
            reached = (way + self._cost[turn], time + self._turn_hours[turn], driven)
            yield self._to[turn], reached

    def _traced(self, came: dict[int, int], source: int, target: int) -> Path:
        path, here = [], came[target]
        while here != source:
            path.append((here // 2, here % 2))
            here = came[here]
        return path[::-1]

    def _no_way(self, source: int, target: int) -> InputError:
        one, other = (self._named(which) for which in (source, target))
        return InputError(
            f"no way leads from {one} to {other} by the turn rules and the one-way streets; serve "
            "the edges in another order or direction"
        )

    def _named(self, which: int) -> str:
        if which >= self._drives:
            return f"node {self._instance.nodes[which - self._drives]!r}"
        return f"edge {self._instance.streets.label(which // 2)} in direction {which % 2 + 1}"
