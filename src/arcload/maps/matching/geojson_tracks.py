"""The tracks of a GeoJSON file: its lines."""

from typing import Any

import numpy as np

from arcload.maps.matching.track import Track
from arcload.model.errors import InputError
from arcload.model.files import JsonReader, brief

Steps = list[str | int]

_LINES = ("LineString", "MultiLineString")


def geojson_tracks(reader: JsonReader, geographic: bool) -> list[Track]:
    """Return the tracks of a GeoJSON file, one per feature with a line.

    Parameters
    ----------
    reader
        The file.
    geographic
        Whether positions are longitude and latitude; else they are x and y of the network.
    """
    tracks = []
    for steps, geometry in _geometries(reader):
        if not isinstance(geometry, dict) or geometry.get("type") not in _LINES:
            continue
        where: Steps = [*steps, "coordinates"]
        parts = geometry.get("coordinates")
        several = geometry["type"] == "MultiLineString"
        if not isinstance(parts, list):
            raise reader.refuse(steps, "this line has no list of 'coordinates'")
        points = []
        for position, part in enumerate(parts):
            if several and not isinstance(part, list):
                raise reader.refuse([*where, position], f"{brief(part)} is no line")
            pairs = enumerate(part) if several else [(position, part)]
            for number, pair in pairs:
                at: Steps = [*where, position, number] if several else [*where, position]
                points.append(_point(reader, pair, at, geographic))
        if points:
            tracks.append(Track(reader.file, np.array(points), geographic))
    if not tracks:
        raise InputError(f"{reader.file}: the file has no track: it has no LineString")
    return tracks


def _geometries(reader: JsonReader) -> list[tuple[Steps, Any]]:
    """Return each geometry of the file with the keys that lead to it."""
    kind = reader.data.get("type")
    if kind in _LINES:
        return [([], reader.data)]
    if kind == "Feature":
        return [(["geometry"], reader.data.get("geometry"))]
    if kind != "FeatureCollection":
        given = "missing" if kind is None else brief(kind)
        raise reader.refuse(
            ["type"] if kind is not None else [],
            f"the type is {given}; a GeoJSON track is a 'FeatureCollection', a 'Feature' or a "
            "'LineString'",
        )
    items: list[tuple[Steps, Any]] = []
    for number, feature in enumerate(reader.items("features")):
        if not isinstance(feature, dict):
            raise reader.refuse(
                ["features", number], f"{brief(feature)} stands where a 'Feature' should"
            )
        items.append((["features", number, "geometry"], feature.get("geometry")))
    return items


def _point(reader: JsonReader, pair: Any, steps: Steps, geographic: bool) -> tuple[float, float]:
    if not isinstance(pair, list) or len(pair) < 2:
        raise reader.refuse(steps, f"{brief(pair)} is no position [x, y]")
    x, y = (reader.number(value, "a coordinate", [*steps, k]) for k, value in enumerate(pair[:2]))
    if geographic and (abs(x) > 180 or abs(y) > 90):
        raise reader.refuse(
            steps, f"{brief(pair)} is not on earth; give longitude and latitude in degrees"
        )
    return x, y
