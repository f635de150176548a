"""Hours along shortest ways: of those of the same length the fewest."""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import FloatArray, IntArray


@kernel
def shortest_hours(
    sources: IntArray,
    targets: IntArray,
    first: IntArray,
    heads: IntArray,
    lengths: FloatArray,
    hours: FloatArray,
    out: FloatArray,
) -> None:
    """Fill a row of `out` for each source with the hours to the targets, by Dijkstra.

    Labels are (length, hours), both summed from the source on, and compared in this order.

    Parameters
    ----------
    sources, targets
        Nodes.
    first
        Where the drives that leave each node begin in the next three; the last entry is past all
        of them.
    heads, lengths, hours
        Node that each drive leads to, its length, and how long it takes.
    out
        The rows; ``inf`` where no way leads.
    """
    nodes = len(first) - 1
    reached = np.empty((nodes, 2))
    keys = np.empty((len(heads) + 1, 2))  # a binary heap; a drive enters it at most once
    places = np.empty(len(heads) + 1, dtype=np.int64)
    for row in range(len(sources)):
        reached[:] = np.inf
        reached[sources[row]] = 0.0
        keys[0] = 0.0
        places[0] = sources[row]
        size = 1
        while size:
            length, time, node = keys[0, 0], keys[0, 1], places[0]
            size -= 1
            _sink(keys, places, size)
            if _less(reached[node, 0], reached[node, 1], length, time):
                continue
            for drive in range(first[node], first[node + 1]):
                far, late = length + lengths[drive], time + hours[drive]
                head = heads[drive]
                if _less(far, late, reached[head, 0], reached[head, 1]):
                    reached[head, 0] = far
                    reached[head, 1] = late
                    _rise(keys, places, size, far, late, head)
                    size += 1
        for column in range(len(targets)):
            out[row, column] = reached[targets[column], 1]


@part
def _less(length: float, time: float, other_length: float, other_time: float) -> bool:
    """Return whether a label comes before another."""
    return length < other_length or (length == other_length and time < other_time)


@part
def _rise(
    keys: FloatArray, places: IntArray, hole: int, length: float, time: float, place: int
) -> None:
    """Put a label into the heap, from the hole at its end upwards."""
    while hole > 0:
        above = (hole - 1) >> 1
        if not _less(length, time, keys[above, 0], keys[above, 1]):
            break
        keys[hole] = keys[above]
        places[hole] = places[above]
        hole = above
    keys[hole, 0] = length
    keys[hole, 1] = time
    places[hole] = place


@part
def _sink(keys: FloatArray, places: IntArray, size: int) -> None:
    """Fill the hole at the top with the last label, which is at `size`."""
    length, time, place = keys[size, 0], keys[size, 1], places[size]
    hole, below = 0, 1
    while below < size:
        if below + 1 < size and _less(
            keys[below + 1, 0], keys[below + 1, 1], keys[below, 0], keys[below, 1]
        ):
            below += 1
        if not _less(keys[below, 0], keys[below, 1], length, time):
            break
        keys[hole] = keys[below]
        places[hole] = places[below]
        hole, below = below, 2 * below + 1
    keys[hole, 0] = length
    keys[hole, 1] = time
    places[hole] = place
