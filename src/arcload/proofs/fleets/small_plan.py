"""A fleet's plan as plain tuples."""

from typing import NamedTuple

from arcload.model.instance import Instance
from arcload.model.plan import Plan, Route, Service, Trip


class SmallTrip(NamedTuple):
    """What is served between two visits of facilities."""

    facility: int
    """Number of the facility where it loads; collecting, where it empties itself."""
    services: tuple[tuple[int, int], ...]
    """Edge and side of each service."""


class SmallRoute(NamedTuple):
    """The trips of one vehicle."""

    kind: int
    """Number of its type."""
    trips: tuple[SmallTrip, ...]


class SmallPlan(NamedTuple):
    """All routes and what they cost."""

    cost: float
    routes: tuple[SmallRoute, ...]

    def reversed(self) -> "SmallPlan":
        """Return the plan driven backwards."""
        return SmallPlan(self.cost, tuple(map(_reversed_route, self.routes)))

    def plan(self, instance: Instance) -> Plan:
        """Return it as a plan of the instance whose problem it solves."""
        return Plan(instance, [_route(instance, route) for route in self.routes])


def _route(instance: Instance, route: SmallRoute) -> Route:
    trips = tuple(
        Trip(
            tuple(Service(instance.edges[edge], side + 1) for edge, side in trip.services),
            instance.places[trip.facility].node,
        )
        for trip in route.trips
    )
    return Route(instance.vehicles[route.kind], trips)


def _reversed_route(route: SmallRoute) -> SmallRoute:
    trips = tuple(
        SmallTrip(trip.facility, tuple((edge, 1 - side) for edge, side in trip.services[::-1]))
        for trip in route.trips[::-1]
    )
    return SmallRoute(route.kind, trips)
