"""Points and demands that the generators share."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.maps.generators import generate
from arcload.maps.generators.plane import demands, lattice_points, serve_share


def test_lengths_are_euclidean_between_whole_points() -> None:
    for kind in ("eulerian", "rural"):
        instance = generate(kind, nodes=12, edges=20, seed=3)
        points = instance.coordinates
        assert points is not None
        assert np.array_equal(points, np.round(points))
        assert points.min() >= 0
        assert points.max() <= 10
        gaps = points[instance.ends[:, 0]] - points[instance.ends[:, 1]]
        assert instance.lengths[:, 0] == pytest.approx(np.hypot(*gaps.T), rel=1e-15)


def test_clustered_demand_is_uneven() -> None:
    city = generate("city", edges=1000, demand="clustered", seed=1)
    heaviest = np.sort(city.demands)[::-1]
    assert heaviest[:200].sum() > 0.7 * city.total_demand


@given(st.integers(0, 400), st.integers(0, 99))
def test_points_are_whole_different_and_within_the_square(count: int, seed: int) -> None:
    points = lattice_points(count, Random(seed))
    assert len(set(points)) == len(points) == count
    side = 10 if 1.5 * count <= 121 else math.ceil(math.sqrt(1.5 * count)) - 1
    assert all(value in range(side + 1) for point in points for value in point)


@given(st.lists(st.floats(1, 100), min_size=1, max_size=30), st.floats(0.001, 1))
def test_a_share_of_the_demands_stays_as_it_is(values: list[float], share: float) -> None:
    served = serve_share(values, share, Random(1))
    assert sum(value > 0 for value in served) == max(1, round(share * len(values)))
    assert all(now in (0, before) for now, before in zip(served, values, strict=True))


def test_the_fifth_nearest_to_a_centre_needs_most() -> None:
    """Ten edges in a row: two of them are heavy, whichever centre is drawn."""
    middles = [(float(k), 0.0) for k in range(10)]
    for seed in range(20):
        drawn = demands("clustered", [1.0] * 10, middles, Random(seed))
        heavy = [value for value in drawn if value > 10]
        assert len(heavy) == 2
        assert all(50 <= value <= 100 for value in heavy)
        assert all(value >= 1 for value in drawn)
