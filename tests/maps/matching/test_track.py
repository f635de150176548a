"""Places on tracks."""

from pathlib import Path

import numpy as np

from arcload.maps.matching.track import Track


def test_a_place_is_named_as_people_do() -> None:
    points = np.array([[11.5, 48.123456]])
    assert Track(Path("a.gpx"), points).place(0) == "48.12346,11.50000"
    assert Track(Path("a.gpx"), points, geographic=False).place(0) == "(11.5, 48.1235)"
