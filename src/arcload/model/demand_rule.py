"""The demand of streets by a rule, such as ``highway=primary: 180/km; else 0``."""

from typing import NamedTuple

import numpy as np

from arcload.model.errors import counted
from arcload.model.street_rule import AttributeColumns, StreetRule
from arcload.model.street_size import StreetSizes, street_lanes, street_widths
from arcload.model.types import BoolArray, FloatArray

_UNITS = ("", "km", "lane-km", "m2")


class RuledDemands(NamedTuple):
    """What a rule gives."""

    values: FloatArray
    """Demand of each street, NaN where no part of the rule fits."""
    notes: tuple[str, ...]
    """What the user should know, without the file."""


def parsed_demand_rule(text: str) -> StreetRule:
    """Return the rule that a text states; refuse a mistake in it."""
    return StreetRule.parse(text, "the demand rule", _UNITS)


def ruled_demands(
    rule: StreetRule,
    attributes: AttributeColumns,
    metres: FloatArray,
    wanted: BoolArray,
    share: FloatArray | None = None,
) -> RuledDemands:
    """Return the demand of each street by a rule.

    Parameters
    ----------
    rule
        The rule.
    attributes
        What the map says of the streets.
    metres
        Their lengths in metres.
    wanted
        Which streets take the rule's value; notes count these alone.
    share
        Which share of a street of the map each is, for amounts per street; 1 unless given.
    """
    streets = len(metres)
    whole = np.ones(streets) if share is None else share
    part = rule.chosen(attributes, streets, np.zeros(streets, dtype=np.bool_))
    values = np.full(streets, np.nan)
    notes = rule.notes(attributes, streets)
    sizes = {"lane-km": ("lanes", street_lanes), "m2": ("width", street_widths)}
    for unit in _UNITS:
        mine = np.isin(part, [k for k, one in enumerate(rule.parts) if one.unit == unit])
        if not mine.any():
            continue
        amounts = np.array([one.amount for one in rule.parts])[part[mine]]
        times = whole if not unit else metres / (1 if unit == "m2" else 1000)
        if unit in sizes:
            name, measured = sizes[unit]
            size: StreetSizes = measured(attributes, streets)
            assumed = int((size.assumed & mine & wanted).sum())
            if assumed:
                have = "has" if assumed == 1 else "have"
                notes.append(
                    f"{counted(assumed, 'street')} {have} no {name}: the demand rule takes it by "
                    "their class"
                )
            times = times * size.values
        values[mine] = amounts * times[mine]
    return RuledDemands(values, tuple(notes))
