"""A fleet's problem as plain arrays, for proofs and their check."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.model.units import METRES
from arcload.model.vehicle import SPEEDS, Free, Place, Vehicle


@dataclass(frozen=True, kw_only=True)
class VehicleType:
    """Vehicles of one type.

    To cross an edge costs ``length * (a + b * load)``. A limit that is not given is infinite.

    Parameters
    ----------
    a
        Cost per length of the empty vehicle.
    b
        Cost per length and unit of load.
    capacity
        Most load of a trip.
    fixed_cost
        Cost of each vehicle that is used.
    start, end
        Nodes where its routes start and end, -1 for anywhere.
    count
        How many there are, -1 for any number.
    most_trips, longest, most_time
        Limits of a route: trips, length and duration.
    drive_time, serve_time
        Duration of driving, and of serving, per unit of length.
    barred
        Edges that it may not use; none unless given.
    """

    a: float = 1.0
    b: float = 0.0
    capacity: float = math.inf
    fixed_cost: float = 0.0
    start: int = 0
    end: int = 0
    count: int = -1
    most_trips: float = math.inf
    longest: float = math.inf
    most_time: float = math.inf
    drive_time: float = 0.0
    serve_time: float = 0.0
    barred: BoolArray | None = None


@dataclass(frozen=True, kw_only=True)
class FleetProblem:
    """A network, its services, facilities and vehicles.

    Each service is made once, by one trip. Delivering, a route drives from its start to a
    facility, loads what the next trip serves, makes the trip, drives to a facility, and so on;
    after the last trip it drives to its end. Collecting is the mirror image. Each trip visits one
    facility. While an edge is served, half of its demand counts as load.

    Parameters
    ----------
    nodes
        Number of nodes.
    ends
        Two nodes per edge: tail and head.
    lengths
        Two lengths per edge: from tail to head, and back; ``inf`` where one must not drive.
    demands
        What each edge needs.
    served
        Whether each edge must be served.
    facilities
        Nodes where vehicles load (collecting: empty themselves).
    visit_costs, stop_times
        Cost and duration of a visit of each facility; 0 unless given.
    surcharges
        What serving each edge costs beside driving, per direction; 0 unless given.
    types
        The vehicles.
    collect
        Whether demands are collected.
    relaxed
        Whether rules of the instance are not in it: its optimum then is a bound alone, and may be
        no plan.
    """

    nodes: int
    ends: IntArray
    lengths: FloatArray
    demands: FloatArray
    served: BoolArray
    facilities: IntArray
    types: tuple[VehicleType, ...]
    visit_costs: FloatArray = field(default_factory=lambda: np.empty(0))
    stop_times: FloatArray = field(default_factory=lambda: np.empty(0))
    surcharges: FloatArray = field(default_factory=lambda: np.empty(0))
    collect: bool = False
    relaxed: bool = False

    def __post_init__(self) -> None:
        m, f = len(self.ends), len(self.facilities)
        shapes = {
            "visit_costs": (f,),
            "stop_times": (f,),
            "surcharges": (m, 2),
        }
        for name, shape in shapes.items():
            if np.size(getattr(self, name)) == 0:
                object.__setattr__(self, name, np.zeros(shape))

    @classmethod
    def of(cls, instance: Instance) -> "FleetProblem":
        """Return the problem of an instance, in its own directions; durations are in hours.

        What an instance's objective and streets that may be left out say is not in it, nor are
        limits of hours where a rule gives the speeds: there a longer way may be the faster one, and
        what is proven without the limit holds with it.
        """
        costs, places = instance.serve_costs, instance.places
        return cls(
            nodes=len(instance.nodes),
            ends=instance.ends,
            lengths=instance.lengths,
            demands=instance.demands,
            served=instance.demands > 0,
            facilities=np.array(
                [instance.node_index(place.node) for place in places], dtype=np.int64
            ),
            visit_costs=np.array([place.visit_cost for place in places]),
            stop_times=np.array([place.stop_minutes / 60 for place in places]),
            surcharges=np.empty(0) if costs is None else costs,
            types=tuple(_type_of(instance, vehicle) for vehicle in instance.vehicles),
            collect=instance.mode == "collect",
            relaxed=any(_limit_is_left_out(vehicle) for vehicle in instance.vehicles),
        )

    def reversed(self) -> "FleetProblem":
        """Return the problem driven backwards: collecting becomes delivering."""
        return replace(
            self,
            lengths=self.lengths[:, ::-1],
            surcharges=self.surcharges[:, ::-1],
            types=tuple(replace(kind, start=kind.end, end=kind.start) for kind in self.types),
            collect=not self.collect,
        )


def _type_of(instance: Instance, vehicle: Vehicle) -> VehicleType:
    km = METRES.get(instance.length_unit, 0.0) / METRES["km"]
    drive, serve = vehicle.drive_speed, vehicle.serve_speed
    barred = None
    if vehicle.closed:
        barred = np.zeros(len(instance.edges), dtype=np.bool_)
        barred[[instance.edge_index(edge) for edge in vehicle.closed]] = True
    return VehicleType(
        a=vehicle.curb_weight,
        b=vehicle.load_factor,
        capacity=_or_infinite(vehicle.capacity),
        fixed_cost=vehicle.fixed_cost,
        start=_node(instance, vehicle.start),
        end=_node(instance, vehicle.end),
        count=-1 if vehicle.count is None else vehicle.count,
        most_trips=_or_infinite(vehicle.max_trips),
        longest=_or_infinite(vehicle.max_length),
        most_time=math.inf if _limit_is_left_out(vehicle) else _or_infinite(vehicle.max_hours),
        drive_time=km / drive if isinstance(drive, float) else 0.0,
        serve_time=km / serve if isinstance(serve, float) else 0.0,
        barred=barred,
    )


def _limit_is_left_out(vehicle: Vehicle) -> bool:
    by_street = any(isinstance(getattr(vehicle, name), str) for name in SPEEDS)
    return by_street and vehicle.max_hours is not None


def _node(instance: Instance, place: Place) -> int:
    return -1 if isinstance(place, Free) else instance.node_index(place)


def _or_infinite(limit: float | None) -> float:
    return math.inf if limit is None else float(limit)
