"""Shortest paths between the nodes that matter."""

import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arcload.errors import InputError
from arcload.instance import Instance
from arcload.types import FloatArray, IntArray

_CHUNK_BYTES = 64 * 2**20  # distances are computed in blocks of at most this size


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

    A path is a list of (edge index, side): side 0 drives the edge from tail to head.
    """
    from scipy.sparse.csgraph import dijkstra

    targets: dict[int, set[int]] = defaultdict(set)
    for here, there in pairs:
        targets[here].add(there)
    graph, edge_of = _arcs(instance)
    sources = list(targets)
    size = len(instance.nodes)
    chunk = max(1, _CHUNK_BYTES // (12 * max(1, size)))
    paths = {}
    for first in range(0, len(sources), chunk):
        block = sources[first : first + chunk]
        _, before = dijkstra(graph, indices=block, return_predecessors=True)
        for source, back in zip(block, before, strict=True):
            for target in targets[source]:
                paths[source, target] = _traced(back, edge_of, source, target)
    return paths


def _traced(
    before: IntArray, edge_of: dict[tuple[int, int], tuple[int, int]], source: int, target: int
) -> list[tuple[int, int]]:
    path = []
    node = target
    while node != source:
        previous = int(before[node])
        path.append(edge_of[previous, node])
        node = previous
    return path[::-1]


def _arcs(instance: Instance) -> tuple[Any, dict[tuple[int, int], tuple[int, int]]]:
    """Return the sparse matrix of the shortest edge between neighbours, and that edge."""
    edge, side, tail, head = _shortest_of_bundles(instance)
    size = len(instance.nodes)
    graph = _sparse(instance.lengths[edge, side], tail, head, size)
    edge_of = {
        (t, h): (e, s)
        for t, h, e, s in zip(
            tail.tolist(), head.tolist(), edge.tolist(), side.tolist(), strict=True
        )
    }
    return graph, edge_of


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


def _sparse(lengths: FloatArray, tail: IntArray, head: IntArray, size: int) -> Any:
    from scipy.sparse import csr_array

    # Stored zeros stay edges of length 0: csgraph reads the stored entries only.
    return csr_array((lengths, (tail, head)), shape=(size, size))


def _compute(instance: Instance) -> Distances:
    from scipy.sparse.csgraph import dijkstra

    nodes = nodes_that_matter(instance)
    _require_memory(len(nodes))
    row = np.full(len(instance.nodes), -1, dtype=np.int64)
    row[nodes] = np.arange(len(nodes))
    edge, side, tail, head = _shortest_of_bundles(instance)
    graph = _sparse(instance.lengths[edge, side], tail, head, len(instance.nodes))
    matrix = np.empty((len(nodes), len(nodes)))
    chunk = max(1, _CHUNK_BYTES // (8 * max(1, len(instance.nodes))))
    for first in range(0, len(nodes), chunk):
        block = nodes[first : first + chunk]
        matrix[first : first + chunk] = dijkstra(graph, indices=block)[:, nodes]
    return Distances(nodes, row, matrix)


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
