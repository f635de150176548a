"""What is driven: routes of vehicles, each made of trips, each made of services."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from arcload.model.arguments import checked_whole, require, shown
from arcload.model.crossing import Crossing
from arcload.model.driven_route import (
    DrivenRoute,
    DrivenTrip,
    PlannedRoute,
    PlannedTrip,
    Way,
    driven_trips,
    shortest_ways,
)
from arcload.model.errors import CheckError, InputError, counted
from arcload.model.fleet_rules import ROUNDING, usable_lengths
from arcload.model.followed_walk import followed_trips
from arcload.model.instance import Instance
from arcload.model.shown import Playable
from arcload.model.types import Id
from arcload.model.vehicle import Free, Vehicle
from arcload.model.walked_turns import walked_turns


class Service(NamedTuple):
    """An edge that is served, and in which direction: 1 from tail to head, 2 back."""

    edge: Id
    direction: int


class Trip(NamedTuple):
    """The services from one loading to the next, in the order driven.

    Delivering, a trip starts with exactly its own demand on board; collecting, it ends with it.

    Parameters
    ----------
    services
        What it serves.
    facility
        The node where it is loaded, or unloaded; None for where the vehicle starts, or ends.
    """

    services: tuple[Service, ...]
    facility: Id | None = None


class Route(NamedTuple):
    """The trips of one vehicle, one after the other."""

    vehicle: Vehicle
    trips: tuple[Trip, ...]


class Plan(Playable):
    """The routes that serve an instance, every edge with a demand once.

    Each route starts at its vehicle's start and ends at its end. Between two served edges, to a
    facility and to the end, the vehicle takes a shortest path.

    Parameters
    ----------
    instance
        The instance that the plan serves.
    routes
        A `Route` for each vehicle that is used; its vehicle is one of the instance's.
    driven
        Per route the trips of walks that need not take shortest paths, such as those of a file. By
        default the vehicles take shortest paths.

    Raises
    ------
    CheckError
        If these are no walks of this instance, or do not serve as the routes do.
    """

    _walked: list[list[Way]] | None = None

    def __init__(
        self,
        instance: Instance,
        routes: Iterable[Route],
        driven: Iterable[Sequence[DrivenTrip]] | None = None,
    ) -> None:
        require(instance, "instance", Instance)
        if not isinstance(routes, Iterable):
            raise InputError(f"the routes are {shown(routes)}; give a list of arcload.Route")
        routes = tuple(routes)
        planned = []
        for number, route in enumerate(routes, start=1):
            require(route, f"route {number}", Route)
            if route.vehicle not in instance.vehicles:
                raise InputError(f"the vehicle of route {number} is none of the instance's")
            trips = [
                planned_trip(
                    instance,
                    route.vehicle,
                    [service.edge for service in trip.services],
                    [service.direction for service in trip.services],
                    trip.facility,
                )
                for trip in route.trips
            ]
            planned.append(PlannedRoute(route.vehicle, trips))
        self._keep(instance, planned)
        if driven is not None:
            self._walked = [
                _walked_trips(instance, number, route, trips)
                for number, (route, trips) in enumerate(zip(planned, driven, strict=True), start=1)
            ]

    def _keep(self, instance: Instance, routes: list[PlannedRoute]) -> None:
        """Keep the routes; refuse them unless they serve the instance."""
        self.instance = instance
        self._routes = routes
        times = np.bincount(
            [edge for route in routes for trip in route.trips for edge in trip.edges],
            minlength=len(instance.edges),
        )
        wrong = times != (instance.demands > 0)
        if instance.allow_unserved:
            wrong &= times > 0
        for edge in np.flatnonzero(wrong)[:1]:
            need = "must be served once" if instance.demands[edge] > 0 else "needs no service"
            raise InputError(
                f"edge {instance.edges[edge]!r} {need}; the order has it {times[edge]} times"
            )
        if instance.is_fleet:
            _require_fleet(instance, routes)
        elif [len(route.trips) for route in routes] != [1]:
            raise InputError(
                "the instance asks for one tour, and this plan has several trips",
                advice="give {capacity} or {count} for more",
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plan):
            return NotImplemented
        same_walk = self._walked == other._walked or self._ways() == other._ways()
        return self._routes == other._routes and same_walk and self.instance == other.instance

    def __hash__(self) -> int:
        return hash((self.order, self.directions))

    def __repr__(self) -> str:
        edges = f"{len(self.order)} edges"
        trips = f"{counted(self.trips, 'trip')}, " if self.instance.is_fleet else ""
        cost = f"{trips}cost {self.cost:.10g}"
        return f"{type(self).__name__}({self.instance.name!r}: {edges}, {cost})"

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        """The route of each vehicle."""
        names, nodes = self.instance.edges, self.instance.nodes
        return tuple(
            Route(
                route.vehicle,
                tuple(
                    Trip(
                        tuple(
                            Service(names[edge], side + 1)
                            for edge, side in zip(trip.edges, trip.sides, strict=True)
                        ),
                        nodes[trip.facility] if trip.facility >= 0 else None,
                    )
                    for trip in route.trips
                ),
            )
            for route in self._routes
        )

    @cached_property
    def order(self) -> tuple[Id, ...]:
        """Ids of the served edges in the order driven, route after route."""
        return tuple(self.instance.edges[edge] for trip in self._trips for edge in trip.edges)

    @cached_property
    def directions(self) -> tuple[int, ...]:
        """1 or 2 for each edge of the order: from tail to head, or back."""
        return tuple(side + 1 for trip in self._trips for side in trip.sides)

    @cached_property
    def unserved(self) -> tuple[Id, ...]:
        """Ids of the edges that need service and are left out."""
        served = {edge for trip in self._trips for edge in trip.edges}
        return tuple(self.instance.edges[k] for k in self.instance.served if k not in served)

    @cached_property
    def driven(self) -> tuple[DrivenRoute, ...]:
        """What each vehicle drives."""
        return tuple(
            DrivenRoute(self.instance, route.vehicle, driven_trips(self.instance, route, ways))
            for route, ways in zip(self._routes, self._ways(), strict=True)
        )

    @cached_property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven, deadheads included, route after route."""
        walks = [route.walk for route in self.driven]
        return walks[0] if len(walks) == 1 else tuple(chain(*walks))

    @property
    def trips(self) -> int:
        """How many trips there are."""
        return len(self._trips)

    @cached_property
    def cost(self) -> float:
        """Sum of length * (curb weight + load factor * load) over the walk, and other costs.

        The length has those of turns in it. Other costs are what serving costs beside driving,
        visits to facilities and fixed costs.
        """
        return sum(route.cost for route in self.driven)

    @cached_property
    def length(self) -> float:
        """Length of the whole walk."""
        return sum(crossing.length for crossing in self.walk)

    @cached_property
    def deadhead_length(self) -> float:
        """Length driven without service."""
        return sum(crossing.length for crossing in self.walk if not crossing.served)

    @cached_property
    def turn_length(self) -> float:
        """What turns add to the way, in the unit of the lengths."""
        return sum(crossing.turn for crossing in self.walk)

    @cached_property
    def turns(self) -> Counter[str]:
        """How many turns it makes, by `left`, `right`, `straight` and `u_turn`."""
        return Counter(
            turn.kind
            for route in self.driven
            for trip in walked_turns(self.instance, route.vehicle, self._drives(route))
            for turn in trip
            if turn.kind
        )

    @cached_property
    def load_distance(self) -> float:
        """Sum of length * load, turns counted: what the cost has the load factor times."""
        # Not as a difference: of a heavy vehicle's cost hardly a digit would be left.
        driven = sum(
            crossing.length * ((crossing.load_before + crossing.load_after) / 2)
            for crossing in self.walk
        )
        if not self.instance.watches_turns:
            return driven
        return driven + sum(crossing.turn * crossing.load_before for crossing in self.walk)

    @cached_property
    def hours(self) -> float | None:
        """Hours of all routes together; None where a vehicle has no speeds."""
        return _sum_known([route.hours for route in self.driven]) if self.driven else 0.0

    @cached_property
    def litres(self) -> float | None:
        """Litres of fuel of all routes together; None where a vehicle's is not known."""
        return _sum_known([route.litres for route in self.driven])

    @cached_property
    def fuel_cost(self) -> float | None:
        """What the fuel of all routes costs; None where a vehicle's or its price is not known."""
        return _sum_known([route.fuel_cost for route in self.driven])

    @cached_property
    def longest(self) -> float:
        """The longest route: in hours where every vehicle has speeds, else in length."""
        if all(vehicle.drive_speed is not None for vehicle in self.instance.vehicles):
            return max((route.hours or 0.0 for route in self.driven), default=0.0)
        return max((route.length for route in self.driven), default=0.0)

    @property
    def _trips(self) -> list[PlannedTrip]:
        return [trip for route in self._routes for trip in route.trips]

    def _drives(self, route: DrivenRoute) -> list[Way]:
        """Return what a route drives, as it was planned."""
        index = self.instance.edge_index
        return [
            ([(index(c.edge), (c.direction or 1) - 1, c.served) for c in trip.walk], trip.visit)
            for trip in route.trips
        ]

    def _ways(self) -> list[list[Way]]:
        """Return what each trip of each route drives."""
        if self._walked is not None:
            return self._walked
        return shortest_ways(self.instance, self._routes)


def planned_trip(
    instance: Instance,
    vehicle: Vehicle,
    order: Iterable[Id],
    directions: Iterable[int],
    facility: Id | None = None,
) -> PlannedTrip:
    """Return a trip as indices and sides; refuse what cannot be driven."""
    edges = [instance.edge_index(edge) for edge in order]
    sides = [checked_whole(direction, "a direction", 1) - 1 for direction in directions]
    if len(edges) != len(sides):
        raise InputError(f"{len(edges)} edges have {len(sides)} directions; give one each")
    allowed = np.isfinite(usable_lengths(instance, vehicle)).tolist()
    for edge, side in zip(edges, sides, strict=True):
        name = instance.edges[edge]
        if side > 1:
            raise InputError(f"edge {name!r} has direction {side + 1}; use 1 or 2")
        if not allowed[edge][side]:
            closed = " by this vehicle" if name in vehicle.closed else ""
            raise InputError(f"edge {name!r} must not be driven in direction {side + 1}{closed}")
    place = vehicle.depot if facility is None else facility
    node = -1 if isinstance(place, Free) else instance.node_index(place, "facility")
    return PlannedTrip(edges, sides, node)


def _sum_known(values: Sequence[float | None]) -> float | None:
    """Return the sum, None where one is not known."""
    known = [value for value in values if value is not None]
    return sum(known) if values and len(known) == len(values) else None


def _walked_trips(
    instance: Instance, number: int, route: PlannedRoute, trips: Sequence[DrivenTrip]
) -> list[Way]:
    """Return the ways of trips that were driven; refuse those that do not serve as planned."""
    ways = followed_trips(instance, number, route.vehicle, trips)
    for position, (trip, driven, way) in enumerate(
        zip(route.trips, trips, ways, strict=True), start=1
    ):
        served = [(edge, side) for edge, side, is_served in way[0] if is_served]
        facility = -1 if driven.facility is None else instance.node_index(driven.facility)
        if served != list(zip(trip.edges, trip.sides, strict=True)) or facility != trip.facility:
            raise CheckError(
                f"the services or the facility stated of trip {position} of route {number} are "
                "not those of its walk"
            )
    return ways


def _require_fleet(instance: Instance, routes: list[PlannedRoute]) -> None:
    """Refuse routes that break a rule of their vehicles which is known before they are driven."""
    places = {instance.node_index(place.node) for place in instance.places}
    used = Counter(route.vehicle for route in routes)
    for vehicle, times in used.items():
        if vehicle.count is not None and times > vehicle.count:
            name = f" {vehicle.label!r}" if vehicle.label else ""
            raise InputError(f"{times} vehicles{name} are used; there are {vehicle.count}")
    for number, route in enumerate(routes, start=1):
        vehicle, trips = route.vehicle, len(route.trips)
        if trips == 0:
            raise InputError(f"route {number} has no trip; leave it out")
        if vehicle.max_trips is not None and trips > vehicle.max_trips:
            raise InputError(f"route {number} has {trips} trips; {vehicle.max_trips} are the most")
        for which, trip in enumerate(route.trips, start=1):
            where = f"trip {which} of route {number}"
            if not trip.edges:
                raise InputError(f"{where} serves nothing; leave it out")
            if trip.facility not in places:
                node = "nowhere" if trip.facility < 0 else f"at {instance.nodes[trip.facility]!r}"
                raise InputError(f"{where} loads or unloads {node}, which is no facility")
            load = float(instance.demands[trip.edges].sum())
            if vehicle.capacity is not None and load > vehicle.capacity * (1 + ROUNDING):
                raise InputError(
                    f"{where} has a demand of {load:g}, which is above the vehicle's "
                    f"capacity {vehicle.capacity:g}"
                )
