"""How many lanes a street has, and how wide it is: by the map, or else by its class."""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from arcload.model.street_rule import AttributeColumns, column_of, number_in
from arcload.model.types import BoolArray, FloatArray
from arcload.model.units import METRES

LANE = 3.25
"""Width of a lane in metres, where a map gives lanes and no width."""

_FEET = re.compile(r"""(\d+(?:\.\d+)?)\s*(?:'|ft|feet)\s*(?:(\d+(?:\.\d+)?)\s*(?:"|in))?""")
_INCHES = 12


class Size(NamedTuple):
    """Lanes, and metres of width."""

    lanes: float
    width: float


BY_CLASS = {
    "motorway": Size(2, 8.0),
    "trunk": Size(2, 8.0),
    "primary": Size(2, 7.5),
    "secondary": Size(2, 7.0),
    "tertiary": Size(2, 6.5),
    "unclassified": Size(2, 5.5),
    "residential": Size(2, 5.5),
    "living_street": Size(1, 4.5),
    "service": Size(1, 3.5),
    "track": Size(1, 3.0),
}
"""Both, by the class of a street: its ``highway``."""

LINK = Size(1, 4.0)
"""Of slip roads, whose class ends in ``_link``."""

OTHER = Size(2, 5.5)
"""Of streets whose class is another, or is not known."""


class StreetSizes(NamedTuple):
    """Lanes or widths of streets."""

    values: FloatArray
    assumed: BoolArray
    """Where they are by class, since the map gives none."""


def street_lanes(attributes: AttributeColumns, streets: int) -> StreetSizes:
    """Return the lanes of each street, both directions together."""
    lanes = _numbers(attributes, "lanes", streets, number_in)
    assumed = np.isnan(lanes)
    by_class = np.array([size.lanes for size in _by_class(attributes, streets)]).reshape(-1)
    return StreetSizes(np.where(assumed, by_class, lanes), assumed)


def street_widths(attributes: AttributeColumns, streets: int) -> StreetSizes:
    """Return the width of each street in metres."""
    widths = _numbers(attributes, "width", streets, _metres)
    lanes = LANE * _numbers(attributes, "lanes", streets, number_in)
    assumed = np.isnan(widths) & np.isnan(lanes)
    by_class = np.array([size.width for size in _by_class(attributes, streets)]).reshape(-1)
    by_lanes = np.where(np.isnan(lanes), by_class, lanes)
    return StreetSizes(np.where(np.isnan(widths), by_lanes, widths), assumed)


def _by_class(attributes: AttributeColumns, streets: int) -> list[Size]:
    classes = column_of(attributes, "highway") or [""] * streets
    return [
        LINK if kind.endswith("_link") else BY_CLASS.get(kind, OTHER)
        for kind in (text.strip().lower() for text in classes)
    ]


def _numbers(
    attributes: AttributeColumns, name: str, streets: int, parse: Callable[[str], float | None]
) -> FloatArray:
    """Return a column as numbers above 0, NaN where it has none."""
    cells = column_of(attributes, name) or [""] * streets
    numbers = {text: parse(text) for text in set(cells)}
    values = [number if (number := numbers[text]) and number > 0 else np.nan for text in cells]
    return np.array(values, dtype=np.float64).reshape(-1)


def _metres(text: str) -> float | None:
    feet = _FEET.fullmatch(text.strip().lower())
    if feet is None:
        return number_in(text)
    return METRES["ft"] * (float(feet[1]) + float(feet[2] or 0) / _INCHES)
