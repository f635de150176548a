"""A street between two nodes."""

from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any, NamedTuple

from arcload.model.arguments import shown
from arcload.model.errors import InputError
from arcload.model.types import Id, Shape

_NUMBERS = ("length", "demand", "length_back", "serve_cost", "serve_cost_back")
_TUPLE = "(tail, head, length, demand)"


class Edge(NamedTuple):
    """A street between two nodes.

    Parameters
    ----------
    tail, head
        Its end nodes. Direction 1 drives from tail to head, direction 2 back.
    length
        Its length from tail to head; ``inf`` where that is not allowed.
    demand
        What it needs; 0 for a street that may be driven but needs no service.
    id
        Its own name; by default its number, counted from 1.
    length_back
        Its length from head to tail; the same by default, ``inf`` for a one-way street.
    name
        The street's name.
    shape
        The points of its course, from tail to head, ends included.
    serve_cost, serve_cost_back
        What serving it costs beside driving along it, from tail to head and back; nothing by
        default, and back the same as forth.
    priority
        Which streets matter most where not all can be served: 1 first; None if that is not said.
    """

    tail: Id
    head: Id
    length: float
    demand: float = 0.0
    id: Id | None = None
    length_back: float | None = None
    name: str = ""
    shape: Shape = ()
    serve_cost: float = 0.0
    serve_cost_back: float | None = None
    priority: int | None = None


def checked_edges(edges: Iterable[Edge | Sequence[Any]]) -> list[Edge]:
    """Return the edges of a list as such; refuse what is none."""
    if isinstance(edges, str) or not isinstance(edges, Iterable):
        raise InputError(f"the edges are {shown(edges)}; give a list of {_TUPLE}")
    streets = []
    for position, edge in enumerate(edges):
        try:
            street = edge if isinstance(edge, Edge) else Edge(*edge)
        except TypeError:
            raise InputError(
                f"edge {position + 1} is {shown(edge)}; give {_TUPLE}", edge=position
            ) from None
        for name in _NUMBERS:
            value = getattr(street, name)
            if type(value) not in (float, int) and not _is_number(name, value):
                label = street.id if street.id is not None else position + 1
                raise InputError(
                    f"edge {label!r} ({street.tail}-{street.head}) has {name.replace('_', ' ')} "
                    f"{shown(value)}; it must be a number",
                    edge=position,
                )
        streets.append(street)
    return streets


def _is_number(name: str, value: object) -> bool:
    """Return whether a figure of an edge is a number, or not given where it need not be."""
    if value is None:
        return name in ("length_back", "serve_cost_back")
    return isinstance(value, Real) and not isinstance(value, bool)
