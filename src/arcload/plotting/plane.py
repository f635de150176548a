"""Longitude and latitude as metres on a plane."""

import numpy as np

from arcload.instance import Instance
from arcload.types import FloatArray

_METRES_A_DEGREE = 6_371_008.8 * np.pi / 180  # of a great circle of the mean earth
_LEAST_SHRINKING = 1e-3  # next to a pole, so that nothing is divided into a line


def on_plane(instance: Instance) -> Instance:
    """Return the instance with x and y in metres where they were degrees; others as they are.

    East is x and north is y, with one scale for the whole network: right to a tenth of a per
    cent within 50 km, and on both sides of the 180th meridian.
    """
    if not instance.geographic or instance.coordinates is None:
        return instance
    origin = instance.coordinates[0] if len(instance.coordinates) else np.zeros(2)
    middle = float(np.median(instance.coordinates[:, 1])) if len(instance.coordinates) else 0.0
    shrinking = max(float(np.cos(np.radians(middle))), _LEAST_SHRINKING)

    def projected(points: FloatArray) -> FloatArray:
        east = (points[:, 0] - origin[0] + 180) % 360 - 180
        north = points[:, 1] - middle
        return _METRES_A_DEGREE * np.column_stack([shrinking * east, north])

    shapes = instance.shapes and tuple(
        tuple(map(tuple, projected(np.array(shape)).tolist())) if shape else ()
        for shape in instance.shapes
    )
    return instance.replace(
        coordinates=projected(instance.coordinates), shapes=shapes, geographic=False
    )
