"""The speed on each street: one number, or a rule such as ``maxspeed * 0.8; else 40``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arcload.model.errors import counted
from arcload.model.max_speed import max_speed
from arcload.model.street_rule import MAXSPEED, AttributeColumns, StreetRule, column_of
from arcload.model.types import BoolArray, FloatArray

if TYPE_CHECKING:
    from arcload.model.vehicle import Vehicle


class RuledSpeeds(NamedTuple):
    """What a speed, or a rule of speeds, gives."""

    values: FloatArray
    """Speed on each street in km/h, NaN where no part of the rule gives one."""
    notes: tuple[str, ...]
    """What the user should know, without the file."""


def parsed_speed_rule(text: str, what: str) -> StreetRule:
    """Return the rule that a text states; refuse a mistake in it."""
    return StreetRule.parse(text, what, (MAXSPEED,))


def ruled_speeds(
    speed: float | str, what: str, attributes: AttributeColumns, wanted: BoolArray
) -> RuledSpeeds:
    """Return the speed on each street.

    Parameters
    ----------
    speed
        A number in km/h, or a rule.
    what
        What messages call it, such as ``"the drive speed"``.
    attributes
        What the map says of the streets.
    wanted
        On which streets it matters; notes count these alone.
    """
    streets = len(wanted)
    if not isinstance(speed, str):
        return RuledSpeeds(np.full(streets, float(speed)), ())
    rule = parsed_speed_rule(speed, what)
    limits = _limits(attributes, streets)
    told = ~np.isnan(limits)
    part = rule.chosen(attributes, streets, told)
    amounts = np.array([one.amount for one in rule.parts] + [np.nan])[part]
    by_limit = np.array([one.unit == MAXSPEED for one in rule.parts] + [False])[part]
    values = np.where(by_limit, amounts * limits, amounts)
    notes = rule.notes(attributes, streets)
    fallen = int((wanted & (rule.chosen(attributes, streets, ~told | told) != part)).sum())
    if fallen:
        have = "has" if fallen == 1 else "have"
        notes.append(
            f"{counted(fallen, 'street')} {have} no maxspeed that can be read: {what} there is by "
            "the parts after it"
        )
    return RuledSpeeds(values, tuple(notes))


def speed_notes(
    vehicles: "Sequence[Vehicle]", attributes: AttributeColumns, served: BoolArray
) -> list[str]:
    """Return what the user should know of the vehicles' speeds, each once.

    Parameters
    ----------
    vehicles
        The vehicles.
    attributes
        What the map says of the streets.
    served
        Which of them need service.
    """
    everywhere = np.ones(len(served), dtype=np.bool_)
    notes: list[str] = []
    for vehicle in vehicles:
        for name, wanted in (("serve_speed", served), ("drive_speed", everywhere)):
            speed = getattr(vehicle, name)
            if isinstance(speed, str):
                what = f"the {name.replace('_', ' ')}"
                notes += ruled_speeds(speed, what, attributes, wanted).notes
    return list(dict.fromkeys(notes))


def _limits(attributes: AttributeColumns, streets: int) -> FloatArray:
    """Return the speed limits in km/h, NaN where they cannot be told."""
    cells = column_of(attributes, "maxspeed") or [""] * streets
    limits = {text: max_speed(text) for text in set(cells)}
    values = [np.nan if (limit := limits[text]) is None else limit for text in cells]
    return np.array(values, dtype=np.float64).reshape(-1)
