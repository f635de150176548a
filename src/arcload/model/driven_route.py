"""What a vehicle drives: the crossings of its route, trip by trip, and their totals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

import numpy as np

from arcload.model.crossing import Crossing
from arcload.model.facility import Facility
from arcload.model.fleet_rules import usable_lengths
from arcload.model.fuel import litres_along
from arcload.model.instance import Instance
from arcload.model.network import Path, shortest_paths
from arcload.model.street_hours import hours_by_street, street_hours
from arcload.model.timed_paths import timed_paths
from arcload.model.turn_paths import turn_paths
from arcload.model.types import Id
from arcload.model.vehicle import Free, Vehicle
from arcload.model.walked_turns import WalkedTurn, walked_turns

Drive = tuple[int, int, bool]
"""Index of an edge, its side (0 from tail to head, 1 back), and whether it is served."""

Way = tuple[list[Drive], int]
"""What a trip drives, and how many drives come before its facility."""


class PlannedTrip(NamedTuple):
    """A trip as a plan keeps it: indices of the served edges, their sides, and of the facility."""

    edges: list[int]
    sides: list[int]
    facility: int  # -1 for where the tour happens to start or end


class PlannedRoute(NamedTuple):
    """A route as a plan keeps it."""

    vehicle: Vehicle
    trips: list[PlannedTrip]


class DrivenTrip(NamedTuple):
    """All that is driven for one trip.

    Delivering, it begins with the way to the facility, and the last one of a route ends at the
    vehicle's end. Collecting, it ends at the facility, and the last one goes on to the end.
    """

    walk: tuple[Crossing, ...]
    visit: int
    """How many crossings are driven before the facility is reached."""
    facility: Id | None
    load: float
    """What is loaded, or unloaded, there."""


@dataclass(frozen=True)
class DrivenRoute:
    """All that one vehicle drives, and the totals of it.

    Parameters
    ----------
    instance
        The instance.
    vehicle
        The vehicle.
    trips
        Its trips.
    """

    instance: Instance
    vehicle: Vehicle
    trips: tuple[DrivenTrip, ...]

    @cached_property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven."""
        walks = [trip.walk for trip in self.trips]
        return walks[0] if len(walks) == 1 else tuple(chain(*walks))

    @cached_property
    def cost(self) -> float:
        """Its cost: driving, serving, visits and the fixed cost."""
        driven = sum(crossing.cost for crossing in self.walk)
        visits = (place.visit_cost for place in self._visited())
        return driven + sum(visits) + self.vehicle.fixed_cost

    @cached_property
    def length(self) -> float:
        """Length of its walk."""
        return sum(crossing.length for crossing in self.walk)

    @cached_property
    def hours(self) -> float | None:
        """How long it takes; None where the vehicle has no speeds."""
        hours = street_hours(self.instance, self.vehicle)
        if hours is None:
            return None
        stops = sum(place.stop_minutes for place in self._visited())
        return sum(hours.along(self.instance, self.walk)) + stops / 60

    @cached_property
    def litres(self) -> float | None:
        """The fuel that it takes; None where the vehicle's is not known."""
        return litres_along(self.instance, self.vehicle, self.walk)

    @property
    def fuel_cost(self) -> float | None:
        """What the fuel costs; None where the fuel or its price is not known."""
        price = self.vehicle.fuel_price
        return None if price is None or self.litres is None else price * self.litres

    def _visited(self) -> list[Facility]:
        if not self.instance.is_fleet:
            return []
        places = {place.node: place for place in self.instance.places}
        return [places[trip.facility] for trip in self.trips if trip.facility is not None]


def shortest_ways(instance: Instance, routes: Sequence[PlannedRoute]) -> list[list[Way]]:
    """Return what each trip of each route drives, shortest paths between its services."""
    legs = [_legs(instance, route) for route in routes]
    wanted: dict[_Roads, set[tuple[int, int]]] = {}
    vehicles: dict[_Roads, Vehicle] = {}
    for route, of_route in zip(routes, legs, strict=True):
        roads = _roads(instance, route.vehicle)
        vehicles[roads] = route.vehicle
        pairs = (leg for of_trip in of_route for leg in of_trip if leg[0] != leg[1])
        wanted.setdefault(roads, set()).update(pairs)
    paths = {roads: _paths(instance, vehicle, wanted[roads]) for roads, vehicle in vehicles.items()}
    return [
        _ways_of(route, of_route, paths[_roads(instance, route.vehicle)])
        for route, of_route in zip(routes, legs, strict=True)
    ]


_Roads = tuple[tuple[Id, ...], float | str | None]


def _roads(instance: Instance, vehicle: Vehicle) -> _Roads:
    """Return all that the ways of a vehicle depend on: streets closed to it, and its speed."""
    by_hours = instance.has_turns or isinstance(vehicle.drive_speed, str)
    return vehicle.closed, vehicle.drive_speed if by_hours else None


def _paths(
    instance: Instance, vehicle: Vehicle, pairs: set[tuple[int, int]]
) -> dict[tuple[int, int], Path]:
    if instance.has_turns:
        hours = street_hours(instance, vehicle)
        return turn_paths(instance, vehicle, pairs, None if hours is None else hours.drive)
    lengths, by_street = usable_lengths(instance, vehicle), hours_by_street(instance, vehicle)
    if by_street is None:
        return shortest_paths(instance, pairs, lengths)
    return timed_paths(instance, pairs, lengths, by_street)


def _legs(instance: Instance, route: PlannedRoute) -> list[list[tuple[int, int]]]:
    """Return per trip the pairs of nodes to be joined, or where turns count of drives and places.

    Delivering, there is one to the facility, one before each edge, and for the last trip one to
    the end. Collecting, there is one before each edge, one to the facility, and for the last trip
    one to the end.
    """
    vehicle = route.vehicle
    start, end = (
        -1 if isinstance(place, Free) else instance.node_index(place)
        for place in (vehicle.start, vehicle.end)
    )
    places = 2 * len(instance.edges) if instance.has_turns else 0  # as `turn_paths` numbers them
    legs, here = [], start + places if start >= 0 else -1
    for number, trip in enumerate(route.trips, start=1):
        edges = np.array(trip.edges, dtype=np.int64)
        sides = np.array(trip.sides, dtype=np.int64)
        stops = np.column_stack([instance.ends[edges, sides], instance.ends[edges, 1 - sides]])
        if instance.has_turns:
            stops = np.repeat(2 * edges + sides, 2).reshape(-1, 2)
        facility = trip.facility + places if trip.facility >= 0 else -1
        visit = [(facility, facility)]
        served = [(int(entry), int(exit_)) for entry, exit_ in stops]
        path = visit + served if vehicle.mode == "deliver" else served + visit
        if number == len(route.trips):
            place = end + places if end >= 0 else -1
            path = [*path, (place, place)]
        of_trip = []
        for entry, exit_ in path:
            # Where the start, the end or both are anywhere, no way leads from or to it.
            of_trip.append((entry if here < 0 else here, here if entry < 0 else entry))
            here = here if exit_ < 0 else exit_
        legs.append(of_trip)
    return legs


def _ways_of(
    route: PlannedRoute, legs: list[list[tuple[int, int]]], paths: dict[tuple[int, int], Path]
) -> list[Way]:
    """Return what each trip of a route drives."""
    delivers = route.vehicle.mode == "deliver"
    ways = []
    for trip, of_trip in zip(route.trips, legs, strict=True):
        driven: list[Drive] = []
        visit, leg_of_visit = 0, 0 if delivers else len(trip.edges)
        for number, leg in enumerate(of_trip):
            driven += [(edge, side, False) for edge, side in paths.get(leg, ())]
            if number == leg_of_visit:
                visit = len(driven)
            service = number - delivers
            if 0 <= service < len(trip.edges):
                driven.append((trip.edges[service], trip.sides[service], True))
        ways.append((driven, visit))
    return ways


def driven_trips(
    instance: Instance, route: PlannedRoute, ways: list[Way]
) -> tuple[DrivenTrip, ...]:
    """Return the trips of a route with their crossings, and what is on board."""
    trips = []
    turns = walked_turns(instance, route.vehicle, ways) if instance.watches_turns else None
    for number, (trip, (drives, visit)) in enumerate(zip(route.trips, ways, strict=True)):
        walk = _crossings(instance, route.vehicle, drives, visit)
        if turns is not None:
            walk = _with_turns(route.vehicle, walk, turns[number])
        facility = instance.nodes[trip.facility] if trip.facility >= 0 else None
        load = float(instance.demands[trip.edges].sum())
        trips.append(DrivenTrip(walk, visit, facility, load))
    return tuple(trips)


def _with_turns(
    vehicle: Vehicle, walk: tuple[Crossing, ...], turns: list[WalkedTurn]
) -> tuple[Crossing, ...]:
    """Return crossings with the turns into them, which cost as driving does."""
    W, b = vehicle.curb_weight, vehicle.load_factor
    return tuple(
        replace(
            crossing,
            turn=turn.length,
            turn_seconds=turn.seconds,
            cost=crossing.cost + turn.length * (W + b * crossing.load_before),
        )
        for crossing, turn in zip(walk, turns, strict=True)
    )


def _crossings(
    instance: Instance, vehicle: Vehicle, drives: list[Drive], visit: int
) -> tuple[Crossing, ...]:
    """Return the crossings of one trip, with what is on board."""
    demands = instance.demands.tolist()
    loads = [demands[edge] if served else 0.0 for edge, _, served in drives]
    # Summed up from the empty vehicle: a great load less a great demand is all rounding.
    if vehicle.mode == "collect":
        on_board = list(pairwise(accumulate(loads[:visit], initial=0.0)))
        on_board += [(0.0, 0.0)] * (len(drives) - visit)
    else:
        on_board = [(0.0, 0.0)] * visit
        on_board += pairwise(list(accumulate(reversed(loads[visit:]), initial=0.0))[::-1])
    lengths, ends = instance.lengths.tolist(), instance.ends.tolist()
    costs = None if instance.serve_costs is None else instance.serve_costs.tolist()
    W, b = vehicle.curb_weight, vehicle.load_factor
    return tuple(
        Crossing(
            edge=instance.edges[edge],
            from_node=instance.nodes[ends[edge][side]],
            to_node=instance.nodes[ends[edge][1 - side]],
            direction=side + 1,
            served=served,
            length=lengths[edge][side],
            load_before=before,
            load_after=after,
            cost=lengths[edge][side] * (W + b * ((before + after) / 2))
            + (costs[edge][side] if costs is not None and served else 0.0),
        )
        for (edge, side, served), (before, after) in zip(drives, on_board, strict=True)
    )
