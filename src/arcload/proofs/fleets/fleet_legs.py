"""Distances and services of one type of vehicle, between the spots that matter to it."""

from typing import NamedTuple

import numpy as np

from arcload.engine.distances import rows_of
from arcload.engine.fleet_ways import fleet_ways
from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.model.instance import Instance
from arcload.model.types import FloatArray, IntArray
from arcload.model.vehicle import Vehicle


class Legs(NamedTuple):
    """What one type of vehicle sees of a problem that delivers.

    Spots are the ends of services, facilities and the places where its routes start and end. An
    arc is a service in one direction. Where turns count the ends of services are ports, see
    `arcload.engine.port_distances`.
    """

    kind: VehicleType
    D: FloatArray
    """Shortest distances between spots, in which turns count."""
    driven: FloatArray
    """Length of these ways without turns, and the time that they take."""
    time: FloatArray
    starts: IntArray
    """Spots where a route may start; facilities where it may start anywhere."""
    home: FloatArray
    """Cost from each spot to the end, and length and time."""
    home_length: FloatArray
    home_time: FloatArray
    facilities: IntArray
    visit_costs: FloatArray
    stop_times: FloatArray
    services: int
    q: FloatArray
    """Demand of each service."""
    load: FloatArray
    """Demand of each subset of services."""
    service: IntArray
    """Service of each arc; its edge and side."""
    edge: IntArray
    side: IntArray
    tail: IntArray
    """Spot where each arc is entered, and where it is left."""
    head: IntArray
    length: FloatArray
    surcharge: FloatArray
    serve_time: FloatArray

    def arcs_of(self, subset: int) -> IntArray:
        """Return the arcs of the services in a subset."""
        return np.flatnonzero((subset >> self.service) & 1)

    def drive(self, weight: float) -> FloatArray:
        """Return the cost between spots; no way stays none for a vehicle that costs nothing."""
        cost = np.full_like(self.D, np.inf)
        return np.multiply(weight, self.D, out=cost, where=np.isfinite(self.D))


class TurnWays(NamedTuple):
    """The ways of one type of vehicle between ports and places, for a problem that delivers."""

    D: FloatArray
    driven: FloatArray
    time: FloatArray
    spot: IntArray
    """Row of each node that is a place."""


def turn_ways(instance: Instance, vehicle: Vehicle) -> TurnWays:
    """Return the ways of one of an instance's vehicles, where turns count."""
    ways = fleet_ways(instance, vehicle)
    time = np.zeros_like(ways.D) if ways.T is None else ways.T
    time = np.where(np.isfinite(ways.D), time, 0.0)
    driven = ways.D if ways.X is None else ways.D - ways.X
    return TurnWays(ways.D, driven, time, rows_of(instance)[1])


def fleet_legs(problem: FleetProblem, kind: VehicleType, turns: TurnWays | None = None) -> Legs:
    """Return the legs of one type of vehicle; with its ways where turns count."""
    usable = np.isfinite(problem.lengths)
    if kind.barred is not None:
        usable &= ~kind.barred[:, None]
    served = np.flatnonzero(problem.served)
    service, side = np.nonzero(usable[served])
    edge = served[service]
    tail, head = problem.ends[edge, side], problem.ends[edge, 1 - side]
    if turns is None:
        D = _shortest(problem, usable)
        places = [place for place in (kind.start, kind.end) if place >= 0]
        spots = np.unique(np.concatenate([tail, head, problem.facilities, places]).astype(np.int64))
        spot = np.full(problem.nodes, -1)
        spot[spots] = np.arange(len(spots))
        D = D[np.ix_(spots, spots)]
        time = kind.drive_time * np.where(np.isfinite(D), D, 0.0)
        driven, tail, head = D, spot[tail], spot[head]
    else:
        D, driven, time, spot = turns
        tail, head = 2 * service + side, 2 * service + 1 - side
    facilities = spot[problem.facilities]
    nothing = np.zeros(len(D))
    home = nothing if kind.end < 0 else D[:, spot[kind.end]]
    home_cost = np.full(len(D), np.inf)
    np.multiply(kind.a, home, out=home_cost, where=np.isfinite(home))
    q = problem.demands[served]
    sets = np.arange(1 << len(served))
    return Legs(
        kind=kind,
        D=D,
        driven=driven,
        time=time,
        starts=facilities if kind.start < 0 else spot[[kind.start]],
        home=home_cost,
        home_length=nothing if kind.end < 0 else driven[:, spot[kind.end]],
        home_time=nothing if kind.end < 0 else time[:, spot[kind.end]],
        facilities=facilities,
        visit_costs=problem.visit_costs,
        stop_times=problem.stop_times,
        services=len(served),
        q=q,
        load=((sets[:, None] >> np.arange(len(served))) & 1) @ q,
        service=service,
        edge=edge,
        side=side,
        tail=tail,
        head=head,
        length=problem.lengths[edge, side],
        surcharge=problem.surcharges[edge, side],
        serve_time=kind.serve_time * problem.lengths[edge, side],
    )


def _shortest(problem: FleetProblem, usable: np.ndarray) -> FloatArray:
    """Return shortest distances between all nodes."""
    n = problem.nodes
    D = np.full((n, n), np.inf)
    np.fill_diagonal(D, 0.0)
    for e, side in np.argwhere(usable).tolist():
        u, v = problem.ends[e, side], problem.ends[e, 1 - side]
        D[u, v] = min(D[u, v], problem.lengths[e, side])
    for middle in range(n):
        D = np.minimum(D, D[:, middle, None] + D[middle])
    return D
