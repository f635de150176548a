"""The least driving that serves all streets, by the postman's program."""

import time as clock
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import IntArray
from arcload.proofs.postman.postman_cuts import PostmanBound, PostmanCuts
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman.branch_and_cut import BranchAndCut
from arcload.solving.postman.cutting_planes import CLOSE, CuttingPlanes, Driving

_ORIENTED = 10.0  # seconds, for a program that is mostly done in one
_TAME = 1e6  # of the shortest length, up to which lengths are told apart by the solver
_SPOILT = Fraction(1, 10**9)  # of a length, by which rounding makes a tour longer


class LeastDriving(NamedTuple):
    """What the postman's program found."""

    driving: Driving | None
    bound: float
    """A length that no tour is below."""
    guess: IntArray | None
    """How often each street is driven in the linear program, rounded."""


def least_driving(instance: Instance, seconds: float) -> LeastDriving:
    """Return the least driving, as far as the time reaches.

    It is proven if the bound of the linear program, computed without rounding, is as long; or if
    all branches are closed, and lengths differ by six digits at most: HiGHS keeps to tolerances
    that could hide more.
    """
    network = StreetNetwork.of(instance)
    until = clock.perf_counter() + seconds
    cuts = PostmanCuts(network)
    cuts.tighten(until)
    bound = cuts.bound()
    if bound is None:
        return LeastDriving(None, 0.0, None)
    guess = _crossings(network, bound)
    least = BranchAndCut(cuts, until).least() if cuts.complete else None
    if least is None or least.optimum is None:
        return LeastDriving(None, bound.length, guess)
    # Where counts are whole, there are whole directions.
    crossings = _crossings(network, least.optimum)
    driving = CuttingPlanes(instance, crossings).oriented(_ORIENTED)
    if driving is None:
        return LeastDriving(None, bound.length, guess)
    length = driving.length(instance)
    counted = float(network.length @ (least.optimum.services + least.optimum.deadheads))
    closed = least.closed and _is_tame(network) and length <= Fraction(counted) * (1 + _SPOILT)
    proven = closed or Fraction(bound.length) >= length * (1 - CLOSE)
    return LeastDriving(
        Driving(driving.times, driving.start, proven),
        float(length) if proven else bound.length,
        guess,
    )


def _crossings(network: StreetNetwork, found: PostmanBound | PostmanOptimum) -> IntArray:
    """Return how often each street is driven, rounded, and once if it is to be served."""
    driven = np.bincount(network.street, found.services + found.deadheads, network.streets)
    return np.maximum(network.served, np.rint(driven)).astype(np.int64)


def _is_tame(network: StreetNetwork) -> bool:
    lengths = network.length[network.length > 0]
    return not len(lengths) or float(lengths.max()) <= _TAME * float(lengths.min())
