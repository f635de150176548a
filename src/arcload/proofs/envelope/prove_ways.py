"""The bound by the least length and the least way to each load, raised as it grows.

Where streets to be served lie apart, halves of sums of rules raise the least length. Where loads
have levels, the cheapest walk at the same prices raises it all further.
"""

import math
import time as clock
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from arcload.engine.context import Context
from arcload.model.certificate import Certificate
from arcload.proofs.envelope.envelope import Envelope, Range
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.envelope.priced_walk import priced_walk
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.envelope.whole_postman import WholePostman, services_alone, whole_postman
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.street_network import StreetNetwork

_WORTH = 2e-4  # share of the bound from which on a rise is told
_REST = 3.0  # times as long as a walk takes, the next comes no sooner
_LAST = (1.2, 3.0)  # times as long is left when the last walk begins
_PER_STEP = 3e-8  # seconds that a walk takes for each arc and level


class Ways(NamedTuple):
    """The least length and the least ways of a network, and the prices that show them."""

    scale: Scale
    postman: WholePostman
    """Without halves, which no window cuts are made of."""
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
    for_relaxation: bool = False,
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
    for_relaxation
        As in `Envelope`. The relaxation goes further than the cheapest walk: there is none then.
    """
    network = StreetNetwork.of(context.problem.instance)
    scale = Scale.of(network, levels=not for_relaxation)
    sets = SetTable(network.nodes)
    postman = by_sets = services_alone(network, scale)
    cuts, until = PostmanCuts(network, over, keep_halves=True), clock.perf_counter() + first

    def proven(best: WholePostman) -> WholePostman:
        bound = cuts.bound()
        other = None if bound is None else whole_postman(network, scale, bound, sets)
        return best if other is None or other.length <= best.length else other

    if network.W > 0:
        cuts.tighten(until)
        postman = by_sets = proven(postman)
    envelope = Envelope(network, scale, over, piece, for_relaxation=for_relaxation)
    told = Fraction(0)

    def tell(least: Fraction) -> None:
        nonlocal told
        value = Fraction(network.W) * postman.length * Fraction(scale.length_unit) + envelope.area
        if value > least:
            told = value
            stated = _below(value)
            if stated > (context.lower_bound or 0.0):
                prices = envelope.prices(postman.prices, sets)
                context.raise_bound(stated, Certificate("envelope", stated, envelope=prices))

    def walk() -> Iterator[None]:
        value = yield from priced_walk(envelope.program, scale, postman, envelope.ranges())
        stated = 0.0 if value is None else _below(value)
        if stated > (context.lower_bound or 0.0):
            prices = envelope.prices(postman.prices, sets)
            context.raise_bound(stated, Certificate("walk", stated, envelope=prices))

    schedule = _Schedule(context, _PER_STEP * _levels(scale) * len(network.street))
    walked = Fraction(0)
    tell(Fraction(0))
    yield
    if network.W > 0:
        yield from cuts.halve(until)
        postman = proven(postman)
        tell(told)
    for _ in envelope.run():
        tell(told * (1 + Fraction(_WORTH)))
        yield
        if scale.level and envelope.area > walked and schedule.is_due():
            walked = envelope.area
            with schedule.walking():
                yield from walk()
    tell(told)
    if scale.level and not over() and envelope.area > walked:
        yield from walk()
    return Ways(scale, by_sets, envelope.ranges(), envelope.cuts)


def _levels(scale: Scale) -> int:
    """Return how many levels a walk has, 0 for none."""
    return int(scale.levels.sum()) if scale.level else 0


class _Schedule:
    """When to walk in a run that the clock ends: now and then, and once more shortly before.

    Parameters
    ----------
    run
        The run.
    seconds
        About how long a walk takes.
    """

    def __init__(self, run: Context, seconds: float) -> None:
        self._run, self._seconds = run, seconds
        self._due = run.seconds + _REST * seconds
        self._was_last = False

    def is_due(self) -> bool:
        """Return whether to walk now."""
        if self._run.max_seconds is None or self._was_last:
            return False
        now, took, left = self._run.seconds, self._seconds, self._left()
        if left < _LAST[0] * took:
            return False
        return left < _LAST[1] * took or (now >= self._due and left > 2 * _LAST[1] * took)

    @contextmanager
    def walking(self) -> Iterator[None]:
        """Measure how long a walk takes."""
        began = self._run.seconds
        self._was_last = self._left() < _LAST[1] * self._seconds
        yield
        self._seconds = self._run.seconds - began
        self._due = self._run.seconds + _REST * self._seconds

    def _left(self) -> float:
        limit = self._run.max_seconds
        return math.inf if limit is None else limit - self._run.seconds


def _below(value: Fraction) -> float:
    """Return the greatest float that is not above a fraction."""
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)
