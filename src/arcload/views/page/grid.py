"""The grid of whole numbers on which the points of a page's map lie."""

from itertools import pairwise

import numpy as np

from arcload.model.types import FloatArray

_STEPS = 100_000  # along the longer side of the map


class Grid:
    """Whole numbers for the points of a map, y downwards.

    Parameters
    ----------
    points
        All that is to be on the map.

    Attributes
    ----------
    left, top
        The corner where both numbers are 0.
    step
        How long a step is.
    size
        The greatest numbers.
    """

    def __init__(self, points: list[FloatArray]) -> None:
        everything = np.concatenate([np.zeros((0, 2)), *points])
        low = everything.min(axis=0, initial=np.inf) if len(everything) else np.zeros(2)
        high = everything.max(axis=0, initial=-np.inf) if len(everything) else np.zeros(2)
        extent = high - low
        self.step = float(extent.max()) / _STEPS or 1.0
        self.left, self.top = float(low[0]), float(high[1])
        self.size = [round(side / self.step) for side in extent.tolist()]

    def whole(self, points: FloatArray) -> list[list[int]]:
        """Return points on the grid."""
        x = (points[:, 0] - self.left) / self.step
        y = (self.top - points[:, 1]) / self.step
        return np.rint(np.column_stack([x, y])).astype(int).tolist()  # type: ignore[no-any-return]

    def steps(self, courses: list[FloatArray]) -> list[list[int]]:
        """Return for each course its first point and the steps to the others, none of them 0."""
        if not courses:
            return []
        points = np.array(self.whole(np.concatenate(courses)))
        sizes = np.array([len(course) for course in courses])
        first = np.cumsum(sizes) - sizes
        moves = np.diff(points, axis=0, prepend=0)
        moves[first] = points[first]
        kept = (moves != 0).any(axis=1)
        kept[first] = True
        ends = 2 * np.cumsum(np.add.reduceat(kept, first, dtype=np.int64))
        flat = moves[kept].ravel().tolist()
        return [
            flat[begin:end] if end - begin > 2 else [*flat[begin:end], 0, 0]
            for begin, end in pairwise([0, *ends.tolist()])
        ]
