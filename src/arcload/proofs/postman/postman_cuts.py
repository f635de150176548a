"""The postman's linear program, cut by cut, as far as known rules go."""

import math
import time as clock
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.types import FloatArray
from arcload.proofs.postman.broken_halves import BrokenHalves
from arcload.proofs.postman.broken_rules import BrokenRules, Rule
from arcload.proofs.postman.cut import Cut
from arcload.proofs.postman.dual_length import dual_length
from arcload.proofs.postman.half import Half
from arcload.proofs.postman.postman_program import PostmanOptimum, PostmanProgram
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork

_SCALE = 22  # bits of a tour's length as HiGHS sees it, which keeps to 1e-7 whatever the lengths
_RISE = 1e-12  # of a length, which is none
_FEW = 6  # solves in which halves must gain
_GAIN = 3e-5  # of the length, else they come to an end
_COARSE = 64  # times the unit of a shortest tour, from which rounding hides it


class PostmanBound(NamedTuple):
    """A length that no tour is below, and what shows it; see `dual_length`."""

    length: float
    potentials: FloatArray
    """One per node."""
    cuts: tuple[Cut, ...]
    sum_rules: tuple[tuple[SumRule, float], ...]
    """Rules about sums and their multipliers; none unless some were asked for."""
    halves: tuple[Half, ...]
    """How these came about, each behind those that it is made of; none unless they were kept."""
    services: FloatArray
    """How often the optimum of the linear program serves along each arc, a fraction."""
    deadheads: FloatArray
    """How often it drives each arc without service."""
    complete: bool
    """Whether no odd and no linked set breaks its rule: else time ran out before."""


class PostmanCuts:
    """Adds the rules that solutions of a network's program break.

    Parameters
    ----------
    network
        The network.
    over
        Asked some hundred times per second whether to end.
    keep_halves
        Whether to keep how halves came about.
    """

    def __init__(
        self,
        network: StreetNetwork,
        over: Callable[[], bool] = lambda: False,
        *,
        keep_halves: bool = False,
    ) -> None:
        self.network, self.complete = network, False
        self._kept: dict[SumRule, Half] | None = {} if keep_halves else None
        self.program = PostmanProgram(network, _unit(float(network.length.sum())), over)
        self._broken = BrokenRules(network, self.program.ends)
        self._halves = BrokenHalves(self.program)
        self._best: PostmanOptimum | None = None
        self._cuts: tuple[Cut, ...] = ()
        self._length, self._rises = 0.0, False  # of the last optimum
        self._rows: tuple[tuple[SumRule, float], ...] = ()
        odd = np.flatnonzero(self.program.ends.odd)
        self.program.add(("odd", np.arange(network.nodes) == node) for node in odd)

    def tighten(self, until: float) -> None:
        """Add rules until none is known to be broken, or it is this late by the clock."""
        program = self.program
        if not len(self.network.street):
            self.complete = True
        while not self.complete:
            optimum = self.solve(until)
            if optimum is None:
                break
            if not self.add_broken(optimum):
                length = float(self.network.length @ (optimum.services + optimum.deadheads))
                unit = _unit(length)
                self.complete = not length or unit > program.unit / _COARSE
                program.set_unit(min(unit, program.unit))

    def solve(self, until: float) -> PostmanOptimum | None:
        """Return the optimum, None if there is none by then; `bound` proves what the last did."""
        program = self.program
        optimum = program.solve(until - clock.perf_counter())
        if optimum is None:
            return None
        length = float(self.network.length @ (optimum.services + optimum.deadheads))
        self._rises, self._length = length > self._length * (1 + _RISE), length
        if program.is_free:
            self._best, self._cuts = optimum, program.cuts(optimum)
            self._rows = program.sum_rules(optimum)
        return optimum

    def add_broken(self, optimum: PostmanOptimum) -> bool:
        """Add rules that the last optimum breaks; return whether there are any."""
        return self._add(self._broken.of(optimum))

    def add_quick(self, optimum: PostmanOptimum) -> bool:
        """Add rules that are found quickly; return whether there are any."""
        return self._add(self._broken.quick(optimum))

    def add_halves(self, optimum: PostmanOptimum) -> bool:
        """Add halves of sums that the last optimum breaks; return whether there are any."""
        halves = self._halves.of(optimum)
        if self._kept is not None:
            for half in halves:
                self._kept.setdefault(half.rule, half)
        return self.program.add_sums(half.rule for half in halves) > 0

    def add_any(self, optimum: PostmanOptimum, *, halves: bool) -> bool:
        """Add rules of any kind that the last optimum breaks; return whether there are any.

        Parameters
        ----------
        optimum
            The last optimum.
        halves
            Whether halves are looked for although others are found quickly; else they come only
            where there is nothing else.
        """
        more = self.add_quick(optimum) or (not halves and self.add_broken(optimum))
        if not more or halves:
            more |= self.add_halves(optimum)
        return more or self.add_broken(optimum)

    def halve(self, until: float) -> Iterator[None]:
        """Add halves, solve by solve, until they gain little or it is this late by the clock."""
        lengths = [self._length]
        while self.complete:
            optimum = self.solve(until)
            if optimum is None or not self.program.counts.open(optimum.columns, 1):
                return
            lengths.append(self._length)
            if len(lengths) > _FEW and lengths[-1] < lengths[-_FEW] * (1 + _GAIN):
                return
            if not self.add_any(optimum, halves=True):
                return
            yield

    def bound(self) -> PostmanBound | None:
        """Return what the last optimum proves, None if there is none yet."""
        network, best, cuts, rules = self.network, self._best, self._cuts, self._rows
        if not len(network.street):
            nothing = np.empty(0)
            return PostmanBound(
                0.0, np.zeros(network.nodes), (), (), (), nothing, nothing, complete=True
            )
        if best is None:
            return None
        length = _below(dual_length(network, best.potentials, cuts, rules))
        return PostmanBound(
            length=length,
            potentials=best.potentials,
            cuts=cuts,
            sum_rules=rules,
            halves=tuple(self._behind(rule for rule, _ in rules)),
            services=best.services,
            deadheads=best.deadheads,
            complete=self.complete,
        )

    def _behind(self, rules: Iterable[SumRule]) -> list[Half]:
        """Return how some rules came about, and all that they are made of, oldest first."""
        kept = self._kept or {}
        needed = {rule for rule in rules if rule in kept}
        for rule in reversed(kept):
            if rule in needed:
                needed.update(one for one in kept[rule].of if isinstance(one, SumRule))
        return [half for rule, half in kept.items() if rule in needed]

    def _add(self, rules: list[Rule]) -> bool:
        if self._rises:  # else one rule might be dropped for another for ever
            self.program.drop_idle()
            self._rises = False
        if not self.program.add(rules):
            return False
        self.program.add(self._broken.around(rules))
        return True


def _unit(longest: float) -> float:
    """Return a power of 2 in which a length is some millions: tolerances are far below 1."""
    return math.ldexp(1.0, max(-1000, math.frexp(longest)[1] - _SCALE))


def _below(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)
