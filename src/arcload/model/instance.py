"""The problem: a street network, what its streets need, and the vehicle."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple, Self, get_args

import numpy as np

from arcload.model.advice import named_in
from arcload.model.arguments import checked_number, frozen_column, require, shown
from arcload.model.connectivity import require_tour
from arcload.model.cut_off import Streets
from arcload.model.errors import InputError, counted, did_you_mean, not_in_network
from arcload.model.notes import Note
from arcload.model.types import FloatArray, Id, IntArray, Keep, Mode, Shape
from arcload.model.vehicle import FIELDS, Free, Place, Vehicle, with_vehicle

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
        Two node indices per edge: its tail and its head.
    lengths
        Two lengths per edge: from tail to head, and back; ``inf`` where one must not drive.
    demands
        What each edge needs; edges with a demand above 0 are served, once each.
    vehicle
        What serves them, and where it starts and ends.
    name
        What to call the instance.
    length_unit, load_unit
        Labels that every output carries.
    coordinates
        Two numbers per node, x and y.
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
    vehicle: Vehicle
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
        require(self.vehicle, "vehicle", Vehicle)
        if self.coordinates is not None:
            points = frozen_column(self.coordinates, "the coordinates", np.float64, (n, 2))
            self._set("coordinates", points)
        self._set("_node_index", {node: index for index, node in enumerate(self.nodes)})
        start, end = self._places()
        self._set("vehicle", replace(self.vehicle, start=start, end=end))
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
            The other parameters of `Instance` and of its `Vehicle`, such as ``curb_weight=500``.
        """
        streets = _streets(edges)
        cls._require_known(fields)
        try:
            order = dict.fromkeys(node for street in streets for node in street[:2])
        except TypeError:  # a list is no id
            raise InputError("a node id is neither text nor a number") from None
        places = {
            name: depot if place is None else place
            for name, place in (("start", start), ("end", end))
            if not (place is None and depot is None)
        }
        if len(places) < 2 and fields.get("vehicle") is None:
            raise InputError("no depot is given; name the node where the tour starts and ends")
        given = with_vehicle(fields | places)
        if not streets:  # nothing to serve: start and end are the whole network
            vehicle: Vehicle = given["vehicle"]
            ends = (vehicle.start, vehicle.end)
            order |= {place: None for place in ends if not isinstance(place, Free)}
        nodes = tuple(order)
        index = {node: position for position, node in enumerate(nodes)}
        if coordinates is not None:
            given["coordinates"] = [_point_of(coordinates, node) for node in nodes]
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
            names=tuple(street.name for street in streets),
            shapes=tuple(street.shape for street in streets),
            **given,
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
            Any other parameter of `Instance` or of its `Vehicle`, such as ``curb_weight=500`` or
            ``end=FREE``.
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
        self._require_known(fields)
        values = {name: getattr(self, name) for name in self._fields()}
        changed = set(fields) | ({*FIELDS} if "vehicle" in fields else set())
        if {"start", "end"} <= changed:
            changed.add("depot")
        values["notes"] = tuple(note for note in self.notes if not named_in(note.advice) & changed)
        return type(self)(**(values | with_vehicle(fields, self.vehicle)))

    @property
    def curb_weight(self) -> float:
        """Weight W of the empty vehicle."""
        return self.vehicle.curb_weight

    @property
    def load_factor(self) -> float:
        """Factor b of the load in the cost: length * (W + b * load)."""
        return self.vehicle.load_factor

    @property
    def capacity(self) -> float | None:
        """The most the vehicle can carry; None if that is not watched."""
        return self.vehicle.capacity

    @property
    def mode(self) -> Mode:
        """Whether the vehicle delivers or collects."""
        return self.vehicle.mode

    @property
    def start(self) -> Place:
        """Node id where the tour starts, or `FREE`."""
        return self.vehicle.start

    @property
    def end(self) -> Place:
        """Node id where the tour ends, or `FREE`."""
        return self.vehicle.end

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
        return hash((self.nodes, self.edges, self.vehicle, self.demands.tobytes()))

    def __repr__(self) -> str:
        factor = "" if self.load_factor == 1 else f", b={self.load_factor:g}"
        notes = f", {counted(len(self.notes), 'note')}" if self.notes else ""
        return (
            f"Instance({self.name!r}: {len(self.nodes)} nodes, {len(self.edges)} edges, "
            f"{len(self.served)} served, Q={self.total_demand:g}, W={self.curb_weight:g}{factor}"
            f"{notes})"
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]  # a copy is validated and frozen anew

    @classmethod
    def _fields(cls) -> list[str]:
        return [field.name for field in fields(cls)]

    @classmethod
    def _require_known(cls, given: Mapping[str, Any]) -> None:
        names = [*cls._fields(), *FIELDS]
        for name in given:
            if name not in names:
                raise InputError(f"an instance has no {name!r}{did_you_mean(name, names)}")

    @property
    def _node_index(self) -> dict[Id, int]:
        index: dict[Id, int] = self.__dict__["_node_index"]
        return index

    def _set(self, name: str, value: object) -> None:
        self.__dict__[name] = value

    def _places(self) -> list[Place]:
        """Return where the vehicle starts and ends, by the nodes' own ids."""
        closed = self.start == self.end
        return [
            place
            if isinstance(place, Free)
            else self.nodes[self.node_index(place, "depot" if closed else name)]
            for name, place in (("start", self.start), ("end", self.end))
        ]

    def _check_labels(self) -> None:
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
        if self.curb_weight == 0 and not (self.load_factor * self.demands[self.served]).all():
            raise InputError(
                "the curb weight and the load factor are 0, so that every tour costs nothing; give "
                "one of them"
            )
        weight = self.curb_weight + max(1.0, self.load_factor) * self.total_demand
        if not math.isfinite(weight * float(drives)):
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
            raise _wrong_id(kind, position, f"{raw!r} is neither text nor a number")
        text = str(value)
        if text in seen:
            raise _wrong_id(kind, position, f"{value!r} is given twice")
        seen.add(text)
        checked.append(value)
    return tuple(checked)


def _wrong_id(kind: str, position: int, why: str) -> InputError:
    edge, node = (position if kind == each else None for each in ("edge", "node"))
    return InputError(f"{kind} id {why}", edge=edge, node=node)


def _index_of(index: dict[Id, int], name: Place, what: str) -> int:
    position_of_name = index.get(name) if isinstance(name, str | int | float | np.number) else None
    if position_of_name is not None:
        return position_of_name
    for other, position in index.items():
        if str(other) == str(name):
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
