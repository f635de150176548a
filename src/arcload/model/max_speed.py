"""The speed limit of a street, by its tag ``maxspeed``."""

import math
import re

from arcload.model.units import METRES

_MILE = METRES["mi"] / METRES["km"]
_UNITS = {"": 1.0, "km/h": 1.0, "kmh": 1.0, "kph": 1.0, "mph": _MILE, "knots": 1.852}
_WORDS = {"walk": 5.0, "none": 120.0}
_BY_ZONE = {  # in km/h, where a country has no rule of its own below
    "urban": 50.0,
    "rural": 90.0,
    "trunk": 100.0,
    "motorway": 120.0,
    "living_street": 10.0,
    "bicycle_road": 30.0,
    "school": 30.0,
    "walk": 5.0,
    "nsl_single": 60 * _MILE,
    "nsl_dual": 70 * _MILE,
    "nsl_restricted": 30 * _MILE,
}
_BY_COUNTRY = {
    **dict.fromkeys(("at:rural", "de:rural", "za:rural"), 100.0),
    **dict.fromkeys(("ch:rural", "dk:rural", "fr:rural", "nl:rural", "no:rural"), 80.0),
    **dict.fromkeys(("gb:motorway", "uk:motorway"), 70 * _MILE),
    **dict.fromkeys(("by:urban", "ru:urban", "za:urban"), 60.0),
    **dict.fromkeys(("by:living_street", "ru:living_street", "ua:living_street"), 20.0),
    "se:rural": 70.0,
    "no:motorway": 110.0,
}
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z/]*)")
_ZONE = re.compile(r"[a-z]{2}(?:-[a-z]+)?:(?:zone:?)?(\w+)")


def max_speed(text: str) -> float | None:
    """Return a speed limit in km/h, None where it cannot be told.

    Parameters
    ----------
    text
        What the map says, such as ``50``, ``30 mph``, ``walk``, ``none`` or ``DE:urban``. Of
        several limits the least counts.
    """
    limits = [_one(word.strip().lower()) for word in re.split(r"[;|,]", text)]
    speeds = [limit for limit in limits if limit is not None and 0 < limit < math.inf]
    return min(speeds, default=None)


def _one(word: str) -> float | None:
    number = _NUMBER.fullmatch(word)
    if number is not None:
        unit = _UNITS.get(number[2])
        return None if unit is None else float(number[1]) * unit
    if word in _WORDS:
        return _WORDS[word]
    zone = _ZONE.fullmatch(word)
    if zone is None:
        return None
    kind = zone[1].removeprefix("zone")
    return float(kind) if kind.isdecimal() else _BY_COUNTRY.get(word, _BY_ZONE.get(kind))
