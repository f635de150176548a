"""A fleet's problem as plain arrays, for proofs and their check."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, kw_only=True)
class VehicleType:
    """Vehicles of one kind.

    Driving a metre costs ``a + b * load``. No limit is infinite.

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
    drive_times, serve_times
        Duration of driving along each edge and of serving it, per direction; 0 unless given.
    types
        The vehicles.
    collect
        Whether demands are collected.
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
    drive_times: FloatArray = field(default_factory=lambda: np.empty(0))
    serve_times: FloatArray = field(default_factory=lambda: np.empty(0))
    collect: bool = False

    def __post_init__(self) -> None:
        m, f = len(self.ends), len(self.facilities)
        shapes = {
            "visit_costs": (f,),
            "stop_times": (f,),
            "surcharges": (m, 2),
            "drive_times": (m, 2),
            "serve_times": (m, 2),
        }
        for name, shape in shapes.items():
            if np.size(getattr(self, name)) == 0:
                object.__setattr__(self, name, np.zeros(shape))

    def reversed(self) -> "FleetProblem":
        """Return the problem driven backwards: collecting becomes delivering."""
        return replace(
            self,
            lengths=self.lengths[:, ::-1],
            surcharges=self.surcharges[:, ::-1],
            drive_times=self.drive_times[:, ::-1],
            serve_times=self.serve_times[:, ::-1],
            types=tuple(replace(kind, start=kind.end, end=kind.start) for kind in self.types),
            collect=not self.collect,
        )
