"""What potentials and cuts prove of the length of every tour, without rounding."""

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from arcload.model.types import FloatArray
from arcload.proofs.postman.cut import Cut
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork

_BITS = 120  # of the greatest number, below which all are cut off


def dual_length(
    network: StreetNetwork,
    potentials: FloatArray,
    cuts: Iterable[Cut],
    rules: Iterable[tuple[SumRule, float]] = (),
) -> Fraction:
    """Return a length that no tour is below, whatever the potentials p and multipliers u >= 0.

    A tour that drives arcs (v, w) of length c has, with its crossings counted in c - p(v) + p(w),

        length = p(start) - p(end) + sum over its crossings of c - p(v) + p(w).

    Less u for every deadhead over the border of an odd set and for every crossing into a linked
    set, which together happen at least once each, it is at least

        p(start) - p(end) + sum of u + services and deadheads at their reduced lengths,

    each service in its better direction. Deadheads are 0 or more, and of the shortest tours one
    drives no arc without service more often than once to each service and to the end: a negative
    reduced length, as rounding leaves, counts that often. A free place is where this is least.

    Rules about sums come with their multipliers, and count nothing at a place that is given.
    """
    sets, rows = list(cuts), list(rules)
    top = max(
        float(np.abs(potentials).max(initial=0.0)),
        float(network.length.max(initial=0.0)),
        max((cut.multiplier for cut in sets), default=0.0),
        max((price for _, price in rows), default=0.0),
    )
    bits = _BITS - math.frexp(top)[1]
    p = _whole(potentials, bits)
    services = _whole(network.length, bits) - p[network.tail] + p[network.head]
    deadheads = services.copy()
    starts, ends = p.copy(), -p
    total = 0
    for cut in sets:
        price = math.floor(math.ldexp(cut.multiplier, bits))
        inside = np.zeros(network.nodes, dtype=np.bool_)
        inside[cut.nodes] = True
        into, out_of = inside[network.head], inside[network.tail]
        total += price
        starts[cut.nodes] -= price
        if cut.kind == "odd":
            deadheads[into != out_of] -= price
            ends[cut.nodes] -= price
        else:
            entering = into & ~out_of
            services[entering] -= price
            deadheads[entering] -= price
    for rule, multiplier in rows:
        price = math.floor(math.ldexp(multiplier, bits))
        total += price * rule.least
        sides = deadheads, services, starts, ends
        for side, factors in zip(sides, rule.by_kind(network), strict=True):
            counted = np.flatnonzero(factors)
            side[counted] -= price * factors[counted].astype(object)
    where = np.flatnonzero(RequiredEnds.of(network).active)
    for place, at, other in ((network.start, starts, p), (network.end, ends, -p)):
        total += other[place] if place >= 0 else min(at[where], default=0)
    best: dict[int, int] = {}
    for street, reduced in zip(network.street.tolist(), services.tolist(), strict=True):
        best[street] = min(reduced, best.get(street, reduced))
    total += sum(best[street] for street in np.flatnonzero(network.served).tolist())
    most = int(network.served.sum()) + 1
    total += most * sum(reduced for reduced in deadheads.tolist() if reduced < 0)
    return max(Fraction(0), Fraction(total) / Fraction(2) ** bits)


def _whole(values: FloatArray, bits: int) -> Any:
    """Return values times a power of 2 as whole numbers of any size, rounded down."""
    column = np.empty(len(values), dtype=object)
    column[:] = [math.floor(value) for value in np.ldexp(values, bits).tolist()]
    return column
