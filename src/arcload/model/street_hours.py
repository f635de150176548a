"""How long a vehicle takes along each street, driving and serving."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arcload.model.errors import InputError
from arcload.model.speed_rule import ruled_speeds
from arcload.model.street_rule import with_names
from arcload.model.types import FloatArray
from arcload.model.units import KILOGRAMS, METRES
from arcload.model.vehicle import SPEEDS, Vehicle

if TYPE_CHECKING:
    from arcload.model.crossing import Crossing
    from arcload.model.instance import Instance


class StreetHours(NamedTuple):
    """Hours of each edge, from tail to head and back; infinite where one must not drive."""

    drive: FloatArray
    serve: FloatArray
    """Without a meaning where an edge has no demand."""

    def along(self, instance: "Instance", walk: "Iterable[Crossing]") -> list[float]:
        """Return the hours of each crossing of a walk, with the turn into it."""
        hours = []
        for crossing in walk:
            assert crossing.direction is not None, "a walk that is driven has directions"
            edge, side = instance.edge_index(crossing.edge), crossing.direction - 1
            street = self.serve if crossing.served else self.drive
            hours.append(street.item(edge, side) + crossing.turn_seconds / 3600)
        return hours


def street_hours(instance: "Instance", vehicle: Vehicle) -> StreetHours | None:
    """Return the hours of each street; None where the vehicle has no speeds.

    They are computed once for each pair of speeds and stored with the instance.
    """
    speeds = (vehicle.serve_speed, vehicle.drive_speed)
    serve_speed, drive_speed = speeds
    if serve_speed is None or drive_speed is None:
        return None
    stored: dict[object, StreetHours] = instance.__dict__.setdefault("_street_hours", {})
    if speeds not in stored:
        km = instance.lengths * (METRES[instance.length_unit] / METRES["km"])
        served, all_streets = instance.demands > 0, np.ones(len(km), dtype=np.bool_)
        attributes = with_names(instance.attributes, instance.names)
        serve = ruled_speeds(serve_speed, "the serve speed", attributes, served)
        drive = ruled_speeds(drive_speed, "the drive speed", attributes, all_streets)
        with np.errstate(over="ignore"):  # what overflows is refused
            stored[speeds] = StreetHours(
                drive=km / drive.values[:, None], serve=km / serve.values[:, None]
            )
    return stored[speeds]


def hours_by_street(instance: "Instance", vehicle: Vehicle) -> FloatArray | None:
    """Return the hours of driving along each edge where a rule gives the speeds, else None.

    They then choose between ways of the same length, so that engine and walk take the same one.
    At one speed for all streets, such ways take as long.
    """
    if not isinstance(vehicle.drive_speed, str):
        return None
    hours = street_hours(instance, vehicle)
    return None if hours is None else hours.drive


def check_speeds(instance: "Instance") -> None:
    """Refuse speeds or fuel without the units that they need, and streets without a speed."""
    for vehicle in instance.vehicles:
        fuel = vehicle.fuel_empty is not None
        if vehicle.drive_speed is None and not fuel:
            continue
        if instance.length_unit not in METRES:
            what = "the fuel is per 100 km" if vehicle.drive_speed is None else "speeds are in km/h"
            unit = f"is {instance.length_unit!r}" if instance.length_unit else "is not known"
            raise InputError(
                f"{what} and the unit of the lengths {unit}",
                advice="give {length_unit}, such as {length_unit='m'}",
            )
        if fuel and vehicle.fuel_per_tonne and instance.load_unit not in KILOGRAMS:
            unit = f"is {instance.load_unit!r}" if instance.load_unit else "is not known"
            raise InputError(
                f"the fuel depends on the tonnes on board and the unit of the load {unit}; it must "
                f"be one of {', '.join(KILOGRAMS)}",
                advice="give {load_unit}, such as {load_unit='kg'}",
            )
        _check_rules(instance, vehicle)
        _check_size(instance, vehicle)


def _check_rules(instance: "Instance", vehicle: Vehicle) -> None:
    """Refuse a street that a rule gives no speed."""
    hours = street_hours(instance, vehicle)
    for name in SPEEDS:
        speed = getattr(vehicle, name)
        if hours is None or not isinstance(speed, str):
            continue
        column = hours.serve if name == "serve_speed" else hours.drive
        unknown = np.isnan(column).any(axis=1)
        if name == "serve_speed":
            unknown &= instance.demands > 0
        for edge in np.flatnonzero(unknown)[:1]:
            more = int(unknown.sum()) - 1
            others = f", nor {more:,} more" if more else ""
            raise InputError(
                f"edge {instance.streets.label(int(edge))} has no speed by the "
                f"{name.replace('_', ' ')} {speed!r}{others}; end it with a part such as 'else 30'",
                edge=int(edge),
            )


def _check_size(instance: "Instance", vehicle: Vehicle) -> None:
    """Refuse speeds or fuel for which the hours or litres of a long way are beyond all numbers."""
    hours, may_drive = street_hours(instance, vehicle), np.isfinite(instance.lengths)
    ways = len(instance.served) + 1
    with np.errstate(over="ignore"):
        if hours is not None:
            served = may_drive & (instance.demands > 0)[:, None]
            slowest = hours.drive[may_drive].sum() * ways + hours.serve[served].sum()
            if not np.isfinite(slowest):
                raise InputError("the speeds are too low for these lengths; give them in km/h")
        if vehicle.fuel_empty is not None and vehicle.fuel_per_tonne is not None:
            km = instance.lengths[may_drive].sum() * ways * METRES[instance.length_unit]
            most = vehicle.fuel_empty + vehicle.fuel_per_tonne * instance.total_demand
            if not np.isfinite(np.float64(km) * most * max(1.0, vehicle.fuel_price or 0.0)):
                raise InputError(
                    "the fuel or its price is too great; give litres per 100 km, and money per "
                    "litre"
                )
