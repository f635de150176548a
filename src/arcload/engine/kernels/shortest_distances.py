"""Shortest distances from some nodes to others."""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import FloatArray, IntArray


@kernel
def shortest_distances(
    sources: IntArray,
    targets: IntArray,
    first: IntArray,
    heads: IntArray,
    lengths: FloatArray,
    out: FloatArray,
) -> None:
    """Fill a row of `out` for each source with its distances to the targets, by Dijkstra.

    Parameters
    ----------
    sources, targets
        Nodes.
    first
        Where the drives that leave each node begin in `heads` and `lengths`; the last entry is
        past all of them.
    heads, lengths
        Node that each drive leads to, and its length.
    out
        The rows; ``inf`` where no way leads.
    """
    nodes = len(first) - 1
    reached = np.empty(nodes)
    keys = np.empty(len(heads) + 1)  # a binary heap; a drive enters it once at the most
    places = np.empty(len(heads) + 1, dtype=np.int64)
    for row in range(len(sources)):
        reached[:] = np.inf
        reached[sources[row]] = 0.0
        keys[0] = 0.0
        places[0] = sources[row]
        size = 1
        while size:
            distance, node = keys[0], places[0]
            size -= 1
            _sink(keys, places, size)
            if distance > reached[node]:
                continue
            for drive in range(first[node], first[node + 1]):
                length = distance + lengths[drive]
                head = heads[drive]
                if length < reached[head]:
                    reached[head] = length
                    _rise(keys, places, size, length, head)
                    size += 1
        for column in range(len(targets)):
            out[row, column] = reached[targets[column]]


@part
def _rise(keys: FloatArray, places: IntArray, hole: int, key: float, place: int) -> None:
    """Put a key into the heap, from the hole at its end upwards."""
    while hole > 0:
        above = (hole - 1) >> 1
        if keys[above] <= key:
            break
        keys[hole] = keys[above]
        places[hole] = places[above]
        hole = above
    keys[hole] = key
    places[hole] = place


@part
def _sink(keys: FloatArray, places: IntArray, size: int) -> None:
    """Fill the hole at the top with the last key, which is at `size`."""
    key, place = keys[size], places[size]
    hole, below = 0, 1
    while below < size:
        if below + 1 < size and keys[below + 1] < keys[below]:
            below += 1
        if keys[below] >= key:
            break
        keys[hole] = keys[below]
        places[hole] = places[below]
        hole, below = below, 2 * below + 1
    keys[hole] = key
    places[hole] = place
