"""Where on a page there is still room for text."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from arcload.model.types import FloatArray, IntArray
from arcload.views.printing.paper import Box

_STEP = 0.4  # millimetres of a square of the board
_ROOM = 0.45  # millimetres that stay free around a label

_Squares = tuple[slice, slice] | tuple[IntArray, IntArray]


class Slot(NamedTuple):
    """A rectangle for text: its middle, its size and its angle against the horizontal."""

    x: float
    y: float
    width: float
    height: float
    degrees: float = 0.0

    @classmethod
    def at(cls, point: FloatArray, width: float, height: float, degrees: float = 0.0) -> "Slot":
        """Return a rectangle around a point."""
        x, y = point.tolist()
        return cls(x, y, width, height, degrees)

    @property
    def corners(self) -> FloatArray:
        """Its four corners."""
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.width / 2, self.height / 2)
        return self._turned(half)

    def samples(self, room: float) -> FloatArray:
        """Return points that cover it and some room around it."""
        wide, high = (round(side + 2 * room, 2) for side in (self.width, self.height))
        return self._turned(_samples(wide, high))

    def _turned(self, points: FloatArray) -> FloatArray:
        turn = math.radians(self.degrees)
        cos, sin = math.cos(turn), math.sin(turn)
        turned: FloatArray = points @ np.array([(cos, sin), (-sin, cos)]) + (self.x, self.y)
        return turned


@lru_cache(maxsize=2000)
def _samples(width: float, height: float) -> FloatArray:
    """Return points that cover a rectangle around 0."""
    x = np.linspace(-width / 2, width / 2, int(width / _STEP) + 2)
    y = np.linspace(-height / 2, height / 2, int(height / _STEP) + 2)
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


class LabelBoard:
    """A page in small squares: which have text, and over how many lines run.

    Parameters
    ----------
    box
        The part of the page in which labels may lie.
    """

    def __init__(self, box: Box) -> None:
        self._box = box
        self._origin = np.array([box.left, box.low])
        shape = (int(box.width / _STEP) + 2, int(box.height / _STEP) + 2)
        self._taken = np.zeros(shape, dtype=bool)
        self._ink = np.zeros(shape, dtype=np.float32)

    def draw(self, points: FloatArray, weight: float = 1.0) -> None:
        """Note a line, given by points along it: text on it is harder to read."""
        x, y = self._squares_of(points)
        self._ink[x, y] = np.maximum(self._ink[x, y], weight)

    def fits(self, slot: Slot) -> bool:
        """Return whether a label lies on the board and on no other."""
        corners, box = slot.corners, self._box
        (left, low), (right, high) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        if left < box.left or low < box.low or right > box.right or high > box.high:
            return False
        return not self._taken[self._squares(slot, _ROOM)].any()

    def ink(self, slot: Slot) -> float:
        """Return how many millimetres of lines a label covers, about, by their weight."""
        return float(self._ink[self._squares(slot, 0.0)].sum()) * _STEP

    def take(self, slot: Slot) -> None:
        """Keep the room of a label."""
        self._taken[self._squares(slot, _ROOM)] = True

    def _squares(self, slot: Slot, room: float) -> "_Squares":
        """Return the squares that a label covers with some room around it."""
        if slot.degrees:
            return self._squares_of(slot.samples(room))
        wide, high = slot.width / 2 + room, slot.height / 2 + room
        x, y = (slot.x - self._box.left) / _STEP, (slot.y - self._box.low) / _STEP
        return (
            slice(max(0, int(x - wide / _STEP)), max(0, int(x + wide / _STEP) + 1)),
            slice(max(0, int(y - high / _STEP)), max(0, int(y + high / _STEP) + 1)),
        )

    def _squares_of(self, points: FloatArray) -> tuple[IntArray, IntArray]:
        squares = ((points - self._origin) / _STEP).astype(np.int64)
        x, y = squares.clip(0, np.array(self._taken.shape) - 1).T
        return x, y
