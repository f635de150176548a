"""Tracks of GeoJSON files."""

import json
from pathlib import Path
from typing import Any

import pytest

from arcload import InputError
from arcload.maps.matching.geojson_tracks import geojson_tracks
from arcload.maps.matching.track import Track
from arcload.model.files import JsonReader

LINE = {"type": "LineString", "coordinates": [[1, 2], [3, 4, 500]]}
LINES = {"type": "MultiLineString", "coordinates": [[[1, 2]], [[3, 4], [5, 6]]]}


def tracks(value: Any, geographic: bool = True) -> list[Track]:
    return geojson_tracks(JsonReader(json.dumps(value), Path("day.geojson"), None), geographic)


def feature(geometry: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {}, "geometry": geometry}


def test_every_feature_with_a_line_is_a_track() -> None:
    whole = {
        "type": "FeatureCollection",
        "features": [feature({"type": "Point", "coordinates": [9, 9]}), feature(LINE),
                     feature(None), feature(LINES)],
    }  # fmt: skip
    assert [track.points.tolist() for track in tracks(whole)] == [
        [[1, 2], [3, 4]],
        [[1, 2], [3, 4], [5, 6]],
    ]
    assert tracks(LINE)[0].points.tolist() == tracks(feature(LINE))[0].points.tolist()


@pytest.mark.parametrize(
    ("value", "fact"),
    [
        ({}, "type"),
        ({"type": "Topology"}, "Topology"),
        ({"type": "FeatureCollection"}, "features"),
        ({"type": "FeatureCollection", "features": [3]}, "3"),
        ({"type": "FeatureCollection", "features": []}, "no track"),
        (feature({"type": "LineString"}), "coordinates"),
        (feature({"type": "LineString", "coordinates": [3]}), "3"),
        (feature({"type": "LineString", "coordinates": [[1, "x"]]}), "x"),
        (feature({"type": "LineString", "coordinates": [[1]]}), "[1]"),
        (feature({"type": "LineString", "coordinates": [[1, 91]]}), "91"),
        (feature({"type": "MultiLineString", "coordinates": [7]}), "7"),
        (feature({"type": "LineString", "coordinates": []}), "no track"),
    ],
)
def test_what_is_damaged_is_refused(value: Any, fact: str) -> None:
    with pytest.raises(InputError) as refused:
        tracks(value)
    assert fact in str(refused.value)
    assert "day.geojson" in str(refused.value)


def test_a_plane_has_no_limits_of_degrees() -> None:
    far = {"type": "LineString", "coordinates": [[1000, 2000]]}
    assert tracks(far, geographic=False)[0].points.tolist() == [[1000, 2000]]
