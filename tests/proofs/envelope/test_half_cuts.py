"""Halves of a certificate."""

import time as clock

import numpy as np
from hypothesis import given, settings

import arcload
from arcload.model.envelope_prices import EnvelopePrices, PostmanPrices
from arcload.proofs.envelope.half_cuts import half_cuts
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.postman.postman_cuts import PostmanBound, PostmanCuts
from arcload.proofs.street_network import StreetNetwork
from arcload.proofs.verify.envelope import Check
from arcload.proofs.verify.halves import Halves
from tests.strategies import instances


def halved(network: StreetNetwork) -> PostmanBound:
    """Return the bound with halves."""
    cuts, until = PostmanCuts(network, keep_halves=True), clock.perf_counter() + 1000
    cuts.tighten(until)
    for _ in cuts.halve(until):
        pass
    bound = cuts.bound()
    assert bound is not None
    return bound


def assert_a_check_computes_the_same(town: arcload.Instance) -> int:
    """Hold halves against those that a check computes; return how many there are."""
    network = StreetNetwork.of(town)
    bound, sets = halved(network), SetTable(network.nodes)
    cuts = half_cuts(network, bound.halves, sets)
    postman = PostmanPrices(np.zeros(network.nodes, dtype=np.int64), (), (), cuts)
    prices = EnvelopePrices(1.0, 1.0, sets.sets, (), (), postman, ())
    rows = Halves(Check(town, prices), cuts).rows
    # A free place is never where nothing is to be served: halves count nothing there.
    possible = np.zeros(network.nodes, dtype=np.bool_)
    possible[town.ends[town.served]] = True
    arcs = len(network.street)
    counts = np.concatenate([np.ones(2 * arcs, dtype=np.bool_), possible, possible])
    for half, row in zip(bound.halves, rows, strict=True):
        factors = np.zeros((2, 2 * (arcs + network.nodes)), dtype=np.int64)
        places, of_places = half.rule.counted
        factors[0, places] = of_places
        factors[1, row.columns] = row.factors
        assert (factors[0, counts] == factors[1, counts]).all()
        assert half.rule.least == row.least
    assert {rule for rule, _ in bound.sum_rules} <= {half.rule for half in bound.halves}
    return len(rows)


@settings(max_examples=100)
@given(instances(min_served=1, max_served=6))
def test_a_check_computes_the_halves_of_any_network(town: arcload.Instance) -> None:
    assert_a_check_computes_the_same(town)


def test_a_check_computes_the_halves_of_towns() -> None:
    found = 0
    for seed in range(1, 4):
        town = arcload.generate("city", edges=150, served=0.3, seed=seed)
        uneven = np.random.default_rng(seed).uniform(0.7, 1.3, town.lengths.shape)
        free = {"start": arcload.FREE, "end": arcload.FREE}
        for changes in ({}, {"mode": "collect", "lengths": town.lengths * uneven}, free):
            found += assert_a_check_computes_the_same(town.replace(**changes))
    assert found > 30
