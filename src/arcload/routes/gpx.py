"""GPX 1.1: one track per vehicle, and what to do at each corner, for devices and apps.

Apps that get a few points drive their own shortest way between them, so the track has a
point at least every 25 m along the streets. The corners are waypoints and no route, for the
same reason. No extensions: it opens everywhere.
"""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.courses import steps
from arcload.model.driven_route import DrivenRoute
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.street_list import StreetRow, street_list
from arcload.model.types import FloatArray
from arcload.model.units import quantity
from arcload.routes.driven_plan import DrivenPlan
from arcload.views.route_name import route_name

if TYPE_CHECKING:
    from gpxpy.gpx import GPXWaypoint

PER_VEHICLE = True
"""A device follows one track, so each vehicle has a file of its own."""

LARGEST_GAP = 25.0
"""Most metres between two points of the track."""

Point = tuple[float, float]
"""Longitude and latitude."""

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
    file = GPX()
    file.creator, file.name = "arcload", _name(driven)
    for number, route in driven.routes.items():
        points = _track(driven, route)
        if len(points):
            track = GPXTrack(_name(driven.of_route(number)))
            track.segments = [GPXTrackSegment([GPXTrackPoint(lat, lon) for lon, lat in points])]
            file.tracks.append(track)
            file.waypoints += _waypoints(driven, route, points)
            file.waypoints += _instructions(driven, route)
    return f"{file.to_xml(version='1.1').rstrip()}\n"


def _name(driven: DrivenPlan) -> str:
    name = one_line(driven.instance.name) or "tour"
    if not driven.instance.is_fleet or driven.only is None:
        return name
    return f"{name}, {route_name(driven.only, driven.routes[driven.only].vehicle).lower()}"


def _track(driven: DrivenPlan, route: DrivenRoute) -> list[Point]:
    """Return the points of a whole route; one that repeats the point before is left out."""
    pieces = [dense(driven.courses.of(crossing)) for crossing in route.walk]
    if not pieces:
        return []
    points = _rounded(np.concatenate(pieces))
    new = np.append(True, (points[1:] != points[:-1]).any(axis=1))
    return [(lon, lat) for lon, lat in points[new].tolist()]


def _rounded(points: FloatArray) -> FloatArray:
    points = np.round(points, _DECIMALS)
    points[points[:, 0] >= 180, 0] -= 360  # the schema has -180 for 180
    return points


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


def _waypoints(driven: DrivenPlan, route: DrivenRoute, points: list[Point]) -> "list[GPXWaypoint]":
    """Return where a route starts and ends and where it loads, one point per place."""
    from gpxpy.gpx import GPXWaypoint

    ends = {points[0]: "Start and end"}
    if points[0] != points[-1]:
        ends = {points[0]: "Start", points[-1]: "End"}
    loads = _visits(driven, route)
    waypoints = []
    for point in dict.fromkeys([points[0], *loads, points[-1]]):
        trips = loads.get(point, {})
        word = "load" if route.vehicle.mode == "deliver" else "unload"
        several = "trips" if len(trips) > 1 else "trip"
        loading = f"{word} ({several} {', '.join(map(str, trips))})" if trips else ""
        name = ", ".join(filter(None, (ends.get(point), loading)))
        told = "; ".join(f"trip {trip}: {word} {load}" for trip, load in trips.items())
        lon, lat = point
        waypoints.append(
            GPXWaypoint(lat, lon, name=name[:1].upper() + name[1:], description=told or None)
        )
    return waypoints


def _instructions(driven: DrivenPlan, route: DrivenRoute) -> "list[GPXWaypoint]":
    """Return what the driver does, in order, where it begins: ``12: turn left into Mill Lane``.

    The numbers are those of the driver's list. Visits to facilities have points of their own.
    """
    from gpxpy.gpx import GPXWaypoint

    length_unit, load_unit = map(one_line, (driven.instance.length_unit, driven.instance.load_unit))
    waypoints = []
    for number, row in enumerate(street_list(route), start=1):
        if row.edge is None:
            continue
        course = driven.courses.of(route.walk[row.crossings.start])
        ((lon, lat),) = _rounded(course[:1]).tolist()
        name = f"{number}: {row.instruction}"
        length = quantity(round(row.length, 1), length_unit)
        told = f"{row.do} {length}, {_on_board(row, route, load_unit)}"
        waypoints.append(GPXWaypoint(lat, lon, name=name, description=told, type="turn"))
    return waypoints


def _on_board(row: StreetRow, route: DrivenRoute, unit: str) -> str:
    left = "left" if route.vehicle.mode == "deliver" else "on board"
    return f"then {quantity(round(row.load, 6), unit)} {left}"


def _visits(driven: DrivenPlan, route: DrivenRoute) -> dict[Point, dict[int, str]]:
    """Return where a route of a fleet loads or unloads: how much, by the numbers of its trips."""
    instance = driven.instance
    visits: dict[Point, dict[int, str]] = {}
    if not instance.is_fleet or instance.coordinates is None:
        return visits
    for number, trip in enumerate(route.trips, start=1):
        if trip.facility is not None:
            node = instance.node_index(trip.facility)
            lon, lat = _rounded(instance.coordinates[node : node + 1])[0].tolist()
            load = quantity(trip.load, one_line(instance.load_unit))
            visits.setdefault((lon, lat), {})[number] = load
    return visits
