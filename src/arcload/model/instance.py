"""The problem: a street network, what its streets need, and the vehicles."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self, get_args

import numpy as np

from arcload.model.advice import named_in
from arcload.model.arguments import checked_number, frozen_column, is_one_of, shown
from arcload.model.attributes import Attributes, checked_attributes
from arcload.model.connectivity import require_tour
from arcload.model.cut_off import Streets
from arcload.model.edge import Edge, checked_edges
from arcload.model.errors import InputError, counted, did_you_mean
from arcload.model.facility import Facility, checked_facilities
from arcload.model.figures import check_figures, refuse_edge
from arcload.model.fleet_rules import check_fleet
from arcload.model.ids import checked_ids, index_of
from arcload.model.late import late
from arcload.model.notes import Note
from arcload.model.shown import Shown
from arcload.model.street_hours import check_speeds
from arcload.model.turn_rules import Turn, TurnRules, checked_turn_rules, checked_turns
from arcload.model.types import FloatArray, Id, IntArray, Keep, Mode, Objective, Shape
from arcload.model.vehicle import FIELDS, Free, Place, Vehicle, checked_vehicles, with_vehicles

if TYPE_CHECKING:
    from arcload.model.turn_graph import TurnGraph


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Instance(Shown):
    """A network, the demand of its edges and the vehicles that serve them; never changes.

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
    vehicles
        What serves them: the types of vehicles.
    facilities
        Where vehicles load or unload, beside the depot.
    refill_at_depot
        Whether they do so at the depot too: where they start if they deliver, where they end if
        they collect.
    objective
        What is least: the ``"cost"``; or, for ``"balance"``, first the longest route, in hours or
        else in length, then the cost.
    allow_unserved
        Whether edges may be left out where the vehicles cannot serve all.
    turn_rules
        What turns add to the way and how long they take; None for nothing.
    forbidden_turns
        Turns that no vehicle may make.
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
    serve_costs
        What serving each edge costs beside driving along it, from tail to head and back; None
        if nothing.
    priorities
        Which edges matter most where not all can be served: 1 first; None if all are alike.
    attributes
        What else is known of the edges: for each column, such as ``highway``, a text per edge,
        empty where unknown.
    keep
        ``"depot"`` if `arcload.read` left out what the depot's vehicle cannot reach. It is no
        part of the problem, and results state it so that the file can be read so again.
    cut_streets
        Whether `arcload.read` was told to cut streets above every capacity into pieces; as `keep`
        it is no part of the problem.
    town_file
        The town file that it was read from, if it was one; as `keep` it is no part of the problem.
    notes
        What the user should know of how it was read; no part of the problem.
    """

    nodes: tuple[Id, ...]
    edges: tuple[Id, ...]
    ends: IntArray
    lengths: FloatArray
    demands: FloatArray
    vehicles: tuple[Vehicle, ...]
    facilities: tuple[Facility, ...] = ()
    refill_at_depot: bool = True
    objective: Objective = "cost"
    allow_unserved: bool = False
    turn_rules: TurnRules | None = None
    forbidden_turns: tuple[Turn, ...] = ()
    name: str = "instance"
    length_unit: str = ""
    load_unit: str = ""
    coordinates: FloatArray | None = None
    geographic: bool = False
    names: tuple[str, ...] | None = None
    shapes: tuple[Shape, ...] | None = None
    serve_costs: FloatArray | None = None
    priorities: IntArray | None = None
    attributes: Attributes = field(default_factory=dict)
    keep: Keep = field(default="all", compare=False)
    cut_streets: bool = field(default=False, compare=False)
    town_file: str = field(default="", compare=False)
    notes: tuple[Note, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        self._set("nodes", checked_ids("node", self.nodes))
        self._set("edges", checked_ids("edge", self.edges))
        m, n = len(self.edges), len(self.nodes)
        self._set("ends", frozen_column(self.ends, "the ends", np.int64, (m, 2)))
        self._set("lengths", frozen_column(self.lengths, "the lengths", np.float64, (m, 2)))
        self._set("demands", frozen_column(self.demands, "the demands", np.float64, (m,)))
        self._set("vehicles", checked_vehicles(self.vehicles))
        if not self.vehicles:
            raise InputError("no vehicle is given; give one at least")
        self._set("facilities", checked_facilities(self.facilities))
        self._check_columns()
        self._set("attributes", checked_attributes(self.attributes, m))
        if self.coordinates is not None:
            points = frozen_column(self.coordinates, "the coordinates", np.float64, (n, 2))
            self._set("coordinates", points)
        self._set("_node_index", {node: index for index, node in enumerate(self.nodes)})
        self._set("vehicles", tuple(self._with_own_ids(vehicle) for vehicle in self.vehicles))
        places = (replace(f, node=self._own_id(f.node, "facility")) for f in self.facilities)
        self._set("facilities", tuple(places))
        self._check_labels()
        self._set("turn_rules", checked_turn_rules(self.turn_rules))
        check_figures(self)
        self._set("forbidden_turns", checked_turns(self, self.forbidden_turns))
        check_speeds(self)
        if self.is_fleet:
            check_fleet(self)
        else:
            served = self.demands > 0
            require_tour(self.nodes, self.streets, served, self.start_index, self.end_index)
            if self.has_turns:
                from arcload.model.turn_reach import require_turning_tour

                require_turning_tour(self)

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
        streets = checked_edges(edges)
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
        if len(places) < 2 and not (fields.get("vehicle") or fields.get("vehicles")):
            raise InputError("no depot is given; name the node where the tour starts and ends")
        given = with_vehicles(fields | places)
        if not streets:  # nothing to serve: start and end are the whole network
            vehicles: tuple[Vehicle, ...] = given["vehicles"]
            ends = [place for each in vehicles for place in (each.start, each.end)]
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
            **_optional_columns(streets),
            **given,
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **changes: Any) -> "Instance":
        """Make an instance from what its JSON file says, see ``docs/formats.md``.

        Parameters
        ----------
        data
            As `to_dict` returns it, or as ``json.load`` reads it.
        changes
            As in `arcload.read`, such as ``curb_weight=500``.
        """
        if not isinstance(data, Mapping):
            raise InputError(f"the data is {shown(data)}; give a dictionary, or use arcload.read")
        instance: Instance = late("read")(data, "json", **changes)
        return instance

    def to_dict(self) -> dict[str, Any]:
        """Return what the instance's JSON file says, ready for JSON."""
        data: dict[str, Any] = late("instance_dict")(self)
        return data

    def replace(
        self, *, depot: Place | None = None, demand: Mapping[Id, float] | None = None, **fields: Any
    ) -> Self:
        """Return a changed copy, without the notes that a change settles.

        Parameters
        ----------
        depot
            A new depot: start and end of each vehicle move there, each if it was at the vehicle's
            old depot.
        demand
            New demands by edge id; the other edges keep theirs.
        fields
            Any other parameter of `Instance`, or of `Vehicle` for all its vehicles, such as
            ``curb_weight=500`` or ``end=FREE``.
        """
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
        changed = set(fields) | ({*FIELDS} if {"vehicle", "vehicles"} & set(fields) else set())
        if depot is not None or {"start", "end"} <= changed:
            changed.add("depot")
        values["notes"] = tuple(note for note in self.notes if not named_in(note.advice) & changed)
        return type(self)(**(values | with_vehicles(fields, self.vehicles, depot)))

    @property
    def is_fleet(self) -> bool:
        """Whether a plan may have several trips or vehicles, or rules of fleets; else one tour."""
        return (
            len(self.vehicles) > 1
            or self.vehicle.makes_trips
            or len(self.facilities) > 0
            or not self.refill_at_depot
            or self.serve_costs is not None
            or self.objective != "cost"
            or self.allow_unserved
        )

    @property
    def has_turns(self) -> bool:
        """Whether turns change which ways are shortest or allowed.

        Their seconds do so only where hours are limited or compared.
        """
        rules = self.turn_rules
        if self.forbidden_turns or rules is None:
            return bool(self.forbidden_turns)
        limited = any(vehicle.max_hours is not None for vehicle in self.vehicles)
        compared = self.objective == "balance" and self.vehicle.drive_speed is not None
        return rules.changes_ways or (rules.has_seconds and (limited or compared))

    @property
    def watches_turns(self) -> bool:
        """Whether turns add anything to the way or to the hours, or some are forbidden."""
        return self.turn_rules is not None or bool(self.forbidden_turns)

    def turn_graph(self, vehicle: Vehicle) -> "TurnGraph":
        """Return the turns that a vehicle may make; they are made when first asked for."""
        from arcload.model.fleet_rules import usable_lengths
        from arcload.model.turn_graph import TurnGraph

        graphs: dict[tuple[Id, ...], TurnGraph] = self.__dict__.setdefault("_turn_graphs", {})
        if vehicle.closed not in graphs:
            graphs[vehicle.closed] = TurnGraph.of(self, usable_lengths(self, vehicle))
        return graphs[vehicle.closed]

    @property
    def vehicle(self) -> Vehicle:
        """The vehicle, or the first type of several."""
        return self.vehicles[0]

    @property
    def places(self) -> tuple[Facility, ...]:
        """Where vehicles load or unload: the facilities, and the depots if these are some."""
        nodes = {facility.node for facility in self.facilities}
        depots = dict.fromkeys(vehicle.depot for vehicle in self.vehicles)
        more = [place for place in depots if not isinstance(place, Free) and place not in nodes]
        return self.facilities + tuple(Facility(node) for node in more if self.refill_at_depot)

    @property
    def streets(self) -> Streets:
        """The columns by which messages name its streets."""
        return Streets.of(self)

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
        return index_of(self._node_index, node, what)

    def edge_index(self, edge: Id, what: str = "edge") -> int:
        """Return the position of an edge, named by its id or by the text of its id."""
        if "_edge_index" not in self.__dict__:
            self._set("_edge_index", {edge: index for index, edge in enumerate(self.edges)})
        return index_of(self.__dict__["_edge_index"], edge, what)

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
            serve_cost=0.0 if self.serve_costs is None else self.serve_costs.item(k, 0),
            serve_cost_back=None if self.serve_costs is None else self.serve_costs.item(k, 1),
            priority=None if self.priorities is None else self.priorities.item(k),
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
        return hash((self.nodes, self.edges, self.vehicles, self.demands.tobytes()))

    def __repr__(self) -> str:
        factor = "" if self.load_factor == 1 else f", b={self.load_factor:g}"
        notes = f", {counted(len(self.notes), 'note')}" if self.notes else ""
        return (
            f"Instance({self.name!r}: {len(self.nodes)} nodes, {len(self.edges)} edges, "
            f"{len(self.served)} served, Q={self.total_demand:g}, W={self.curb_weight:g}{factor}"
            f"{notes})"
        )

    def __getstate__(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in self._fields()}
        return state | {"attributes": dict(self.attributes)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]  # a copy is validated and frozen anew

    @classmethod
    def _fields(cls) -> list[str]:
        return [field.name for field in fields(cls)]

    @classmethod
    def _require_known(cls, given: Mapping[str, Any]) -> None:
        names = [*cls._fields(), "vehicle", *FIELDS]
        for name in given:
            if name not in names:
                raise InputError(f"an instance has no {name!r}{did_you_mean(name, names)}")

    @property
    def _node_index(self) -> dict[Id, int]:
        index: dict[Id, int] = self.__dict__["_node_index"]
        return index

    def _set(self, name: str, value: object) -> None:
        self.__dict__[name] = value

    def _own_id(self, place: Id, what: str) -> Id:
        return self.nodes[self.node_index(place, what)]

    def _with_own_ids(self, vehicle: Vehicle) -> Vehicle:
        """Return a vehicle with places and closed edges by the network's own ids."""
        closed = vehicle.start == vehicle.end
        start, end = (
            place if isinstance(place, Free) else self._own_id(place, "depot" if closed else name)
            for name, place in (("start", vehicle.start), ("end", vehicle.end))
        )
        edges = (self.edges[self.edge_index(edge, "closed edge")] for edge in vehicle.closed)
        return replace(vehicle, start=start, end=end, closed=tuple(edges))

    def _check_columns(self) -> None:
        """Freeze the columns that most instances do not have; one that says nothing is None."""
        m = len(self.edges)
        if self.serve_costs is not None:
            costs = frozen_column(self.serve_costs, "the serve costs", np.float64, (m, 2))
            for edge in np.flatnonzero(~(np.isfinite(costs) & (costs >= 0)).all(axis=1))[:1]:
                wrong = next(float(c) for c in costs[edge] if not (math.isfinite(c) and c >= 0))
                refuse_edge(self, int(edge), "serve cost", wrong)
            self._set("serve_costs", costs if costs.any() else None)
        if self.priorities is not None:
            ranks = frozen_column(self.priorities, "the priorities", np.float64, (m,))
            for edge in np.flatnonzero((ranks != np.floor(ranks)) | ~(ranks >= 1))[:1]:
                name, rank = self.edges[edge], float(ranks[edge])
                raise InputError(
                    f"edge {name!r} has priority {rank:g}; it must be a whole number, 1 or more",
                    edge=int(edge),
                )
            same = m == 0 or (ranks == ranks[0]).all()
            whole = frozen_column(ranks, "the priorities", np.int64, (m,))
            self._set("priorities", None if same else whole)

    def _check_labels(self) -> None:
        if not is_one_of(self.keep, get_args(Keep)):
            raise InputError(f"keep is {shown(self.keep)}; it must be 'all' or 'depot'")
        if not is_one_of(self.objective, get_args(Objective)):
            raise InputError(
                f"objective is {shown(self.objective)}; it must be 'cost' or 'balance'"
            )
        for label in ("refill_at_depot", "allow_unserved", "cut_streets", "geographic"):
            if isinstance(getattr(self, label), np.bool_):
                self._set(label, bool(getattr(self, label)))
            if not isinstance(getattr(self, label), bool):
                raise InputError(f"{label} is {shown(getattr(self, label))}; use True or False")
        for label in ("name", "length_unit", "load_unit", "town_file"):
            if not isinstance(getattr(self, label), str):
                raise InputError(f"{label} is {shown(getattr(self, label))}; it must be text")
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


def _point_of(coordinates: Mapping[Id, tuple[float, float]], node: Id) -> tuple[float, float]:
    if not isinstance(coordinates, Mapping):
        raise InputError(f"the coordinates are {shown(coordinates)}; give points by node")
    if node not in coordinates:
        raise InputError(f"node {node!r} has no coordinates while others have")
    return coordinates[node]


def _optional_columns(streets: Sequence[Edge]) -> dict[str, Any]:
    """Return the columns that few instances have, where these edges have them."""
    columns: dict[str, Any] = {}
    if any(street.serve_cost or street.serve_cost_back for street in streets):
        columns["serve_costs"] = [
            (s.serve_cost, s.serve_cost if s.serve_cost_back is None else s.serve_cost_back)
            for s in streets
        ]
    ranks = [street.priority for street in streets]
    stated = [rank for rank in ranks if rank is not None]
    if stated:
        last = max(stated) + 1  # what has no priority comes after all that have one
        columns["priorities"] = [last if rank is None else rank for rank in ranks]
    return columns
