"""What proves a lower bound of a fleet's cost."""

from dataclasses import dataclass

from arcload.model.types import IntArray


@dataclass(frozen=True)
class CutCertificate:
    """Cuts with their multipliers, and prices of nodes and of load.

    All prices are whole numbers of `unit`, so that a check can sum them up without rounding.
    The problem is taken as a delivery: one that collects is driven backwards.

    Parameters
    ----------
    bound
        No plan costs less.
    unit
        Value of a price of 1.
    sets
        Sets of nodes, none of which is a place where routes start, load or end.
    multipliers
        Price of a crossing of the border of each set.
    potentials
        Price of each node: who drives from u to v pays the potential of v less that of u.
    load_prices
        Two prices per edge, for each direction: of the load at the start of a crossing, per unit
        of load.
    serve_prices
        Two prices per edge, for each direction: of the demand that is served so, per unit of load.
    """

    bound: float
    unit: float
    sets: tuple[tuple[int, ...], ...]
    multipliers: tuple[int, ...]
    potentials: IntArray
    load_prices: IntArray
    serve_prices: IntArray
