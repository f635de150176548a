"""An instance with its points elsewhere."""

from collections.abc import Callable
from itertools import chain

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import FloatArray, Shape


def reprojected(instance: Instance, project: Callable[[FloatArray], FloatArray]) -> Instance:
    """Return an instance on a plane, its nodes and shapes where a function puts them.

    Parameters
    ----------
    instance
        An instance with coordinates.
    project
        Gives new points for points, two columns each.
    """
    shapes = instance.shapes
    return instance.replace(
        coordinates=None if instance.coordinates is None else project(instance.coordinates),
        shapes=None if shapes is None else _moved(shapes, project),
        geographic=False,
    )


def _moved(
    shapes: tuple[Shape, ...], project: Callable[[FloatArray], FloatArray]
) -> tuple[Shape, ...]:
    points = np.array(list(chain(*shapes)), dtype=np.float64).reshape(-1, 2)
    moved = map(tuple, project(points).tolist())
    return tuple(tuple(next(moved) for _ in shape) for shape in shapes)
