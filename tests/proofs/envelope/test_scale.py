"""Whole units."""

import numpy as np

import arcload
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.street_network import StreetNetwork
from tests.examples import FOUR_EDGES


def test_lengths_and_demands_are_rounded_down_by_little() -> None:
    network = StreetNetwork.of(arcload.generate("city", edges=200, seed=3))
    scale = Scale.of(network)
    for whole, unit, real in (
        (scale.length, scale.length_unit, network.length),
        (scale.q, scale.load_unit, network.q),
    ):
        left = real - whole * unit
        assert (left >= 0).all()
        assert (left < unit).all()
        assert unit < 1e-8 * real.sum()
        assert np.frexp(unit)[0] == 0.5


def test_whole_numbers_stay_as_they_are() -> None:
    scale = Scale.of(StreetNetwork.of(FOUR_EDGES))
    assert scale.total * scale.load_unit == 135
    assert scale.length.sum() * scale.length_unit == 28
