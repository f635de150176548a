"""Shortest paths between the nodes that matter."""

import math
import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path

import numpy as np

from arcload.errors import InputError
from arcload.instance import Instance
from arcload.types import FloatArray, IntArray

_CHUNK_BYTES = 64 * 2**20  # distances are computed in blocks of at most this size
_FEW = 20_000  # nodes times drives that are searched sooner than SciPy is imported

_Drives = dict[int, list[tuple[int, float, int, int]]]  # other end, length, edge, side, by node


@dataclass(frozen=True)
class Distances:
    """Shortest distances between the nodes that matter: ends of served edges, start and end.

    Parameters
    ----------
    nodes
        Index in the instance of the node of each row and column.
    row
        Row of each node of the instance, -1 for the nodes that do not matter.
    matrix
        Distance from the row's node to the column's; ``inf`` where no way leads.
    """

    nodes: IntArray
    row: IntArray
    matrix: FloatArray


def distances(instance: Instance) -> Distances:
    """Return the distances of an instance; they are computed once and kept with it."""
    kept: Distances | None = instance.__dict__.get("_distances")
    if kept is None:
        kept = _compute(instance)
        instance.__dict__["_distances"] = kept
    return kept


def nodes_that_matter(instance: Instance) -> IntArray:
    """Return the indices of the ends of served edges, the start and the end, in order."""
    places = [node for node in (instance.start_index, instance.end_index) if node >= 0]
    needed = np.append(instance.ends[instance.served].ravel(), np.array(places, dtype=np.int64))
    return np.unique(needed)


def matrix_bytes(instance: Instance) -> int:
    """Return the memory that the distances take."""
    return 8 * len(nodes_that_matter(instance)) ** 2


def shortest_paths(
    instance: Instance, pairs: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return a shortest path for each pair of node indices.

    A path is a list of (edge index, side): side 0 drives the edge from tail to head. Deadheads
    are mostly short, so each search ends as soon as it has reached its targets.
    """
    targets: dict[int, set[int]] = defaultdict(set)
    for here, there in pairs:
        targets[here].add(there)
    if not targets:
        return {}
    leaving = _drives(instance)
    paths = {}
    for source, wanted in targets.items():
        came, _ = _search(leaving, source, wanted)
        for target in wanted:
            paths[source, target] = _traced(came, source, target)
    return paths


def _drives(instance: Instance) -> _Drives:
    """Return the drives that leave each node."""
    leaving: _Drives = defaultdict(list)
    edge, side, tail, head = _shortest_of_bundles(instance)
    lengths = instance.lengths[edge, side]
    columns = (column.tolist() for column in (tail, head, lengths, edge, side))
    for here, *drive in zip(*columns, strict=True):
        leaving[here].append(tuple(drive))
    return leaving


def _search(
    leaving: _Drives, source: int, wanted: set[int]
) -> tuple[dict[int, tuple[int, int, int]], dict[int, float]]:
    """Return (node before, edge, side) and distance of each node, by Dijkstra.

    It ends when all wanted nodes are reached.
    """
    open_targets = set(wanted)
    came: dict[int, tuple[int, int, int]] = {}
    nearest = {source: 0.0}
    settled: set[int] = set()
    heap = [(0.0, source)]
    while heap and open_targets:
        distance, node = heappop(heap)
        if node in settled:
            continue
        settled.add(node)
        open_targets.discard(node)
        for other, length, edge, side in leaving.get(node, ()):
            reached = distance + length
            if reached < nearest.get(other, math.inf):
                nearest[other] = reached
                came[other] = (node, edge, side)
                heappush(heap, (reached, other))
    return came, nearest


def _traced(
    came: dict[int, tuple[int, int, int]], source: int, target: int
) -> list[tuple[int, int]]:
    path = []
    node = target
    while node != source:
        node, edge, side = came[node]
        path.append((edge, side))
    return path[::-1]


def _shortest_of_bundles(instance: Instance) -> tuple[IntArray, ...]:
    """Return edge, side, tail and head of the drives left when parallel ones are put aside."""
    edge, side = np.nonzero(np.isfinite(instance.lengths))
    tail, head = instance.ends[edge, side], instance.ends[edge, 1 - side]
    order = np.lexsort((instance.lengths[edge, side], head, tail))
    tail, head = tail[order], head[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    first &= tail != head
    keep = order[first]
    return edge[keep], side[keep], tail[first], head[first]


def _compute(instance: Instance) -> Distances:
    nodes = nodes_that_matter(instance)
    _require_memory(len(nodes))
    row = np.full(len(instance.nodes), -1, dtype=np.int64)
    row[nodes] = np.arange(len(nodes))
    return Distances(nodes, row, _between(instance, nodes))


def _between(instance: Instance, nodes: IntArray) -> FloatArray:
    """Return the distances between these nodes."""
    if len(nodes) * np.isfinite(instance.lengths).sum() <= _FEW:
        return _between_few(instance, nodes.tolist())
    return _between_many(instance, nodes)


def _between_few(instance: Instance, nodes: list[int]) -> FloatArray:
    leaving, wanted = _drives(instance), set(nodes)
    rows = [_search(leaving, source, wanted)[1] for source in nodes]
    matrix = [[row.get(node, np.inf) for node in nodes] for row in rows]
    return np.array(matrix).reshape(len(nodes), len(nodes))


def _between_many(instance: Instance, nodes: IntArray) -> FloatArray:
    """Return the distances, computed a block of rows at a time."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    edge, side, tail, head = _shortest_of_bundles(instance)
    size = len(instance.nodes)
    # Stored zeros stay edges of length 0: csgraph reads the stored entries only.
    graph = csr_array((instance.lengths[edge, side], (tail, head)), shape=(size, size))
    matrix = np.empty((len(nodes), len(nodes)))
    chunk = max(1, _CHUNK_BYTES // (8 * size))
    for first in range(0, len(nodes), chunk):
        block = nodes[first : first + chunk]
        matrix[first : first + chunk] = dijkstra(graph, indices=block)[:, nodes]
    return matrix


def _require_memory(size: int) -> None:
    needed, free = 8 * size**2, available_memory()
    if needed > 0.9 * free:
        raise InputError(
            f"the distances between the {size:,} nodes that matter need {needed / 2**30:.1f} GiB "
            f"and {free / 2**30:.1f} GiB are free; split the network into districts"
        )


def available_memory() -> int:
    """Return how many bytes this process may still take: of the machine or of its container."""
    limits = [2**63]
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        fields = dict(line.split(":", 1) for line in meminfo.read_text().splitlines())
        limits.append(int(fields["MemAvailable"].split()[0]) * 1024)
    elif hasattr(os, "sysconf"):
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    group = Path("/sys/fs/cgroup")
    limit, used = group / "memory.max", group / "memory.current"
    if limit.exists() and used.exists() and limit.read_text().strip() != "max":
        limits.append(int(limit.read_text()) - int(used.read_text()))
    return max(0, min(limits))
