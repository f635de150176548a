"""Units of length and load, and figures that people can read with them."""

import re
from typing import NamedTuple, Self

METRES = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144}
"""Units of length that arcload can convert, in metres."""

KILOGRAMS = {"g": 0.001, "kg": 1.0, "t": 1000.0, "lb": 0.45359237}
"""Units of weight that it knows by name, in kilograms."""

_METRIC_LENGTHS, _METRIC_LOADS = ("m", "km"), ("g", "kg", "t")
_GREAT = 10_000.0  # from here on a cost is shown in km and t
_DIGITS = 6  # of a figure that was converted
_SPELLED = {
    **dict.fromkeys(("metre", "metres", "meter", "meters"), "m"),
    **dict.fromkeys(("kilometre", "kilometres", "kilometer", "kilometers", "kms"), "km"),
    **dict.fromkeys(("mile", "miles"), "mi"),
    **dict.fromkeys(("foot", "feet"), "ft"),
    **dict.fromkeys(("yard", "yards"), "yd"),
    **dict.fromkeys(("gram", "grams"), "g"),
    **dict.fromkeys(("kilogram", "kilograms", "kilo", "kilos", "kgs"), "kg"),
    **dict.fromkeys(("tonne", "tonnes"), "t"),
    **dict.fromkeys(("lbs", "pound", "pounds"), "lb"),
}
_LAST_WORD = re.compile(r"(?:.*[\s_.\-([])?([^\W\d_]+)[\])]?\s*", re.DOTALL)


class CostUnit(NamedTuple):
    """The unit in which costs of about one size are shown: kg and m as t km if they are great.

    Parameters
    ----------
    factor
        What a cost is multiplied by.
    label
        The unit, such as ``"t km"``; ``"km x load"`` where that of the load is unknown, and
        empty where neither is known.
    """

    factor: float
    label: str

    @classmethod
    def of(cls, greatest: float, length_unit: str, load_unit: str) -> Self:
        """Return the unit for costs of which `greatest` is the greatest.

        Parameters
        ----------
        greatest
            A cost, or a length times a load.
        length_unit, load_unit
            Units of the instance, empty where unknown.
        """
        length, load, factor = length_unit, load_unit, 1.0
        if length_unit in _METRIC_LENGTHS:
            length, factor = "km", METRES[length_unit] / METRES["km"]
        if load_unit in _METRIC_LOADS:
            load, factor = "t", factor * KILOGRAMS[load_unit] / KILOGRAMS["t"]
        if not (abs(greatest) >= _GREAT and abs(greatest) * factor >= 1):
            length, load, factor = length_unit, load_unit, 1.0
        return cls(factor, _label(length, load))

    def figure(self, cost: float) -> str:
        """Return a cost in this unit, without its label."""
        shown = cost * self.factor
        whole = len(f"{abs(shown):.0f}")
        if self.factor == 1 or abs(shown) < 1 or whole >= _DIGITS - 1:
            return figure(shown)
        return _stripped(f"{shown:,.{_DIGITS - whole}f}")

    def text(self, cost: float) -> str:
        """Return a cost in this unit with its label."""
        return f"{self.figure(cost)} {self.label}".rstrip()


def figure(value: float) -> str:
    """Return a number with thousands separated and at most two decimals, small ones in full."""
    if value and abs(value) < 1:
        return f"{value:.4g}"
    return _stripped(f"{value:,.2f}") if abs(value) < 1e15 else f"{value:.6g}"


def quantity(value: float, unit: str) -> str:
    """Return a number with its unit."""
    return f"{figure(value)} {unit}".rstrip()


def percent(share: float, digits: int = 1) -> str:
    """Return a share as a percentage; what rounds to 0 has no sign."""
    shown = f"{share:.{digits}%}"
    return shown.removeprefix("-") if float(shown[:-1]) == 0 else shown


def clock(hours: float) -> str:
    """Return hours as people read them: 1:05 for an hour and five minutes."""
    minutes = round(60 * hours)
    return f"{minutes // 60:,}:{minutes % 60:02}"


def time_of_day(leave: str, hours: float) -> str:
    """Return the time of day some hours after another, with the days that passed: ``00:30 +1``."""
    at, minutes = leave.split(":")
    days, minute = divmod(60 * int(at) + int(minutes) + round(60 * hours), 24 * 60)
    return f"{minute // 60:02}:{minute % 60:02}" + (f" +{days}" if days else "")


def plain_unit(word: str) -> str:
    """Return a unit as arcload writes it: ``kg`` for ``Kilograms``; others as they are."""
    units = (*METRES, *KILOGRAMS)
    lower = word.strip().lower()
    return lower if lower in units else _SPELLED.get(lower, word.strip())


def unit_in(name: str, units: dict[str, float]) -> str:
    """Return the unit with which the name of a column ends, empty if it ends with none.

    Parameters
    ----------
    name
        The column, such as ``salt_kg`` or ``Length (km)``.
    units
        `METRES` or `KILOGRAMS`.
    """
    match = _LAST_WORD.fullmatch(name)
    unit = "" if match is None else plain_unit(match[1])
    return unit if unit in units else ""


def _label(length: str, load: str) -> str:
    if length and load:
        return f"{load} {length}"
    if length:
        return f"{length} x load"
    return f"{load} x length" if load else ""


def _stripped(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
