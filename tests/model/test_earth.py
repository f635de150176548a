"""Distances on earth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod

from arcload.model.earth import earth_distances

LATITUDES = st.floats(-80, 80)
LONGITUDES = st.floats(-180, 180)
STEPS = st.floats(-0.01, 0.01)


@given(LATITUDES, LONGITUDES, STEPS, STEPS)
def test_a_street_is_as_long_as_its_geodesic(
    latitude: float, longitude: float, north: float, east: float
) -> None:
    here = np.array([longitude, latitude])
    there = here + np.array([east, north])
    _, _, metres = Geod(ellps="WGS84").inv(*here, *there)
    assert float(earth_distances(here, there)) == pytest.approx(metres, rel=1e-6, abs=1e-6)


def test_the_short_way_crosses_the_date_line() -> None:
    here, there = np.array([179.9, 0.0]), np.array([-179.9, 0.0])
    assert float(earth_distances(here, there)) == pytest.approx(22263.9, abs=0.1)
