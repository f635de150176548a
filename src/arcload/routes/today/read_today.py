"""Read the route that is driven today."""

import re
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from arcload.maps.matching.geojson_tracks import geojson_tracks
from arcload.maps.matching.gpx_tracks import gpx_tracks
from arcload.maps.matching.match_track import Match, match_track
from arcload.maps.matching.track import Track
from arcload.model.arguments import path_of, require
from arcload.model.errors import CheckError, InputError, counted
from arcload.model.files import JsonReader, at, read_text
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.result_file import read_result
from arcload.routes.today.driver_rows import is_driver_list, route_of_rows
from arcload.routes.today.listed_streets import route_of_list
from arcload.routes.today.own_files import routes_of_geojson, routes_of_result
from arcload.routes.today.recorded_route import RecordedDrive, RecordedRoute, end_to_end
from arcload.routes.today.todays_route import TodaysRoute, todays_route

EXTENSIONS = (".gpx", ".geojson", ".json", ".csv", ".txt")

_SHOWN = 3  # bridges that are described one by one


def read_today(instance: Instance, *paths: str | PathLike[str]) -> TodaysRoute:
    """Return the route that is driven today, from one file or from one per vehicle.

    Where one vehicle drives, tracks follow each other. Where there are several, several files are
    one per vehicle, and the tracks of a single file are, too. A label of the instance's vehicles in
    the name of a file or of a track tells whose it is; the others are taken in order.

    Parameters
    ----------
    instance
        What should be served.
    paths
        Tracks in ``.gpx`` or ``.geojson``; a result of arcload in ``.json``; a driver's list in
        ``.csv``; or names or ids of streets, in ``.txt`` or ``.csv``.

    Raises
    ------
    InputError
        If a file cannot be read, or does not fit the network.
    """
    require(instance, "instance", Instance)
    if not paths:
        raise InputError("no file of today's route is given")
    notes: list[Note] = []
    files = [path_of(path) for path in paths]
    one = not instance.is_fleet or sum(v.count or len(files) + 1 for v in instance.vehicles) == 1
    routes: list[RecordedRoute] = []
    for file in files:
        vehicle = _vehicle_in(instance, file.stem)
        routes += [
            route if vehicle is None else replace(route, vehicle=vehicle)
            for route in _read(instance, file, notes, join=one or len(files) > 1)
        ]
    if one and len(routes) > 1:
        routes = [end_to_end(routes)]
    try:
        return todays_route(instance, routes, notes)
    except InputError as error:
        raise error.found_in(", ".join(map(str, files))) from None


def _read(instance: Instance, file: Path, notes: list[Note], join: bool) -> list[RecordedRoute]:
    """Return the routes of a file, its tracks joined to one or not."""
    kind = file.suffix.lower()
    if kind not in EXTENSIONS:
        raise InputError(
            f"{file}: {kind!r} is no format of today's route; use {', '.join(EXTENSIONS)}"
        )
    if kind == ".json":
        try:
            return routes_of_result(instance, read_result(file), file)
        except CheckError as error:
            raise InputError(str(error)) from None
    text = read_text(file, notes=notes if kind in (".csv", ".txt") else None)
    if kind == ".gpx":
        return _matched(instance, gpx_tracks(text, file), notes, join)
    if kind == ".geojson":
        try:
            reader = JsonReader(text, file, None)
            own = routes_of_geojson(instance, reader)
            tracks = [] if own else geojson_tracks(reader, instance.geographic)
        except RecursionError:
            raise at(file, 1, "the JSON is nested too deeply") from None
        return own or _matched(instance, tracks, notes, join)
    if kind == ".csv" and is_driver_list(text):
        return [route_of_rows(instance, text, file)]
    return [route_of_list(instance, text, file, instance.start_index, notes)]


def _matched(
    instance: Instance, tracks: Sequence[Track], notes: list[Note], join: bool
) -> list[RecordedRoute]:
    """Return the routes of tracks by the streets that they were driven on."""
    first = tracks[0]
    if instance.coordinates is None:
        raise InputError(
            f"{first.file}: {instance.name!r} has no coordinates, so that no track can be matched "
            "to it; give today's route as a list of streets"
        )
    if first.geographic and not instance.geographic:
        raise InputError(
            f"{first.file}: the track is in longitude and latitude, and {instance.name!r} is not "
            "on the globe; read its streets from a map file"
        )
    if join and len(tracks) > 1:
        points = np.concatenate([track.points for track in tracks])
        tracks = [Track(first.file, points, first.geographic, first.name)]
    routes = []
    for number, track in enumerate(tracks, start=1):
        of = f"track {number} of " if len(tracks) > 1 else ""
        match = match_track(instance, track)
        notes += _notes_of(match, f"{of}{track.file}", len(track.points))
        drives = tuple(RecordedDrive(*drive, None) for drive in match.drives)
        routes.append(RecordedRoute(drives, vehicle=_vehicle_in(instance, track.name)))
    return routes


def _vehicle_in(instance: Instance, text: str) -> int | None:
    """Return the type of vehicle whose label stands in a text, None where none or several do."""
    words = f" {_plain(text)} "
    labels = [_plain(vehicle.label) for vehicle in instance.vehicles]
    named = [number for number, label in enumerate(labels) if label and f" {label} " in words]
    return named[0] if len(named) == 1 else None


def _plain(text: str) -> str:
    return " ".join(re.split(r"[\W_]+", text.casefold())).strip()


def _notes_of(match: Match, what: str, points: int) -> list[Note]:
    notes = []
    if match.away:
        notes.append(
            Note(f"{what}: {match.away:,} of {counted(points, 'point')} are off every street")
        )
    for bridge in match.bridges[:_SHOWN]:
        notes.append(
            Note(
                f"{what}: at {bridge.place} the track does not tell the streets for "
                f"{bridge.straight:,.0f} m; the shortest path of {bridge.driven:,.0f} m is taken"
            )
        )
    others = match.bridges[_SHOWN:]
    if others:
        metres = sum(bridge.driven for bridge in others)
        notes.append(
            Note(
                f"{what}: shortest paths are taken at {counted(len(others), 'more place')}, "
                f"{metres:,.0f} m in all"
            )
        )
    return notes
