"""The cheapest walk at the prices of the least ways, a bound that is mostly above theirs.

A walk serves streets, any as often as it likes, until all load is delivered. Each beginning of a
tour obeys the cuts of the least ways, so at every load their multipliers may be taken off what it
drives and serves, and added again as a constant; so may the price of a street, which a tour
serves once. What the cheapest walk costs then is a bound. The tangents say which multipliers
are good at which load. Unlike the tangents, a walk makes each beginning continue the one before.

All is in whole numbers: lengths in the units of `Scale`, loads in levels. A cost is linear in the
demands and in the vehicle's weight, so what is beyond whole levels has a bound of its own: the rest
of the vehicle drives at least the least length, and the rests of the demands are carried at least
as far as Smith's rule says.
"""

import math
from collections.abc import Generator
from fractions import Fraction
from operator import mul
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.priced_walk import FAR, WalkState, WalkSteps, walk_levels
from arcload.model.types import BoolArray, IntArray
from arcload.proofs.envelope.envelope import Range
from arcload.proofs.envelope.prefix_program import Paid, PrefixProgram
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.whole_postman import WholePostman, services_alone
from arcload.proofs.envelope.whole_tangent import WholeTangent
from arcload.proofs.street_network import StreetNetwork

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
    lines = [_line(program, scale, range_.tangent) for range_ in ranges] + [_no_line(program)]
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
    while level < len(of_level):
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
    prices: int = sum(price[network.served].tolist())
    walk = scale.cost_unit * (least + constant - prices)
    return walk + _rest_of_vehicle(network, scale, postman) + _rest_of_demands(network, scale)


def _rest_of_vehicle(network: StreetNetwork, scale: Scale, postman: WholePostman) -> Fraction:
    """Return what driving costs at least for what the vehicle weighs beyond whole half levels."""
    half_level = Fraction(scale.load_unit) * scale.level / 2
    rest = Fraction(network.W) - scale.half_levels(network.W) * half_level
    return rest * postman.length * Fraction(scale.length_unit)


def _rest_of_demands(network: StreetNetwork, scale: Scale) -> Fraction:
    """Return what carrying costs at least for what demands are beyond whole levels.

    Without deadheads, those with most load a metre are best served first.
    """
    rests = (scale.q % scale.level).tolist()
    lengths = services_alone(network, scale).services.tolist()
    streets = [pair for pair in zip(lengths, rests, strict=True) if pair[1]]
    way = twice = 0
    for length, rest in sorted(streets, key=lambda street: Fraction(*street)):
        twice += rest * (2 * way + length)
        way += length
    return Fraction(scale.length_unit) * Fraction(scale.load_unit) * twice / 2


class _Line(NamedTuple):
    """What the multipliers of a tangent are worth, for half a level."""

    paid: Paid
    services: IntArray
    """What serving each street costs at them."""
    constant: int


def _line(program: PrefixProgram, scale: Scale, tangent: WholeTangent) -> _Line:
    multipliers = np.zeros(len(program.cuts), dtype=np.int64)
    multipliers[: len(tangent.multipliers)] = tangent.multipliers  # cuts came since
    used = np.flatnonzero(multipliers)
    sides = program.sides[used].tolist()
    constant = sum(map(mul, multipliers[used].tolist(), sides))  # of any size
    # What is beyond whole levels makes no level fall.
    services = np.minimum(0, tangent.services + tangent.slope * (scale.q % scale.level))
    return _Line(program.paid(multipliers), services, constant)


def _no_line(program: PrefixProgram) -> _Line:
    nothing = np.zeros(len(program.cuts), dtype=np.int64)
    return _Line(program.paid(nothing), np.zeros(len(program.network.q), dtype=np.int64), 0)


def _lines_of_levels(scale: Scale, ranges: list[Range]) -> IntArray:
    """Return for each level the range in which its middle lies, the latter of two.

    Where there is none it is their number.
    """
    top = int(scale.levels.sum())
    of_level = np.full(top + 1, len(ranges), dtype=np.int64)
    share = Fraction(top, scale.total)
    for number, range_ in enumerate(ranges):
        # In the middle of level b, (top - b + 1/2) / top of all load is delivered.
        least = math.floor(top + Fraction(1, 2) - range_.high * share) + 1
        most = math.floor(top + Fraction(1, 2) - range_.low * share)
        of_level[max(1, least) : min(top, most) + 1] = number
    return of_level


def _dearest(
    scale: Scale, weight: int, postman: WholePostman, lines: list[_Line], times: list[int]
) -> float:
    """Return more than any step can cost, or take off."""
    left = [column - scale.length for column in (postman.left.services, postman.left.deadheads)]
    dearest = (weight + 2 * int(scale.levels.sum()) + 2) * _most(scale.length)
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
    network, (arcs, is_service, services) = program.network, _by_tail(program, scale)
    into = np.argsort(network.head[arcs], kind="stable")
    return WalkSteps(
        arc_first=_firsts(network.tail[arcs], network.nodes),
        arc_head=network.head[arcs],
        before_first=_firsts(network.head[arcs][into], network.nodes),
        before=network.tail[arcs][into],
        service_first=_firsts(network.tail[services], network.nodes),
        service_head=network.head[services],
        service_levels=scale.levels[network.street[services]],
        line=of_level,
        arc_rise=np.array(
            [
                2
                * (scale.length[arcs] - np.where(is_service, line.paid.y[arcs], line.paid.z[arcs]))
                for line in lines
            ]
        ),
        service_rise=np.array([2 * (scale.length - line.paid.y)[services] for line in lines]),
        end_paid=np.array([2 * line.paid.h for line in lines]),
    )


def _at_end(
    program: PrefixProgram, scale: Scale, postman: WholePostman, price: IntArray
) -> WalkState:
    """Return the state before the first level, with nothing left on board."""
    network, (arcs, is_service, services) = program.network, _by_tail(program, scale)
    weight, left = scale.half_levels(network.W), postman.left
    if network.end < 0:
        cost = weight * left.ends
    else:
        cost = np.full(network.nodes, FAR)
        cost[network.end] = 0
    # Served on the way from b levels to b - q, a street costs length * (W + b - q / 2).
    of_arc = scale.levels[network.street]
    serving = weight * left.services + price[network.street] - scale.length * of_arc
    return WalkState(
        cost=cost,
        later=np.full((int(scale.levels.max()) + 1, network.nodes), FAR),
        arc_cost=np.where(is_service, serving[arcs], weight * left.deadheads[arcs]),
        service_cost=serving[services],
        end_paid=np.zeros(network.nodes, dtype=np.int64),
        queue=np.zeros(network.nodes, dtype=np.int64),
        waits=np.zeros(network.nodes, dtype=np.bool_),
    )


def _by_tail(program: PrefixProgram, scale: Scale) -> tuple[IntArray, BoolArray, IntArray]:
    """Return the steps of a walk by where they begin: those at one level, and all other services.

    The former are all arcs as deadheads, and the services of less than a level, which are marked.
    """
    network = program.network
    services = np.flatnonzero(program.is_service)
    passes = scale.levels[network.street[services]] > 0
    arcs = np.concatenate([np.arange(len(network.tail)), services[~passes]])
    is_service = np.arange(len(arcs)) >= len(network.tail)
    order = np.argsort(network.tail[arcs], kind="stable")
    services = services[passes]
    by_tail = np.argsort(network.tail[services], kind="stable")
    return arcs[order], is_service[order], services[by_tail]


def _firsts(tails: IntArray, nodes: int) -> IntArray:
    return np.searchsorted(tails, np.arange(nodes + 1))
