"""Shortest paths that take the fewest hours among the shortest."""

import math
from collections import defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush

from arcload.model.instance import Instance
from arcload.model.network import Path, path_back, shortest_of_bundles, targets_by_source
from arcload.model.types import FloatArray

TimedDrives = dict[int, list[tuple[int, float, float, int, int]]]
"""Other end, length, hours, edge and side of the drives that leave each node."""


def timed_paths(
    instance: Instance, pairs: Iterable[tuple[int, int]], lengths: FloatArray, hours: FloatArray
) -> dict[tuple[int, int], Path]:
    """Return a path for each pair of node indices: a shortest, among these one of fewest hours.

    Lengths are summed from the source on and compared exactly, as the engine does.

    Parameters
    ----------
    instance
        The network.
    pairs
        From where and to where.
    lengths, hours
        Of the edges, from tail to head and back; infinite where one may not drive.
    """
    leaving = timed_drives(instance, lengths, hours)
    paths: dict[tuple[int, int], Path] = {}
    for source, wanted in targets_by_source(pairs).items():
        came, _ = search_by_hours(source, wanted, leaving)
        paths |= {(source, target): path_back(instance, came, source, target) for target in wanted}
    return paths


def timed_drives(instance: Instance, lengths: FloatArray, hours: FloatArray) -> TimedDrives:
    """Return the drives that leave each node."""
    leaving: TimedDrives = defaultdict(list)
    edge, side, tail, head = shortest_of_bundles(instance, lengths, hours)
    columns = (tail, head, lengths[edge, side], hours[edge, side], edge, side)
    for here, *drive in zip(*(column.tolist() for column in columns), strict=True):
        leaving[here].append(tuple(drive))
    return leaving


def search_by_hours(
    source: int, wanted: set[int], leaving: TimedDrives
) -> tuple[dict[int, tuple[int, int, int]], dict[int, tuple[float, float]]]:
    """Return (node before, edge, side) and (distance, hours) of each node, by Dijkstra.

    It ends when all wanted nodes are reached.
    """
    open_targets = set(wanted)
    came: dict[int, tuple[int, int, int]] = {}
    nearest = {source: (0.0, 0.0)}
    settled: set[int] = set()
    heap = [(0.0, 0.0, source)]
    while heap and open_targets:
        distance, time, node = heappop(heap)
        if node in settled:
            continue
        settled.add(node)
        open_targets.discard(node)
        for other, length, hours, edge, side in leaving.get(node, ()):
            reached = (distance + length, time + hours)
            if reached < nearest.get(other, (math.inf, math.inf)):
                nearest[other] = reached
                came[other] = (node, edge, side)
                heappush(heap, (*reached, other))
    return came, nearest
