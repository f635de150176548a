"""How short a tour can be at the least, whatever is on board."""

import math
import time as clock
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.types import FloatArray
from arcload.proofs.postman.broken_rules import BrokenRules
from arcload.proofs.postman.cut import Cut
from arcload.proofs.postman.dual_length import dual_length
from arcload.proofs.postman.postman_program import PostmanProgram
from arcload.proofs.street_network import StreetNetwork

_SCALE = 22  # bits of a tour's length as HiGHS sees it, which keeps to 1e-7 whatever the lengths
_COARSE = 64  # times the unit of a shortest tour, from which rounding hides it


class PostmanBound(NamedTuple):
    """A length that no tour is below, and what shows it; see `dual_length`."""

    length: float
    potentials: FloatArray
    """One per node."""
    cuts: tuple[Cut, ...]
    services: FloatArray
    """How often the optimum of the linear program serves along each arc, a fraction."""
    deadheads: FloatArray
    """How often it drives each arc without service."""
    complete: bool
    """Whether no known rule is broken by the optimum: else time ran out before."""


def postman_bound(
    network: StreetNetwork,
    over: Callable[[], bool] = lambda: False,
    seconds: float = math.inf,
) -> PostmanBound | None:
    """Return the best bound of the linear program with all rules, None if it was over too soon.

    Parameters
    ----------
    network
        The network.
    over
        Asked some hundred times per second whether to end; the best bound so far is returned.
    seconds
        Time it may take.
    """
    if not len(network.street):
        nothing = np.empty(0)
        return PostmanBound(0.0, np.zeros(network.nodes), (), nothing, nothing, complete=True)
    until = clock.perf_counter() + seconds
    program = PostmanProgram(network, _unit(float(network.length.sum())), over)
    broken = BrokenRules(network, program.ends)
    program.add(
        ("odd", np.arange(network.nodes) == node) for node in np.flatnonzero(program.ends.odd)
    )
    best, complete = None, False
    while not complete:
        optimum = program.solve(until - clock.perf_counter())
        if optimum is None:
            break
        best = optimum
        if not program.add(broken.of(optimum)):
            length = float(network.length @ (optimum.services + optimum.deadheads))
            unit = _unit(length)
            complete = not length or unit > program.unit / _COARSE
            program.set_unit(min(unit, program.unit))
    if best is None:
        return None
    cuts = program.cuts(best)
    length = _below(dual_length(network, best.potentials, cuts))
    return PostmanBound(length, best.potentials, cuts, best.services, best.deadheads, complete)


def _unit(longest: float) -> float:
    """Return a power of 2 in which a length is some millions: tolerances are far below 1."""
    return math.ldexp(1.0, max(-1000, math.frexp(longest)[1] - _SCALE))


def _below(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)
