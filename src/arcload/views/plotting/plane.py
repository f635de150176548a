"""Longitude and latitude as metres on a plane."""

import numpy as np

from arcload.model.arguments import require
from arcload.model.earth import metres_a_degree
from arcload.model.instance import Instance
from arcload.model.types import FloatArray
from arcload.views.plotting.reprojected import reprojected

_LEAST = 1.0  # metres a degree of longitude at the poles, so that a map there is no line


def on_plane(instance: Instance) -> Instance:
    """Return the instance with x and y in metres where they were degrees; others as they are.

    East is x and north is y, with one scale for the whole network: right to a tenth of a per
    cent within 50 km, and on both sides of the 180th meridian.
    """
    require(instance, "instance", Instance)
    if not instance.geographic or instance.coordinates is None:
        return instance
    origin = instance.coordinates[0] if len(instance.coordinates) else np.zeros(2)
    middle = float(np.median(instance.coordinates[:, 1])) if len(instance.coordinates) else 0.0
    east_metres, north_metres = (max(float(each), _LEAST) for each in metres_a_degree(middle))

    def projected(points: FloatArray) -> FloatArray:
        east = (points[:, 0] - origin[0] + 180) % 360 - 180
        north = points[:, 1] - middle
        return np.column_stack([east_metres * east, north_metres * north])

    return reprojected(instance, projected)
