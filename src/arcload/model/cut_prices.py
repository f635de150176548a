"""Prices that prove a lower bound of a fleet's cost."""

from dataclasses import dataclass

from arcload.model.types import IntArray


@dataclass(frozen=True)
class CutPrices:
    """Cuts with their multipliers, and prices of nodes and of services.

    All prices are whole numbers of `unit`, so that a check can sum them up without rounding.
    The problem is taken as a delivery: one that collects is driven backwards.

    Parameters
    ----------
    unit
        Value of a price of 1.
    sets
        Sets of nodes, none of which is a place where routes start, load or end.
    multipliers
        Price of a crossing of the border of each set.
    potentials
        Price of each node: who drives from u to v pays the potential of v less that of u.
    service_prices
        Price of each edge's service, 0 for one that is not served: no trips of all load cost less
        than the prices of what they serve, even if they forget what they served. None where the
        cuts alone prove the bound.
    level
        Load of a level. Trips know their load in whole levels, each demand rounded down.
    """

    unit: float
    sets: tuple[tuple[int, ...], ...]
    multipliers: tuple[int, ...]
    potentials: IntArray
    service_prices: IntArray | None = None
    level: float = 1.0
