"""Potentials that rounding broke."""

import numpy as np

from arcload.model.types import IntArray
from arcload.proofs.street_network import StreetNetwork

SHRINKS = (0.0, 2.0**-34, 2.0**-28, 2.0**-22, 2.0**-16)
"""By which multipliers of cuts are lowered, relatively, until potentials can be mended."""

_ROUNDS = 60  # in which they are mended


def mended_potentials(
    potentials: IntArray, most: IntArray, network: StreetNetwork
) -> IntArray | None:
    """Return potentials that rise along no arc by more than it may; None if that takes too long.

    They are lowered as Bellman and Ford do it.
    """
    if (most[network.head == network.tail] < 0).any():
        return None
    mended = potentials.copy()
    for _ in range(_ROUNDS):
        before = mended.copy()
        np.minimum.at(mended, network.head, mended[network.tail] + most)
        if (mended == before).all():
            return mended
    return None
