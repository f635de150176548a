"""Cities: streets of a town, in the plane and on earth."""

import math
from itertools import pairwise

import numpy as np
import pytest

from arcload.maps.generators import generate
from arcload.model.connectivity import strong_parts
from arcload.model.earth import earth_distances
from tests.maps.generators.digests import digest


@pytest.mark.parametrize("edges", [30, 31, 37, 120, 999, 5000])
def test_city_is_a_town_of_exactly_so_many_streets(edges: int) -> None:
    city = generate("city", edges=edges, seed=edges)
    assert len(city.edges) == len(city.served) == edges
    assert strong_parts(city.ends, city.lengths, len(city.nodes)).max() == 0
    assert (city.length_unit, city.load_unit) == ("m", "kg")
    assert city.names is not None
    assert all(city.names)
    degree = np.bincount(city.ends.ravel())
    assert (degree == 1).sum() > 0.02 * edges, "dead ends"
    if edges > 500:
        assert 0 < np.isinf(city.lengths).sum() < 0.2 * edges, "a few one-way streets"


def test_city_shapes_run_from_end_to_end_and_measure_the_length() -> None:
    city = generate("city", edges=200, seed=9)
    assert city.shapes is not None
    assert city.coordinates is not None
    for k, shape in enumerate(city.shapes):
        assert [shape[0], shape[-1]] == [tuple(city.coordinates[n]) for n in city.ends[k]]
        length = sum(math.dist(a, b) for a, b in pairwise(shape))
        assert city.lengths[k].min() == pytest.approx(length, abs=0.051)


@pytest.mark.parametrize("place", [(47.37, 8.54), (-33.92, 18.42), (0.0, -179.5), (79.0, 20.0)])
def test_a_city_on_earth_is_the_same_city(place: tuple[float, float]) -> None:
    """Its streets are as long as in the plane, and its middle is where it should be."""
    flat, round_ = (generate("city", edges=200, seed=9, at=at) for at in (None, place))
    assert round_.geographic
    assert np.array_equal(flat.lengths, round_.lengths)
    assert round_.coordinates is not None
    assert round_.shapes is not None
    middle = (round_.coordinates.min(axis=0) + round_.coordinates.max(axis=0)) / 2
    assert middle == pytest.approx(place[::-1], abs=0.001)
    for k, shape in enumerate(round_.shapes):
        points = np.array(shape)
        metres = float(earth_distances(points[:-1], points[1:]).sum())
        assert round_.lengths[k].min() == pytest.approx(metres, abs=0.2)
        assert [shape[0], shape[-1]] == [tuple(round_.coordinates[n]) for n in round_.ends[k]]


def test_a_seed_gives_the_same_city_on_earth_everywhere() -> None:
    assert digest(generate("city", edges=100, seed=5, at=(47.37, 8.54))) == "024042b461b71a99"
