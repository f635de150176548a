"""Prices that prove how far a tour drives until some load is delivered, and in all."""

from dataclasses import dataclass

from arcload.model.types import IntArray


@dataclass(frozen=True)
class Tangent:
    """Prices which show that no tour has driven less than slope * load + a constant.

    Parameters
    ----------
    slope
        Units of length per unit of load.
    potentials
        Price of each node: who drives from u to v pays the potential of v less that of u.
    end_prices
        Pairs of a node and the price of ending there.
    linked, parity
        Pairs of a cut's number and its multiplier.
    """

    slope: int
    potentials: IntArray
    end_prices: tuple[tuple[int, int], ...]
    linked: tuple[tuple[int, int], ...]
    parity: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class HalfCut:
    """Half of a sum of cuts of whole tours and of equations, rounded up: a cut as well.

    Parameters
    ----------
    odd, linked
        Sets, each of which counts how often it is entered.
    halves
        Numbers of halves before this one.
    equations
        Nodes, each of which is left as often as it is entered; the number of nodes for the one
        start, and one more for the one end.
    downwards
        Factors that are rounded down, of what counts 1 at the most: the number of a street for its
        service in the first direction, the number of streets and a node for the start, the number
        of streets and that of nodes and a node for the end.
    """

    odd: tuple[int, ...] = ()
    linked: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    equations: tuple[int, ...] = ()
    downwards: tuple[int, ...] = ()


@dataclass(frozen=True)
class PostmanPrices:
    """Prices which show how long every tour is at least.

    Parameters
    ----------
    potentials
        As in `Tangent`.
    odd, linked
        Pairs of a set and the multiplier of its cut.
    halves
        Halves of sums of cuts.
    of_halves
        Pairs of a half's number and its multiplier.
    """

    potentials: IntArray
    odd: tuple[tuple[int, int], ...] = ()
    linked: tuple[tuple[int, int], ...] = ()
    halves: tuple[HalfCut, ...] = ()
    of_halves: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class EnvelopePrices:
    """A lower bound on a tour's length, and one on the way driven at every load.

    All prices are whole numbers of `length_unit`; lengths and demands are rounded down to whole
    units, so that a check can sum up without rounding. The problem is taken as a delivery: one
    that collects is driven backwards. Nodes and streets are numbered as the instance has them.
    A set is named by its number k, and by -1 - k all nodes that are not in it.

    Parameters
    ----------
    length_unit, load_unit
        What the whole numbers count.
    sets
        Sets of nodes.
    linked
        Cuts of beginnings of tours: a set, and a street with an end in it.
    parity
        Cuts of beginnings of tours: a set, and streets of its border.
    postman
        Prices of whole tours.
    tangents
        Prices of beginnings of tours, by rising slope.
    level
        Units of load in a level of a walk.
    """

    length_unit: float
    load_unit: float
    sets: tuple[tuple[int, ...], ...]
    linked: tuple[tuple[int, int], ...]
    parity: tuple[tuple[int, tuple[int, ...]], ...]
    postman: PostmanPrices
    tangents: tuple[Tangent, ...]
    level: int = 1
