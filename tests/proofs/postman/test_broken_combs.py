"""Combs that solutions break, and the sets that may be their teeth."""

import time as clock

import numpy as np
import pytest

import arcload
from arcload.proofs.postman.broken_combs import BrokenCombs
from arcload.proofs.postman.comb import Comb
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.tight_sets import tight_sets
from arcload.proofs.postman.weighted_graph import WeightedGraph
from arcload.proofs.street_network import StreetNetwork


def _optimum(town: arcload.Instance) -> tuple[PostmanCuts, PostmanOptimum]:
    cuts, until = PostmanCuts(StreetNetwork.of(town)), clock.perf_counter() + 1000
    cuts.tighten(until)
    optimum = cuts.solve(until)
    assert optimum is not None
    return cuts, optimum


def _town(seed: int, free: bool) -> arcload.Instance:
    town = arcload.generate("city", edges=300, served=0.3, seed=seed)
    return town.replace(start=arcload.FREE, end=arcload.FREE) if free else town


def _counted(network: StreetNetwork, optimum: PostmanOptimum, comb: Comb) -> float:
    places = (network.start < 0) * optimum.starts + (network.end < 0) * optimum.ends
    return float(comb.times(network) @ np.append(optimum.deadheads, places))


@pytest.mark.parametrize("free", [False, True])
def test_those_that_are_found_are_broken_and_their_teeth_hold_whole_parts(free: bool) -> None:
    found = 0
    for seed in range(1, 7):
        cuts, optimum = _optimum(_town(seed, free))
        network = cuts.network
        ends = RequiredEnds.of(network)
        odd = np.append(ends.odd, ends.odd.sum() % 2 == 1)
        combs = BrokenCombs(network, ends).of(optimum)
        broken = [comb.least - _counted(network, optimum, comb) for comb in combs]
        assert broken == pytest.approx(sorted(broken, reverse=True))
        assert min(broken, default=1.0) > 0.019
        for comb in combs:
            assert (odd[comb.handle].sum() + len(comb.teeth)) % 2 == 1
            for one, other in comb.teeth:
                side = one + 2 * other
                assert not (one & other).any()
                assert set(side[:-1][ends.active]) | {int(side[-1])} == {0, 1, 2}
                for part in np.unique(ends.part[ends.active]):
                    assert len(set(side[:-1][ends.part == part])) == 1
                assert set(side[ends.places]) <= {int(side[-1])}
        found += len(combs)
    assert found > 10


def test_the_same_network_has_the_same_ones() -> None:
    cuts, optimum = _optimum(_town(1, free=False))
    one, other = (BrokenCombs(cuts.network, cuts.program.ends).of(optimum) for _ in range(2))
    assert [c.times(cuts.network).tolist() for c in one] == [
        c.times(cuts.network).tolist() for c in other
    ]


def test_with_one_part_there_is_none() -> None:
    cuts, optimum = _optimum(arcload.generate("city", edges=60, seed=1))
    assert BrokenCombs(cuts.network, cuts.program.ends).of(optimum) == []


@pytest.mark.parametrize("seed", range(10))
def test_tight_sets_hold_something_wanted_and_have_little_at_their_border(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = 12
    tail, head = rng.integers(0, nodes, (2, 25))
    graph = WeightedGraph(nodes, tail, head, rng.integers(1, 5, 25) / 4)
    wanted, barred = rng.random(nodes) < 0.7, np.arange(nodes) == 3
    sets, borders = tight_sets(graph, wanted, barred)
    assert len(sets) == len({inside.tobytes() for inside in sets}) > 0
    for inside, border in zip(sets, borders, strict=True):
        across = inside[graph.tail] != inside[graph.head]
        assert graph.weight[across].sum() == pytest.approx(border)
        assert border < 2.6
        assert inside[wanted].any()
        assert not inside[barred].any()
