"""The cheapest walk at the prices of the least ways, a bound that is mostly above theirs.

A walk serves streets, any as often as it likes, until all load is delivered. Each beginning of a
tour obeys the cuts of the least ways, so at every load their multipliers may be taken off what it
drives and serves, and added again as a constant; so may the price of a street, which a tour
serves once. What the cheapest walk costs then is a bound. The tangents say which multipliers
are good at which load. Unlike the tangents, a walk makes each beginning continue the one before.

All is in whole numbers: lengths in the units of `Scale`, loads in levels, the greatest unit of
which every demand is a multiple. What the vehicle weighs beyond whole half levels is driven at
least the least length.
"""

import math
from collections.abc import Generator
from fractions import Fraction
from operator import mul
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.priced_walk import FAR, WalkState, WalkSteps, walk_levels
from arcload.model.types import IntArray
from arcload.proofs.envelope.envelope import Range
from arcload.proofs.envelope.prefix_program import Paid, PrefixProgram
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.whole_postman import WholePostman
from arcload.proofs.envelope.whole_tangent import WholeTangent

_WORK = 2_500_000  # nodes and arcs after which it yields, some hundredths of a second


def priced_walk(
    program: PrefixProgram, scale: Scale, postman: WholePostman, ranges: list[Range]
) -> Generator[None, None, Fraction | None]:
    """Return what the cheapest walk costs at the prices of the ranges; None where there is none.

    Parameters
    ----------
    program
        Has the cuts that the multipliers of the ranges are of.
    scale
        The units, with levels.
    postman
        The prices of whole tours.
    ranges
        The tangents, each with the load at which it is the greatest.
    """
    network = program.network
    lines = [_line(program, range_.tangent) for range_ in ranges] + [_no_line(program)]
    of_level = _lines_of_levels(scale, ranges)
    times = (2 * np.bincount(of_level[1:], minlength=len(lines))).tolist()
    weight = scale.half_levels(network.W)
    if _dearest(scale, weight, postman, lines, times) >= FAR / 8:
        return None
    price = -weight * postman.services
    constant = weight * postman.paid
    free_start = -weight * postman.left.starts
    for line, count in zip(lines, times, strict=True):
        price = price - count * line.services
        constant += count * line.constant
        free_start = free_start + count * line.paid.g
    steps = _steps(program, scale, lines, of_level)
    state = _at_end(program, scale, postman, price)
    level = 0
    while level <= scale.total:
        level = walk_levels(level, _WORK, steps, state)
        if level < 0:
            return None
        yield
    if network.start < 0:
        can = state.cost < FAR // 2
        least = int((state.cost - free_start)[can].min(initial=FAR))
    else:
        least = int(state.cost[network.start])
    if least >= FAR // 2:
        return None
    lighter = Fraction(network.W) - weight * Fraction(scale.load_unit) / 2
    rest = lighter * postman.length * Fraction(scale.length_unit)
    prices: int = sum(price[network.served].tolist())
    return rest + scale.cost_unit * (least + constant - prices)


class _Line(NamedTuple):
    """What the multipliers of a tangent are worth, for half a level."""

    paid: Paid
    services: IntArray
    """What serving each street costs at them."""
    constant: int


def _line(program: PrefixProgram, tangent: WholeTangent) -> _Line:
    multipliers = np.zeros(len(program.cuts), dtype=np.int64)
    multipliers[: len(tangent.multipliers)] = tangent.multipliers  # cuts came since
    used = np.flatnonzero(multipliers)
    sides = program.sides[used].tolist()
    constant = sum(map(mul, multipliers[used].tolist(), sides))  # of any size
    return _Line(program.paid(multipliers), tangent.services, constant)


def _no_line(program: PrefixProgram) -> _Line:
    nothing = np.zeros(len(program.cuts), dtype=np.int64)
    return _Line(program.paid(nothing), np.zeros(len(program.network.q), dtype=np.int64), 0)


def _lines_of_levels(scale: Scale, ranges: list[Range]) -> IntArray:
    """Return for each level the range in which its middle lies, the latter of two.

    Where there is none it is their number.
    """
    top = scale.total
    of_level = np.full(top + 1, len(ranges), dtype=np.int64)
    for number, range_ in enumerate(ranges):
        # The middle of level b has top - b + 1/2 levels delivered.
        least = math.floor(top + Fraction(1, 2) - range_.high) + 1
        most = math.floor(top + Fraction(1, 2) - range_.low)
        of_level[max(1, least) : min(top, most) + 1] = number
    return of_level


def _dearest(
    scale: Scale, weight: int, postman: WholePostman, lines: list[_Line], times: list[int]
) -> float:
    """Return more than any step can cost, or take off."""
    left = [column - scale.length for column in (postman.left.services, postman.left.deadheads)]
    dearest = (weight + 2 * scale.total + 2) * _most(scale.length)
    dearest += weight * _most(*left, postman.left.starts, postman.left.ends, postman.services)
    for line, count in zip(lines, times, strict=True):
        dearest += count * _most(*line.paid, line.services)
    return dearest


def _most(*columns: IntArray) -> float:
    """Return the sum of the greatest numbers of some columns, whatever their sign."""
    return sum(float(np.abs(column).max(initial=0)) for column in columns)


def _steps(
    program: PrefixProgram, scale: Scale, lines: list[_Line], of_level: IntArray
) -> WalkSteps:
    network, (arcs, services) = program.network, _by_tail(program)
    into = np.argsort(network.head, kind="stable")
    return WalkSteps(
        arc_first=_firsts(network.tail[arcs], network.nodes),
        arc_head=network.head[arcs],
        before_first=_firsts(network.head[into], network.nodes),
        before=network.tail[into],
        service_first=_firsts(network.tail[services], network.nodes),
        service_head=network.head[services],
        service_levels=scale.q[network.street[services]],
        line=of_level,
        arc_rise=np.array([2 * (scale.length - line.paid.z)[arcs] for line in lines]),
        service_rise=np.array([2 * (scale.length - line.paid.y)[services] for line in lines]),
        end_paid=np.array([2 * line.paid.h for line in lines]),
    )


def _at_end(
    program: PrefixProgram, scale: Scale, postman: WholePostman, price: IntArray
) -> WalkState:
    """Return the state before the first level, with nothing left on board."""
    network, (arcs, services) = program.network, _by_tail(program)
    weight, left, street = scale.half_levels(network.W), postman.left, network.street[services]
    if network.end < 0:
        cost = weight * left.ends
    else:
        cost = np.full(network.nodes, FAR)
        cost[network.end] = 0
    # Served on the way from b levels to b - q, a street costs length * (W + b - q / 2).
    lighter = scale.length[services] * scale.q[street]
    return WalkState(
        cost=cost,
        later=np.full((int(scale.q.max()) + 1, network.nodes), FAR),
        arc_cost=weight * left.deadheads[arcs],
        service_cost=weight * left.services[services] + price[street] - lighter,
        end_paid=np.zeros(network.nodes, dtype=np.int64),
        queue=np.zeros(network.nodes, dtype=np.int64),
        waits=np.zeros(network.nodes, dtype=np.bool_),
    )


def _by_tail(program: PrefixProgram) -> tuple[IntArray, IntArray]:
    """Return all arcs, and those along which streets can be served, by where they begin."""
    arcs = np.argsort(program.network.tail, kind="stable")
    return arcs, arcs[program.is_service[arcs]]


def _firsts(tails: IntArray, nodes: int) -> IntArray:
    return np.searchsorted(tails, np.arange(nodes + 1))
