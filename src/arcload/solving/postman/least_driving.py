"""The least driving that serves all streets, by the postman's program."""

import math
import time as clock
from collections.abc import Callable
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
from arcload.solving.postman.searched_driving import searched

_ORIENTED = 10.0  # seconds, for a program that is mostly done in one
_TAME = 1e6  # of the shortest length, up to which lengths are told apart by the solver
_SPOILT = Fraction(1, 10**9)  # of a length, by which rounding makes a tour longer
_SMALL = 500  # streets, up to which areas are no use
_AT_FIRST = 0.5  # of the time, that the program may take at first
_SOLVES = 200  # then
_IN_SOLVES = 400_000  # streets in all of these
_NEAR = 0.001  # of a length, that a driving is above the bound, from which branches gain more
_FOR_SEARCH = 0.35  # of the time that is left
_LEAST_SEARCH = 1.0  # seconds, below which it is not begun
_SEARCHED = 5000  # streets, up to which distances between all of them are at hand
_FOR_AREAS = 0.7  # of the time that is left
_OF_AREA = 100  # solves of an area


class LeastDriving(NamedTuple):
    """What the postman's program found."""

    driving: Driving | None
    bound: float
    """A length that no tour is below, proven as a driving is."""


def least_driving(
    instance: Instance,
    seconds: float,
    known: Driving | None = None,
    keep: Callable[[LeastDriving], None] = lambda _: None,
) -> LeastDriving:
    """Return the least driving, as far as the time reaches.

    It is proven if the bound of the linear program, computed without rounding, is as long; or if
    all branches are closed, and lengths differ by six digits at most: HiGHS keeps to tolerances
    that could hide more. So the branches that are open give a bound as well, in such networks.

    Where few solves are not enough, a short driving is found by a search and area by area before
    other branches are looked into: with it most of them are closed sooner.

    Parameters
    ----------
    instance
        The network.
    seconds
        Time for all of it.
    known
        A driving to begin with.
    keep
        Called with what was found if it is interrupted.
    """
    postman, until = _Postman(instance, known), clock.perf_counter() + seconds
    try:
        solves = min(_SOLVES, _IN_SOLVES // max(1, len(instance.edges)))
        postman.by_program(_part(until, _AT_FIRST), solves)
        if not postman.closed:
            postman.by_repair()
            if not postman.is_near:
                postman.by_search(_part(until, _FOR_SEARCH))
                postman.by_areas(_part(until, _FOR_AREAS))
            postman.by_program(until)
    except KeyboardInterrupt:
        keep(postman.found())
        raise
    return postman.found()


class _Postman:
    """The search in an instance, step by step."""

    def __init__(self, instance: Instance, known: Driving | None) -> None:
        self._instance, self._network = instance, StreetNetwork.of(instance)
        self._cuts = PostmanCuts(self._network)
        self._search = BranchAndCut(self._cuts)
        self._driving: Driving | None = None
        self._length: Fraction | float = np.inf
        self._keep(known)
        self._in_branches = 0.0  # length that no tour of the open ones is below
        self.closed = False
        """Whether all branches are closed."""

    def by_program(self, until: float, solves: float = np.inf) -> None:
        """Add rules, then branch, with so many solves."""
        self._cuts.tighten(until)
        if self._cuts.complete:
            self._search.know(self._length)
            try:
                least = self._search.least(until, solves)
            except KeyboardInterrupt:
                self._take(self._search.so_far())
                raise
            self._take(least)

    def by_repair(self) -> None:
        """Repair what the linear program has."""
        bound = self._cuts.bound()
        if bound is not None:
            enough = repaired(self._instance, _crossings(self._network, bound))
            self._keep(CuttingPlanes(self._instance, enough).oriented(_ORIENTED))

    def by_search(self, until: float) -> None:
        """Search for shorter drivings than the best one."""
        left, streets = until - clock.perf_counter(), len(self._instance.edges)
        if self._driving is not None and left > _LEAST_SEARCH and streets <= _SEARCHED:
            self._keep(searched(self._instance, self._driving, left))

    def by_areas(self, until: float) -> None:
        """Make the best driving shorter, in all areas."""
        if self._driving is not None and len(self._instance.edges) > _SMALL:
            self._keep(made_shorter(self._instance, self._driving, _in_area, until))

    @property
    def is_near(self) -> bool:
        """Whether the best driving is so short that it is no use to look for others first."""
        bound = self._cuts.bound()
        return bound is not None and self._length <= bound.length * (1 + _NEAR)

    def found(self) -> LeastDriving:
        """Return what was found."""
        bound, driving = self._cuts.bound(), self._driving
        least = 0.0 if bound is None else bound.length
        tame = _is_tame(self._network)
        in_branches = min(self._in_branches, float(self._length))
        if tame and math.isfinite(in_branches):
            least = max(least, in_branches * float(1 - _SPOILT))
        if driving is None:
            return LeastDriving(None, least)
        proven = self.closed and tame
        proven |= Fraction(least) >= self._length * (1 - CLOSE)
        driving = Driving(driving.times, driving.start, proven)
        return LeastDriving(driving, float(self._length) if proven else least)

    def _take(self, least: LeastTour) -> None:
        """Take what the branches have."""
        self._in_branches = least.bound
        self._keep(_driving(self._instance, self._network, least))
        # A driving that is longer than the counts it is made of would prove nothing.
        self.closed = least.closed and self._length <= least.length * (1 + _SPOILT)

    def _keep(self, driving: Driving | None) -> None:
        """Keep a driving if it is the shortest so far."""
        if driving is not None and (length := driving.length(self._instance)) < self._length:
            self._driving, self._length = driving, length


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


def _crossings(network: StreetNetwork, found: PostmanBound | PostmanOptimum) -> IntArray:
    """Return how often each street is driven, rounded, and once if it is to be served."""
    driven = np.bincount(network.street, found.services + found.deadheads, network.streets)
    return np.maximum(network.served, np.rint(driven)).astype(np.int64)


def _is_tame(network: StreetNetwork) -> bool:
    lengths = network.length[network.length > 0]
    return not len(lengths) or float(lengths.max()) <= _TAME * float(lengths.min())


def _part(until: float, share: float) -> float:
    """Return when a share of the time from now on is over, by the clock."""
    now = clock.perf_counter()
    return now + share * (until - now)
