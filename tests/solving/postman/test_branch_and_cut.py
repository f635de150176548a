"""Branch and cut for the shortest tour."""

import time as clock
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import booleans, integers

import arcload
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman import branch_and_cut
from arcload.solving.postman.branch_and_cut import BranchAndCut
from tests.brute_force import shortest_length
from tests.strategies import instances

LONG = 600.0


def _length(network: StreetNetwork, found: branch_and_cut.LeastTour) -> float:
    assert found.closed
    assert found.optimum is not None
    return float(network.length @ (found.optimum.services + found.optimum.deadheads))


@settings(max_examples=100)
@given(instances(min_served=1, max_served=5))
def test_it_is_the_shortest_tour_even_if_it_branches_at_once(instance: arcload.Instance) -> None:
    network = StreetNetwork.of(instance)
    with patch.object(branch_and_cut, "_PATIENCE", 0):
        found = BranchAndCut(PostmanCuts(network)).least(clock.perf_counter() + LONG)
    shortest = float(shortest_length(instance))
    assert _length(network, found) == pytest.approx(shortest, rel=1e-9, abs=1e-9)


@settings(max_examples=100)
@given(instances(min_served=1, max_served=5), integers(1, 12), booleans())
def test_no_tour_is_below_the_bound_wherever_it_is_stopped(
    instance: arcload.Instance, solves: int, knows: bool
) -> None:
    shortest = float(shortest_length(instance))
    with patch.object(branch_and_cut, "_PATIENCE", 0):
        search = BranchAndCut(PostmanCuts(StreetNetwork.of(instance)))
        if knows:
            search.know(shortest * 1.01)
        found = search.least(clock.perf_counter() + LONG, solves)
    assert found.bound <= shortest * (1 + 1e-9) + 1e-9
    assert not found.closed or found.bound == pytest.approx(shortest, rel=1e-9, abs=1e-9)


def test_the_bound_is_above_that_of_the_rules_while_branches_are_open() -> None:
    town = arcload.generate("city", edges=150, served=0.3, seed=2)
    cuts = PostmanCuts(StreetNetwork.of(town))
    search, bounds = BranchAndCut(cuts), []
    while not (found := search.least(clock.perf_counter() + LONG, 1)).closed:
        bounds.append(found.bound)
    rules = cuts.bound()
    assert rules is not None
    assert rules.length * (1 + 1e-6) < max(bounds) <= found.bound == found.length


def test_streets_of_no_length_are_not_driven_ever_more_often() -> None:
    """At two nodes a count could be odd where it must be even, and two more, without end."""
    instance = arcload.Instance(
        nodes=tuple(range(6)),
        edges=tuple(range(6)),
        ends=np.array([[1, 0], [0, 2], [3, 1], [4, 3], [5, 4], [0, 3]]),
        lengths=np.array([[922, 13], [0, 0], [0, 0], [13, 907], [15, 15], [730, np.inf]]),
        demands=np.array([431.0, 0, 4, 0, 0, 12]),
        vehicles=(arcload.Vehicle(start=arcload.FREE, end=arcload.FREE),),
    )
    network = StreetNetwork.of(instance)
    found = BranchAndCut(PostmanCuts(network)).least(clock.perf_counter() + 20, 1000)
    assert _length(network, found) == float(shortest_length(instance))


def test_a_town_in_pieces_needs_branches_and_nothing_is_held_afterwards() -> None:
    town = arcload.generate("city", edges=150, served=0.3, seed=2)
    network = StreetNetwork.of(town)
    cuts, until = PostmanCuts(network), clock.perf_counter() + LONG
    cuts.tighten(until)
    before = cuts.bound()
    assert before is not None
    assert before.length < 8303.9 - 1e-6
    assert _length(network, BranchAndCut(cuts).least(until)) == pytest.approx(8303.9)
    assert cuts.program.is_free
    after = cuts.program.solve()
    assert after is not None
    assert float(network.length @ (after.services + after.deadheads)) < 8303.9 - 1e-6


def test_without_time_there_is_none() -> None:
    cuts = PostmanCuts(StreetNetwork.of(arcload.generate("city", edges=100, served=0.3, seed=1)))
    found = BranchAndCut(cuts).least(clock.perf_counter())
    assert found == (None, np.inf, False, 0.0)


def test_it_goes_on_where_it_was_stopped() -> None:
    town = arcload.generate("city", edges=100, served=0.3, seed=7)
    network, until = StreetNetwork.of(town), clock.perf_counter() + LONG
    at_once = BranchAndCut(PostmanCuts(network)).least(until)
    search, calls = BranchAndCut(PostmanCuts(network)), 1
    while not (found := search.least(until, 1)).closed:
        calls += 1
    assert calls > 2
    assert found.length == pytest.approx(5457.6)
    assert at_once.length == pytest.approx(5457.6)


def test_only_what_is_shorter_than_a_known_tour_is_looked_for() -> None:
    town = arcload.generate("city", edges=100, served=0.3, seed=1)
    cuts, until = PostmanCuts(StreetNetwork.of(town)), clock.perf_counter() + LONG
    search = BranchAndCut(cuts)
    search.know(4954.9)
    assert search.least(until) == (None, 4954.9, True, 4954.9)
    search = BranchAndCut(cuts)
    search.know(4955.0)
    found = search.least(until)
    assert found.optimum is not None
    assert found.length == pytest.approx(4954.9)
    assert found.closed


def test_the_solver_goes_on_from_where_a_branch_was_parted() -> None:
    """Also where a rule that counted there was removed since."""
    town = arcload.generate("city", edges=100, served=0.3, seed=1)
    cuts = PostmanCuts(StreetNetwork.of(town))
    cuts.tighten(clock.perf_counter() + LONG)
    program = cuts.program
    before = program.solve()
    assert before is not None
    basis = program.basis()
    counted = [row for row, price in zip(basis.rows, before.multipliers, strict=True) if price > 0]
    fresh = PostmanCuts(cuts.network).program
    assert not set(counted) <= set(fresh.basis().rows)
    fresh.set_unit(program.unit)
    fresh.go_on_from(basis)
    assert set(counted) <= set(fresh.basis().rows)
    after = fresh.solve()
    assert after is not None
    assert np.allclose(after.columns, before.columns, rtol=0, atol=1e-9)
