"""Coordinates in other systems."""

from pathlib import Path

import pytest

from arcload import InputError, Note
from arcload.maps.formats.projections import to_degrees
from arcload.model.types import Shape

BERN: Shape = ((2_600_000.0, 1_200_000.0), (2_600_100.0, 1_200_000.0))
"""The old observatory, the origin of the Swiss grid, and a point 100 m east of it."""


def test_lines_become_longitudes_and_latitudes_and_a_note() -> None:
    pytest.importorskip("pyproj")
    notes: list[Note] = []
    [[line], []] = to_degrees([[BERN], []], 2056, Path("town.geojson"), notes)
    assert line[0] == pytest.approx((7.43863, 46.95108), abs=1e-4)
    assert line[1][0] > line[0][0]
    assert [("EPSG:2056" in str(note), "town.geojson" in str(note)) for note in notes] == [
        (True, True)
    ]


def test_an_unknown_system_is_refused_without_a_note() -> None:
    pytest.importorskip("pyproj")
    notes: list[Note] = []
    with pytest.raises(InputError, match=r"town.geojson: .* EPSG:99999"):
        to_degrees([[BERN]], 99999, Path("town.geojson"), notes)
    assert not notes
