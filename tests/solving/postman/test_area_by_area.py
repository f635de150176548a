"""Drivings made shorter area by area."""

import time as clock
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman import area_by_area, least_driving
from arcload.solving.postman.area_by_area import Search, made_shorter
from arcload.solving.postman.cutting_planes import CuttingPlanes, Driving
from tests.brute_force import shortest_length
from tests.solving.postman.drivings import check_walk, first_driving
from tests.strategies import instances

LONG = 600.0


def _shortest(area: arcload.Instance, driven: Fraction, until: float) -> Driving | None:
    return CuttingPlanes(area, (area.demands > 0).astype(np.int64)).shortest(LONG)


@settings(max_examples=150)
@given(instances(min_served=1, max_served=5), st.integers(1, 6))
def test_it_serves_all_and_is_never_longer(instance: arcload.Instance, streets: int) -> None:
    before = first_driving(instance)
    with patch.object(area_by_area, "_STREETS", streets):
        after = made_shorter(instance, before, _shortest, clock.perf_counter() + LONG)
    assert after.start == before.start
    assert (after.times.sum(axis=1) >= (instance.demands > 0)).all()
    check_walk(instance, after)
    length = after.length(instance)
    assert shortest_length(instance) <= length * (1 + Fraction(1, 10**9))
    assert length <= before.length(instance)


@settings(max_examples=100)
@given(instances(min_served=1, max_served=5, closed=True))
def test_one_area_of_everything_is_as_short_as_can_be(instance: arcload.Instance) -> None:
    after = made_shorter(instance, first_driving(instance), _shortest, clock.perf_counter() + LONG)
    length = float(shortest_length(instance))
    assert float(after.length(instance)) == pytest.approx(length, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("search", [_shortest, least_driving._in_area])
def test_a_town_gets_shorter_in_small_areas(search: Search) -> None:
    town = arcload.generate("city", edges=120, served=0.3, seed=1)
    before = first_driving(town)
    with patch.object(area_by_area, "_STREETS", 40):
        after = made_shorter(town, before, search, clock.perf_counter() + LONG)
    cuts = PostmanCuts(StreetNetwork.of(town))
    cuts.tighten(clock.perf_counter() + LONG)
    bound = cuts.bound()
    assert bound is not None
    long, shorter = (float(one.length(town)) / bound.length - 1 for one in (before, after))
    assert 0.0 <= shorter < long / 3
    check_walk(town, after)


def test_without_time_all_stays_as_it_was() -> None:
    town = arcload.generate("city", edges=60, served=0.3, seed=2)
    before = first_driving(town)
    assert made_shorter(town, before, _shortest, clock.perf_counter()) is before
