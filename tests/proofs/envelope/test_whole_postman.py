"""The least length in whole numbers."""

import numpy as np
import pytest

import arcload
from arcload.model.envelope_prices import EnvelopePrices
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.envelope.whole_postman import services_alone, whole_postman
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork
from arcload.proofs.verify.envelope import Check
from tests.brute_force import shortest_length
from tests.proofs.envelope.test_half_cuts import halved
from tests.random_instances import random_instance


def test_rounding_costs_next_to_nothing() -> None:
    for index in range(30):
        instance, _ = random_instance(np.random.default_rng([21, index]))
        network = StreetNetwork.of(instance)
        scale, bound = Scale.of(network), postman_bound(network)
        assert bound is not None
        whole = whole_postman(network, scale, bound, SetTable(network.nodes))
        assert whole is not None
        length = whole.length * scale.length_unit
        assert length <= shortest_length(instance)
        assert length == pytest.approx(bound.length, rel=1e-8, abs=1e-12)
        assert services_alone(network, scale).length <= whole.length


def test_halves_count_in_whole_numbers_too() -> None:
    gained = 0.0
    for seed in range(1, 4):
        town = arcload.generate("city", edges=150, served=0.3, seed=seed)
        network = StreetNetwork.of(town)
        scale, bound, without = Scale.of(network), halved(network), postman_bound(network)
        assert without is not None
        sets = SetTable(network.nodes)
        whole = whole_postman(network, scale, bound, sets)
        assert whole is not None
        assert whole.length * scale.length_unit == pytest.approx(bound.length, rel=1e-8)
        gained += bound.length / without.length - 1
        prices = EnvelopePrices(scale.length_unit, 1.0, sets.sets, (), (), whole.prices, ())
        assert Check(town, prices).length(whole.prices) == whole.length
    assert gained > 0.003
