"""Combs: rules that every tour keeps."""

import time as clock

import numpy as np

import arcload
from arcload.proofs.postman.comb import Comb, CombRow
from arcload.proofs.postman.dual_length import dual_length
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork
from tests.brute_force import shortest_length
from tests.random_combs import random_combs
from tests.random_instances import Rng


def _town(rng: Rng) -> arcload.Instance:
    """Return a town with rounds to be served at some nodes, and two streets."""
    nodes = 8
    tree = [(node, int(rng.integers(0, node))) for node in range(1, nodes)]
    more = [(int(a), int(b)) for a, b in rng.integers(0, nodes, (4, 2))]
    served = rng.permutation([1] * 2 + [0] * 9).tolist()
    streets = [(*ends, 1.0, demand) for ends, demand in zip(tree + more, served, strict=True)]
    streets += [(int(node), int(node), 1.0, 1) for node in rng.permutation(nodes)[:4]]
    places = [arcload.FREE, int(rng.integers(0, nodes))]
    start, end = (places[int(i)] for i in rng.integers(0, 2, 2))
    return arcload.Instance.from_edges(streets, depot=0).replace(start=start, end=end)


def _least_counted(town: arcload.Instance, network: StreetNetwork, comb: Comb) -> float:
    """Return how often a tour counts at the least: the shortest with that as the lengths.

    Where it may start or end anywhere it does at a node of its own, with a street to each.
    """
    arcs, places = np.split(comb.times(network), [len(network.street)])
    lengths = np.zeros(len(town.edges))
    lengths[network.street] = arcs
    streets = [
        (*ends, length, demand)
        for ends, length, demand in zip(town.ends, lengths, town.demands, strict=True)
    ]
    for node in np.flatnonzero(RequiredEnds.of(network).active):
        streets.append((network.nodes, node, places[node], 0))
    counted = arcload.Instance.from_edges(
        [(int(a), int(b), float(length), float(demand)) for a, b, length, demand in streets],
        depot=int(town.ends[0, 0]),
    )
    start, end = (network.nodes if at < 0 else at for at in (network.start, network.end))
    counted = counted.replace(start=start, end=end)
    return float(shortest_length(counted) - int(lengths[network.served].sum()))


def test_no_tour_counts_less() -> None:
    tight = tried = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        town = _town(rng)
        network = StreetNetwork.of(town)
        for comb in random_combs(rng, network, 4):
            least = _least_counted(town, network, comb)
            assert least >= comb.least
            tight += least == comb.least
            tried += 1
    assert tried > 60
    assert tight > 15


def test_with_any_prices_no_tour_is_shorter() -> None:
    dearer = 0
    for seed in range(80):
        rng = np.random.default_rng(seed)
        town = _town(rng)
        lengths = rng.random((len(town.edges), 2))
        town = town.replace(lengths=lengths)
        network = StreetNetwork.of(town)
        combs = random_combs(rng, network, 3)
        potentials = np.zeros(network.nodes)
        prices = rng.random(len(combs)).tolist()
        rows = [
            (CombRow.of(comb, network), price / 9)
            for comb, price in zip(combs, prices, strict=True)
        ]
        length = dual_length(network, potentials, [], rows)
        assert length <= shortest_length(town)
        dearer += length > dual_length(network, potentials, [])
    assert dearer > 5


def _chain() -> arcload.Instance:
    """Return streets 1-2, twice, and two rounds on the way from one of their ends to the other."""
    streets = [(1, 2, 5, 1), (1, 2, 5, 1), (3, 5, 1, 1), (5, 3, 1, 1), (4, 6, 1, 1), (6, 4, 1, 1)]
    links = [(1, 3, 1, 0), (3, 4, 1, 0), (4, 2, 1, 0)]
    return arcload.Instance.from_edges([*streets, *links], depot=1)


def test_a_chain_is_left_as_it_was_entered() -> None:
    """Odd and linked sets are content with 1-3-4-2, but then 1 and 2 are crossed at odd times."""
    network, until = StreetNetwork.of(_chain()), clock.perf_counter() + 100
    cuts = PostmanCuts(network)
    cuts.tighten(until)
    bound = cuts.bound()
    assert bound is not None
    assert (bound.length, bound.combs) == (14 + 3, ())
    while (optimum := cuts.solve(until)) is not None and cuts.add_combs(optimum):
        pass
    bound = cuts.bound()
    assert bound is not None
    assert bound.length == 14 + 4 == shortest_length(_chain())
    assert sum(price for _, price in bound.combs) > 0
