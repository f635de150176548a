"""Generated towns put on the globe."""

from typing import Any

import numpy as np

import arcload
from arcload.model.earth import metres_a_degree
from arcload.model.types import FloatArray


def on_the_globe(
    town: arcload.Instance, longitude: float = 8.54, latitude: float = 47.37
) -> arcload.Instance:
    """Return an instance in metres with its origin at a place on earth."""

    def degrees(points: Any) -> FloatArray:
        x, y = np.asarray(points, dtype=np.float64).T
        north = latitude + y / metres_a_degree(latitude)[1]
        east = longitude + x / metres_a_degree(north)[0]
        return np.column_stack([(east + 180) % 360 - 180, north])

    assert town.coordinates is not None
    shapes = town.shapes or ((),) * len(town.edges)
    return town.replace(
        coordinates=degrees(town.coordinates),
        shapes=tuple(
            tuple(map(tuple, degrees(shape).tolist())) if shape else () for shape in shapes
        ),
        geographic=True,
    )


def town(seed: int = 1, edges: int = 30, **fields: Any) -> arcload.Instance:
    """Return a small town on the globe."""
    return on_the_globe(arcload.generate("city", edges=edges, seed=seed, name="town"), **fields)
