"""The prices of the least ways as multipliers: tours obey the cuts, walks cost about as much."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

import arcload
from arcload import Instance
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.proofs.envelope.prove_ways import Ways, prove_ways
from arcload.proofs.relaxation import Relaxation
from arcload.proofs.verify.delivery import delivery_of
from arcload.proofs.verify.tolls import require_cuts
from arcload.proofs.windows.cuts_of_ways import cuts_of_ways, parted
from arcload.proofs.windows.tune_with_cuts import tune_with_cuts
from tests.brute_force import optimum_of
from tests.fuzz import root_bound
from tests.proofs.test_relaxation import relax
from tests.random_instances import random_instance


def ways_of(instance: Instance) -> tuple[Ways, float]:
    """Return the least ways of an instance, and what they prove."""
    context = Context(Problem.of(instance), AnyOf())
    found: list[Ways] = []

    def run() -> Iterator[None]:
        found.append((yield from prove_ways(context, for_relaxation=True)))

    for _ in run():
        pass
    return found[0], context.lower_bound or 0.0


def taken(instance: Instance, ways: Ways, levels: int | None = None) -> Relaxation:
    """Return the relaxation at the prices of the least ways."""
    relaxation = relax(instance, levels=levels)
    relaxation.take(*cuts_of_ways(ways, relaxation.problem, relaxation.levels.top))
    return relaxation


@pytest.mark.parametrize("seed", range(30))
def test_cuts_hold_and_no_walk_is_dearer_than_the_best_tour(seed: int) -> None:
    """One-way, uneven, rural, with loops, parallel streets, free ends, collecting."""
    instance, _ = random_instance(np.random.default_rng([16, seed]))
    ways, _ = ways_of(instance)
    relaxation = taken(instance, ways, 40)
    cuts = require_cuts(delivery_of(instance), relaxation.levels.top, relaxation.cuts)
    assert len(cuts) == len(relaxation.cuts)
    assert (relaxation.multipliers[relaxation.problem.size :] >= 0).all()
    rounding = relaxation.rounding(relaxation.multipliers)
    assert root_bound(relaxation) <= optimum_of(instance) * (1 + 1e-9) + rounding


def test_a_heavy_vehicle_has_the_bound_of_the_least_length() -> None:
    """Nothing of it is lost, whatever its odd and its linked sets: the load weighs next to 0."""
    linked = 0
    for seed in range(12):
        town = arcload.generate("rural", nodes=12, edges=24, served=0.5, seed=seed)
        instance = town.replace(curb_weight=1e6 * float(town.demands.sum()))
        ways, proven = ways_of(instance)
        linked += sum(rule.kind == "linked" for rule in ways.postman.cuts)
        assert root_bound(taken(instance, ways)) >= proven * (1 - 1e-5)
    assert linked


@pytest.mark.parametrize(("ratio", "share"), [(0.0, 1.02), (0.5, 1.005), (5.0, 1.0)])
def test_a_walk_costs_at_once_what_the_ways_prove_or_more(ratio: float, share: float) -> None:
    """Loads in a range are counted as the least of them, so no walk gains from driving more."""
    instance = arcload.generate("city", edges=60, curb_ratio=ratio, seed=2)
    ways, proven = ways_of(instance)
    assert root_bound(taken(instance, ways)) > share * proven


@pytest.mark.parametrize("ratio", [0.0, 0.5, 5.0])
def test_parts_of_ranges_lie_side_by_side_and_lose_little(ratio: float) -> None:
    instance = arcload.generate("city", edges=40, curb_ratio=ratio, seed=3)
    ways, _ = ways_of(instance)
    weight = instance.curb_weight / ways.scale.load_unit
    parts = list(parted(ways, weight))
    assert [part.low for part in parts[1:]] == [part.high for part in parts[:-1]]
    assert (parts[0].low, parts[-1].high) == (ways.ranges[0].low, ways.ranges[-1].high)
    width = [float(part.high - part.low) for part in parts]
    begin, end = (
        [float(part.tangent.slope * load + part.tangent.constant) for part, load in pairs]
        for pairs in (
            [(part, part.low) for part in parts],
            [(part, part.high) for part in parts],
        )
    )
    lost = np.dot(width, np.subtract(end, begin)) / 2
    proven = weight * ways.postman.length + np.dot(width, np.add(begin, end)) / 2
    assert 0 < lost <= 0.05 * proven


def test_an_ascent_from_there_comes_further() -> None:
    """The beginnings lie in each other, which the ways do not know."""
    instance = arcload.generate("city", edges=60, curb_ratio=0.5, seed=1)
    ways, proven = ways_of(instance)
    relaxation = taken(instance, ways)
    *_, bound = itertools.islice(tune_with_cuts(relaxation, 1.04 * proven), 150)
    assert bound > 1.005 * proven
