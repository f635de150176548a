"""GPX 1.1: one track for navigation devices and apps.

Apps that get a few points drive their own shortest way between them, so the track has a
point at least every 25 m along the streets. No extensions: it opens everywhere.
"""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.courses import steps
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.types import FloatArray
from arcload.routes.driven_plan import DrivenPlan

if TYPE_CHECKING:
    from gpxpy.gpx import GPXWaypoint

LARGEST_GAP = 25.0
"""Most metres between two points of the track."""

_MOST_PIECES = 4000  # of one piece of a street: 100 km
_DECIMALS = 7  # of a degree: a centimetre


def require(instance: Instance) -> None:
    """Refuse an instance whose tours cannot be written as GPX."""
    if not instance.geographic:
        raise InputError(
            f"{instance.name!r} is not on the globe, and GPX needs longitude and latitude; read "
            "a map file such as GeoJSON",
            advice="to try it, generate a city with {at}",
        )


def dump(driven: DrivenPlan) -> str:
    """Return the text of a GPX file."""
    from gpxpy.gpx import GPX, GPXTrack, GPXTrackPoint, GPXTrackSegment

    require(driven.instance)
    points = _track(driven)
    name = one_line(driven.instance.name) or "tour"
    file = GPX()
    file.creator, file.name = "arcload", name
    if len(points):
        track = GPXTrack(name)
        track.segments = [GPXTrackSegment([GPXTrackPoint(lat, lon) for lon, lat in points])]
        file.tracks, file.waypoints = [track], _ends(points)
    return f"{file.to_xml(version='1.1').rstrip()}\n"


def _track(driven: DrivenPlan) -> list[tuple[float, float]]:
    """Return the points of the whole tour; one that repeats the point before is left out."""
    pieces = [dense(driven.courses.of(crossing)) for crossing in driven.walk]
    if not pieces:
        return []
    points = np.round(np.concatenate(pieces), _DECIMALS)
    points[points[:, 0] >= 180, 0] -= 360  # the schema has -180 for 180
    new = np.append(True, (points[1:] != points[:-1]).any(axis=1))
    return [(lon, lat) for lon, lat in points[new].tolist()]


def dense(course: FloatArray, largest_gap: float = LARGEST_GAP) -> FloatArray:
    """Return a course in degrees with more points, none farther from the next than a gap."""
    gaps = np.hypot(*steps(course, geographic=True).T)
    pieces = np.clip(np.ceil(gaps / largest_gap), 1, _MOST_PIECES).astype(np.int64)
    moved = np.diff(course, axis=0)
    moved[:, 0] -= 360 * np.round(moved[:, 0] / 360)
    step = np.repeat(np.arange(len(pieces)), pieces)
    share = (np.arange(len(step)) - np.repeat(np.cumsum(pieces) - pieces, pieces)) / pieces[step]
    inner = course[step] + share[:, None] * moved[step]
    inner[:, 0] -= 360 * np.round(inner[:, 0] / 360) * (np.abs(inner[:, 0]) > 180)
    points: FloatArray = np.vstack([inner, course[-1:]])
    return points


def _ends(points: list[tuple[float, float]]) -> "list[GPXWaypoint]":
    """Return where the tour starts and ends, one point where that is the same place."""
    from gpxpy.gpx import GPXWaypoint

    (first_lon, first_lat), (last_lon, last_lat) = points[0], points[-1]
    if points[0] == points[-1]:
        return [GPXWaypoint(first_lat, first_lon, name="Start and end")]
    return [
        GPXWaypoint(first_lat, first_lon, name="Start"),
        GPXWaypoint(last_lat, last_lon, name="End"),
    ]
