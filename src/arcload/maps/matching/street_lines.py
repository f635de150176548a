"""The streets of a network as lines in a plane, and those that are near to points."""

from typing import NamedTuple

import numpy as np

from arcload.model.courses import Courses
from arcload.model.earth import metres_a_degree
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import FloatArray, IntArray
from arcload.model.units import METRES

_SPACING = 20.0  # metres between the samples of a street by which it is looked up
_MOST_SAMPLES = 5000  # of one segment


class NearStreets(NamedTuple):
    """Pairs of a point and a street near to it, sorted by the points, then by the distance."""

    point: IntArray
    edge: IntArray
    distance: FloatArray
    """Metres from the point to the street."""
    along: FloatArray
    """Metres along the street, from its tail to what is nearest to the point."""


class StreetLines:
    """The courses of all streets in metres in a plane.

    Parameters
    ----------
    instance
        An instance with coordinates.
    """

    def __init__(self, instance: Instance) -> None:
        courses = Courses(instance)
        along = [courses.along(edge) for edge in range(len(instance.edges))]
        if not along:
            raise InputError(f"{instance.name!r} has no streets")
        self._geographic = instance.geographic
        self._metres = METRES.get(instance.length_unit, 1.0)
        self._middle = np.concatenate(along).mean(axis=0)
        lines = [self.on_plane(points) for points in along]
        self._from = np.concatenate([line[:-1] for line in lines])
        self._step = np.concatenate([np.diff(line, axis=0) for line in lines])
        size = np.hypot(*self._step.T)
        self._edge = np.repeat(np.arange(len(lines)), [len(line) - 1 for line in lines])
        self.lengths = np.bincount(self._edge, size, minlength=len(lines)).astype(np.float64)
        before = np.append(0.0, np.cumsum(size))[:-1]
        first = np.searchsorted(self._edge, np.arange(len(lines)))
        self._before = before - before[first][self._edge]
        self._size = size
        self._index_samples()

    def on_plane(self, points: FloatArray) -> FloatArray:
        """Return points in metres: to the east and to the north of the network's middle."""
        if not self._geographic:
            return np.asarray((points - self._middle) * self._metres)
        x, y = metres_a_degree(float(self._middle[1]))
        east = (points[:, 0] - self._middle[0] + 180) % 360 - 180
        return np.column_stack([east * x, (points[:, 1] - self._middle[1]) * y])

    def near(self, points: FloatArray, reach: float, most: int) -> NearStreets:
        """Return the streets that are near to points of the plane.

        Parameters
        ----------
        points
            The points.
        reach
            The farthest that a street may be, in metres.
        most
            The most streets of a point, the nearest ones.
        """
        listed = self._tree.query_ball_point(points, reach + _SPACING / 2)
        counts = np.array([len(samples) for samples in listed], dtype=np.int64)
        samples = np.concatenate([np.zeros(0, dtype=np.int64), *map(np.array, listed)])
        pairs = np.unique(
            np.repeat(np.arange(len(points)), counts) * len(self._edge)
            + self._segment_of_sample[samples.astype(np.int64)]
        )
        point, segment = np.divmod(pairs, len(self._edge))
        share, distance = self._project(points[point], segment)
        order = np.lexsort((distance, self._edge[segment], point))
        order = order[distance[order] <= reach]
        key = point[order] * (len(self.lengths) + 1) + self._edge[segment[order]]
        order = order[np.append(True, key[1:] != key[:-1])[: len(order)]]
        order = order[np.lexsort((distance[order], point[order]))]
        rank = np.arange(len(order)) - np.searchsorted(point[order], point[order])
        order = order[rank < most]
        part = segment[order]
        along = self._before[part] + share[order] * self._size[part]
        return NearStreets(point[order], self._edge[part], distance[order], along)

    def farthest(self, points: FloatArray) -> FloatArray:
        """Return how far points are from the nearest street, to about 10 m."""
        distances: FloatArray = self._tree.query(points)[0]
        return distances

    def _index_samples(self) -> None:
        from scipy.spatial import cKDTree

        pieces = np.clip(np.ceil(self._size / _SPACING), 1, _MOST_SAMPLES).astype(np.int64)
        self._segment_of_sample = np.repeat(np.arange(len(pieces)), pieces)
        number = np.arange(len(self._segment_of_sample)) - np.repeat(
            np.cumsum(pieces) - pieces, pieces
        )
        of = self._segment_of_sample
        share = (number + 0.5) / pieces[of]
        self._tree = cKDTree(self._from[of] + share[:, None] * self._step[of])

    def _project(self, points: FloatArray, segment: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return the share of each segment at which it is nearest to a point, and how near."""
        step, square = self._step[segment], self._size[segment] ** 2
        away = points - self._from[segment]
        share = np.clip((away * step).sum(axis=1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
        return share, np.hypot(*(away - share[:, None] * step).T)
