"""Where streets run: the points of an edge, and of a crossing in the direction driven."""

import math
from itertools import chain

import numpy as np

from arcload.model.crossing import Crossing
from arcload.model.earth import earth_steps, metres_a_degree
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import FloatArray
from arcload.model.units import METRES

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
        self._instance = instance
        self._points = require_coordinates(instance)

    def of(self, crossing: Crossing) -> FloatArray:
        """Return the points (x, y) of a crossing, two at least, from where it starts."""
        edge = self._instance.edge_index(crossing.edge)
        points = self.along(edge)
        return points if drives_forward(crossing, self._instance, edge) else points[::-1]

    def all(self, *, loops: bool = True) -> list[FloatArray]:
        """Return the points of every edge, as `along` does, in a fraction of the time.

        Parameters
        ----------
        loops
            Whether an edge of unknown shape that leads back to its own node is a circle; else it
            stays at its node.
        """
        instance = self._instance
        shapes = instance.shapes or ((),) * len(instance.edges)
        sizes = [len(shape) if len(shape) > 1 else 0 for shape in shapes]
        known = (shape for shape, size in zip(shapes, sizes, strict=True) if size)
        bends = np.array(list(chain.from_iterable(known)), dtype=np.float64).reshape(-1, 2)
        usable = _usable(bends, instance.geographic)
        straight = self._points[instance.ends]
        courses, end = [], 0
        for edge, (size, (tail, head)) in enumerate(
            zip(sizes, instance.ends.tolist(), strict=True)
        ):
            end += size
            if size and usable:
                courses.append(bends[end - size : end])
            elif size or (loops and tail == head):
                courses.append(self.along(edge))
            else:
                courses.append(straight[edge])
        return courses

    def along(self, edge: int) -> FloatArray:
        """Return the points (x, y) of an edge from tail to head, by its index."""
        instance = self._instance
        tail, head = instance.ends[edge]
        if has_shape(instance, edge):
            points = np.array((instance.shapes or ())[edge], dtype=np.float64)
        elif tail == head:
            points = self._loop(edge)
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

    def _loop(self, edge: int) -> FloatArray:
        instance = self._instance
        node = self._points[instance.ends[edge, 0]]
        radius = np.full(2, float(instance.lengths[edge].min()) / (2 * math.pi))
        if instance.geographic:
            metres = METRES.get(instance.length_unit, 1.0)
            radius *= metres / np.maximum(metres_a_degree(float(node[1])), 1.0)
        return circle(node, radius)


def require_coordinates(instance: Instance) -> FloatArray:
    """Return the points of the nodes; refuse an instance that has none, and cannot be drawn."""
    if instance.coordinates is None:
        raise InputError(
            f"{instance.name!r} has no coordinates and cannot be drawn; give each node an x and a y"
        )
    return instance.coordinates


def has_shape(instance: Instance, edge: int) -> bool:
    """Return whether the course of an edge is known, and not only its ends."""
    return bool(instance.shapes) and len((instance.shapes or ())[edge]) > 1


def drives_forward(crossing: Crossing, instance: Instance, edge: int) -> bool:
    """Return whether a crossing drives along an edge from its tail to its head."""
    if crossing.direction is not None:
        return crossing.direction == 1
    return crossing.from_node == instance.nodes[int(instance.ends[edge, 0])]


def drive_of(instance: Instance, crossing: Crossing) -> int:
    """Return the number of a drive: twice the index of its edge, and 1 more where it goes back."""
    edge = instance.edge_index(crossing.edge)
    return 2 * edge + (not drives_forward(crossing, instance, edge))


def circle(node: FloatArray, radius: FloatArray | float) -> FloatArray:
    """Return a circle that starts and ends at a node, its lowest point."""
    turn = np.linspace(0, 2 * math.pi, _CIRCLE + 1)
    around = np.column_stack([np.sin(turn), 1 - np.cos(turn)])
    around[-1] = around[0]
    points: FloatArray = node + radius * around
    return points


def steps(points: FloatArray, geographic: bool) -> FloatArray:
    """Return the vectors from point to point: in metres where points are degrees."""
    if geographic:
        return earth_steps(points[:-1], points[1:])
    return np.diff(points, axis=0)


def _usable(points: FloatArray, geographic: bool) -> bool:
    if not np.isfinite(points).all():
        return False
    return not geographic or not bool((np.abs(points) > (180, 90)).any())
