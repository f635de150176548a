"""Which two arcs of a graph are the two directions of one street."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from arcload.model.types import Shape

TOLERANCE = 1e-3
"""Share by which the lengths of the two directions of one street may differ.

osmnx adds up each direction on its own, so that the last digits differ; programs that thin out
the points of a course leave others in each direction.
"""


class Arc(NamedTuple):
    """One direction of a street.

    Parameters
    ----------
    tail, head
        Its end nodes.
    street
        What the arcs of one street have in common; arcs without are alone.
    way
        1: its street is one-way, along this arc; 0: it may be driven both ways.
    backward
        Whether it runs against the drawing of its street.
    shape
        Its course from tail to head; empty if that is unknown.
    length
        Its length.
    """

    tail: Any
    head: Any
    street: Hashable
    way: int
    backward: bool
    shape: Shape
    length: float


def pair_arcs(arcs: Sequence[Arc]) -> tuple[list[tuple[int, int | None]], int]:
    """Return the streets, each by the positions of its arcs, and how many are not clear.

    Two opposite arcs of one two-way street have the same `Arc.street`, the same course and, up
    to a tolerance, the same length; a length or a course may differ if no other arc comes into
    question. Of each pair the arc that runs as the street is drawn stands first. Arcs without a
    partner are alone, and not clear if they could have had one. Streets are in the order of
    their first arcs.
    """
    alone: list[int] = []
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for k, arc in enumerate(arcs):
        if arc.way or arc.street is None:
            alone.append(k)
        else:
            groups[frozenset((arc.tail, arc.head)), arc.street].append(k)
    streets: list[tuple[int, int | None]] = [(k, None) for k in alone]
    unclear = 0
    for group in groups.values():
        pairs, left = _pairs_in(arcs, group)
        unclear += len(left) if _has_opposites(arcs, left) else 0
        streets += [(k, None) for k in left]
        for a, b in pairs:
            streets.append((b, a) if arcs[a].backward and not arcs[b].backward else (a, b))
    return sorted(streets, key=lambda street: min(k for k in street if k is not None)), unclear


def _pairs_in(arcs: Sequence[Arc], group: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the pairs among arcs of one name between two nodes, and the arcs left over."""
    candidates = sorted(
        (_differ(arcs[a], arcs[b]), a, b)
        for spot, a in enumerate(group)
        for b in group[spot + 1 :]
        if arcs[a].tail == arcs[b].head and arcs[a].head == arcs[b].tail
    )
    pairs = []
    free = set(group)
    for (_, length), a, b in candidates:
        if a in free and b in free and length <= TOLERANCE:
            free -= {a, b}
            pairs.append((a, b))
    left = sorted(free)
    if len(left) == 2 and _has_opposites(arcs, left):
        a, b = left
        other_course, _ = _differ(arcs[a], arcs[b])
        if not other_course:
            return [*pairs, (a, b)], []
    return pairs, left


def _differ(one: Arc, other: Arc) -> tuple[bool, float]:
    """Return whether opposite arcs take two courses, and by which share their lengths differ."""
    longest = max(one.length, other.length)
    apart = abs(one.length - other.length)
    return one.shape != other.shape[::-1], apart / longest if apart else 0.0


def _has_opposites(arcs: Sequence[Arc], left: list[int]) -> bool:
    """Return whether arcs that were left over could be paired with each other."""
    ways = {(arcs[k].tail, arcs[k].head) for k in left}
    return len(left) > 1 and any((head, tail) in ways for tail, head in ways)
