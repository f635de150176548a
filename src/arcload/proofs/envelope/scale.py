"""Lengths and demands in whole units, so that a check can sum up without rounding."""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.types import IntArray
from arcload.proofs.street_network import StreetNetwork

_LENGTH_BITS, _LOAD_BITS = 52, 31  # of the sum of all lengths and of all load
_COST_BITS = 57  # of what driving all streets with all there is costs, where a walk is priced
_MOST_LEVELS = 400_000  # of load, for a walk through all of them
_MOST_STATES = 2**24  # of the levels that one service passes
_DECIMALS = 3  # that demands may have
_NEAR, _LESS = 1e-13, 2.0**-36  # relative error of decimals, and what makes up for it
_HEAVIEST = 50.0  # curb weight, in loads, beside which the load still counts


class Scale(NamedTuple):
    """Lengths and demands in whole units, rounded down."""

    length_unit: float
    load_unit: float
    length: IntArray
    """Of each arc."""
    q: IntArray
    """Of each street."""
    has_levels: bool = False
    """Whether the unit of load is a level: each demand is a multiple of it, and all load few."""

    @classmethod
    def of(cls, network: StreetNetwork, *, levels: bool = True) -> "Scale":
        """Return the units of a network: powers of 2, or for the load a level if there is one.

        Parameters
        ----------
        network
            The network.
        levels
            Whether the unit of load is to be a level; lengths are then rounded more.
        """
        level = _level(network) if levels else None
        bits, q = _LENGTH_BITS, float(network.q.sum())
        load_unit = _unit(q, _LOAD_BITS) if level is None else level
        if level is not None:
            bits = min(bits, _COST_BITS - math.frexp(2 * (network.W + q) / level)[1])
        length_unit = _unit(float(network.length.sum()), bits)
        return cls(
            length_unit,
            load_unit,
            np.floor(network.length / length_unit).astype(np.int64),
            np.floor(network.q / load_unit).astype(np.int64),
            level is not None,
        )

    @property
    def cost_unit(self) -> Fraction:
        """What carrying half a level along a unit of length costs."""
        return Fraction(self.length_unit) * Fraction(self.load_unit) / 2

    def half_levels(self, weight: float) -> int:
        """Return a weight in half levels, rounded down."""
        return math.floor(2 * Fraction(weight) / Fraction(self.load_unit))

    @property
    def total(self) -> int:
        """All load, in units."""
        return int(self.q.sum())


def _level(network: StreetNetwork) -> float | None:
    """Return the greatest unit of which each demand is a multiple; None if it is too small.

    Demands may have some decimals. A level is then a little less, so that rounding down to whole
    levels keeps each of them.
    """
    q = network.q[network.served]
    if not len(q) or q.sum() * _HEAVIEST < network.W:
        return None
    for power in range(_DECIMALS + 1):
        scaled = q * 10.0**power
        nearest = np.rint(scaled)
        if nearest.min() >= 1 and (np.abs(scaled - nearest) <= _NEAR * nearest).all():
            if nearest.max() >= 2**53:
                return None
            whole = math.gcd(*nearest.astype(np.int64).tolist())
            level = whole / 10.0**power
            level *= 1.0 if (q == nearest).all() else 1 - _LESS
            few = nearest.sum() <= _MOST_LEVELS * whole
            few &= nearest.max() * network.nodes <= _MOST_STATES * whole
            return level if few else None
    return None


def _unit(total: float, bits: int) -> float:
    """Return the power of 2 of which a total has so many bits; the division by it is exact."""
    exponent = math.frexp(total)[1] - bits if total > 0 else 0
    return math.ldexp(1.0, max(exponent, -1000))
