"""Tours against the shortest one."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from arcload.solving.compare import FIGURES, quick_comparison
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_the_four_edges_save_fifty_of_325() -> None:
    comparison = arcload.compare(FOUR_EDGES)
    assert comparison.saved == pytest.approx(50 / 325)
    assert comparison.change("length") == pytest.approx(20 / 14 - 1)
    assert comparison.change("deadhead_length") is None  # from 0 to 6
    assert comparison.load_matters is True


def test_a_heavy_vehicle_hardly_feels_the_load_and_that_is_proven() -> None:
    heavy = FOUR_EDGES.replace(curb_weight=1e5)
    comparison = arcload.compare(heavy)
    assert 0 <= comparison.saved < 0.01
    assert comparison.load_matters is False


def test_without_a_bound_a_small_saving_proves_nothing() -> None:
    heavy = FOUR_EDGES.replace(curb_weight=1e5)
    tour = arcload.Tour(heavy, (1, 2, 4, 3), (1, 1, 1, 2))
    assert arcload.compare(tour).load_matters is None


def test_a_tour_that_is_dearer_saves_less_than_nothing() -> None:
    worst = arcload.Tour(FOUR_EDGES, (4, 3, 2, 1), (2, 1, 1, 1))
    comparison = arcload.compare(worst)
    assert comparison.saved < 0
    assert comparison.load_matters is None


def test_a_bad_tour_is_called_so_also_where_the_load_hardly_matters() -> None:
    heavy = FOUR_EDGES.replace(curb_weight=1e6)
    best = arcload.solve(heavy)
    dear = arcload.Tour(heavy, [4, 2, 1, 3], [1, 1, 1, 1])
    comparison = arcload.compare(replace(best, plan=dear, status="feasible"))
    assert comparison.load_matters is False
    assert comparison.saved < -0.01
    assert "search longer" in comparison.verdict


def test_it_is_ready_for_json() -> None:
    values = json.loads(json.dumps(arcload.compare(FOUR_EDGES).to_dict()))
    assert values["tour"] == {
        "cost": 275,
        "load_distance": 275,
        "length": 20,
        "deadhead_length": 6,
    }
    assert values["shortest"] == {
        "cost": 325,
        "load_distance": 325,
        "length": 14,
        "deadhead_length": 0,
        "exact": True,
        "least_length": 14,
    }
    assert set(values["change"]) == set(FIGURES)


@settings(max_examples=30)
@given(instances(max_served=4))
def test_the_optimum_is_never_dearer_and_never_shorter(instance: arcload.Instance) -> None:
    comparison = arcload.compare(instance)
    theirs = comparison.shortest.plan
    assert comparison.solution.cost <= theirs.cost * (1 + 1e-9)
    assert comparison.plan.length >= theirs.length * (1 - 1e-7)


def test_only_what_is_quick_is_compared_in_a_summary() -> None:
    town = arcload.generate("city", edges=60, seed=1)
    tour = arcload.solve(town, "greedy")
    arcload.compare(tour)  # keeps the shortest tour, so that the clock has no say in what follows
    assert quick_comparison(tour) is not None
    few = arcload.Instance.from_edges(
        [arcload.Edge("a", "b", 1, 1, length_back=2.0), ("b", "a", 1, 1)], depot="a"
    )
    assert quick_comparison(arcload.solve(few)) is None
    larger = arcload.generate("city", edges=220, seed=1)
    found = arcload.solve(larger, "greedy")
    assert quick_comparison(found) is None
    arcload.compare(found)
    assert quick_comparison(replace(found, seconds=30.0)) is not None
    large = arcload.generate("city", edges=2001, seed=1)
    two_way = large.replace(lengths=np.repeat(large.lengths.min(axis=1), 2).reshape(-1, 2))
    served = [two_way.edges[k] for k in two_way.served]
    for instance in (large, two_way):
        directions = [1 if np.isfinite(instance.lengths[k, 0]) else 2 for k in instance.served]
        assert quick_comparison(arcload.Tour(instance, served, directions)) is None
