"""Rules that solutions of the postman's program break, and the sets around theirs."""

import time as clock
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from arcload.proofs.postman import broken_rules
from arcload.proofs.postman.broken_rules import BrokenRules
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.postman_program import PostmanProgram
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork
from tests.strategies import instances


def test_rings_are_the_odd_ones_of_the_sets_around() -> None:
    """A street of ten edges that are served, from the depot: only its two ends are odd."""
    street = [(node, node + 1, 1.0, 1.0) for node in range(10)]
    instance = arcload.Instance.from_edges(street, depot=0)
    network = StreetNetwork.of(instance)
    broken = BrokenRules(network, RequiredEnds.of(network))
    inside = np.arange(11) == 10
    rings = broken.around([("odd", inside)])
    assert [(kind, np.flatnonzero(ring).tolist()) for kind, ring in rings] == [
        ("odd", list(range(first, 11))) for first in range(9, 0, -1)
    ]
    assert broken.around([("linked", inside)]) == []
    assert broken.around([("odd", inside)] * 31) == []


@pytest.mark.parametrize(("served", "seed", "most"), [(1.0, 5, 26), (0.3, 1, 25)])
def test_few_solves_are_enough_for_a_town(served: float, seed: int, most: int) -> None:
    """With the rules alone that each optimum breaks it takes 44 and 35 solves."""
    town = arcload.generate("city", edges=500, served=served, seed=seed)
    solves = 0
    solve = PostmanProgram.solve

    def counting(program: PostmanProgram, seconds: float) -> object:
        nonlocal solves
        solves += 1
        return solve(program, seconds)

    with patch.object(PostmanProgram, "solve", counting):
        cuts = PostmanCuts(StreetNetwork.of(town))
        cuts.tighten(clock.perf_counter() + 1000)
    assert cuts.complete
    assert 1 < solves < most


@settings(max_examples=50)
@given(instances(min_served=2, max_served=8))
def test_rules_that_are_found_inwards_hide_none(instance: arcload.Instance) -> None:
    lengths = []
    for tries in (4, 0):
        with patch.object(broken_rules, "_TRIES", tries), patch.object(broken_rules, "_FEW", 0):
            cuts = PostmanCuts(StreetNetwork.of(instance))
            cuts.tighten(clock.perf_counter() + 1000)
        bound = cuts.bound()
        assert bound is not None
        assert bound.complete
        lengths.append(bound.length)
    assert lengths[0] == pytest.approx(lengths[1], rel=1e-9, abs=1e-9)
