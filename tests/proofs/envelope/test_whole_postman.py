"""The least length in whole numbers."""

import numpy as np
import pytest

from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.envelope.whole_postman import services_alone, whole_postman
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork
from tests.brute_force import shortest_length
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
