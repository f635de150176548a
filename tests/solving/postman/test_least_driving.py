"""The least driving by the postman's program."""

from contextlib import suppress
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman import area_by_area
from arcload.solving.postman import least_driving as module
from arcload.solving.postman.branch_and_cut import BranchAndCut, LeastTour
from arcload.solving.postman.cutting_planes import Driving
from arcload.solving.postman.least_driving import LeastDriving, least_driving
from arcload.solving.postman.searched_driving import searched
from arcload.solving.postman.shortest_tour import _searched_walk
from tests.brute_force import shortest_length
from tests.strategies import instances


@settings(max_examples=60)
@given(instances(min_served=1, max_served=5))
def test_it_is_as_long_as_the_shortest_tour(instance: arcload.Instance) -> None:
    found, shortest = least_driving(instance, 600), shortest_length(instance)
    assert found.bound <= float(shortest) * (1 + 1e-12)
    assert found.driving is not None
    assert found.driving.proven
    assert float(found.driving.length(instance)) == pytest.approx(float(shortest), rel=1e-12)
    assert (found.driving.times.sum(axis=1) >= (instance.demands > 0)).all()


@settings(max_examples=60)
@given(instances(min_served=1, max_served=5))
def test_it_is_as_long_if_it_begins_area_by_area(instance: arcload.Instance) -> None:
    with (
        patch.multiple(module, _SMALL=0, _SOLVES=0, _NEAR=-1.0),
        patch.object(area_by_area, "_STREETS", 3),
    ):
        found = least_driving(instance, 600)
    assert found.driving is not None
    assert found.driving.proven
    shortest = float(shortest_length(instance))
    assert float(found.driving.length(instance)) == pytest.approx(shortest, rel=1e-9, abs=1e-9)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=5))
def test_it_is_as_long_if_it_begins_with_a_driving(instance: arcload.Instance) -> None:
    known = Driving.of(instance, _searched_walk(instance, 0.0))
    found = least_driving(instance, 600, known)
    assert found.driving is not None
    assert found.driving.proven
    shortest = float(shortest_length(instance))
    assert float(found.driving.length(instance)) == pytest.approx(shortest, rel=1e-12)
    without_time = least_driving(instance, 0.0, known)
    assert without_time.driving is not None
    assert without_time.driving.length(instance) <= known.length(instance)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=5), st.integers(0, 20), st.booleans())
def test_what_was_found_before_an_interrupt_is_kept(
    instance: arcload.Instance, solves: int, begins: bool
) -> None:
    known = Driving.of(instance, _searched_walk(instance, 0.0)) if begins else None
    kept: list[LeastDriving] = []
    whole = PostmanCuts.solve

    def solve(cuts: PostmanCuts, until: float) -> PostmanOptimum | None:
        nonlocal solves
        solves -= 1
        if solves < 0:
            raise KeyboardInterrupt
        return whole(cuts, until)

    with (
        patch.object(PostmanCuts, "solve", solve),
        patch.object(module, "_SOLVES", 0),
        suppress(KeyboardInterrupt),
    ):
        kept.append(least_driving(instance, 600, known, kept.append))
    (found,) = kept
    shortest = float(shortest_length(instance))
    assert found.bound <= shortest * (1 + 1e-9)
    assert (known is None) or found.driving is not None
    if found.driving is not None:
        length = float(found.driving.length(instance))
        assert length >= shortest * (1 - 1e-12)
        assert not found.driving.proven or length == pytest.approx(shortest, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("near", "searches"), [(-1.0, 1), (np.inf, 0)])
def test_others_are_looked_for_first_unless_a_driving_is_near_the_bound(
    near: float, searches: int
) -> None:
    town = arcload.generate("city", edges=60, served=0.3, seed=2)
    with (
        patch.multiple(module, _SOLVES=0, _NEAR=near),
        patch.object(module, "searched", wraps=searched) as search,
    ):
        found = least_driving(town, 600)
    assert search.call_count == searches
    assert found.driving is not None
    assert found.driving.proven
    assert float(found.driving.length(town)) == pytest.approx(3186.8, rel=1e-12)


def test_a_town_in_pieces_is_proven_though_the_linear_program_is_below_it() -> None:
    town = arcload.generate("city", edges=60, served=0.3, seed=2)
    found = least_driving(town, 600)
    assert found.driving is not None
    assert found.driving.proven
    assert float(found.driving.length(town)) == pytest.approx(3186.8, rel=1e-12)


@pytest.mark.parametrize("wild", [False, True])
def test_open_branches_give_a_bound_unless_lengths_differ_by_many_digits(wild: bool) -> None:
    town = arcload.generate("city", edges=150, served=0.3, seed=2)
    if wild:
        longest = np.zeros_like(town.lengths)
        longest[np.flatnonzero(town.demands == 0)[0]] = 1e9  # no tour drives it
        town = town.replace(lengths=town.lengths + longest)

    cuts = PostmanCuts(StreetNetwork.of(town))
    cuts.tighten(np.inf)
    search = BranchAndCut(cuts)
    while not (of_rules := search.least(np.inf, 1).bound):
        pass

    def least(search: BranchAndCut, until: float, solves: float = np.inf) -> LeastTour:
        found = whole(search, until, 1)
        while not found.closed and found.bound < of_rules * (1 + 1e-6):
            found = whole(search, until, 1)
        assert not found.closed
        return found

    whole = BranchAndCut.least
    with patch.object(BranchAndCut, "least", least):
        found = least_driving(town, 600)
    assert found.driving is not None
    assert not found.driving.proven
    length = float(found.driving.length(town))
    assert of_rules * (1 - 1e-9) <= found.bound < length
    assert (found.bound > of_rules * (1 + 1e-7)) != wild


def test_the_same_town_has_the_same_driving_and_needs_no_time_to_have_a_bound() -> None:
    town = arcload.generate("city", edges=100, served=0.6, seed=3)
    one, other = least_driving(town, 600).driving, least_driving(town, 600).driving
    assert one is not None
    assert other is not None
    assert np.array_equal(one.times, other.times)
    assert least_driving(town, 0.0).driving is None
