"""Shortest paths along the streets."""

import math
from collections import defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush

import numpy as np

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import FloatArray, IntArray
from arcload.model.vehicle import Free

Path = list[tuple[int, int]]
"""Edge index and side of each drive: side 0 drives the edge from tail to head."""

_FEW = 2_000_000  # sources times drives up to which plain Python is as fast as anything
_BLOCK = 4 * 2**20  # nodes times sources that are searched at a time
_RADIUS = 4.0  # mean lengths of a drive within which targets are searched first

_Drives = dict[int, list[tuple[int, float, int, int]]]  # other end, length, edge, side, by node


def nodes_that_matter(instance: Instance) -> IntArray:
    """Return the indices of the ends of served edges and of all places of vehicles, in order."""
    return np.unique(np.append(instance.ends[instance.served].ravel(), places_of(instance)))


def places_of(instance: Instance) -> IntArray:
    """Return the indices of the nodes where vehicles start, end, load or unload, in order."""
    depots = [place for each in instance.vehicles for place in (each.start, each.end)]
    places = [instance.node_index(place) for place in depots if not isinstance(place, Free)]
    places += [instance.node_index(facility.node) for facility in instance.facilities]
    return np.unique(np.array(places, dtype=np.int64))


def shortest_paths(
    instance: Instance, pairs: Iterable[tuple[int, int]], lengths: FloatArray | None = None
) -> dict[tuple[int, int], Path]:
    """Return a shortest path for each pair of node indices.

    Deadheads are mostly short, so no search goes much farther than it must.

    Parameters
    ----------
    instance
        The network.
    pairs
        From where and to where.
    lengths
        Lengths of the edges in place of the instance's, such as infinite ones for streets that
        are closed to a vehicle.
    """
    lengths = instance.lengths if lengths is None else lengths
    targets = targets_by_source(pairs)
    if not targets:
        return {}
    if len(targets) * np.isfinite(lengths).sum() <= _FEW:
        return _few_paths(instance, targets, lengths)
    return _many_paths(instance, targets, lengths)


def targets_by_source(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """Return to where paths are wanted, by from where."""
    targets: dict[int, set[int]] = defaultdict(set)
    for here, there in pairs:
        targets[here].add(there)
    return targets


def drives_by_node(instance: Instance, lengths: FloatArray | None = None) -> _Drives:
    """Return the drives that leave each node."""
    leaving: _Drives = defaultdict(list)
    lengths = instance.lengths if lengths is None else lengths
    edge, side, tail, head = shortest_of_bundles(instance, lengths)
    columns = (column.tolist() for column in (tail, head, lengths[edge, side], edge, side))
    for here, *drive in zip(*columns, strict=True):
        leaving[here].append(tuple(drive))
    return leaving


def search_from(
    source: int, wanted: set[int], leaving: _Drives
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


def path_back(
    instance: Instance, came: dict[int, tuple[int, int, int]], source: int, target: int
) -> Path:
    """Return the path that a search found, by (node before, edge, side) of each node it reached."""
    path, node = [], target
    while node != source:
        if node not in came:
            raise _no_way(instance, source, target)
        node, edge, side = came[node]
        path.append((edge, side))
    return path[::-1]


def shortest_of_bundles(
    instance: Instance, lengths: FloatArray | None = None, hours: FloatArray | None = None
) -> tuple[IntArray, ...]:
    """Return edge, side, tail and head of the drives left when parallel ones are put aside.

    They are sorted by tail, then by head. Of those of the same length the one of fewest hours is
    left, where hours are given.
    """
    lengths = instance.lengths if lengths is None else lengths
    edge, side = np.nonzero(np.isfinite(lengths))
    tail, head = instance.ends[edge, side], instance.ends[edge, 1 - side]
    keys = (lengths[edge, side], head, tail)
    order = np.lexsort(keys if hours is None else (hours[edge, side], *keys))
    tail, head = tail[order], head[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    first &= tail != head
    keep = order[first]
    return edge[keep], side[keep], tail[first], head[first]


def _few_paths(
    instance: Instance, targets: dict[int, set[int]], lengths: FloatArray
) -> dict[tuple[int, int], Path]:
    leaving = drives_by_node(instance, lengths)
    paths: dict[tuple[int, int], Path] = {}
    for source, wanted in targets.items():
        came, _ = search_from(source, wanted, leaving)
        paths |= {(source, target): path_back(instance, came, source, target) for target in wanted}
    return paths


def _many_paths(
    instance: Instance, targets: dict[int, set[int]], lengths: FloatArray
) -> dict[tuple[int, int], Path]:
    """Return the paths, searched within a radius that grows until all targets are reached."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    edge, side, tail, head = shortest_of_bundles(instance, lengths)
    lengths, size = lengths[edge, side], len(instance.nodes)
    # Stored zeros stay edges of length 0: csgraph reads the stored entries only.
    graph = csr_array((lengths, (tail, head)), shape=(size, size))
    pairs = np.array([(here, there) for here, goals in targets.items() for there in goals])
    paths: dict[tuple[int, int], Path] = {}
    radius = _RADIUS * float(lengths.mean())
    while len(pairs):
        if not 0 < radius <= lengths.sum():
            radius = np.inf
        far = []
        sources, row = np.unique(pairs[:, 0], return_inverse=True)
        for low in range(0, len(sources), max(1, _BLOCK // size)):
            block = sources[low : low + max(1, _BLOCK // size)]
            _, before = dijkstra(graph, indices=block, limit=radius, return_predecessors=True)
            mine = np.flatnonzero((row >= low) & (row < low + len(block)))
            reached = before[row[mine] - low, pairs[mine, 1]] >= 0
            far.append(pairs[mine[~reached]])
            here = mine[reached]
            leg, keys = _traced(before, row[here] - low, *pairs[here].T)
            drive = np.searchsorted(tail * size + head, keys)
            drives = list(zip(edge[drive].tolist(), side[drive].tolist(), strict=True))
            ends = np.cumsum(np.bincount(leg, minlength=len(here))).tolist()
            for pair, first, last in zip(pairs[here].tolist(), [0, *ends], ends, strict=False):
                paths[pair[0], pair[1]] = drives[first:last]
        pairs = np.concatenate(far)
        if len(pairs) and radius == np.inf:
            raise _no_way(instance, *pairs[0].tolist())
        radius *= 2
    return paths


def _traced(
    before: IntArray, row: IntArray, source: IntArray, target: IntArray
) -> tuple[IntArray, IntArray]:
    """Return number of the leg and (tail, head) as tail * nodes + head of every drive in order."""
    size = before.shape[1]
    node, open_ = target.copy(), np.arange(len(target))
    legs, keys = [open_[:0]], [open_[:0]]
    while len(open_):
        tail = before[row[open_], node[open_]].astype(np.int64)
        legs.append(open_)
        keys.append(tail * size + node[open_])
        node[open_] = tail
        open_ = open_[tail != source[open_]]
    leg, key = np.concatenate(legs[::-1]), np.concatenate(keys[::-1])
    order = np.argsort(leg, kind="stable")
    return leg[order], key[order]


def _no_way(instance: Instance, source: int, target: int) -> InputError:
    return InputError(
        f"no way leads from node {instance.nodes[source]!r} to node {instance.nodes[target]!r} "
        "along the one-way streets; serve the edges in another order or direction"
    )
