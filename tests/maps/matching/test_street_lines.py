"""Streets near to points."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload import Edge, Instance
from arcload.maps.matching.street_lines import StreetLines

BENT = ((0.0, 0.0), (100.0, 0.0), (100.0, 60.0))
STREETS = Instance.from_edges(
    [Edge(1, 2, 160, 1, shape=BENT), Edge(2, 3, 100, 1), Edge(3, 3, 0, 1)],
    depot=1,
    coordinates={1: (0.0, 0.0), 2: (100.0, 60.0), 3: (200.0, 60.0)},
    length_unit="m",
)


def test_streets_are_as_long_as_drawn() -> None:
    assert StreetLines(STREETS).lengths.tolist() == [160, 100, 0]


@settings(max_examples=60, deadline=None)
@given(st.floats(-80, 280), st.floats(-80, 140))
def test_all_streets_within_reach_are_found_at_their_nearest_point(x: float, y: float) -> None:
    lines = StreetLines(STREETS)
    near = lines.near(lines.on_plane(np.array([[x, y]])), 50.0, 9)
    along = np.linspace(0, 160, 16001)
    bent = np.column_stack([np.minimum(along, 100), np.maximum(along - 100, 0)])
    straight = np.column_stack([100 + along[:10001], np.full(10001, 60.0)])
    nearest = [
        np.hypot(*(line - (x, y)).T).min() for line in (bent, straight, np.array([[200.0, 60.0]]))
    ]
    expected = {edge for edge, distance in enumerate(nearest) if distance <= 49.99}
    assert expected <= {*near.edge.tolist()}
    assert (np.diff(near.distance) >= 0).all()
    for edge, distance, at in zip(near.edge, near.distance, near.along, strict=True):
        assert math.isclose(distance, nearest[edge], abs_tol=0.01)
        if edge == 0:
            spot = np.array([min(at, 100.0), max(at - 100.0, 0.0)])
            assert math.isclose(math.dist(spot, (x, y)), distance, abs_tol=0.01)


def test_no_more_streets_than_asked_for_are_given() -> None:
    lines = StreetLines(STREETS)
    near = lines.near(lines.on_plane(np.array([[150.0, 50.0], [5.0, 1.0]])), 60.0, 1)
    assert near.point.tolist() == [0, 1]
    assert near.edge.tolist() == [1, 0]
