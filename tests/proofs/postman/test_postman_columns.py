"""What the columns of the postman's program mean, and what sets say of them."""

import numpy as np
from hypothesis import given, settings
from hypothesis.strategies import integers

import arcload
from arcload.proofs.postman.cut import CutKind
from arcload.proofs.postman.postman_columns import PostmanColumns
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork
from tests.proofs.postman.counted_tours import counted, counts_of, random_tours
from tests.strategies import instances


@settings(max_examples=60)
@given(instances(min_served=1, max_served=6, deliver=True), integers(0, 2**32))
def test_sets_are_entered_as_often_as_their_rule_says(town: arcload.Instance, seed: int) -> None:
    """The rule counts what enters but for constants: starts and one-way services that are given."""
    rng = np.random.default_rng(seed)
    network = StreetNetwork.of(town)
    ends = RequiredEnds.of(network)
    columns = PostmanColumns(network, ends)
    arcs = len(network.street)
    for tour in random_tours(rng, town, 5):
        counts = counts_of(tour)
        crossings = counts[:arcs] + counts[arcs : 2 * arcs]
        for _ in range(5):
            inside = rng.random(network.nodes) < 0.5
            into = inside[network.head] & ~inside[network.tail]
            entered = crossings[into].sum() + counts[2 * arcs :][: network.nodes][inside].sum()
            kind: CutKind = "odd" if ends.odd[inside].sum() % 2 else "linked"
            if kind == "linked" and not ends.active[inside].any():
                continue
            rule = columns.entering(kind, inside)
            across = inside[network.tail] != inside[network.head]
            served = network.served[network.street[across]]
            needed = len(np.unique(network.street[across][served])) + inside[ends.places].sum()
            least = (needed + 1) // 2 if kind == "odd" else 1
            assert counted(rule, counts) - rule.least == entered - least
            assert kind == "linked" or entered >= least


@settings(max_examples=60)
@given(instances(min_served=1, max_served=6, deliver=True), integers(0, 2**32))
def test_tours_keep_to_the_equations(town: arcload.Instance, seed: int) -> None:
    network = StreetNetwork.of(town)
    columns = PostmanColumns(network, RequiredEnds.of(network))
    matrix, sums = columns.equations()
    every = np.arange(columns.count)
    place = columns.sum_rule(every, np.ones_like(every), 0).counted[0]
    for tour in random_tours(np.random.default_rng(seed), town, 5):
        counts = counts_of(tour)
        assert (matrix @ counts[place] == sums).all()
        crossings = columns.crossings(counts[place].astype(np.float64))
        assert np.concatenate(crossings).tolist() == counts.tolist()
