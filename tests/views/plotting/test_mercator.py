"""Web Mercator in units of the whole world."""

import numpy as np
import pytest

from arcload import Edge, Instance
from arcload.views.plotting.mercator import on_mercator

LINE = Instance.from_edges(
    [Edge(1, 2, 5, 1, shape=((0, 0), (90, 10), (180, 0)))],
    depot=1,
    coordinates={1: (0, 0), 2: (180, 66.51326044311186)},
    geographic=True,
)


def test_points_known_by_heart() -> None:
    """At 66.51 degrees a quarter of the world is above."""
    world = on_mercator(LINE)
    assert world is not None
    assert not world.geographic
    assert world.coordinates is not None
    assert world.coordinates[0] == pytest.approx([0.5, -0.5])
    assert abs(world.coordinates[1, 0] - 0.5) == pytest.approx(0.5)
    assert world.coordinates[1, 1] == pytest.approx(-0.25)
    assert world.shapes is not None
    assert world.shapes[0][1][0] == pytest.approx(0.75)


def test_no_degrees_and_poles_have_none() -> None:
    assert on_mercator(LINE.replace(geographic=False)) is None
    assert on_mercator(LINE.replace(coordinates=[(0, 0), (0, -89)])) is None
    assert on_mercator(LINE.replace(shapes=(((0, 0), (0, 89)),))) is None


def test_both_sides_of_the_180th_meridian_are_near() -> None:
    world = on_mercator(LINE.replace(coordinates=[(179.9, 0), (-179.9, 0)], shapes=None))
    assert world is not None
    assert world.coordinates is not None
    assert np.ptp(world.coordinates[:, 0]) == pytest.approx(0.2 / 360)
