"""What is driven: routes of vehicles, each made of trips, each made of services."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

import numpy as np

from arcload.model.arguments import checked_whole, require
from arcload.model.crossing import Crossing
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.network import shortest_paths
from arcload.model.types import Id
from arcload.model.vehicle import FREE, Vehicle

Drive = tuple[int, int, bool]
"""Index of an edge, its side (0 from tail to head, 1 back), and whether it is served."""


class Service(NamedTuple):
    """An edge that is served, and in which direction: 1 from tail to head, 2 back."""

    edge: Id
    direction: int


class Trip(NamedTuple):
    """The services from one loading to the next, in the order driven.

    Delivering, a trip starts with exactly its own demand on board; collecting, it ends with it.
    """

    services: tuple[Service, ...]


class Route(NamedTuple):
    """The trips of one vehicle, one after the other."""

    vehicle: Vehicle
    trips: tuple[Trip, ...]


class PlannedTrip(NamedTuple):
    """A trip as a plan keeps it: indices of the served edges, and their sides."""

    vehicle: Vehicle
    edges: list[int]
    sides: list[int]


class Plan:
    """The routes that serve an instance, every edge with a demand once.

    Each trip starts at the vehicle's start and ends at its end. Between two served edges, and
    to the end, the vehicle takes a shortest path.

    Parameters
    ----------
    instance
        The instance that the plan serves.
    routes
        A `Route` for each vehicle. A route of several trips needs a vehicle that starts and ends
        at one depot, where it loads or unloads between them.
    """

    def __init__(self, instance: Instance, routes: Iterable[Route]) -> None:
        require(instance, "instance", Instance)
        routes, trips = tuple(routes), []
        for number, route in enumerate(routes, start=1):
            vehicle = route.vehicle
            if len(route.trips) > 1 and (vehicle.start is FREE or vehicle.start != vehicle.end):
                raise InputError(
                    f"route {number} has {len(route.trips)} trips and its vehicle does not start "
                    "and end at one depot, where it would load between them; give it one"
                )
            trips += [
                planned_trip(
                    instance,
                    vehicle,
                    [service.edge for service in trip.services],
                    [service.direction for service in trip.services],
                )
                for trip in route.trips
            ]
        self._keep(instance, trips)
        self.routes = routes

    def _keep(self, instance: Instance, trips: list[PlannedTrip]) -> None:
        """Keep the trips; refuse them unless they serve the instance."""
        self.instance = instance
        self._trips = trips
        times = np.bincount(
            [edge for trip in trips for edge in trip.edges], minlength=len(instance.edges)
        )
        for edge in np.flatnonzero(times != (instance.demands > 0))[:1]:
            need = "must be served once" if instance.demands[edge] > 0 else "needs no service"
            raise InputError(
                f"edge {instance.edges[edge]!r} {need}; the order has it {times[edge]} times"
            )
        for number, trip in enumerate(trips, start=1):
            capacity, load = trip.vehicle.capacity, float(instance.demands[trip.edges].sum())
            if capacity is not None and load > capacity * (1 + 1e-9):
                raise InputError(
                    f"trip {number} has a demand of {load:g}, which is above the vehicle's "
                    f"capacity {capacity:g}"
                )

    def __repr__(self) -> str:
        edges = f"{len(self.order)} edges"
        return f"{type(self).__name__}({self.instance.name!r}: {edges}, cost {self.cost:.10g})"

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        """The route of each vehicle."""
        names = self.instance.edges
        return tuple(
            Route(
                trip.vehicle,
                (Trip(tuple(Service(names[e], s + 1) for e, s in zip(*trip[1:], strict=True))),),
            )
            for trip in self._trips
        )

    @cached_property
    def order(self) -> tuple[Id, ...]:
        """Ids of the served edges in the order driven."""
        return tuple(self.instance.edges[edge] for trip in self._trips for edge in trip.edges)

    @cached_property
    def directions(self) -> tuple[int, ...]:
        """1 or 2 for each edge of the order: from tail to head, or back."""
        return tuple(side + 1 for trip in self._trips for side in trip.sides)

    @cached_property
    def walks(self) -> tuple[tuple[Crossing, ...], ...]:
        """The walk of each trip, one after the other."""
        return tuple(
            _crossings(self.instance, trip.vehicle, driven)
            for trip, driven in zip(self._trips, self._drives(), strict=True)
        )

    @cached_property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven, deadheads included."""
        return self.walks[0] if len(self.walks) == 1 else tuple(chain(*self.walks))

    @property
    def vehicles(self) -> tuple[Vehicle, ...]:
        """The vehicle of each trip."""
        return tuple(trip.vehicle for trip in self._trips)

    @cached_property
    def cost(self) -> float:
        """Sum of length * (curb weight + load factor * load) over the walk."""
        return sum(crossing.cost for crossing in self.walk)

    @cached_property
    def length(self) -> float:
        """Length of the whole walk."""
        return sum(crossing.length for crossing in self.walk)

    @cached_property
    def deadhead_length(self) -> float:
        """Length driven without service."""
        return sum(crossing.length for crossing in self.walk if not crossing.served)

    @cached_property
    def load_distance(self) -> float:
        """Sum of length * load: what the load factor is multiplied by in the cost."""
        # Not as a difference: of a heavy vehicle's cost hardly a digit would be left.
        return sum(
            crossing.length * ((crossing.load_before + crossing.load_after) / 2)
            for crossing in self.walk
        )

    def _drives(self) -> list[list[Drive]]:
        """Return what each trip drives, shortest paths between its services."""
        legs = [_legs(self.instance, trip) for trip in self._trips]
        wanted = (leg for of_trip in legs for leg in of_trip if leg[0] != leg[1])
        paths = shortest_paths(self.instance, wanted)
        drives: list[list[Drive]] = []
        for trip, of_trip in zip(self._trips, legs, strict=True):
            driven: list[Drive] = []
            for number, leg in enumerate(of_trip):
                driven += [(edge, side, False) for edge, side in paths.get(leg, ())]
                if number < len(trip.edges):
                    driven.append((trip.edges[number], trip.sides[number], True))
            drives.append(driven)
        return drives


def planned_trip(
    instance: Instance, vehicle: Vehicle, order: Iterable[Id], directions: Iterable[int]
) -> PlannedTrip:
    """Return a trip as indices and sides; refuse what cannot be driven."""
    edges = [instance.edge_index(edge) for edge in order]
    sides = [checked_whole(direction, "a direction", 1) - 1 for direction in directions]
    if len(edges) != len(sides):
        raise InputError(f"{len(edges)} edges have {len(sides)} directions; give one each")
    allowed = np.isfinite(instance.lengths).tolist()
    for edge, side in zip(edges, sides, strict=True):
        name = instance.edges[edge]
        if side > 1:
            raise InputError(f"edge {name!r} has direction {side + 1}; use 1 or 2")
        if not allowed[edge][side]:
            raise InputError(f"edge {name!r} must not be driven in direction {side + 1}")
    return PlannedTrip(vehicle, edges, sides)


def _legs(instance: Instance, trip: PlannedTrip) -> Sequence[tuple[int, int]]:
    """Return the pairs of nodes to be joined: one before each edge, one after the last."""
    edges = np.array(trip.edges, dtype=np.int64)
    sides = np.array(trip.sides, dtype=np.int64)
    entries: list[int] = instance.ends[edges, sides].tolist()
    exits: list[int] = instance.ends[edges, 1 - sides].tolist()
    start, end = (
        -1 if place is FREE else instance.node_index(place)
        for place in (trip.vehicle.start, trip.vehicle.end)
    )
    first = entries[0] if entries else end
    last = exits[-1] if exits else start
    begins = [first if start < 0 else start, *exits]
    finishes = [*entries, last if end < 0 else end]
    return [
        (there if here < 0 else here, here if there < 0 else there)
        for here, there in zip(begins, finishes, strict=True)
    ]


def _crossings(instance: Instance, vehicle: Vehicle, drives: list[Drive]) -> tuple[Crossing, ...]:
    """Return the crossings of one trip, with what is on board."""
    demands = instance.demands.tolist()
    loads = [demands[edge] if served else 0.0 for edge, _, served in drives]
    # Summed up from the empty vehicle: a great load less a great demand is all rounding.
    if vehicle.mode == "collect":
        on_board = list(accumulate(loads, initial=0.0))
    else:
        on_board = list(accumulate(reversed(loads), initial=0.0))[::-1]
    lengths, ends = instance.lengths.tolist(), instance.ends.tolist()
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
            cost=lengths[edge][side] * (W + b * ((before + after) / 2)),
        )
        for (edge, side, served), (before, after) in zip(drives, pairwise(on_board), strict=True)
    )
