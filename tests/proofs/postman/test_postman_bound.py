"""The postman's bound against brute force."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from arcload.proofs.postman.dual_length import dual_length
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork
from tests.brute_force import shortest_length
from tests.examples import FOUR_EDGES
from tests.random_instances import random_instance
from tests.strategies import instances


@settings(max_examples=100)
@given(instances(max_served=5))
def test_no_tour_is_shorter(instance: arcload.Instance) -> None:
    """One-way, uneven and zero lengths, loops, parallel streets, any start and end, collecting."""
    network = StreetNetwork.of(instance)
    bound = postman_bound(network)
    assert bound is not None
    assert bound.complete
    assert bound.length <= shortest_length(instance)
    assert bound.length <= dual_length(network, bound.potentials, bound.cuts)
    solution = float(network.length @ (bound.services + bound.deadheads))
    assert bound.length == pytest.approx(solution, rel=1e-9)


@pytest.mark.parametrize("extreme", [False, True])
def test_none_is_shorter_whatever_the_magnitudes(extreme: bool) -> None:
    tight = 0
    for index in range(60):
        instance, _ = random_instance(np.random.default_rng([20, index]), extreme=extreme)
        bound = postman_bound(StreetNetwork.of(instance))
        assert bound is not None
        shortest = shortest_length(instance)
        assert bound.length <= shortest
        tight += bound.length >= float(shortest) * (1 - 1e-9)
    assert tight >= 45


def test_the_four_edges_take_a_tour_of_14() -> None:
    bound = postman_bound(StreetNetwork.of(FOUR_EDGES))
    assert bound is not None
    assert bound.length == 14


def test_a_dead_end_is_driven_there_and_back() -> None:
    streets = [(1, 2, 3.0, 1.0), (2, 3, 5.0, 1.0)]
    bound = postman_bound(StreetNetwork.of(arcload.Instance.from_edges(streets, depot=1)))
    assert bound is not None
    assert bound.length == 16
    assert (bound.services + bound.deadheads).tolist() == [1, 1, 1, 1]
    assert sum(cut.multiplier for cut in bound.cuts if cut.kind == "odd") == 8


def test_two_pieces_are_linked() -> None:
    """Round 1-2-3, round 5-6-7, and between them a street that needs no service."""
    rounds = [(1, 2, 1, 1), (2, 3, 1, 1), (3, 1, 1, 1), (5, 6, 1, 1), (6, 7, 1, 1), (7, 5, 1, 1)]
    town = arcload.Instance.from_edges([*rounds, (3, 5, 10, 0)], depot=1)
    bound = postman_bound(StreetNetwork.of(town))
    assert bound is not None
    assert bound.length == 26
    linked = [cut for cut in bound.cuts if cut.kind == "linked"]
    assert len(linked) == 1
    assert [town.nodes[node] for node in linked[0].nodes] == [5, 6, 7]
    assert linked[0].multiplier == 20


def test_a_town_has_a_whole_optimum() -> None:
    town = arcload.generate("city", edges=200, served=0.9, seed=1)
    bound = postman_bound(StreetNetwork.of(town))
    assert bound is not None
    assert bound.length == pytest.approx(21179.7, rel=1e-12)
    assert np.abs(bound.deadheads - np.rint(bound.deadheads)).max() < 1e-9


def test_it_says_when_it_was_over_too_soon() -> None:
    town = arcload.generate("city", edges=300, served=0.5, seed=1)
    network = StreetNetwork.of(town)
    assert postman_bound(network, seconds=0.0) is None
    asked, most = 0, math.inf

    def over() -> bool:
        nonlocal asked
        asked += 1
        return asked > most

    best = postman_bound(network, over)
    asked, most = 0, asked - 5
    bound = postman_bound(network, over)
    assert bound is not None
    assert best is not None
    assert (bound.complete, best.complete) == (False, True)
    assert 0 < bound.length <= best.length
