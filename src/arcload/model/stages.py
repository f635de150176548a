"""What one vehicle does, one thing after the other, and how far and how long it then is."""

from collections.abc import Iterator
from typing import NamedTuple

from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenRoute
from arcload.model.types import Id
from arcload.model.units import METRES


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
    serve, drive = vehicle.serve_speed, vehicle.drive_speed
    has_hours = serve is not None and drive is not None
    km = METRES.get(instance.length_unit, 0.0) / 1000
    distance, hours = 0.0, 0.0
    for number, trip in enumerate(route.trips, start=1):
        for position in range(len(trip.walk) + 1):
            if position == trip.visit and instance.is_fleet and trip.facility is not None:
                hours += minutes[trip.facility] / 60
                visit = Visit(trip.facility, trip.load)
                yield Stage(number, visit, distance, hours if has_hours else None)
            if position < len(trip.walk):
                crossing = trip.walk[position]
                distance += crossing.length
                if serve is not None and drive is not None:
                    hours += crossing.length * km / (serve if crossing.served else drive)
                yield Stage(number, crossing, distance, hours if has_hours else None)
