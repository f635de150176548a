"""Where the vehicle drives: the points of a crossing in the direction driven."""

import math

import numpy as np

from arcload.errors import InputError
from arcload.instance import Instance
from arcload.tour import Crossing
from arcload.types import FloatArray

EARTH_RADIUS = 6_371_008.8
"""Mean radius of the earth in metres."""

_METRES = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144}
_CIRCLE = 24  # pieces of a loop whose shape is unknown


class Courses:
    """The courses of an instance's edges.

    An edge without a shape runs straight from tail to head; one that leads back to its own
    node is a circle as long as the edge.

    Parameters
    ----------
    instance
        An instance with coordinates.
    """

    def __init__(self, instance: Instance) -> None:
        if instance.coordinates is None:
            raise InputError(
                f"{instance.name!r} has no coordinates, so nobody knows where its streets are; "
                "give each node its own"
            )
        self._instance = instance
        self._points = instance.coordinates

    def of(self, crossing: Crossing) -> FloatArray:
        """Return the points (x, y) of a crossing, two at least, from where it starts."""
        instance = self._instance
        edge = instance.edge_index(crossing.edge)
        points = self._along(edge)
        tail, head = (instance.nodes[node] for node in instance.ends[edge])
        backwards = crossing.direction == 2 or (
            crossing.direction is None and (crossing.from_node, crossing.to_node) != (tail, head)
        )
        return points[::-1] if backwards else points

    def _along(self, edge: int) -> FloatArray:
        """Return the points of an edge from tail to head."""
        instance = self._instance
        shape = instance.shapes[edge] if instance.shapes else ()
        tail, head = instance.ends[edge]
        if len(shape) > 1:
            points = np.array(shape, dtype=np.float64)
        elif tail == head:
            points = self._circle(edge)
        else:
            points = self._points[[tail, head]]
        if not _usable(points, instance.geographic):
            where = "is not on earth" if instance.geographic else "is no number"
            raise InputError(
                f"edge {instance.edges[edge]!r} has a shape with a point that {where}; "
                "correct its shape",
                edge=edge,
            )
        return points

    def _circle(self, edge: int) -> FloatArray:
        instance = self._instance
        node = self._points[instance.ends[edge, 0]]
        radius = float(instance.lengths[edge].min()) / (2 * math.pi)
        scale = np.ones(2)
        if instance.geographic:
            radius *= _METRES.get(instance.length_unit, 1.0)
            scale = 1 / metres_per_degree(float(node[1]))
        turn = np.linspace(0, 2 * math.pi, _CIRCLE + 1)
        around = np.column_stack([np.sin(turn), 1 - np.cos(turn)])
        around[-1] = around[0]
        points: FloatArray = node + radius * scale * around
        return points


def metres_per_degree(latitude: float) -> FloatArray:
    """Return how many metres a degree of longitude and one of latitude are."""
    north = math.radians(1) * EARTH_RADIUS
    return np.array([north * max(math.cos(math.radians(latitude)), 1e-9), north])


def steps(points: FloatArray, geographic: bool) -> FloatArray:
    """Return the vectors from point to point: in metres where points are degrees.

    A step over the date line goes the short way.
    """
    moved = np.diff(points, axis=0)
    if not geographic:
        return moved
    moved[:, 0] -= 360 * np.round(moved[:, 0] / 360)
    middles = np.radians((points[:-1, 1] + points[1:, 1]) / 2)
    north = math.radians(1) * EARTH_RADIUS
    scaled: FloatArray = moved * np.column_stack(
        [north * np.cos(middles), np.full(len(moved), north)]
    )
    return scaled


def _usable(points: FloatArray, geographic: bool) -> bool:
    if not np.isfinite(points).all():
        return False
    return not geographic or not bool((np.abs(points) > (180, 90)).any())
