"""Drivings made shorter by the search for cheap tours."""

from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman import searched_driving as module
from arcload.solving.postman.searched_driving import searched, without_load
from tests.brute_force import shortest_length
from tests.solving.postman.drivings import check_walk, first_driving
from tests.strategies import instances

LONG = 600.0


@settings(max_examples=40)
@given(instances(min_served=1, max_served=5), st.integers(1, 300))
def test_it_serves_all_and_is_never_longer(instance: arcload.Instance, iterations: int) -> None:
    before = first_driving(instance)
    with patch.object(module, "_ITERATIONS", iterations):
        after = searched(instance, before, LONG)
    assert (after.times.sum(axis=1) >= (instance.demands > 0)).all()
    check_walk(instance, after)
    length = after.length(instance)
    assert shortest_length(instance) <= length * (1 + Fraction(1, 10**9))
    assert length <= before.length(instance)


def test_a_town_gets_almost_as_short_as_can_be() -> None:
    town = arcload.generate("city", edges=300, served=0.3, seed=1)
    before = first_driving(town)
    with patch.object(module, "_ITERATIONS", 5000):
        after, again = (searched(town, before, LONG) for _ in range(2))
    bound = postman_bound(StreetNetwork.of(town), lambda: False)
    assert bound is not None
    long, shorter = (float(one.length(town)) / bound.length - 1 for one in (before, after))
    assert 0.0 <= shorter < long / 3
    check_walk(town, after)
    assert np.array_equal(after.times, again.times)


def test_without_time_it_is_no_longer_than_before() -> None:
    town = arcload.generate("city", edges=60, served=0.3, seed=2)
    before = first_driving(town)
    assert searched(town, before, 0.0).length(town) <= before.length(town)


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_lengths_may_be_almost_too_large_for_numbers(unit: float) -> None:
    town = arcload.generate("city", edges=30, served=0.3, seed=3)
    town = town.replace(lengths=town.lengths * unit)
    before = first_driving(town)
    with patch.object(module, "_ITERATIONS", 100):
        after = searched(town, before, LONG)
    assert after.length(town) < before.length(town)
    assert without_load(town).lengths.max(where=np.isfinite(town.lengths), initial=0) <= 1.0


def test_one_street_is_served_as_it_was() -> None:
    street = arcload.Instance.from_edges([("a", "b", 1.0, 1.0)], depot="a")
    before = first_driving(street)
    assert searched(street, before, LONG) is before


def test_without_its_load_the_cheapest_tours_are_the_shortest() -> None:
    town = arcload.generate("city", edges=40, served=0.5, seed=1).replace(capacity=1e9)
    light = without_load(town)
    tour = arcload.solve(light, "greedy").plan
    assert tour.cost == pytest.approx(light.curb_weight * tour.length, rel=1e-8)
