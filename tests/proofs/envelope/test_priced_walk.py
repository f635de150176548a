"""The cheapest walk at the prices of the least ways, against optima and the check of it."""

import itertools
from collections.abc import Generator, Iterator
from fractions import Fraction

import numpy as np
import pytest

import arcload
from arcload.model.certificate import Certificate
from arcload.proofs.envelope import scale as scale_module
from arcload.proofs.envelope.envelope import Envelope
from arcload.proofs.envelope.priced_walk import priced_walk
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.envelope.whole_postman import WholePostman, services_alone, whole_postman
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork
from arcload.proofs.verify import verify
from tests.brute_force import optimum_of
from tests.examples import FOUR_EDGES
from tests.random_instances import random_instance


def returned(walk: Generator[None, None, Fraction | None]) -> Fraction | None:
    """Return what is found at the end."""
    found: list[Fraction | None] = []

    def run() -> Iterator[None]:
        found.append((yield from walk))

    for _ in run():
        pass
    return found[0]


class Found:
    """What is found on an instance after some pieces of work."""

    def __init__(self, instance: arcload.Instance, pieces: int = 10_000) -> None:
        self.instance, network = instance, StreetNetwork.of(instance)
        sets = SetTable(network.nodes)
        self.scale = Scale.of(network)
        postman: WholePostman | None = None
        if network.W > 0:
            bound = postman_bound(network)
            postman = None if bound is None else whole_postman(network, self.scale, bound, sets)
        self.postman = postman or services_alone(network, self.scale)
        self.envelope = Envelope(network, self.scale)
        for _ in itertools.islice(self.envelope.run(), pieces):
            pass
        self.prices = self.envelope.prices(self.postman.prices, sets)

    def value(self) -> Fraction | None:
        """Return what the cheapest walk costs."""
        walk = priced_walk(self.envelope.program, self.scale, self.postman, self.envelope.ranges())
        while True:
            try:
                next(walk)
            except StopIteration as end:
                value: Fraction | None = end.value
                return value

    def proven(self, kind: arcload.model.certificate.Kind) -> float:
        """Return what a certificate of these prices proves."""
        return verify(self.instance, Certificate(kind, 0.0, envelope=self.prices))


@pytest.mark.parametrize("seed", range(100))
def test_no_walk_is_above_the_optimum_and_the_check_proves_the_same(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = np.random.default_rng([17, seed])
    instance, _ = random_instance(rng)
    count = len(instance.edges)
    demands = rng.integers(1, 8, count) / rng.choice([1, 10])
    if seed % 2:
        demands = rng.uniform(0.0, 1.0, count) ** 3 + 1e-4  # some of less than a level
    instance = instance.replace(demands=np.where(instance.demands > 0, demands, 0.0))
    per_street = int(rng.integers(3, 30))
    monkeypatch.setattr(scale_module, "_PER_STREET", (per_street, per_street))
    if instance.load_factor == 0:
        instance = instance.replace(load_factor=1.0)
    found = Found(instance, int(rng.choice([3, 10, 30, 10_000])))
    if not found.scale.level:
        assert instance.curb_weight > 50 * instance.load_factor * instance.demands.sum()
        return
    value = found.value()
    assert value is not None
    optimum = optimum_of(instance)
    assert value <= Fraction(optimum) * (1 + Fraction(1, 10**12))
    assert float(max(value, Fraction(0))) == pytest.approx(found.proven("walk"), rel=1e-15)


def test_it_is_mostly_above_the_least_ways() -> None:
    above = 0
    for seed in range(8):
        town = arcload.generate("city", edges=30, seed=seed, curb_ratio=0.2 * seed)
        found = Found(town)
        above += found.proven("walk") > found.proven("envelope")
    assert above >= 6


def test_without_prices_a_walk_serves_what_is_shortest() -> None:
    """By hand: no cuts, no tangents, W = 0; whatever is served, 135 levels are."""
    network = StreetNetwork.of(FOUR_EDGES)
    assert network.W == 0
    scale = Scale.of(network)
    assert (scale.level, scale.load_unit) == (1, 5.0)
    envelope = Envelope(network, scale)
    walk = priced_walk(envelope.program, scale, services_alone(network, scale), [])
    assert returned(walk) == cheapest_by_hand(FOUR_EDGES)


def cheapest_by_hand(instance: arcload.Instance) -> float:
    """Return the cost of the cheapest walk that serves any streets until all load is gone."""
    arcs = [
        (int(u), int(v), float(d), float(q))
        for (u, v), lengths, q in zip(
            instance.ends, instance.lengths, instance.demands, strict=True
        )
        for (u, v), d in (((u, v), lengths[0]), ((v, u), lengths[1]))
    ]
    nodes, total = len(instance.nodes), float(instance.demands.sum())
    least = {(0.0, v): 0.0 for v in range(nodes)}  # with W = 0 the way home costs nothing
    for b in (5.0 * k for k in range(1, round(total / 5) + 1)):
        row = dict.fromkeys(range(nodes), float("inf"))
        for u, v, d, q in arcs:
            if q <= b:
                row[u] = min(row[u], d * (b - q / 2) + least[b - q, v])
        for _ in range(nodes):
            for u, v, d, _q in arcs:
                row[u] = min(row[u], d * b + row[v])
        least |= {(b, v): cost for v, cost in row.items()}
    return least[total, instance.start_index]


def test_prices_too_large_for_whole_numbers_give_no_bound() -> None:
    found = Found(arcload.generate("city", edges=30, seed=2))
    found.scale = found.scale._replace(length=found.scale.length * 2**20)
    assert found.value() is None
