"""Longitude and latitude as the maps of tile servers have them."""

from itertools import chain

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import FloatArray
from arcload.views.plotting.reprojected import reprojected

_MOST = 85.05  # degrees of latitude, where such maps end


def on_mercator(instance: Instance) -> Instance | None:
    """Return an instance with x and y in Web Mercator, in units of the whole world; y is upwards.

    East of the 180th meridian x is above 1 for a network on both sides of it. None where points are
    no degrees, or too near to a pole for such a map:

        x = longitude / 360 + 1/2,   y = arsinh(tan(latitude)) / 2 pi - 1/2
    """
    if not instance.geographic or instance.coordinates is None:
        return None
    bends = np.array(list(chain(*(instance.shapes or ()))), dtype=np.float64).reshape(-1, 2)
    points = np.concatenate([instance.coordinates, bends])
    if not (np.abs(points[:, 1]) <= _MOST).all() or not np.isfinite(points).all():
        return None
    origin = float(points[0, 0]) if len(points) else 0.0

    def projected(points: FloatArray) -> FloatArray:
        east = (points[:, 0] - origin + 180) % 360 - 180 + origin
        north = np.arcsinh(np.tan(np.radians(points[:, 1])))
        return np.column_stack([east / 360 + 0.5, north / (2 * np.pi) - 0.5])

    return reprojected(instance, projected)
