"""The parts of a line that lie in a rectangle."""

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.views.printing.paper import Box


def clipped(course: FloatArray, box: Box) -> list[FloatArray]:
    """Return the pieces of a course inside a box, in the direction of the course."""
    moves = np.append(True, (course[1:] != course[:-1]).any(axis=1))
    course = course[moves]
    if len(course) < 2:
        return []
    start, step = course[:-1], np.diff(course, axis=0)
    enter, leave = _inside(start, step, box)
    pieces: list[list[FloatArray]] = []
    before = -2  # the last segment that is inside up to its end
    for k in np.flatnonzero(enter < leave).tolist():
        if k != before + 1 or enter[k] > 0:
            pieces.append([start[k] + enter[k] * step[k]])
        pieces[-1].append(start[k] + leave[k] * step[k])
        before = k if leave[k] >= 1 else -2
    return [np.array(piece) for piece in pieces]


def crosses(start: FloatArray, end: FloatArray, box: Box) -> BoolArray:
    """Return for each segment whether a part of it lies in a box."""
    enter, leave = _inside(start, end - start, box)
    inside: BoolArray = enter < leave
    return inside


def _inside(start: FloatArray, step: FloatArray, box: Box) -> tuple[FloatArray, FloatArray]:
    """Return from which to which share of each segment it is in the box.

    By Liang and Barsky: a segment a + t d is inside from the last t at which it enters between
    two sides to the first at which it leaves.
    """
    low, high = np.array([box.left, box.low]), np.array([box.right, box.high])
    still, between = step == 0, (start >= low) & (start <= high)
    moving = np.where(still, 1.0, step)
    first, second = (low - start) / moving, (high - start) / moving
    always = np.where(between, np.inf, -np.inf)
    enter = np.where(still, -always, np.minimum(first, second)).max(axis=1)
    leave = np.where(still, always, np.maximum(first, second)).min(axis=1)
    return enter.clip(min=0.0), leave.clip(max=1.0)
