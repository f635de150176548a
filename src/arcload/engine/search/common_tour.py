"""One tour that several chains improve at the same time, each somewhere else."""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.chain import Chain
from arcload.engine.kernels.joining import take_over
from arcload.engine.kernels.sequence import Space, set_tour
from arcload.model.types import IntArray

_ROUNDING = 1e-9  # by how much the sum of some changes may be off, as a share of the cost


class Tour(NamedTuple):
    """A tour and its cost, in the units of `Space`."""

    order: IntArray
    sides: IntArray
    cost: float


def kept_tour(chain: Chain) -> Tour:
    """Return a copy of the tour that a chain stands at."""
    return Tour(chain.kept_order.copy(), chain.kept_sides.copy(), float(chain.costs[0]))


def join(chains: list[Chain], before: Tour, space: Space) -> Tour:
    """Let all chains go on from one tour, with what each of them changed; return it.

    The cheapest of their tours gets the changes of the others. Where two of them changed the same
    part of the tour, what the cheapest one has is kept. A chain's changes are left out if they
    would make this tour dearer, and by more than they made the chain's own.

    Parameters
    ----------
    chains
        The chains, changed in place.
    before
        The tour that all of them stood at.
    space
        The problem.
    """
    cheapest = min(chains, key=lambda chain: float(chain.costs[0]))
    joined = kept_tour(cheapest)
    for chain in chains:
        if chain is not cheapest:
            joined = _with_changes(chain, joined, before, space)
    for chain in chains:
        np.copyto(chain.kept_order, joined.order)
        np.copyto(chain.kept_sides, joined.sides)
        chain.costs[0] = set_tour(joined.order, joined.sides, chain.work, space)
        if joined.cost < chain.costs[1] * (1 - 1e-12):
            np.copyto(chain.best_order, joined.order)
            np.copyto(chain.best_sides, joined.sides)
            chain.costs[1] = joined.cost
    return joined


def _with_changes(chain: Chain, tour: Tour, before: Tour, space: Space) -> Tour:
    """Return a tour with what a chain changed, or as it is if that would cost too much."""
    order, sides = tour.order.copy(), tour.sides.copy()
    old = (before.order, before.sides)
    if not take_over(*old, chain.kept_order, chain.kept_sides, order, sides):
        return tour
    cost = set_tour(order, sides, chain.work, space)
    change = float(chain.costs[0]) - before.cost
    if cost > tour.cost + max(change, 0.0) + _ROUNDING * cost:
        return tour
    return Tour(order, sides, cost)
