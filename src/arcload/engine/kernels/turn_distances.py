"""Shortest distances from some drives to others, where turns count."""

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.port_distances import Ways
from arcload.model.types import FloatArray, IntArray


@kernel
def turn_distances(
    sources: IntArray,
    targets: IntArray,
    ways: Ways,
    out: FloatArray,
    out_hours: FloatArray,
    out_lengths: FloatArray,
) -> None:
    """Fill a row for each source with the ways from its end to the begin of each target.

    The turn into the target counts, the source and the target themselves do not. Of the ways
    that are as short with their turns, that of the fewest hours is taken, then that of the least
    length. By Dijkstra, on drives that are about to be entered.

    Parameters
    ----------
    sources, targets
        Drives.
    ways
        The graph.
    out
        Lengths and turns of the ways, a row per source; ``inf`` where no way leads.
    out_hours, out_lengths
        Their hours and lengths, or without rows where nobody asks.
    """
    drives = len(ways.first) - 1
    reached, hours, driven = np.empty(drives), np.empty(drives), np.empty(drives)
    heap = np.empty(drives, dtype=np.int64)
    place = np.empty(drives, dtype=np.int64)  # of each drive in the heap; -1 before, -2 after
    for row in range(len(sources)):
        reached[:] = np.inf
        place[:] = -1
        size = 0
        here, far, time, length = sources[row], 0.0, 0.0, 0.0
        while True:
            for turn in range(ways.first[here], ways.first[here + 1]):
                drive = ways.into[turn]
                if place[drive] == -2:
                    continue
                way = far + ways.turns[turn]
                late = time + ways.turn_hours[turn]
                if way > reached[drive]:
                    continue
                if way == reached[drive]:
                    if late > hours[drive]:
                        continue
                    if late == hours[drive] and length >= driven[drive]:
                        continue
                if way == np.inf:
                    continue
                reached[drive], hours[drive], driven[drive] = way, late, length
                if place[drive] < 0:
                    place[drive] = size
                    size += 1
                _rise(drive, heap, place, reached, hours, driven)
            if size == 0:
                break
            here = heap[0]
            size -= 1
            place[here] = -2
            if size > 0:
                _sink(heap[size], size, heap, place, reached, hours, driven)
            far = reached[here] + ways.lengths[here]
            time = hours[here] + ways.hours[here]
            length = driven[here] + ways.lengths[here]
        for column in range(len(targets)):
            drive = targets[column]
            out[row, column] = reached[drive]
            none = reached[drive] == np.inf
            if len(out_hours) > 0:
                out_hours[row, column] = np.inf if none else hours[drive]
            if len(out_lengths) > 0:
                out_lengths[row, column] = np.inf if none else driven[drive]


@part
def _is_before(
    one: int, other: int, reached: FloatArray, hours: FloatArray, driven: FloatArray
) -> bool:
    if reached[one] != reached[other]:
        return bool(reached[one] < reached[other])
    if hours[one] != hours[other]:
        return bool(hours[one] < hours[other])
    return bool(driven[one] < driven[other])


@part
def _rise(
    drive: int,
    heap: IntArray,
    place: IntArray,
    reached: FloatArray,
    hours: FloatArray,
    driven: FloatArray,
) -> None:
    """Move a drive that came nearer up to its place in the heap."""
    hole = place[drive]
    while hole > 0:
        above = (hole - 1) >> 1
        if not _is_before(drive, heap[above], reached, hours, driven):
            break
        heap[hole] = heap[above]
        place[heap[hole]] = hole
        hole = above
    heap[hole] = drive
    place[drive] = hole


@part
def _sink(
    drive: int,
    size: int,
    heap: IntArray,
    place: IntArray,
    reached: FloatArray,
    hours: FloatArray,
    driven: FloatArray,
) -> None:
    """Put a drive into the hole at the top of the heap, and down to its place."""
    hole, below = 0, 1
    while below < size:
        if below + 1 < size and _is_before(heap[below + 1], heap[below], reached, hours, driven):
            below += 1
        if not _is_before(heap[below], drive, reached, hours, driven):
            break
        heap[hole] = heap[below]
        place[heap[hole]] = hole
        hole, below = below, 2 * below + 1
    heap[hole] = drive
    place[drive] = hole
