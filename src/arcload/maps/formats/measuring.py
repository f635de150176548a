"""How long courses are, and whether a stated length was measured well."""

from collections.abc import Sequence

import numpy as np

from arcload.model.earth import earth_distances, sphere_distances
from arcload.model.types import BoolArray, FloatArray, Shape

_MOST = 0.9  # share of the stated lengths that have to fit


def measure(shapes: Sequence[Shape], geographic: bool) -> FloatArray:
    """Return the lengths of courses of two points or more.

    They are metres on earth, or in the unit of the plane.
    """
    points, starts = _gathered(shapes)
    here, there = points[:-1], points[1:]
    steps = earth_distances(here, there) if geographic else np.hypot(*(there - here).T)
    return _summed(steps, starts)


def are_spherical(stated: FloatArray, shapes: Sequence[Shape]) -> BoolArray:
    """Return which stated lengths were measured along their courses on a sphere.

    osmnx does so, and is off by up to half a hundredth. Its older versions round the length of
    each step to a millimetre. Where only some lengths fit, they do so by chance, and none is meant.

    Parameters
    ----------
    stated
        The lengths, ``nan`` where there is none.
    shapes
        The courses, of two points or more, in degrees.
    """
    points, starts = _gathered(shapes)
    lengths = _summed(sphere_distances(points[:-1], points[1:]), starts)
    steps = np.array([len(shape) - 1 for shape in shapes])
    with np.errstate(invalid="ignore"):
        fits = np.abs(stated - lengths) <= 1e-6 * lengths + 1e-3 * steps
    chance = fits.sum() < _MOST * np.isfinite(stated).sum()
    return np.zeros(len(fits), dtype=np.bool_) if chance else np.asarray(fits)


def _gathered(shapes: Sequence[Shape]) -> tuple[FloatArray, list[int]]:
    """Return the points of all courses, and where each starts."""
    points = np.array([point for shape in shapes for point in shape], dtype=np.float64)
    ends = np.cumsum([0, *(len(shape) for shape in shapes)]).tolist()
    return points.reshape(-1, 2), ends[:-1]


def _summed(steps: FloatArray, starts: list[int]) -> FloatArray:
    if not starts:
        return np.empty(0)
    steps[np.array(starts[1:], dtype=np.int64) - 1] = 0  # from a course to the next
    return np.asarray(np.add.reduceat(steps, starts), dtype=np.float64)
