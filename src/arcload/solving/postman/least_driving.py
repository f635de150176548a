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
from arcload.solving.postman.area_by_area import made_shorter
from arcload.solving.postman.branch_and_cut import BranchAndCut, LeastTour
from arcload.solving.postman.cutting_planes import CLOSE, CuttingPlanes, Driving
from arcload.solving.postman.repair import repaired

_ORIENTED = 10.0  # seconds, for a program that is mostly done in one
_TAME = 1e6  # of the shortest length, up to which lengths are told apart by the solver
_SPOILT = Fraction(1, 10**9)  # of a length, by which rounding makes a tour longer
_SMALL = 500  # streets, up to which there is no use in areas
_BRANCHES = 10  # that are looked into before areas are
_SHARE = 0.5  # of the time left then, that areas may take
_OF_AREA = 40  # branches of an area


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

    Where few branches are not enough, a driving is made shorter area by area before others are
    looked into: with a short one most of them are closed sooner.
    """
    network = StreetNetwork.of(instance)
    until = clock.perf_counter() + seconds
    cuts = PostmanCuts(network)
    cuts.tighten(until)
    bound = cuts.bound()
    if bound is None:
        return LeastDriving(None, 0.0, None)
    guess = _crossings(network, bound)
    if not cuts.complete:
        return LeastDriving(None, bound.length, guess)
    search, small = BranchAndCut(cuts), network.streets <= _SMALL
    least = search.least(until, np.inf if small else _BRANCHES)
    driving = _driving(instance, network, least)
    if not (small or least.closed):
        enough = CuttingPlanes(instance, repaired(instance, guess))
        driving = _shorter(instance, driving, enough.oriented(_ORIENTED))
        if driving is not None:
            now = clock.perf_counter()
            driving = made_shorter(instance, driving, _in_area, now + _SHARE * (until - now))
            search.know(driving.length(instance))
        least = search.least(until)
        driving = _shorter(instance, driving, _driving(instance, network, least))
    if driving is None:
        return LeastDriving(None, bound.length, guess)
    length = driving.length(instance)
    closed = least.closed and _is_tame(network) and length <= least.length * (1 + _SPOILT)
    proven = closed or Fraction(bound.length) >= length * (1 - CLOSE)
    return LeastDriving(
        Driving(driving.times, driving.start, proven),
        float(length) if proven else bound.length,
        guess,
    )


def _in_area(area: Instance, driven: Fraction, until: float) -> Driving | None:
    """Return a driving of an area that is shorter than what is driven; None if none was found."""
    network = StreetNetwork.of(area)
    search = BranchAndCut(PostmanCuts(network))
    search.know(driven)
    return _driving(area, network, search.least(until, _OF_AREA))


def _driving(instance: Instance, network: StreetNetwork, least: LeastTour) -> Driving | None:
    """Return the driving of whole counts: where they are whole, there are whole directions."""
    if least.optimum is None:
        return None
    crossings = _crossings(network, least.optimum)
    return CuttingPlanes(instance, crossings).oriented(_ORIENTED)


def _shorter(instance: Instance, one: Driving | None, other: Driving | None) -> Driving | None:
    if one is None or other is None:
        return one or other
    return one if one.length(instance) <= other.length(instance) else other


def _crossings(network: StreetNetwork, found: PostmanBound | PostmanOptimum) -> IntArray:
    """Return how often each street is driven, rounded, and once if it is to be served."""
    driven = np.bincount(network.street, found.services + found.deadheads, network.streets)
    return np.maximum(network.served, np.rint(driven)).astype(np.int64)


def _is_tame(network: StreetNetwork) -> bool:
    lengths = network.length[network.length > 0]
    return not len(lengths) or float(lengths.max()) <= _TAME * float(lengths.min())
