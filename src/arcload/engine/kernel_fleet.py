"""An instance with a fleet as the kernels see it, and the way back from their answers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arcload.engine.distances import Distances, distances, distances_of, hours_of, matrix_bytes
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.matrices import transposed
from arcload.model.facility import Facility
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.network import nodes_that_matter
from arcload.model.plan import Plan, Route, Service, Trip
from arcload.model.street_hours import hours_by_street, street_hours
from arcload.model.types import FloatArray, Id, IntArray
from arcload.model.units import METRES
from arcload.model.vehicle import Free, Place, Vehicle

if TYPE_CHECKING:
    from arcload.engine.kernels.fleet import Fleet

_TIE = 1e-13  # share of a load's cost by which an empty vehicle's shorter way is better, at W = 0
_PRIORITY = 1000.0  # how many times a street of one priority counts one of the next
_MOST_PRIORITY = 1e9  # how many times the first counts the last, at most


def fleet_bytes(instance: Instance) -> int:
    """Return the memory of a fleet's problem: the distances, and what is made of them."""
    nodes = len(nodes_that_matter(instance)) + 1
    own = sum(1 for vehicle in instance.vehicles if vehicle.closed or vehicle.drive_speed)
    times = any(vehicle.drive_speed for vehicle in instance.vehicles)
    return matrix_bytes(nodes) * (3 + 2 * own + times)


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

        between = distances(instance, threads)
        collects = instance.mode == "collect"
        served = instance.served
        turn = -1 if collects else 1
        entry = between.row[instance.ends[served]]
        timed = any(vehicle.drive_speed is not None for vehicle in instance.vehicles)
        same_speed = len({vehicle.drive_speed for vehicle in instance.vehicles}) == 1
        D = _matrix(instance, between.matrix)
        mean = float(instance.demands[served].mean()) if len(served) else 0.0
        lengths = instance.lengths[served]
        vehicles = []
        for vehicle in instance.vehicles:
            own_D = own_T = None
            if vehicle.closed or (timed and not same_speed):
                own_D = _matrix(instance, distances_of(instance, vehicle, threads))
                own_T = _times(instance, vehicle, own_D, threads)
            hours = street_hours(instance, vehicle)
            serve = np.zeros_like(lengths) if hours is None else hours.serve[served]
            vehicles.append(
                FleetVehicle(
                    a=max(vehicle.curb_weight, _TIE * vehicle.load_factor * mean),
                    b=vehicle.load_factor,
                    capacity=_or_inf(vehicle.capacity),
                    start=_row(instance, between, vehicle.end if collects else vehicle.start),
                    end=_row(instance, between, vehicle.start if collects else vehicle.end),
                    cost=vehicle.fixed_cost,
                    available=ANY if vehicle.count is None else vehicle.count,
                    most_trips=vehicle.max_trips or ANY,
                    most_length=_or_inf(vehicle.max_length),
                    most_time=_or_inf(vehicle.max_hours),
                    length=usable_lengths(instance, vehicle)[served][:, ::turn]
                    if vehicle.closed
                    else None,
                    D=own_D,
                    T=own_T,
                    time=serve[:, ::turn] if timed else None,
                )
            )
        costs = instance.serve_costs
        fleet = new_fleet(
            instance.demands[served],
            entry,
            lengths[:, ::turn],
            D,
            vehicles,
            [
                FleetFacility(
                    int(between.row[instance.node_index(place.node)]),
                    cost=place.visit_cost,
                    time=place.stop_minutes / 60,
                    first_time=place.stop_minutes / 60,
                )
                for place in _places(instance)
            ],
            surcharge=None if costs is None else costs[served][:, ::turn],
            T=_times(instance, instance.vehicle, D, threads) if timed else None,
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

    def arcs_of(self, plan: Plan) -> tuple[IntArray, ...]:
        """Return a plan of this instance as arcs, ends of routes and kinds of vehicles."""
        instance, m = self.instance, self.size
        number = {instance.edges[edge]: k for k, edge in enumerate(instance.served.tolist())}
        facility = {place.node: 2 * m + f for f, place in enumerate(_places(instance))}
        collects = instance.mode == "collect"
        arcs: list[int] = []
        ends, kinds = [], []
        for vehicle, trips in plan.routes:
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


def _matrix(instance: Instance, D: FloatArray) -> FloatArray:
    """Return distances for a delivery.

    Where vehicles start or end anywhere there is one more node, the last, from and to which no way
    is long: they do so there.
    """
    if instance.mode == "collect":
        D = transposed(D)
    places = [place for vehicle in instance.vehicles for place in (vehicle.start, vehicle.end)]
    if not any(isinstance(place, Free) for place in places):
        return D
    whole = np.zeros((len(D) + 1, len(D) + 1))
    whole[:-1, :-1] = D
    return whole


def _row(instance: Instance, between: Distances, place: Place) -> int:
    if isinstance(place, Free):
        return len(between.nodes)
    return int(between.row[instance.node_index(place)])


def _times(instance: Instance, vehicle: Vehicle, D: FloatArray, threads: int) -> FloatArray:
    """Return the hours that a vehicle takes along its distances; nothing without a speed."""
    speed, by_street = vehicle.drive_speed, hours_by_street(instance, vehicle)
    if by_street is not None:
        return _matrix(instance, hours_of(instance, vehicle, by_street, threads))
    if speed is None or isinstance(speed, str):
        return np.zeros_like(D)
    return D * (METRES[instance.length_unit] / METRES["km"] / speed)


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
