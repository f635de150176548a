"""Longitude and latitude as metres."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload import Edge, Instance
from arcload.model.types import FloatArray, Shape
from arcload.views.plotting.plane import on_plane


def on_earth(*points: tuple[float, float], shape: Shape = ()) -> Instance:
    """Return streets from point to point."""
    return Instance.from_edges(
        [Edge(at, at + 1, 1, 1, shape=shape) for at in range(len(points) - 1)],
        depot=0,
        coordinates=dict(enumerate(points)),
        geographic=True,
    )


def metres(instance: Instance) -> FloatArray:
    """Return the points of the nodes on the plane."""
    plane = on_plane(instance)
    assert plane.coordinates is not None
    assert not plane.geographic
    return plane.coordinates


def test_a_plane_network_stays_as_it_is(block: Instance) -> None:
    assert on_plane(block) is block


def test_east_is_right_and_north_is_up() -> None:
    home, east, north = metres(on_earth((8.0, 47.0), (8.1, 47.0), (8.0, 47.1)))
    assert east[0] > home[0]
    assert north[1] > home[1]


@given(st.floats(-180, 180), st.floats(-80, 80))
def test_a_kilometre_is_a_kilometre_everywhere(longitude: float, latitude: float) -> None:
    """Also across the 180th meridian; the earth is 40,030 km around, and a little flat."""
    degree = 360 / 40_030
    across = (longitude + degree / np.cos(np.radians(latitude)) + 180) % 360 - 180
    here, east, north = metres(
        on_earth((longitude, latitude), (across, latitude), (longitude, latitude + degree))
    )
    assert east - here == pytest.approx([1000, 0], abs=8)
    assert north - here == pytest.approx([0, 1000], abs=8)


def test_shapes_are_moved_along() -> None:
    shape = ((8.0, 47.0), (8.05, 47.0), (8.1, 47.0))
    plane = on_plane(on_earth((8.0, 47.0), (8.1, 47.0), shape=shape))
    assert plane.coordinates is not None
    assert plane.shapes is not None
    assert plane.shapes[0][0] == pytest.approx(tuple(plane.coordinates[0]))
    assert plane.shapes[0][2] == pytest.approx(tuple(plane.coordinates[1]))


@pytest.mark.parametrize("latitude", [90.0, -90.0])
def test_a_pole_does_no_harm(latitude: float) -> None:
    assert np.isfinite(metres(on_earth((0.0, latitude), (90.0, latitude)))).all()
