"""The scale of a map, in words and as a bar."""

from typing import NamedTuple

from arcload.model.units import figure
from arcload.views.plotting.canvas import round_down

_LONGEST = 45.0  # millimetres


class ScaleBar(NamedTuple):
    """A bar of a round length."""

    millimetres: float
    text: str
    """What the bar stands for, such as ``200 m``."""
    scale: str
    """The scale, such as ``1:5,000``."""


def scale_bar(unit: float, metres: float | None) -> ScaleBar | None:
    """Return the bar of a map, None where its scale is not known.

    Parameters
    ----------
    unit
        What a millimetre is in the unit of the coordinates.
    metres
        Metres in that unit, None where that is not known.
    """
    if metres is None:
        return None
    per_millimetre = unit * metres
    length = round_down(_LONGEST * per_millimetre)
    text = f"{figure(length / 1000)} km" if length >= 1000 else f"{figure(length)} m"
    return ScaleBar(length / per_millimetre, text, f"1:{round(1000 * per_millimetre):,}")
