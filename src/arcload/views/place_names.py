"""What the places of a fleet are called on maps."""

from typing import Protocol

from arcload.model.facility import Facility
from arcload.model.types import Id
from arcload.model.vehicle import Free, Vehicle


class _HasPlaces(Protocol):
    """An instance, or what is known of one."""

    @property
    def vehicles(self) -> tuple[Vehicle, ...]: ...

    @property
    def facilities(self) -> tuple[Facility, ...]: ...


def place_names(instance: _HasPlaces) -> dict[Id, str]:
    """Return a name for each node where vehicles start, end, load or unload.

    A node where vehicles start and end is the depot, with its id where there are several. Any
    other facility goes by the id of its node.
    """
    starts, ends = (
        {
            place: None
            for vehicle in instance.vehicles
            if not isinstance(place := getattr(vehicle, which), Free)
        }
        for which in ("start", "end")
    )
    depots = [node for node in starts if node in ends]
    names: dict[Id, str] = {
        node: "Depot" if len(depots) == 1 else f"Depot {node}" for node in depots
    }
    facilities = {place.node: f"Facility {place.node}" for place in instance.facilities}
    return (
        names
        | {node: name for node, name in facilities.items() if node not in names}
        | {node: "Start" for node in starts if node not in names and node not in facilities}
        | {node: "End" for node in ends if node not in names and node not in facilities}
    )
