"""Points along lines, and lines joined end to end."""

from collections.abc import Sequence

import numpy as np

from arcload.model.types import FloatArray

_GRID = 0.01  # millimetres within which two ends are the same point


class Line:
    """A line that is measured along its way.

    Parameters
    ----------
    points
        Its points, two at least.
    """

    def __init__(self, points: FloatArray) -> None:
        self.points = points
        self._reached = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))

    @property
    def length(self) -> float:
        """How long it is."""
        return float(self._reached[-1])

    def at(self, distance: float) -> FloatArray:
        """Return the point so far from its start, an end where that is beyond it."""
        x, y = self.points.T
        return np.array(
            [np.interp(distance, self._reached, x), np.interp(distance, self._reached, y)]
        )

    def heading(self, distance: float, reach: float = 1.0) -> FloatArray:
        """Return the direction at a point as a unit vector, taken over some way around it."""
        reach = min(reach, self.length / 2)
        middle = min(max(distance, reach), self.length - reach)
        step = self.at(middle + reach) - self.at(middle - reach)
        size = float(np.hypot(*step))
        unit: FloatArray = step / size if size else np.array([1.0, 0.0])
        return unit

    def bend(self, begin: float, end: float) -> float:
        """Return how far the line is from the chord between two of its points."""
        here, there = self.at(begin), self.at(end)
        inner = self.points[(self._reached > begin) & (self._reached < end)] - here
        chord = there - here
        size = float(np.hypot(*chord))
        if not len(inner) or not size:
            return 0.0
        return float(np.abs(inner[:, 0] * chord[1] - inner[:, 1] * chord[0]).max() / size)

    def part(self, begin: float, end: float) -> "Line":
        """Return a part of the line."""
        inner = (self._reached > begin) & (self._reached < end)
        return Line(np.vstack([self.at(begin), self.points[inner], self.at(end)]))

    def every(self, gap: float) -> FloatArray:
        """Return points along it, none farther from the next than a gap."""
        count = max(2, int(self.length / gap) + 2)
        where = np.linspace(0.0, self.length, count)
        x, y = self.points.T
        return np.column_stack(
            [np.interp(where, self._reached, x), np.interp(where, self._reached, y)]
        )


def joined(pieces: Sequence[FloatArray]) -> list[Line]:
    """Return lines made of pieces that meet end to end, the longest first.

    Where three or more meet, none of them is joined.
    """
    ends: dict[tuple[int, int], list[int]] = {}
    for k, piece in enumerate(pieces):
        for point in (piece[0], piece[-1]):
            ends.setdefault(_key(point), []).append(k)
    left = dict(enumerate(pieces))
    lines = []
    while left:
        _, line = left.popitem()
        for _ in range(2):  # on from its end, then the other way round
            while len(meeting := ends[_key(line[-1])]) == 2:
                following = [k for k in meeting if k in left]
                if not following:
                    break
                piece = left.pop(following[0])
                forward = _key(piece[0]) == _key(line[-1])
                line = np.vstack([line, (piece if forward else piece[::-1])[1:]])
            line = line[::-1]
        lines.append(Line(line))
    return sorted(lines, key=lambda each: -each.length)


def _key(point: FloatArray) -> tuple[int, int]:
    x, y = np.rint(point / _GRID).astype(int).tolist()
    return x, y
