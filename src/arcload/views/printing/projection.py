"""From the ground onto paper."""

import numpy as np

from arcload.model.types import FloatArray
from arcload.views.printing.clipped import clipped
from arcload.views.printing.paper import Box


class Projection:
    """Where on a page a part of the ground lies, in millimetres.

    Parameters
    ----------
    window
        The ground that the page shows.
    unit
        What a millimetre is in the unit of the coordinates.
    frame
        The part of the page that is the map.
    """

    def __init__(self, window: Box, unit: float, frame: Box) -> None:
        self._window, self._unit, self._frame = window, unit, frame
        self._corner = np.array([window.left, window.low])
        self._origin = np.array([frame.left, frame.low])

    def points(self, points: FloatArray) -> FloatArray:
        """Return points on the page."""
        moved: FloatArray = (points - self._corner) / self._unit + self._origin
        return moved

    def point(self, point: FloatArray) -> tuple[float, float]:
        """Return a point on the page."""
        x, y = self.points(point).tolist()
        return x, y

    def pieces(self, course: FloatArray) -> list[FloatArray]:
        """Return the parts of a course that the page shows."""
        return [self.points(piece) for piece in clipped(course, self._window)]

    def box(self, ground: Box) -> Box:
        """Return a rectangle on the page."""
        left, low = self.point(np.array([ground.left, ground.low]))
        right, high = self.point(np.array([ground.right, ground.high]))
        return Box(left, low, right, high)

    def shows(self, point: tuple[float, float]) -> bool:
        """Return whether a point of the page is on the map."""
        x, y = point
        frame = self._frame
        return frame.left <= x <= frame.right and frame.low <= y <= frame.high
