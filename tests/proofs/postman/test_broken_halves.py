"""Halves of sums of rules."""

import time as clock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import floats, integers

import arcload
from arcload.proofs.postman.broken_halves import BrokenHalves
from arcload.proofs.postman.dual_length import dual_length
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork
from tests.brute_force import shortest_length
from tests.examples import CHAIN
from tests.proofs.postman.counted_tours import counted, counts_of, random_tours
from tests.strategies import instances

_ROUNDS = 8


def _with_halves(
    network: StreetNetwork, rounds: int = _ROUNDS
) -> tuple[PostmanCuts, list[SumRule]]:
    """Return the program of a network with halves, halves of these and so on, and all of them."""
    cuts, until = PostmanCuts(network), clock.perf_counter() + 1000
    cuts.tighten(until)
    halves, found = BrokenHalves(cuts.program), []
    for _ in range(rounds):
        optimum = cuts.solve(until)
        assert optimum is not None
        new = [half.rule for half in halves.of(optimum)]
        if not cuts.program.add_sums(new):
            break
        found += new
    return cuts, found


@settings(max_examples=60)
@given(instances(min_served=1, max_served=6, deliver=True), integers(0, 2**32))
def test_every_tour_keeps_to_them(town: arcload.Instance, seed: int) -> None:
    _, halves = _with_halves(StreetNetwork.of(town))
    for tour in random_tours(np.random.default_rng(seed), town, 20 if halves else 0):
        counts = counts_of(tour)
        for half in halves:
            assert counted(half, counts) >= half.least


@settings(max_examples=60)
@given(instances(min_served=1, max_served=6))
def test_no_tour_is_shorter_than_what_they_prove(town: arcload.Instance) -> None:
    cuts, _ = _with_halves(StreetNetwork.of(town))
    bound = cuts.bound()
    assert bound is not None
    assert bound.length <= shortest_length(town)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=6), integers(0, 2**32), floats(0.01, 100))
def test_with_any_prices_no_tour_is_shorter(town: arcload.Instance, seed: int, most: float) -> None:
    network, rng = StreetNetwork.of(town), np.random.default_rng(seed)
    _, halves = _with_halves(network)
    chances = (most * rng.random(len(halves))).tolist()
    prices = [(half, price) for half, price in zip(halves, chances, strict=True)]
    potentials = most * rng.standard_normal(network.nodes)
    assert dual_length(network, potentials, [], prices) <= shortest_length(town)


def _town(seed: int, free: bool = False) -> arcload.Instance:
    town = arcload.generate("city", edges=200, served=0.3, seed=seed)
    return town.replace(start=arcload.FREE, end=arcload.FREE) if free else town


def _counted(network: StreetNetwork, optimum: PostmanOptimum, half: SumRule) -> float:
    values = (optimum.deadheads, optimum.services, optimum.starts, optimum.ends)
    factors = half.by_kind(network)
    return float(sum(one @ other for one, other in zip(factors, values, strict=True)))


@pytest.mark.parametrize("free", [False, True])
def test_those_that_are_found_are_broken_and_tours_keep_to_them(free: bool) -> None:
    found = 0
    for seed in range(1, 5):
        town = _town(seed, free)
        network, until = StreetNetwork.of(town), clock.perf_counter() + 1000
        cuts = PostmanCuts(network)
        cuts.tighten(until)
        optimum = cuts.solve(until)
        assert optimum is not None
        halves = [half.rule for half in BrokenHalves(cuts.program).of(optimum)]
        assert all(_counted(network, optimum, half) < half.least - 0.02 for half in halves)
        for tour in random_tours(np.random.default_rng(seed), town, 3):
            counts = counts_of(tour)
            assert all(counted(half, counts) >= half.least for half in halves)
        found += len(halves)
    assert found > 5


def test_the_same_network_has_the_same_ones() -> None:
    one, other = (_with_halves(StreetNetwork.of(_town(1)), 3)[1] for _ in range(2))
    assert one == other
    assert len(one) > 10


def test_a_town_without_pieces_needs_none() -> None:
    """Its optimum is a tour: nothing is fractional."""
    town = arcload.generate("city", edges=60, seed=1)
    assert _with_halves(StreetNetwork.of(town))[1] == []


def test_a_chain_is_left_as_it_was_entered() -> None:
    """Odd and linked sets are content with 1-3-4-2, but then 1 and 2 are crossed at odd times."""
    network = StreetNetwork.of(CHAIN)
    cuts = PostmanCuts(network)
    cuts.tighten(clock.perf_counter() + 100)
    bound = cuts.bound()
    assert bound is not None
    assert (bound.length, bound.sum_rules) == (14 + 3, ())
    cuts, _ = _with_halves(network)
    bound = cuts.bound()
    assert bound is not None
    assert bound.length == 14 + 4 == shortest_length(CHAIN)
    assert sum(price for _, price in bound.sum_rules) > 0


def test_they_close_most_of_what_other_rules_leave_of_a_town_in_pieces() -> None:
    """Its shortest tour is 20,175.2 long, proven by branches."""
    town = arcload.generate("city", edges=400, served=0.3, seed=6)
    before, _ = _with_halves(StreetNetwork.of(town), 0)
    after, _ = _with_halves(StreetNetwork.of(town), 60)
    lengths = [cuts.bound() for cuts in (before, after)]
    left = [20175.2 - bound.length for bound in lengths if bound is not None]
    assert left[0] > 200
    assert 0 < left[1] < left[0] / 2
