"""What the route of a vehicle is called."""

from arcload.model.one_line import one_line
from arcload.model.vehicle import Vehicle


def route_name(number: int, vehicle: Vehicle) -> str:
    """Return a name such as ``Vehicle 2`` or ``Vehicle 2, Sprinter``.

    Parameters
    ----------
    number
        Which route of the plan it is, from 1.
    vehicle
        Its vehicle.
    """
    label = one_line(vehicle.label)
    return f"Vehicle {number}, {label}" if label else f"Vehicle {number}"
