"""An instance with a fleet as the kernels see it, and the way back from their answers."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from arcload.engine.distances import count_rows, matrix_bytes, rows_of
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.fleet_ways import asks_for_lengths, fleet_ways
from arcload.model.facility import Facility
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.plan import Plan, Route, Service, Trip
from arcload.model.street_hours import street_hours
from arcload.model.types import FloatArray, Id, IntArray
from arcload.model.vehicle import Free, Place, Vehicle

if TYPE_CHECKING:
    from arcload.engine.kernels.fleet import Fleet

_TIE = 1e-13  # share of a load's cost by which an empty vehicle's shorter way is better, at W = 0
_PRIORITY = 1000.0  # how many times a street of one priority counts one of the next
_MOST_PRIORITY = 1e9  # how many times the first counts the last, at most


def fleet_bytes(instance: Instance) -> int:
    """Return the memory of a fleet's problem: the distances, and what is made of them."""
    rows = count_rows(instance)[0] + 1
    own = sum(1 for vehicle in instance.vehicles if vehicle.closed or vehicle.drive_speed)
    times = any(vehicle.drive_speed for vehicle in instance.vehicles)
    turns = 2 if asks_for_lengths(instance) else 0
    return matrix_bytes(rows) * (3 + turns + (2 + turns) * own + times)


@dataclass(frozen=True)
class KernelFleet:
    """The services of a fleet as arrays, always as a delivery.

    Collecting is delivering driven backwards, as in `Problem`.

    Parameters
    ----------
    instance
        The instance.
    fleet
        What the kernels take.
    """

    instance: Instance
    fleet: "Fleet"

    @classmethod
    def of(cls, instance: Instance, threads: int = 1) -> "KernelFleet":
        """Return the problem of an instance, with distances that some threads compute."""
        from arcload.engine.kernels.fleet import ANY, FleetFacility, FleetVehicle, new_fleet

        entry, row = rows_of(instance)
        collects = instance.mode == "collect"
        served = instance.served
        turn = -1 if collects else 1
        timed = any(vehicle.drive_speed is not None for vehicle in instance.vehicles)
        same_speed = len({vehicle.drive_speed for vehicle in instance.vehicles}) == 1
        all_ways = fleet_ways(instance, replace(instance.vehicle, closed=()), threads)
        nodes = len(all_ways.D)
        mean = float(instance.demands[served].mean()) if len(served) else 0.0
        lengths = instance.lengths[served]
        vehicles = []
        for vehicle in instance.vehicles:
            own = None
            if vehicle.closed or (timed and not same_speed):
                own = fleet_ways(instance, vehicle, threads)
            hours = street_hours(instance, vehicle)
            serve = np.zeros_like(lengths) if hours is None else hours.serve[served]
            vehicles.append(
                FleetVehicle(
                    a=max(vehicle.curb_weight, _TIE * vehicle.load_factor * mean),
                    b=vehicle.load_factor,
                    capacity=_or_inf(vehicle.capacity),
                    start=_row(instance, row, nodes, vehicle.end if collects else vehicle.start),
                    end=_row(instance, row, nodes, vehicle.start if collects else vehicle.end),
                    cost=vehicle.fixed_cost,
                    available=ANY if vehicle.count is None else vehicle.count,
                    most_trips=vehicle.max_trips or ANY,
                    most_length=_or_inf(vehicle.max_length),
                    most_time=_or_inf(vehicle.max_hours),
                    length=usable_lengths(instance, vehicle)[served][:, ::turn]
                    if vehicle.closed
                    else None,
                    D=None if own is None else own.D,
                    T=None if own is None else own.T,
                    X=None if own is None else own.X,
                    time=serve[:, ::turn] if timed else None,
                )
            )
        costs = instance.serve_costs
        fleet = new_fleet(
            instance.demands[served],
            entry,
            lengths[:, ::turn],
            all_ways.D,
            vehicles,
            [
                FleetFacility(
                    int(row[instance.node_index(place.node)]),
                    cost=place.visit_cost,
                    time=place.stop_minutes / 60,
                    first_time=place.stop_minutes / 60,
                )
                for place in _places(instance)
            ],
            surcharge=None if costs is None else costs[served][:, ::turn],
            T=all_ways.T,
            X=all_ways.X,
            penalty=_penalties(instance),
            balance=instance.objective == "balance",
        )
        return cls(instance, fleet)

    @property
    def size(self) -> int:
        """Number m of edges to be served."""
        return len(self.fleet.q)

    def plan(self, solution: FleetSolution) -> Plan:
        """Return the instance's plan for a solution of the kernels."""
        instance, m = self.instance, self.size
        names = [instance.edges[edge] for edge in instance.served.tolist()]
        places = [place.node for place in _places(instance)]
        collects = instance.mode == "collect"
        routes: list[Route] = []
        begin = 0
        for end, kind in zip(solution.ends.tolist(), solution.kinds.tolist(), strict=True):
            trips: list[Trip] = []
            for arc in solution.arcs[begin:end].tolist():
                if arc >= 2 * m:
                    trips.append(Trip((), places[arc - 2 * m]))
                    continue
                service = Service(names[arc >> 1], 1 + ((arc & 1) ^ collects))
                services, facility = trips[-1]
                trips[-1] = Trip((*services, service), facility)
            if collects:
                trips = [Trip(services[::-1], facility) for services, facility in trips[::-1]]
            routes.append(Route(instance.vehicles[kind], tuple(trips)))
            begin = end
        return Plan(instance, routes)

    def arcs_of(self, routes: Iterable[Route]) -> tuple[IntArray, ...]:
        """Return routes of this instance as arcs, ends of routes and kinds of vehicles."""
        instance, m = self.instance, self.size
        number = {instance.edges[edge]: k for k, edge in enumerate(instance.served.tolist())}
        facility = {place.node: 2 * m + f for f, place in enumerate(_places(instance))}
        collects = instance.mode == "collect"
        arcs: list[int] = []
        ends, kinds = [], []
        for vehicle, trips in routes:
            for trip in trips[::-1] if collects else trips:
                arcs.append(facility[_place_of(trip, vehicle)])
                for edge, direction in trip.services[::-1] if collects else trip.services:
                    arcs.append(2 * number[edge] + ((direction - 1) ^ collects))
            ends.append(len(arcs))
            kinds.append(instance.vehicles.index(vehicle))
        return tuple(np.array(column, dtype=np.int64) for column in (arcs, ends, kinds))


def _places(instance: Instance) -> list[Facility]:
    """Return the facilities as the kernels number them: of as cheap ones they take the first."""
    return sorted(instance.places, key=lambda place: place.stop_minutes)


def _place_of(trip: Trip, vehicle: Vehicle) -> Id:
    place = vehicle.depot if trip.facility is None else trip.facility
    assert not isinstance(place, Free), "a trip of a fleet has a facility"
    return place


def _row(instance: Instance, row: IntArray, nodes: int, place: Place) -> int:
    """Return the row of a place; anywhere is the last."""
    return nodes - 1 if isinstance(place, Free) else int(row[instance.node_index(place)])


def _or_inf(limit: float | None) -> float:
    return np.inf if limit is None else limit


def _penalties(instance: Instance) -> FloatArray:
    """Return how much leaving out each served edge matters: as much as any of its priority."""
    served = instance.served
    if not len(served) or instance.priorities is None:
        return np.ones(len(served))
    ranks, rank = np.unique(instance.priorities[served], return_inverse=True)
    last = max(len(ranks) - 1, 1)
    step = min(_PRIORITY, _MOST_PRIORITY ** (1 / last))
    weights: FloatArray = step ** (last - rank.astype(np.float64))
    return weights
