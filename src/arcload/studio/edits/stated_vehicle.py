"""A vehicle as a change states it."""

from collections.abc import Mapping
from typing import Any

from arcload.model.vehicle import FREE, Place, Vehicle


def stated_vehicle(said: Mapping[str, Any], start: Place, end: Place) -> Vehicle:
    """Return the vehicle that a change states.

    Parameters
    ----------
    said
        Fields of the vehicle; null as start or end is anywhere.
    start, end
        Where it starts and ends if that is not said.
    """
    places = {
        name: FREE if said.get(name, place) is None else said.get(name, place)
        for name, place in (("start", start), ("end", end))
    }
    return Vehicle(**{**said, **places})
