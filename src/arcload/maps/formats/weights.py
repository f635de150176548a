"""Weights of vehicles, and the limits that maps state for them."""

import math
import re
from collections.abc import Mapping
from typing import Any

from arcload.model.units import KILOGRAMS

HEAVY = 3500.0
"""Kilograms of gross weight above which a vehicle is a heavy goods vehicle (``hgv``)."""

_NO_LIMIT = (
    *("", "0", "none", "no", "default", "no_sign", "no_indications", "unsigned", "unknown"),
    *("implicit", "signals"),
)
_UNITS = {
    "": 1000.0,
    **dict.fromkeys(("t", "to", "tonne", "tonnes"), 1000.0),
    **dict.fromkeys(("kg", "kgs"), 1.0),
    **dict.fromkeys(("lb", "lbs"), KILOGRAMS["lb"]),
    **dict.fromkeys(("st", "ton", "tons", "short tons"), 2000 * KILOGRAMS["lb"]),
    **dict.fromkeys(("lt", "long tons"), 2240 * KILOGRAMS["lb"]),
    "cwt": 100 * KILOGRAMS["lb"],
}
_WEIGHT = re.compile(r"(\d+(?:[.,]\d+)?)\s*([a-z ]*)\.?")
_MOST_TONNES = 150.0  # a greater number without a unit is in kilograms


def weight_limit(text: str) -> float | None:
    """Return the kilograms that a tag such as ``maxweight`` allows, None if it cannot be read.

    A number alone is in tonnes, as OpenStreetMap has it, unless no bridge carries so many. Of
    several limits the least counts.

    Parameters
    ----------
    text
        Such as ``3.5``, ``7.5 t``, ``3500 kg``, ``16000 lbs`` or ``5 st`` (short tons of 2000 lb);
        infinite for ``none`` and the like.
    """
    limits = [_one_limit(part.strip().lower()) for part in text.split(";")]
    known = [limit for limit in limits if limit is not None]
    return min(known) if len(known) == len(limits) else None


def _one_limit(text: str) -> float | None:
    if text in _NO_LIMIT:
        return math.inf
    match = _WEIGHT.fullmatch(text)
    if match is None or match[2].strip() not in _UNITS:
        return None
    number, unit = float(match[1].replace(",", ".")), match[2].strip()
    if not unit and number > _MOST_TONNES:
        unit = "kg"
    return number * _UNITS[unit] if number > 0 else math.inf


def gross_weight(vehicle: Mapping[str, Any], demand: float, unit: str) -> float | None:
    """Return the kilograms of a loaded vehicle, None where its weight is not known.

    That is its curb weight and its capacity, or all that is to be delivered or collected where
    it has none.

    Parameters
    ----------
    vehicle
        Fields of a `Vehicle`.
    demand
        The total demand.
    unit
        Unit of the loads; kilograms where nobody says.
    """
    curb = vehicle.get("curb_weight")
    if not isinstance(curb, int | float) or not curb > 0 or unit not in ("", *KILOGRAMS):
        return None
    capacity = vehicle.get("capacity")
    load = demand
    if isinstance(capacity, int | float) and math.isfinite(capacity):
        load = capacity
    return float(curb + load) * KILOGRAMS.get(unit, 1.0)
