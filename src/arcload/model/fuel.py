"""The fuel that a vehicle burns along its walk."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arcload.model.units import KILOGRAMS, METRES
from arcload.model.vehicle import Vehicle

if TYPE_CHECKING:
    from arcload.model.crossing import Crossing
    from arcload.model.instance import Instance


def litres_along(
    instance: "Instance", vehicle: Vehicle, walk: "Sequence[Crossing]"
) -> float | None:
    """Return the litres that a walk takes; None where the vehicle's fuel is not known.

    Over its crossings, sum of km / 100 * (litres empty + litres per tonne * mean tonnes on board).
    """
    empty, per_tonne = vehicle.fuel_empty, vehicle.fuel_per_tonne
    if empty is None or per_tonne is None:
        return None
    hundred_km = METRES[instance.length_unit] / METRES["km"] / 100
    tonne = KILOGRAMS.get(instance.load_unit, 0.0) / KILOGRAMS["t"]
    return sum(
        crossing.length
        * hundred_km
        * (empty + per_tonne * tonne * (crossing.load_before + crossing.load_after) / 2)
        for crossing in walk
    )
