"""The instance of what can be served, without what closed streets or turns cut off."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.cut_streets import cut_streets
from arcload.maps.formats.closed_streets import ClosedStreets
from arcload.model.cut_off import Streets, count_and_measure, name_some
from arcload.model.errors import ClosedOffError, CutOffError, InputError, TurnsCutOffError
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.units import quantity
from arcload.model.vehicle import Free, Place, Vehicle


def servable_instance(
    fields: Mapping[str, Any],
    vehicles: Sequence[Vehicle],
    closed: ClosedStreets,
    *,
    depot: Place,
    path: Path,
    cut: bool = False,
    curb_ratio: float | None = None,
) -> Instance:
    """Return the instance; what cannot be served only since streets are closed has no demand.

    Where the depot's part alone is kept, what turns and closed streets cut off has none either.
    Other streets that cannot be served are refused.

    Parameters
    ----------
    fields
        Those of `Instance`, but the vehicles.
    vehicles
        The types of vehicles.
    closed
        What was closed to them.
    depot
        Where the first type starts, or ends if it starts anywhere.
    path
        The file, for messages.
    cut
        Whether streets above every capacity are cut.
    curb_ratio
        Curb weight as a multiple of the total demand, None if it is given.
    """
    made = _cut if cut else _uncut
    streets = Streets(*(fields[name] for name in Streets._fields))
    demands, notes = np.array(fields["demands"]), tuple(fields["notes"])
    why, lost = "", np.zeros(0, dtype=np.int64)
    while True:
        try:
            return made({**fields, "demands": demands, "notes": notes}, vehicles)
        except CutOffError as error:
            why = why or _by_closing(made, fields, vehicles, closed, depot)
            why = why or (_outside_part(error) if fields["keep"] == "depot" else "")
            if not why or not error.lost:
                raise
            lost = np.append(lost, error.lost)
        demands[lost] = 0.0
        demand = quantity(float(fields["demands"][lost].sum()), fields["load_unit"])
        what = (
            f"{count_and_measure(streets, lost)} with a demand of {demand} that {why}: "
            f"{name_some(streets, lost)}"
        )
        if not demands.any():
            place = "" if isinstance(depot, Free) else f" from the depot {depot!r}"
            raise InputError(f"nothing is left to serve{place} without {what}")
        notes = (*fields["notes"], Note(f"{path}: left out {what}"))
        if curb_ratio is not None:
            weight = curb_ratio * float(demands.sum())
            vehicles = tuple(replace(vehicle, curb_weight=weight) for vehicle in vehicles)


def _outside_part(error: CutOffError) -> str:
    """Return why what is cut off lies outside the depot's part, whose streets are connected."""
    if isinstance(error, TurnsCutOffError):
        return "cannot be served by the turn rules"
    if isinstance(error, ClosedOffError):
        return "cannot be served by any vehicle, since streets are closed to them"
    return ""


def _uncut(fields: Mapping[str, Any], vehicles: Sequence[Vehicle]) -> Instance:
    return Instance(**fields, vehicles=tuple(vehicles))


def _cut(fields: Mapping[str, Any], vehicles: Sequence[Vehicle]) -> Instance:
    """Return the instance with streets above every capacity cut; uncut it would be refused."""
    enough = max(1.0, float(fields["demands"].sum()))
    uncut = _uncut(fields, [replace(one, capacity=enough) for one in vehicles])
    try:
        return cut_streets(uncut, [one.capacity for one in vehicles])
    except InputError as error:  # its edge is a piece, which has no line
        raise InputError(error.message, advice=error.advice) from None


def _by_closing(
    made: Callable[..., Instance],
    fields: Mapping[str, Any],
    vehicles: Sequence[Vehicle],
    closed: ClosedStreets,
    depot: Place,
) -> str:
    """Return which tags cut off what could all be served without them; empty if none do."""
    if not closed.tags:
        return ""
    try:
        made(*closed.undone(fields, vehicles))
    except InputError:
        return ""
    near = closed.cut_off_from(depot) if len(vehicles) == 1 else ""
    return f"cannot be served, since streets are closed by {near or ', '.join(closed.tags)}"
