"""Tracks of GPX files."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.maps.matching.gpx_tracks import gpx_tracks

FILE = Path("day.gpx")


def test_segments_are_joined_and_tracks_are_not() -> None:
    text = """<?xml version="1.0"?>
    <gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="9" lon="9"/>
    <trk><name>a &amp; b</name><trkseg><trkpt lat="1" lon="2"><name>p</name></trkpt></trkseg>
    <trkseg><trkpt lat="1.5" lon="2.5"/></trkseg></trk>
    <trk><trkseg/></trk>
    <trk><trkseg><trkpt lat="-3" lon="4"/></trkseg></trk>
    <rte><rtept lat="8" lon="8"/></rte></gpx>"""
    tracks = gpx_tracks(text, FILE)
    assert [track.points.tolist() for track in tracks] == [[[2, 1], [2.5, 1.5]], [[4, -3]]]
    assert [track.name for track in tracks] == ["a & b", ""]


def test_routes_are_taken_where_there_is_no_track() -> None:
    text = '<g:gpx xmlns:g="x"><g:rte><g:rtept lat="1" lon="2"/></g:rte></g:gpx>'
    assert gpx_tracks(text, FILE)[0].points.tolist() == [[2, 1]]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("nonsense", ["line 1", "not GPX"]),
        ("<kml></kml>", ["line 1", "not GPX"]),
        ("<gpx>\n<trk>", ["line 2", "not XML"]),
        ("<gpx></gpx>", ["no track"]),
        ("<gpx><trk><trkseg/></trk></gpx>", ["no track"]),
        ('<gpx>\n<trk><trkpt lat="1"/></trk></gpx>', ["line 2", "lon"]),
        ('<gpx>\n<trk><trkpt lat="91" lon="0"/></trk></gpx>', ["line 2", "lat", "91"]),
        ('<gpx>\n<trk><trkpt lat="x" lon="0"/></trk></gpx>', ["line 2", "'x'"]),
        ('<gpx>\n<trk><trkpt lat="nan" lon="0"/></trk></gpx>', ["line 2", "'nan'"]),
        ('<gpx>\n<trkpt lat="1" lon="0"/></gpx>', ["line 2", "outside"]),
        ('<!DOCTYPE gpx [<!ENTITY a "b">]><gpx></gpx>', ["line 1"]),
        ('<?xml version="1.0"?><!-- --><gpx>' + "<a>" * 60 + "</gpx>", ["line 1", "nested"]),
    ],
)
def test_what_is_damaged_is_refused_with_its_line(text: str, facts: list[str]) -> None:
    with pytest.raises(InputError) as refused:
        gpx_tracks(text, FILE)
    assert all(fact in str(refused.value) for fact in ["day.gpx", *facts])
