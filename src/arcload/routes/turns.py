"""How the vehicle turns from one crossing into the next."""

import math
from typing import Literal, TypeAlias

import numpy as np

from arcload.model.courses import steps
from arcload.model.crossing import Crossing
from arcload.model.types import FloatArray
from arcload.routes.driven_plan import DrivenPlan

Turn: TypeAlias = Literal["straight", "left", "right", "U", ""]

STRAIGHT = 35.0
"""Degrees up to which a change of direction is still straight on."""

_LOOK = 15.0  # metres before and after a corner that make the direction there
_SHARE = 0.1  # of the street instead, where coordinates are in a unit of their own


def turn(driven: DrivenPlan, before: Crossing, after: Crossing) -> Turn:
    """Return the turn between two crossings, empty where nothing tells.

    It is a U-turn when the same edge is driven back. All else follows from the change of
    direction: straight on up to 35 degrees, left or right above.
    """
    if before.edge == after.edge and _reverses(before, after):
        return "U"
    if driven.instance.coordinates is None:
        return ""
    angle = _change(driven, before, after)
    if angle is None:
        return ""
    if abs(angle) <= STRAIGHT:
        return "straight"
    return "left" if angle > 0 else "right"


def _reverses(before: Crossing, after: Crossing) -> bool:
    if before.direction is not None and after.direction is not None:
        return before.direction != after.direction
    return before.from_node == after.to_node


def _change(driven: DrivenPlan, before: Crossing, after: Crossing) -> float | None:
    """Return by how many degrees the vehicle turns, to the left if above 0; None if unknown."""
    geographic = driven.instance.geographic
    arriving = _direction(steps(driven.courses.of(before), geographic)[::-1], geographic)
    leaving = _direction(steps(driven.courses.of(after), geographic), geographic)
    if arriving is None or leaving is None:
        return None
    cross = arriving[0] * leaving[1] - arriving[1] * leaving[0]
    dot = arriving[0] * leaving[0] + arriving[1] * leaving[1]
    return math.degrees(math.atan2(cross, dot))


def _direction(moved: FloatArray, geographic: bool) -> FloatArray | None:
    """Return the vector over the first steps: the end of a street is often a short hook."""
    lengths = np.hypot(*moved.T)
    if not lengths.any():
        return None
    reach = _LOOK if geographic else _SHARE * float(lengths.sum())
    before = np.cumsum(lengths) - lengths
    taken = np.clip((reach - before) / np.where(lengths > 0, lengths, 1), 0, 1)
    vector: FloatArray = taken @ moved
    return vector if vector.any() else moved[lengths > 0][0]
