"""Generated instances have the sizes and properties asked for, and repeat."""

import hashlib
import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import arcload
from arcload.maps.formats.convert import dumps
from arcload.maps.generators import generate, paper_set
from arcload.maps.generators.paper import SIZES
from arcload.model.connectivity import strong_parts
from arcload.model.earth import earth_distances


def digest(instance: arcload.Instance) -> str:
    text, _ = dumps(instance, "x.json")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("kind", "size", "expected"),
    [
        ("eulerian", {"nodes": 20, "edges": 32}, "ec5bc40f37c34484"),
        ("rural", {"nodes": 14, "edges": 32, "demand": "proportional"}, "ee46563b3fd49fdc"),
        ("city", {"edges": 100}, "09ab05f45b72cc8a"),
    ],
)
def test_a_seed_gives_the_same_instance_everywhere(
    kind: str, size: dict[str, int], expected: str
) -> None:
    assert digest(generate(kind, seed=5, **size)) == expected  # type: ignore[arg-type]
    assert digest(generate(kind, seed=6, **size)) != expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("nodes", "edges"), [(3, 3), (7, 8), (10, 40), (30, 232), (9, 30), (200, 300)]
)
def test_eulerian_is_one_closed_walk_without_repeated_edges(nodes: int, edges: int) -> None:
    instance = generate("eulerian", nodes=nodes, edges=edges, seed=2)
    assert (len(instance.nodes), len(instance.edges)) == (nodes, edges)
    walk = instance.ends
    assert np.array_equal(walk[1:, 0], walk[:-1, 1])
    assert walk[-1, 1] == walk[0, 0]
    assert len({frozenset(pair) for pair in walk.tolist()}) == edges
    assert instance.demands.min() >= 1
    assert instance.demands.max() <= 100


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


def test_rural_serves_half_of_a_connected_graph() -> None:
    instance = generate("rural", nodes=17, edges=35, seed=4)
    assert (len(instance.nodes), len(instance.edges), len(instance.served)) == (17, 35, 18)
    assert strong_parts(instance.ends, instance.lengths, 17).max() == 0


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


def test_clustered_demand_is_uneven() -> None:
    city = generate("city", edges=1000, demand="clustered", seed=1)
    heaviest = np.sort(city.demands)[::-1]
    assert heaviest[:200].sum() > 0.7 * city.total_demand


def test_demand_and_curb_weight_as_asked() -> None:
    even = generate("eulerian", nodes=10, edges=18, demand="proportional", curb_ratio=5, seed=1)
    assert np.array_equal(even.demands, even.lengths[:, 0])
    assert even.curb_weight == pytest.approx(5 * even.total_demand)
    assert len(generate("city", edges=100, served=0.4).served) == 40


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"kind": "citty"}, "did you mean 'city'"),
        ({"kind": "eulerian", "nodes": 2, "edges": 2}, "at least 3 nodes"),
        ({"kind": "eulerian", "nodes": 5, "edges": 11}, "5 to 10 edges"),
        ({"kind": "rural", "nodes": 5, "edges": 3}, "4 to 10"),
        ({"kind": "city", "edges": 29}, "30 to 100,000"),
        ({"kind": "city", "edges": 100_001}, "30 to 100,000"),
        ({"kind": "city", "nodes": 50}, "finds its nodes"),
        ({"kind": "city", "demand": "even"}, "demand 'even' is unknown"),
        ({"kind": "city", "curb_ratio": -1}, "curb ratio is -1"),
        ({"kind": "city", "served": 0}, "share of served edges is 0"),
        ({"kind": "city", "seed": -1}, "seed is -1"),
        ({"kind": "city", "at": (90, 0)}, "no city lies at 90,0; give a latitude of -80 to 80"),
        ({"kind": "city", "at": (8, 185)}, "no city lies at 8,185"),
        ({"kind": "city", "at": (float("nan"), 0)}, "the latitude is nan"),
        ({"kind": "rural", "at": (47, 8)}, "only a city is placed on earth"),
    ],
)
def test_impossible_wishes_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        generate(**arguments)  # type: ignore[arg-type]


def test_paper_set_has_the_papers_sizes() -> None:
    instances = list(paper_set(seed=3))
    groups = Counter(instance.name.split("_")[0] for instance in instances)
    assert groups == {"E": 18, "C": 18, "H": 24, "small": 18, "large": 48}
    for instance in instances:
        group, number = instance.name.split("_")
        assert (len(instance.nodes), len(instance.edges)) in SIZES[group]
        proportional = np.all(
            (instance.demands == instance.lengths[:, 0]) | (instance.demands == 0)
        )
        assert proportional == (int(number) % 2 == 1)
        ratio = instance.curb_weight / instance.total_demand
        assert ratio == pytest.approx(min((0, 0.5, 5), key=lambda r: abs(r - ratio)))
