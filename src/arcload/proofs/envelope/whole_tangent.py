"""A bound on the way driven at every load, in whole numbers."""

from typing import NamedTuple

import numpy as np

from arcload.model.types import IntArray
from arcload.proofs.envelope.mended_potentials import SHRINKS, mended_potentials
from arcload.proofs.envelope.prefix_program import Paid, Prefix, PrefixProgram
from arcload.proofs.envelope.scale import Scale

MOST = 2.0**60
"""Of the sum of all prices, so that none overflows."""


class WholeTangent(NamedTuple):
    """Every tour has driven at least slope * load + constant, in units."""

    slope: int
    constant: int
    potentials: IntArray
    end_prices: IntArray
    multipliers: IntArray
    """Of each cut that the program had."""
    services: IntArray
    """What serving each street costs at these prices, 0 at the most."""


def whole_tangent(program: PrefixProgram, scale: Scale, prefix: Prefix) -> WholeTangent | None:
    """Return the tangent that the prices of a solution give; None where rounding spoils them.

    With the prices pi of nodes, eta of ends, and those of cuts, the reduced costs are

        z_a:  d_a - (pi_head - pi_tail) - cuts                             must be >= 0,
        y_a:  the same - slope * q - eta_head, with the cuts of y,
        h_v:  pi_v + eta_v - cuts,        g_v:  -pi_v - eta_v - cuts,

    and the constant is the least that they come to: each street is served at most once, there is
    one end, and one start.
    """
    unit = scale.length_unit
    rounded = (prefix.potentials / unit, prefix.end_prices / unit, prefix.cut_prices / unit)
    slope = prefix.slope * scale.load_unit / unit
    size = sum(float(np.abs(values).sum()) for values in rounded[1:])
    size += float(np.abs(rounded[0]).max(initial=0.0)) + abs(slope) * scale.total
    if not size < MOST:
        return None
    potentials, end_prices = (np.rint(values).astype(np.int64) for values in rounded[:2])
    for shrink in SHRINKS:
        multipliers = np.floor(rounded[2] * (1 - shrink)).astype(np.int64)
        paid = program.paid(multipliers)
        mended = mended_potentials(potentials, scale.length - paid.z, program.network)
        if mended is not None:
            slope = max(0.0, slope)
            services = _services(program, scale, round(slope), mended, end_prices, paid)
            constant = _constant(program, services, mended, end_prices, paid)
            constant += int(multipliers @ program.sides)
            return WholeTangent(round(slope), constant, mended, end_prices, multipliers, services)
    return None


def _services(
    program: PrefixProgram,
    scale: Scale,
    slope: int,
    potentials: IntArray,
    end_prices: IntArray,
    paid: Paid,
) -> IntArray:
    """Return the least reduced cost of serving each street, 0 at the most."""
    network = program.network
    way = scale.length - potentials[network.head] + potentials[network.tail]
    of_y = way - slope * scale.q[network.street] - end_prices[network.head] - paid.y
    least = np.zeros(network.streets, dtype=np.int64)
    services = np.flatnonzero(program.is_service)
    np.minimum.at(least, network.street[services], of_y[services])
    return least


def _constant(
    program: PrefixProgram,
    services: IntArray,
    potentials: IntArray,
    end_prices: IntArray,
    paid: Paid,
) -> int:
    """Return the sum of the least reduced costs."""
    start = program.network.start
    constant = int(services.sum()) + int((potentials + end_prices - paid.h).min())
    of_start = -potentials - end_prices - paid.g
    return constant + int(of_start.min() if start < 0 else of_start[start])
