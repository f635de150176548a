"""Lengths and demands in whole units, so that a check can sum up without rounding."""

import math
from typing import NamedTuple

import numpy as np

from arcload.model.types import IntArray
from arcload.proofs.street_network import StreetNetwork

_LENGTH_BITS, _LOAD_BITS = 52, 31  # of the sum of all lengths and of all load


class Scale(NamedTuple):
    """Lengths and demands in whole units, rounded down."""

    length_unit: float
    load_unit: float
    length: IntArray
    """Of each arc."""
    q: IntArray
    """Of each street."""

    @classmethod
    def of(cls, network: StreetNetwork) -> "Scale":
        """Return the units of a network: powers of 2."""
        length_unit = _unit(float(network.length.sum()), _LENGTH_BITS)
        load_unit = _unit(float(network.q.sum()), _LOAD_BITS)
        return cls(
            length_unit,
            load_unit,
            np.floor(network.length / length_unit).astype(np.int64),
            np.floor(network.q / load_unit).astype(np.int64),
        )

    @property
    def total(self) -> int:
        """All load, in units."""
        return int(self.q.sum())


def _unit(total: float, bits: int) -> float:
    """Return the power of 2 of which a total has so many bits; the division by it is exact."""
    exponent = math.frexp(total)[1] - bits if total > 0 else 0
    return math.ldexp(1.0, max(exponent, -1000))
