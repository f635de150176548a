"""A vehicle as a change states it."""

from arcload import FREE
from arcload.studio.edits.stated_vehicle import stated_vehicle


def test_places_are_as_said_anywhere_or_the_depot() -> None:
    vehicle = stated_vehicle({"capacity": 5, "start": None}, 1, 2)
    assert (vehicle.capacity, vehicle.start, vehicle.end) == (5, FREE, 2)
