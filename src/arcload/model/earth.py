"""Ways and distances on earth between points in degrees of longitude and latitude (WGS 84)."""

import numpy as np

from arcload.model.types import FloatArray

_EQUATOR = 6378137.0  # metres from the centre of the earth to its equator
_MEAN_RADIUS = 6371009.0  # metres, of a sphere as large as the earth
_FLATNESS = 0.0066943799901413165  # squared eccentricity of the ellipsoid


def metres_a_degree(latitude: FloatArray | float) -> tuple[FloatArray, FloatArray]:
    """Return how many metres a degree of longitude and one of latitude are, at a latitude.

    With the radii of curvature of the ellipsoid, N along the parallel and M along the meridian:
    N = a / sqrt(1 - e² sin² phi), M = N (1 - e²) / (1 - e² sin² phi).
    """
    phi = np.radians(latitude)
    bend = 1 - _FLATNESS * np.sin(phi) ** 2
    parallel = _EQUATOR / np.sqrt(bend)
    meridian = parallel * (1 - _FLATNESS) / bend
    return np.radians(parallel * np.cos(phi)), np.radians(meridian)


def earth_distances(here: FloatArray, there: FloatArray) -> FloatArray:
    """Return the metres between points, two columns each: longitude and latitude."""
    moved = earth_steps(here, there)
    return np.asarray(np.hypot(moved[..., 0], moved[..., 1]), dtype=np.float64)


def earth_steps(here: FloatArray, there: FloatArray) -> FloatArray:
    """Return the ways from points to others in metres, two columns: to the east and north.

    The earth is taken as flat between two points, with the scales of the latitude halfway. That
    is right to a millimetre in a kilometre for points of one town.
    """
    gaps = there - here
    east = (gaps[..., 0] + 180) % 360 - 180  # the short way round
    x, y = metres_a_degree((here[..., 1] + there[..., 1]) / 2)
    return np.stack([east * x, gaps[..., 1] * y], axis=-1)


def sphere_distances(here: FloatArray, there: FloatArray) -> FloatArray:
    """Return the metres between points if the earth were a sphere, by the haversine formula."""
    (x, y), (other_x, other_y) = np.radians(here).T, np.radians(there).T
    square = (
        np.sin((other_y - y) / 2) ** 2
        + np.cos(y) * np.cos(other_y) * np.sin((other_x - x) / 2) ** 2
    )
    return np.asarray(2 * _MEAN_RADIUS * np.arcsin(np.sqrt(np.minimum(square, 1))))
