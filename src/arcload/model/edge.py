"""A street between two nodes."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from arcload.model.arguments import shown
from arcload.model.errors import InputError
from arcload.model.types import Id, Shape

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
        streets.append(street)
    return streets
