"""Generated instances are as asked for, and repeat."""

import numpy as np
import pytest

import arcload
from arcload.maps.generators import generate
from tests.maps.generators.digests import digest


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


def test_a_capacity_for_about_so_many_trips() -> None:
    town = generate("city", edges=100, capacity_trips=8)
    assert town.capacity == pytest.approx(town.total_demand / 8)
    assert "takes 8 trips or more" in str(town.notes[0])
    largest = generate("city", edges=100, capacity_trips=1000)
    assert largest.capacity == largest.demands.max()
    assert "takes 1000 trips" not in str(largest.notes[0])
    with pytest.raises(arcload.InputError, match=r"number of trips is 0\.5"):
        generate("city", edges=100, capacity_trips=0.5)
