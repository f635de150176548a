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
_ROUNDED_LEVELS = 80_000  # as many where demands are rounded to levels, or
_PER_STREET = (20, 400)  # at least and at most so many for each street to be served
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
    level: int = 0
    """Units of load in a level of a walk, 0 where there are no levels."""

    @classmethod
    def of(cls, network: StreetNetwork, *, levels: bool = True) -> "Scale":
        """Return the units of a network.

        They are powers of 2. Where each demand is a multiple of some greater unit of load, this is
        the unit, and a level.

        Parameters
        ----------
        network
            The network.
        levels
            Whether there are to be levels; lengths are then rounded more.
        """
        total = float(network.q.sum())
        levels &= total * _HEAVIEST >= network.W
        exact = _exact_level(network) if levels else None
        load_unit = exact or _unit(total, _LOAD_BITS)
        q = np.floor(network.q / load_unit).astype(np.int64)
        level = 0
        if levels and total > 0:
            level = 1 if exact else _rounded_level(q, int(network.served.sum()))
            if int(q.max()) // level * network.nodes > _MOST_STATES:
                level = 0
        bits = _LENGTH_BITS
        if level:
            heaviest = 2 * (network.W + total) / (load_unit * level)
            bits = min(bits, _COST_BITS - math.frexp(heaviest)[1])
        length_unit = _unit(float(network.length.sum()), bits)
        length = np.floor(network.length / length_unit).astype(np.int64)
        return cls(length_unit, load_unit, length, q, level)

    @property
    def total(self) -> int:
        """All load, in units."""
        return int(self.q.sum())

    @property
    def levels(self) -> IntArray:
        """Of each street, rounded down."""
        return self.q // self.level

    @property
    def cost_unit(self) -> Fraction:
        """What carrying half a level along a unit of length costs."""
        return Fraction(self.length_unit) * Fraction(self.load_unit) * self.level / 2

    def half_levels(self, weight: float) -> int:
        """Return a weight in half levels, rounded down."""
        return math.floor(2 * Fraction(weight) / (Fraction(self.load_unit) * self.level))


def _exact_level(network: StreetNetwork) -> float | None:
    """Return the greatest unit of which each demand is a multiple; None if it is too small.

    Demands may have some decimals. A level is then a little less, so that rounding down to whole
    levels keeps each of them.
    """
    q = network.q[network.served]
    if not len(q):
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


def _rounded_level(q: IntArray, streets: int) -> int:
    """Return the units of a level to which demands are rounded."""
    fewest, most = (count * streets for count in _PER_STREET)
    levels = min(most, max(_ROUNDED_LEVELS, fewest), _MOST_LEVELS)
    return max(1, -(-int(q.sum()) // levels))


def _unit(total: float, bits: int) -> float:
    """Return the power of 2 of which a total has so many bits; the division by it is exact."""
    exponent = math.frexp(total)[1] - bits if total > 0 else 0
    return math.ldexp(1.0, max(exponent, -1000))
