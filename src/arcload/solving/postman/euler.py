"""A walk that drives every crossing once."""

from collections import defaultdict
from collections.abc import Iterable

from arcload.model.types import IntArray

Drive = tuple[int, int]
"""Index of an edge, and the side: 0 drives it from tail to head."""


def euler_walk(
    ends: IntArray, crossings: Iterable[tuple[int, int | None]], start: int
) -> list[Drive]:
    """Return a walk from a node over all crossings, by Hierholzer's algorithm.

    Parameters
    ----------
    ends
        Two nodes per edge.
    crossings
        Index of the edge and side of each; None where either direction will do.
    start
        The node to start from. There must be such a walk.
    """
    copies = list(crossings)
    leaving: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, (edge, side) in reversed(list(enumerate(copies))):
        for way in (1, 0) if side is None else (side,):
            leaving[int(ends[edge, way])].append((number, way))
    driven = [False] * len(copies)
    stack: list[tuple[int, Drive | None]] = [(start, None)]
    walk: list[Drive] = []
    while stack:
        here, came = stack[-1]
        open_drives = leaving[here]
        while open_drives and driven[open_drives[-1][0]]:
            open_drives.pop()
        if open_drives:
            number, way = open_drives.pop()
            driven[number] = True
            edge = copies[number][0]
            stack.append((int(ends[edge, 1 - way]), (edge, way)))
        else:
            stack.pop()
            if came is not None:
                walk.append(came)
    if len(walk) < len(copies):
        raise ValueError("the crossings are not connected")
    return walk[::-1]
