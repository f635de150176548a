"""Potentials that rounding broke."""

import numpy as np

from arcload.proofs.envelope.mended_potentials import mended_potentials
from arcload.proofs.street_network import StreetNetwork
from tests.examples import FOUR_EDGES


def test_they_are_lowered_until_no_arc_pays_more_than_it_may() -> None:
    network = StreetNetwork.of(FOUR_EDGES)
    most = network.length.astype(np.int64)
    mended = mended_potentials(np.array([0, 3, 9, 1]), most, network)
    assert mended is not None
    assert mended.tolist() == [0, 2, 3, 1]


def test_a_round_that_pays_cannot_be_mended() -> None:
    network = StreetNetwork.of(FOUR_EDGES)
    assert (
        mended_potentials(np.zeros(4, dtype=np.int64), -np.ones(8, dtype=np.int64), network) is None
    )
