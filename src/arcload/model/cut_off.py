"""Which streets are cut off, in words: how many, how long, where, and what cuts them off."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from arcload.model.errors import counted
from arcload.model.types import BoolArray, FloatArray, Id, IntArray

_NAMED = 5  # how many edges or parts a message names before it only counts
_NAMES = 3  # of streets that it names in each part
_LONGEST_NAME = 40  # of a street, in a message


class Streets(NamedTuple):
    """The columns of an `Instance` by which messages name its streets."""

    edges: Sequence[Id]
    names: Sequence[str] | None
    ends: IntArray
    lengths: FloatArray
    length_unit: str = ""
    coordinates: FloatArray | None = None
    geographic: bool = False

    @classmethod
    def of(cls, network: Any) -> Self:
        """Return the columns of an instance, or of what becomes one."""
        return cls(*(getattr(network, name) for name in cls._fields))

    def label(self, edge: int) -> str:
        """Return an edge as ``4 (Mill Lane)``, or by its id alone if it has no name."""
        name = self.name(edge)
        return f"{self.edges[edge]!r} ({name})" if name else repr(self.edges[edge])

    def name(self, edge: int) -> str:
        """Return the name of an edge's street on one line, cut short."""
        name = self.names[edge] if self.names else ""
        name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
        return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 3] + "..."

    def measured(self, which: IntArray) -> str:
        """Return how long some edges are in all, with the unit."""
        return f"{self.total(which):.6g} {self.length_unit}".rstrip()

    def total(self, which: IntArray) -> float:
        """Return how long some edges are in all."""
        return float(sum(np.min(self.lengths[which], axis=1).tolist()))


def count_and_measure(streets: Streets, which: IntArray) -> str:
    """Return how many served edges these are, and how long they are in all."""
    return f"{counted(len(which), 'served edge')} (total length {streets.measured(which)})"


def name_lost(streets: Streets, lost: IntArray, inside: BoolArray) -> str:
    """Return where the edges are that are cut off, part by part, and the one-way streets at fault.

    Parameters
    ----------
    streets
        The network.
    lost
        Indices of the served edges that are cut off.
    inside
        Whether each node can be reached and left again.
    """
    part_of = _parts_outside(streets.ends, inside)
    outer = _outer(streets.ends, inside)
    members = [lost[part_of[outer[lost]] == part] for part in np.unique(part_of[outer[lost]])]
    members.sort(key=lambda part: -streets.total(part))
    told = []
    for part in members[:_NAMED]:
        which = _some(streets, part)
        if len(members) > 1:
            which = f"{streets.measured(part)} around {_first(streets, part)}"
        node = int(outer[part[0]])
        why = _why(streets, inside, part_of[outer] == part_of[node])
        told.append(f"{which}{_place(streets, node)}{why}")
    more = len(members) - _NAMED
    head = f"{len(members):,} parts, " if len(members) > 1 else ""
    return head + ", ".join(told) + (f" and {more:,} more" if more > 0 else "")


def _outer(ends: IntArray, inside: BoolArray) -> IntArray:
    """Return an end of each edge, one that is cut off if there is any."""
    tail, head = ends.T
    return np.asarray(np.where(inside[tail], head, tail), dtype=np.int64)


def _parts_outside(ends: IntArray, inside: BoolArray) -> IntArray:
    """Return the part of each node; parts that only meet inside the network are apart."""
    from arcload.model.connectivity import strong_parts

    outside = ends[~inside[ends].all(axis=1)]
    pairs = np.where(inside[outside], outside[:, ::-1], outside)
    return strong_parts(pairs, np.zeros(pairs.shape), len(inside))


def name_some(streets: Streets, which: IntArray) -> str:
    """Return the first few of these edges by id and name, and where the first is."""
    return _some(streets, which) + _place(streets, int(streets.ends[which[0], 0]))


def _some(streets: Streets, which: IntArray) -> str:
    """Return the first few of these edges by id and name, and how many more there are."""
    named = ", ".join(streets.label(int(edge)) for edge in which[:_NAMED])
    more = len(which) - _NAMED
    return named + (f" and {more:,} more" if more > 0 else "")


def _first(streets: Streets, part: IntArray) -> str:
    """Return the first edge of a part by its id, and the names of the streets there."""
    names = [name for name in dict.fromkeys(streets.name(int(edge)) for edge in part) if name]
    more = f" and {len(names) - _NAMES:,} more" if len(names) > _NAMES else ""
    edge = repr(streets.edges[part[0]])
    return f"{edge} ({', '.join(names[:_NAMES])}{more})" if names else edge


def _place(streets: Streets, node: int) -> str:
    """Return where a node lies, as `arcload.read` takes a depot, and maps on the web a place."""
    if streets.coordinates is None:
        return ""
    x, y = streets.coordinates[node]
    return f" at {y:.5f},{x:.5f}" if streets.geographic else f" at x {x:.6g}, y {y:.6g}"


def _why(streets: Streets, inside: BoolArray, in_part: BoolArray) -> str:
    """Return which one-way streets join a part to the rest, and the way that is missing."""
    gates = np.flatnonzero(in_part & (inside[streets.ends].sum(axis=1) == 1))
    if not len(gates):
        return ""
    inner = np.argmax(inside[streets.ends[gates]], axis=1)  # the side that lies in the network
    leads_in = np.isfinite(streets.lengths[gates, inner])
    reasons = []
    for which, way, other in ((leads_in, "in", "out"), (~leads_in, "out", "in")):
        if which.all():
            which_one = f"the one-way {streets.label(int(gates[0]))} leads"
            if len(gates) > 1:
                which_one = (
                    f"{streets.label(int(gates[0]))} and {len(gates) - 1:,} more lead one-way"
                )
            reasons.append(f" where {which_one} {way} and no street {other}")
    return "".join(reasons) or (
        f" where the one-way {streets.label(int(gates[leads_in][0]))} leads in and "
        f"{streets.label(int(gates[~leads_in][0]))} out, but no way from one to the other"
    )
