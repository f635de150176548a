"""The bound by the least length and the least way to each load, raised as it grows."""

import math
from collections.abc import Callable, Generator
from fractions import Fraction
from typing import NamedTuple

from arcload.engine.context import Context
from arcload.model.certificate import Certificate
from arcload.proofs.envelope.envelope import Envelope, Range
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.envelope.whole_postman import WholePostman, services_alone, whole_postman
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork

_WORTH = 2e-4  # share of the bound from which on a rise is told


class Ways(NamedTuple):
    """The least length and the least ways of a network, and the prices that show them."""

    scale: Scale
    postman: WholePostman
    ranges: list[Range]
    """The tangents, each with the load at which it is the greatest."""
    cuts: tuple[PrefixCut, ...]
    """What the multipliers of the tangents are of."""


def prove_ways(
    context: Context,
    over: Callable[[], bool] = lambda: False,
    piece: float = math.inf,
    first: float = math.inf,
    *,
    for_walks: bool = False,
) -> Generator[None, None, Ways]:
    """Raise the context's bound: W * least length + the integral of the least way over the load.

    Returns what it found, where it is not left alone before.

    Parameters
    ----------
    context
        The run. Its turn rules play no part.
    over
        Asked some hundred times per second whether to end at once.
    piece
        Seconds of a solve after which it yields; what is found may then depend on the clock.
    first
        Seconds that the least length may take.
    for_walks
        As in `Envelope`.
    """
    network = StreetNetwork.of(context.problem.instance)
    scale = Scale.of(network)
    sets = SetTable(network.nodes)
    postman = services_alone(network, scale)
    if network.W > 0:
        bound = postman_bound(network, over, first)
        if bound is not None:
            postman = whole_postman(network, scale, bound, sets) or postman
    envelope = Envelope(network, scale, over, piece, for_walks=for_walks)
    vehicle = Fraction(network.W) * postman.length * Fraction(scale.length_unit)
    told = Fraction(0)

    def tell(least: Fraction) -> None:
        nonlocal told
        value = vehicle + envelope.area
        if value > least:
            told = value
            stated = _below(value)
            if stated > (context.lower_bound or 0.0):
                prices = envelope.prices(postman.prices, sets)
                context.raise_bound(stated, Certificate("envelope", stated, envelope=prices))

    tell(Fraction(0))
    yield
    for _ in envelope.run():
        tell(told * (1 + Fraction(_WORTH)))
        yield
    tell(told)
    return Ways(scale, postman, envelope.ranges(), envelope.cuts)


def _below(value: Fraction) -> float:
    """Return the greatest float that is not above a fraction."""
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)
