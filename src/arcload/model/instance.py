"""The problem: a street network, what its streets need, and the vehicle."""

import enum
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, Self, get_args

import numpy as np

from arcload.model.advice import named_in
from arcload.model.arguments import checked_number, frozen_column, shown
from arcload.model.connectivity import require_tour
from arcload.model.cut_off import Streets
from arcload.model.errors import InputError, counted, did_you_mean, not_in_network
from arcload.model.notes import Note
from arcload.model.types import FloatArray, Id, IntArray, Keep, Mode, Shape


class Free(enum.Enum):
    """The type of `FREE`."""

    FREE = "free"

    def __repr__(self) -> str:
        return "FREE"


FREE = Free.FREE
"""As start or end of an instance: anywhere."""

Place = Id | Free

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
    """

    tail: Id
    head: Id
    length: float
    demand: float = 0.0
    id: Id | None = None
    length_back: float | None = None
    name: str = ""
    shape: Shape = ()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Instance:
    """A network, the demand of its edges and the vehicle that serves them; never changes.

    Edges and nodes are columns: ``ends[k]`` and ``lengths[k]`` belong to the edge whose id is
    ``edges[k]``. Use `from_edges` to make one by hand.

    Parameters
    ----------
    nodes, edges
        Ids of the nodes and of the edges.
    ends
        Two node indices an edge: its tail and its head.
    lengths
        Two lengths an edge: from tail to head, and back; ``inf`` where one must not drive.
    demands
        What each edge needs; edges with a demand above 0 are served, once each.
    start, end
        Node ids where the tour starts and ends, or `FREE`.
    curb_weight
        Weight W of the empty vehicle, in the unit of the demand.
    capacity
        The most the vehicle can carry, if that is to be watched.
    mode
        ``"deliver"``: the vehicle starts full; ``"collect"``: it ends full.
    name
        What to call the instance.
    length_unit, load_unit
        Labels that every output carries.
    coordinates
        Two numbers a node, x and y.
    geographic
        Whether x and y, also in shapes, are longitude and latitude in degrees (WGS 84).
    names, shapes
        The street name and the course of each edge; empty where unknown, None if all are.
    keep
        ``"depot"`` if `arcload.read` left out what the depot's vehicle cannot reach. It is no
        part of the problem, and results state it so that the file can be read so again.
    notes
        What the user should know of how it was read; no part of the problem.
    """

    nodes: tuple[Id, ...]
    edges: tuple[Id, ...]
    ends: IntArray
    lengths: FloatArray
    demands: FloatArray
    start: Place
    end: Place
    curb_weight: float = 0.0
    capacity: float | None = None
    mode: Mode = "deliver"
    name: str = "instance"
    length_unit: str = ""
    load_unit: str = ""
    coordinates: FloatArray | None = None
    geographic: bool = False
    names: tuple[str, ...] | None = None
    shapes: tuple[Shape, ...] | None = None
    keep: Keep = field(default="all", compare=False)
    notes: tuple[Note, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        self._set("nodes", _checked_ids("node", self.nodes))
        self._set("edges", _checked_ids("edge", self.edges))
        m, n = len(self.edges), len(self.nodes)
        self._set("ends", frozen_column(self.ends, "the ends", np.int64, (m, 2)))
        self._set("lengths", frozen_column(self.lengths, "the lengths", np.float64, (m, 2)))
        self._set("demands", frozen_column(self.demands, "the demands", np.float64, (m,)))
        self._set("curb_weight", checked_number(self.curb_weight, "the curb weight", 0))
        if self.capacity is not None:
            self._set("capacity", checked_number(self.capacity, "the capacity", 0))
        if self.coordinates is not None:
            points = frozen_column(self.coordinates, "the coordinates", np.float64, (n, 2))
            self._set("coordinates", points)
        self._set("_node_index", {node: index for index, node in enumerate(self.nodes)})
        for name in ("start", "end"):
            place = getattr(self, name)
            if place is not FREE:
                what = "depot" if self.start == self.end else name
                self._set(name, self.nodes[self.node_index(place, what)])
        self._check_labels()
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused
            self._check_numbers()
        streets = Streets(
            self.edges,
            self.names,
            self.ends,
            self.lengths,
            self.length_unit,
            self.coordinates,
            self.geographic,
        )
        require_tour(self.nodes, streets, self.demands > 0, self.start_index, self.end_index)

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[Edge | Sequence[Any]],
        *,
        depot: Place | None = None,
        start: Place | None = None,
        end: Place | None = None,
        coordinates: Mapping[Id, tuple[float, float]] | None = None,
        **fields: Any,
    ) -> Self:
        """Make an instance from a list of edges.

        Parameters
        ----------
        edges
            `Edge` objects, or tuples ``(tail, head, length, demand)``.
        depot
            The node where the tour starts and ends, unless `start` or `end` says otherwise.
        start, end
            A node each, or `FREE`.
        coordinates
            The point (x, y) of each node.
        fields
            The other parameters of `Instance`, such as ``curb_weight=500``.
        """
        streets = _streets(edges)
        for name in fields:
            if name not in cls._fields():
                raise InputError(f"an instance has no {name!r}{did_you_mean(name, cls._fields())}")
        try:
            order = dict.fromkeys(node for street in streets for node in street[:2])
        except TypeError:  # a list is no id
            raise InputError("a node id is neither text nor a number") from None
        start = depot if start is None else start
        end = depot if end is None else end
        if not streets:  # nothing to serve: start and end are the whole network
            order |= {place: None for place in (start, end) if not isinstance(place, Free | None)}
        if start is None or end is None:
            raise InputError("no depot is given; name the node where the tour starts and ends")
        nodes = tuple(order)
        index = {node: position for position, node in enumerate(nodes)}
        if coordinates is not None:
            fields["coordinates"] = [_point_of(coordinates, node) for node in nodes]
        return cls(
            nodes=nodes,
            edges=tuple(
                number if street.id is None else street.id
                for number, street in enumerate(streets, start=1)
            ),
            ends=np.array([(index[s.tail], index[s.head]) for s in streets]).reshape(-1, 2),
            lengths=frozen_column(
                [(s.length, s.length if s.length_back is None else s.length_back) for s in streets],
                "the lengths",
                np.float64,
                (len(streets), 2),
            ),
            demands=frozen_column(
                [street.demand for street in streets], "the demands", np.float64, (len(streets),)
            ),
            start=start,
            end=end,
            names=tuple(street.name for street in streets),
            shapes=tuple(street.shape for street in streets),
            **fields,
        )

    def replace(
        self, *, depot: Place | None = None, demand: Mapping[Id, float] | None = None, **fields: Any
    ) -> Self:
        """Return a changed copy, without the notes that a change settles.

        Parameters
        ----------
        depot
            A new depot: start and end move there, each if it was at the old depot.
        demand
            New demands by edge id; the other edges keep theirs.
        fields
            Any other parameter of `Instance`, such as ``curb_weight=500`` or ``end=FREE``.
        """
        if depot is not None:
            old = self.depot
            for name in ("start", "end"):
                if old is None or getattr(self, name) == old:
                    fields.setdefault(name, depot)
        if demand is not None:
            demands = self.demands.copy()
            if not isinstance(demand, Mapping):
                raise InputError(f"demand is {shown(demand)}; give new demands by edge id")
            for edge, value in demand.items():
                what = f"the demand of edge {edge!r}"
                demands[self.edge_index(edge)] = checked_number(value, what, 0)
            fields["demands"] = demands
        values = {name: getattr(self, name) for name in self._fields()}
        for name in fields:
            if name not in values:
                raise InputError(f"an instance has no {name!r}{did_you_mean(name, values)}")
        changed = {*fields, "depot"} if {"start", "end"} <= fields.keys() else set(fields)
        values["notes"] = tuple(note for note in self.notes if not named_in(note.advice) & changed)
        return type(self)(**(values | fields))

    @property
    def depot(self) -> Id | None:
        """The node where the tour starts, or ends if it starts anywhere; None if neither."""
        for place in (self.start, self.end):
            if not isinstance(place, Free):
                return place
        return None

    @property
    def start_index(self) -> int:
        """Index of the start node, -1 for anywhere."""
        return -1 if isinstance(self.start, Free) else self.node_index(self.start)

    @property
    def end_index(self) -> int:
        """Index of the end node, -1 for anywhere."""
        return -1 if isinstance(self.end, Free) else self.node_index(self.end)

    @property
    def served(self) -> IntArray:
        """Indices of the edges to be served."""
        return np.flatnonzero(self.demands > 0)

    @property
    def total_demand(self) -> float:
        """Q: the sum of all demands."""
        return float(self.demands.sum())

    def node_index(self, node: Place, what: str = "node") -> int:
        """Return the position of a node, named by its id or by the text of its id."""
        return _index_of(self._node_index, node, what)

    def edge_index(self, edge: Id) -> int:
        """Return the position of an edge, named by its id or by the text of its id."""
        if "_edge_index" not in self.__dict__:
            self._set("_edge_index", {edge: index for index, edge in enumerate(self.edges)})
        return _index_of(self.__dict__["_edge_index"], edge, "edge")

    def edge(self, edge: Id) -> Edge:
        """Return one edge by its id."""
        k = self.edge_index(edge)
        (tail, head), (length, back) = self.ends[k].tolist(), self.lengths[k].tolist()
        return Edge(
            tail=self.nodes[tail],
            head=self.nodes[head],
            length=length,
            demand=self.demands.item(k),
            id=self.edges[k],
            length_back=back,
            name=self.names[k] if self.names else "",
            shape=self.shapes[k] if self.shapes else (),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instance):
            return NotImplemented
        return all(
            np.array_equal(mine, theirs)
            if isinstance(mine, np.ndarray) and isinstance(theirs, np.ndarray)
            else mine is theirs or (type(mine) is type(theirs) and mine == theirs)
            for mine, theirs in (
                (getattr(self, f.name), getattr(other, f.name)) for f in fields(self) if f.compare
            )
        )

    def __hash__(self) -> int:
        return hash((self.nodes, self.edges, self.curb_weight, self.demands.tobytes()))

    def __repr__(self) -> str:
        notes = f", {counted(len(self.notes), 'note')}" if self.notes else ""
        return (
            f"Instance({self.name!r}: {len(self.nodes)} nodes, {len(self.edges)} edges, "
            f"{len(self.served)} served, Q={self.total_demand:g}, W={self.curb_weight:g}{notes})"
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]  # a copy is validated and frozen anew

    @classmethod
    def _fields(cls) -> list[str]:
        return [field.name for field in fields(cls)]

    @property
    def _node_index(self) -> dict[Id, int]:
        index: dict[Id, int] = self.__dict__["_node_index"]
        return index

    def _set(self, name: str, value: object) -> None:
        self.__dict__[name] = value

    def _check_labels(self) -> None:
        if self.mode not in get_args(Mode):
            raise InputError(f"mode is {self.mode!r}; it must be 'deliver' or 'collect'")
        if self.keep not in get_args(Keep):
            raise InputError(f"keep is {self.keep!r}; it must be 'all' or 'depot'")
        for label in ("name", "length_unit", "load_unit"):
            if not isinstance(getattr(self, label), str):
                raise InputError(f"{label} is {getattr(self, label)!r}; it must be text")
        for label in ("names", "shapes"):
            column = getattr(self, label)
            if column is None:
                continue
            if isinstance(column, str) or not isinstance(column, Sequence):
                raise InputError(f"{label} is {shown(column)}; give a list, one for each edge")
            if label == "names" and not all(isinstance(name, str) for name in column):
                wrong = next(name for name in column if not isinstance(name, str))
                raise InputError(f"a street name is {shown(wrong)}; it must be text")
            if len(column) != len(self.edges):
                given = counted(len(column), label.removesuffix("s"))
                raise InputError(f"{given} for {counted(len(self.edges), 'edge')}; give one each")
            self._set(label, tuple(column) if any(column) else None)

    def _check_numbers(self) -> None:
        if len(self.edges) and (self.ends.min() < 0 or self.ends.max() >= len(self.nodes)):
            edge = int(
                np.flatnonzero(np.any((self.ends < 0) | (self.ends >= len(self.nodes)), 1))[0]
            )
            raise InputError(f"edge {self.edges[edge]!r} ends at an unknown node", edge=edge)
        for label, column, low in (
            ("length", self.lengths.min(axis=1, initial=math.inf), 0.0),
            ("demand", self.demands, 0.0),
        ):
            for index in np.flatnonzero(~(column >= low) | np.isinf(column))[:1]:
                self._refuse_edge(int(index), label, float(column[index]))
        if np.isnan(self.lengths).any():
            edge = int(np.flatnonzero(np.isnan(self.lengths).any(axis=1))[0])
            self._refuse_edge(edge, "length", math.nan)
        if self.coordinates is not None and not np.isfinite(self.coordinates).all():
            node = int(np.flatnonzero(~np.isfinite(self.coordinates).all(axis=1))[0])
            raise InputError(
                f"node {self.nodes[node]!r} has a coordinate that is no number", node=node
            )
        self._check_degrees()
        self._check_capacity()
        drives = self.lengths[np.isfinite(self.lengths)].sum() * (len(self.served) + 1)
        if not math.isfinite((self.curb_weight + self.total_demand) * float(drives)):
            raise InputError("lengths, demands or curb weight are too large; use larger units")

    def _check_degrees(self) -> None:
        if not self.geographic:
            return
        if self.coordinates is None:
            raise InputError("the network is geographic and has no coordinates; give each node's")
        for node in np.flatnonzero((np.abs(self.coordinates) > (180, 90)).any(axis=1))[:1]:
            x, y = self.coordinates[node]
            raise InputError(
                f"node {self.nodes[node]!r} is at longitude {x:g} and latitude {y:g}, which is not "
                "on earth; give longitude first and both in degrees",
                node=int(node),
            )

    def _check_capacity(self) -> None:
        if self.capacity is None:
            return
        if self.total_demand > self.capacity * (1 + 1e-9):
            unit = f" {self.load_unit}" if self.load_unit else ""
            raise InputError(
                f"the total demand {self.total_demand:g}{unit} is above the vehicle's capacity "
                f"{self.capacity:g}{unit}; split the streets into several tours"
            )

    def _refuse_edge(self, edge: int, label: str, value: float) -> None:
        tail, head = (self.nodes[node] for node in self.ends[edge])
        if label == "length" and value == math.inf:
            why = "may not be driven in either direction; give it a length"
        else:
            why = f"has {label} {value:g}; it must be a finite number, 0 or more"
        raise InputError(f"edge {self.edges[edge]!r} ({tail}-{head}) {why}", edge=edge)


def _checked_ids(kind: str, ids: Iterable[Any]) -> tuple[Id, ...]:
    """Return the ids as plain text and numbers; refuse two that read the same."""
    if not isinstance(ids, Iterable):
        raise InputError(f"the {kind}s are {shown(ids)}; give a list of ids")
    seen: set[str] = set()
    checked: list[Id] = []
    for position, raw in enumerate(ids):
        value = raw.item() if isinstance(raw, np.generic) else raw
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        finite = not isinstance(value, float) or math.isfinite(value)
        if isinstance(value, bool) or not isinstance(value, str | int | float) or not finite:
            raise InputError(f"{kind} id {raw!r} is neither text nor a number", **{kind: position})
        text = str(value)
        if text in seen:
            raise InputError(f"{kind} id {value!r} is given twice", **{kind: position})
        seen.add(text)
        checked.append(value)
    return tuple(checked)


def _index_of(index: dict[Id, int], name: Place, what: str) -> int:
    found = index.get(name) if isinstance(name, str | int | float | np.number) else None
    if found is not None:
        return found
    for known, position in index.items():
        if str(known) == str(name):
            return position
    raise not_in_network(what, name, index)


def _streets(edges: Iterable[Edge | Sequence[Any]]) -> list[Edge]:
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


def _point_of(coordinates: Mapping[Id, tuple[float, float]], node: Id) -> tuple[float, float]:
    if not isinstance(coordinates, Mapping):
        raise InputError(f"the coordinates are {shown(coordinates)}; give points by node")
    if node not in coordinates:
        raise InputError(f"node {node!r} has no coordinates while others have")
    return coordinates[node]
