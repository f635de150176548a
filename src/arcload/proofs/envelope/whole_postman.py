"""A bound on the length of every tour, in whole numbers."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from arcload.model.envelope_prices import PostmanPrices
from arcload.model.types import IntArray
from arcload.proofs.envelope.half_cuts import half_cuts
from arcload.proofs.envelope.mended_potentials import SHRINKS, mended_potentials
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.postman.cut import Cut
from arcload.proofs.postman.half import Half
from arcload.proofs.postman.postman_bound import PostmanBound
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork

_MOST = 2.0**60  # of all prices together, so that no sum overflows


class Left(NamedTuple):
    """What cuts leave of the costs of services, deadheads, starts and ends."""

    services: IntArray
    deadheads: IntArray
    starts: IntArray
    ends: IntArray


class WholePostman(NamedTuple):
    """Every tour is at least so long, in units; the prices show it."""

    length: int
    prices: PostmanPrices
    services: IntArray
    """What serving each street costs at these prices, 0 where it is not to be served."""
    left: Left
    paid: int = 0
    """The sum of the multipliers of all cuts."""
    cuts: tuple[Cut, ...] = ()


def services_alone(network: StreetNetwork, scale: Scale) -> WholePostman:
    """Return the length of all services, each in its shorter direction."""
    nothing = PostmanPrices(np.zeros(network.nodes, dtype=np.int64))
    services = _least(network, scale.length)
    left = _left(network, scale, (), [])
    return WholePostman(int(services.sum()), nothing, services, left)


def whole_postman(
    network: StreetNetwork, scale: Scale, bound: PostmanBound, sets: SetTable
) -> WholePostman | None:
    """Return what the rounded prices of a bound prove; None where rounding spoils them.

    Parameters
    ----------
    network
        The network.
    scale
        The units.
    bound
        The bound, whose potentials fall along the way.
    sets
        Takes the sets of the cuts.
    """
    unit = scale.length_unit
    size = sum(cut.multiplier for cut in bound.cuts) + np.abs(bound.potentials).max(initial=0.0)
    size += sum(multiplier * _size(rule) for rule, multiplier in bound.sum_rules)
    if not size / unit < _MOST:
        return None
    potentials = np.rint(-bound.potentials / unit).astype(np.int64)
    for shrink in SHRINKS:
        prices = [int(np.floor(cut.multiplier * (1 - shrink) / unit)) for cut in bound.cuts]
        rules = [
            (rule, int(np.floor(multiplier * (1 - shrink) / unit)))
            for rule, multiplier in bound.sum_rules
        ]
        left = _left(network, scale, bound.cuts, prices)
        _take_off(left, rules, network)
        mended = mended_potentials(potentials, left.deadheads, network)
        if mended is not None:
            way = mended[network.head] - mended[network.tail]
            services = _least(network, left.services - way)
            paid = sum(prices) + sum(rule.least * price for rule, price in rules)
            length = paid + int(services.sum()) + _ends(network, left, mended)
            shown = replace(
                _prices(bound.cuts, prices, mended, sets),
                halves=half_cuts(network, bound.halves, sets),
                of_halves=_of_halves(bound.halves, rules),
            )
            return WholePostman(length, shown, services, left, paid, bound.cuts)
    return None


def _left(network: StreetNetwork, scale: Scale, cuts: tuple[Cut, ...], prices: list[int]) -> Left:
    starts, ends = (np.zeros(network.nodes, dtype=np.int64) for _ in range(2))
    left = Left(scale.length.copy(), scale.length.copy(), starts, ends)
    for cut, price in zip(cuts, prices, strict=True):
        inside = np.zeros(network.nodes, dtype=np.bool_)
        inside[cut.nodes] = True
        into, out = inside[network.head], inside[network.tail]
        if network.start < 0:
            left.starts[cut.nodes] -= price
        if cut.kind == "odd":
            left.deadheads[into != out] -= price
            if network.end < 0:
                left.ends[cut.nodes] -= price
        else:
            left.deadheads[into & ~out] -= price
            left.services[into & ~out] -= price
    return left


def _size(rule: SumRule) -> int:
    """Return more than any number of a rule."""
    return abs(rule.least) + int(np.abs(rule.counted[1]).sum())


def _take_off(left: Left, rules: list[tuple[SumRule, int]], network: StreetNetwork) -> None:
    """Take prices of rules about sums off what is left."""
    for rule, price in rules:
        deadheads, services, starts, ends = rule.by_kind(network)
        for column, factors in zip(left, (services, deadheads, starts, ends), strict=True):
            np.subtract(column, price * factors, out=column)


def _ends(network: StreetNetwork, left: Left, potentials: IntArray) -> int:
    """Return the least sum of what is left of the costs of the start and of the end."""
    length = 0
    # A tour that may start or end anywhere does so at a street to be served.
    is_served = network.served[network.street]
    used = np.union1d(network.tail[is_served], network.head[is_served])
    for place, costs in (
        (network.start, left.starts - potentials),
        (network.end, left.ends + potentials),
    ):
        length += int(costs[used].min()) if place < 0 else int(costs[place])
    return length


def _prices(
    cuts: tuple[Cut, ...], prices: list[int], potentials: IntArray, sets: SetTable
) -> PostmanPrices:
    odd, linked = (
        tuple(
            (sets.number(cut.nodes), price)
            for cut, price in zip(cuts, prices, strict=True)
            if price and cut.kind == kind
        )
        for kind in ("odd", "linked")
    )
    return PostmanPrices(potentials, odd, linked)


def _of_halves(
    halves: tuple[Half, ...], rules: list[tuple[SumRule, int]]
) -> tuple[tuple[int, int], ...]:
    """Return the prices of halves, by their numbers."""
    number = {half.rule: i for i, half in enumerate(halves)}
    return tuple((number[rule], price) for rule, price in rules if price)


def _least(network: StreetNetwork, of_arc: IntArray) -> IntArray:
    """Return the least value of the arcs of each street to be served, 0 for others."""
    least = np.full(network.streets, np.iinfo(np.int64).max)
    np.minimum.at(least, network.street, of_arc)
    return np.where(network.served, least, 0)
