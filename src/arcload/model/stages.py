"""What one vehicle does, one thing after the other, and how far and how long it then is."""

from collections.abc import Iterator
from typing import NamedTuple

from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenRoute
from arcload.model.street_hours import street_hours
from arcload.model.types import Id


class Visit(NamedTuple):
    """A stop at a facility."""

    facility: Id
    load: float
    """What is loaded, or unloaded."""


class Stage(NamedTuple):
    """A crossing or a visit, and where the route then stands."""

    trip: int
    """The number of the trip, from 1."""
    deed: Crossing | Visit
    distance: float
    """How far the vehicle has come at its end."""
    hours: float | None
    """How long that took; None where the vehicle has no speeds."""


def stages(route: DrivenRoute) -> Iterator[Stage]:
    """Give the crossings of a route and, if it is one of a fleet, its visits to facilities."""
    instance, vehicle = route.instance, route.vehicle
    minutes = {place.node: place.stop_minutes for place in instance.places}
    by_street = street_hours(instance, vehicle)
    has_hours = by_street is not None
    distance, hours = 0.0, 0.0
    for number, trip in enumerate(route.trips, start=1):
        lasts = None if by_street is None else by_street.along(instance, trip.walk)
        for position in range(len(trip.walk) + 1):
            if position == trip.visit and instance.is_fleet and trip.facility is not None:
                hours += minutes[trip.facility] / 60
                visit = Visit(trip.facility, trip.load)
                yield Stage(number, visit, distance, hours if has_hours else None)
            if position < len(trip.walk):
                crossing = trip.walk[position]
                distance += crossing.length
                if lasts is not None:
                    hours += lasts[position]
                yield Stage(number, crossing, distance, hours if has_hours else None)
