"""Where streets are drawn on a map: arrays of points in, arrays of points out."""

from collections import Counter

import numpy as np

from arcload.model.courses import Courses, circle, has_shape, require_coordinates
from arcload.model.instance import Instance
from arcload.model.types import FloatArray

_BEND = 0.15  # how far a street bows out beside its twin, as a share of its length
_LOOP = 0.2  # radius of a street that leads back to its own node, in typical lengths

_LARGEST = 0.18  # most that symbols are sized by, as a share of the map


def drawn_courses(instance: Instance) -> list[FloatArray]:
    """Return the points along each edge from tail to head, so that each can be seen.

    An edge without a shape runs straight; beside another one between the same nodes it bows
    out, and one that leads back to its own node is a circle of a readable size.
    """
    courses = Courses(instance).all(loops=False)
    points = require_coordinates(instance)[instance.ends]
    straight = np.hypot(*(points[:, 1] - points[:, 0]).T)
    typical = float(np.median(straight[straight > 0])) if (straight > 0).any() else 1.0
    twins: Counter[tuple[int, int]] = Counter()
    drawn = []
    for edge, (tail, head) in enumerate(points):
        low, high = sorted(instance.ends[edge].tolist())
        if has_shape(instance, edge):
            drawn.append(courses[edge])
            continue
        if low == high:
            drawn.append(circle(tail, _LOOP * typical * (1 + twins[low, high] / 2)))
        else:
            sign = 1 if instance.ends[edge, 0] == low else -1
            drawn.append(_bow(tail, head, sign * _BEND * twins[low, high]))
        twins[low, high] += 1
    return drawn


def beside(course: FloatArray, offset: float) -> FloatArray:
    """Return the course moved to the right of its direction by `offset`."""
    steps = np.diff(course, axis=0)
    steps = steps[np.hypot(*steps.T) > 0]
    if not len(steps):
        return course
    shifted = np.vstack([course[:1], course[:1] + np.cumsum(steps, axis=0)])
    right = np.column_stack([steps[:, 1], -steps[:, 0]]) / np.hypot(*steps.T)[:, None]
    corners = np.vstack([right[:1], right[:-1] + right[1:], right[-1:]])
    norms = np.hypot(*corners.T)[:, None]
    moved: FloatArray = shifted + offset * corners / np.where(norms > 0, norms, 1)
    return moved


def middle(course: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the point half way along a course and the unit vector of its direction there."""
    steps = np.diff(course, axis=0)
    lengths = np.hypot(*steps.T)
    reached = np.cumsum(lengths)
    half = reached[-1] / 2
    step = int(np.searchsorted(reached, half))
    heading = steps[step] / (lengths[step] or 1.0)
    return course[step] + (half - (reached[step] - lengths[step])) * heading, heading


def arrowheads(along: list[FloatArray], size: float) -> FloatArray:
    """Return a triangle of three points for each course, at its middle and in its direction."""
    spots = [middle(course) for course in along]
    centre = np.array([spot for spot, _ in spots]).reshape(-1, 1, 2)
    ahead = np.array([heading for _, heading in spots]).reshape(-1, 1, 2)
    left = np.stack([-ahead[..., 1], ahead[..., 0]], axis=-1)
    forward = np.array([1.0, -0.7, -0.7])[None, :, None]
    sideways = np.array([0.0, 0.7, -0.7])[None, :, None]
    heads: FloatArray = centre + size * (forward * ahead + sideways * left)
    return heads


def symbol_size(along: list[FloatArray]) -> float:
    """Return the length by which symbols are sized: a typical street's, if that is short."""
    if not along:
        return 1.0
    extent = float(np.ptp(np.concatenate(along), axis=0).max())
    typical = float(np.median([drawn_length(course) for course in along]))
    return min(typical, _LARGEST * extent)


def drawn_length(course: FloatArray) -> float:
    """Return the length of a course in the unit of the coordinates."""
    return float(np.hypot(*np.diff(course, axis=0).T).sum())


def _bow(tail: FloatArray, head: FloatArray, bend: float) -> FloatArray:
    if not bend:
        return np.array([tail, head])
    share = np.linspace(0, 1, 13)[:, None]
    across = np.array([head[1] - tail[1], tail[0] - head[0]])
    points: FloatArray = tail + share * (head - tail) + 4 * share * (1 - share) * bend * across
    return points
