"""The shortest tour that serves every street, whatever is on board."""

import math
import time as clock
from dataclasses import dataclass

import numpy as np

from arcload.model.errors import InputError, NoTourError
from arcload.model.instance import Instance
from arcload.model.tour import Tour, require_one_tour
from arcload.model.types import IntArray
from arcload.solving.postman.euler import Drive, euler_walk
from arcload.solving.postman.kept_walks import KeptWalk, keep_walk, kept_walk
from arcload.solving.postman.repair import fixed_places, is_connected, made_even, repaired
from arcload.solving.postman.searched_driving import drives_of, without_load

DEFAULT_SECONDS = 60.0
"""Time that the proof of the shortest tour may take by default."""

_LEAST_SECONDS = 10.0  # for a last program that is mostly done in one
_WORTH_A_FILE = 1.0  # seconds of work that are kept for the next process
_SAME_LENGTH = 1 + 1e-12


@dataclass(frozen=True)
class ShortestTour:
    """A tour that is as short as can be.

    Parameters
    ----------
    tour
        The tour, in the better of its two directions.
    exact
        Whether no tour is shorter; otherwise it is the best that was found.
    bound
        A length that no tour is below.
    """

    tour: Tour
    exact: bool
    bound: float = 0.0

    @property
    def plan(self) -> Tour:
        """The tour, as the plan of one trip."""
        return self.tour


def shortest_tour(
    instance: Instance, seconds: float = DEFAULT_SECONDS, *, in_time: bool = False
) -> ShortestTour:
    """Return the shortest tour, as a planner would find it that does not know of the load.

    Where the streets to be served hang together and every street is as long in both
    directions this is the Chinese postman problem: the cheapest streets to drive twice are a
    minimum T-join of the odd nodes. All else is solved by the postman's program in whole numbers;
    if that takes too long, the shortest of all tours found is taken. It is kept for the next call,
    which goes on from it if it has more time and nothing is proven yet; also what was found before
    a KeyboardInterrupt.

    Of the many walks over the same crossings the cheaper of two plain ones is taken: one and its
    reverse, or where one-way streets forbid that, one that turns otherwise. A street that is
    driven more than once is served on its first crossing when delivering and on its last when
    collecting: nobody carries load for nothing.

    Parameters
    ----------
    instance
        What to serve.
    seconds
        Time for the program.
    in_time
        Whether to give up if it has no tour by then, instead of making one all the same.

    Raises
    ------
    NoTourError
        If it gave up.
    """
    require_one_tour(instance, "the shortest tour")
    if instance.has_turns:
        raise InputError(
            "the program for the shortest tour does not know turns",
            advice="arcload.compare finds the shortest tour by a search",
        )
    if not len(instance.served):
        return ShortestTour(Tour(instance, (), ()), exact=True)
    kept = kept_walk(instance)
    if kept is None or (kept.bound is not None and kept.seconds < seconds):
        began = clock.perf_counter()
        need = (instance.demands > 0).astype(np.int64)
        if is_plain(instance):
            kept = KeptWalk(_postman_walk(instance, need))
        else:
            kept = _general_walk(instance, need, seconds, in_time, kept)
        keep_walk(instance, kept, in_file=clock.perf_counter() - began > _WORTH_A_FILE)
    return _told(instance, kept)


def known_shortest_tour(instance: Instance) -> ShortestTour | None:
    """Return the shortest tour that is kept, proven or not; None if there is none."""
    kept = kept_walk(instance)
    return None if kept is None else _told(instance, kept)


def _told(instance: Instance, kept: KeptWalk) -> ShortestTour:
    tour, bound = _better(instance, kept.drives), kept.bound
    return ShortestTour(tour, bound is None, tour.length if bound is None else bound)


def is_plain(instance: Instance) -> bool:
    """Return whether this is a Chinese postman problem, solved without cutting planes.

    All streets are as long in both directions, and those to be served hang together with the
    start and the end.
    """
    if not np.array_equal(instance.lengths[:, 0], instance.lengths[:, 1]):
        return False
    return is_connected(instance, (instance.demands > 0).astype(np.int64))


def _postman_walk(instance: Instance, need: IntArray) -> list[Drive]:
    """Return a walk over the edges that are needed and the cheapest that make it one."""
    times, ends = made_even(instance, need)
    places = fixed_places(instance)
    start = (places[:1] if instance.start_index >= 0 else [*ends, *places])[:1]
    if not start:
        start = [int(instance.ends[instance.served[0], 0])]
    crossings = [(int(edge), None) for edge in np.repeat(np.arange(len(times)), times)]
    return euler_walk(instance.ends, crossings, start[0])


def _general_walk(
    instance: Instance, need: IntArray, seconds: float, in_time: bool, before: KeptWalk | None
) -> KeptWalk:
    """Return the shortest walk found in this time, or before."""
    from arcload.solving.postman.cutting_planes import CuttingPlanes, Driving
    from arcload.solving.postman.least_driving import LeastDriving, least_driving

    until = clock.perf_counter() + seconds
    known = None if before is None else Driving.of(instance, before.drives)
    proven, spent = (before.bound or 0.0, before.seconds) if before else (0.0, 0.0)

    def keep(found: LeastDriving) -> None:
        if found.driving is not None:
            walk = _by_shortest_ways(instance, found.driving.walk(instance))
            keep_walk(instance, KeptWalk(walk, max(found.bound, proven), spent), in_file=True)

    least = least_driving(instance, seconds, known, keep)
    attempts, allowed = [least.driving], seconds if in_time else max(seconds, _LEAST_SECONDS)
    if least.driving is None or not least.driving.proven:
        planes = CuttingPlanes(instance, need)  # whose branches are closed without rounding
        attempts.append(planes.shortest(until - clock.perf_counter()))
        if least.driving is None:
            guesses = {driven.tobytes(): driven for driven in (need, planes.guess())}
            for driven in guesses.values():
                enough = CuttingPlanes(instance, repaired(instance, driven))
                attempts.append(enough.oriented(allowed))
    bound = max(least.bound, proven)
    drivings = [driving for driving in attempts if driving is not None]
    if not drivings:
        if in_time:
            raise NoTourError("the shortest tour was not found in time; give it more")
        return KeptWalk(_searched_walk(instance, allowed), bound, seconds)
    driving = min(drivings, key=lambda driving: (driving.length(instance), not driving.proven))
    walk = driving.walk(instance)
    if driving.proven:
        return KeptWalk(walk)
    return KeptWalk(_by_shortest_ways(instance, walk), bound, seconds)


def _by_shortest_ways(instance: Instance, walk: list[Drive]) -> list[Drive]:
    """Return a walk that serves in the same order, by the shortest ways between services.

    What is passed on them before it was to be served is served then, which may save more ways.
    """
    length = math.inf
    while True:
        tour = min(_both_ways(instance, walk), key=lambda tour: tour.length)
        if not tour.length * _SAME_LENGTH < length:
            return walk
        walk, length = drives_of(tour), tour.length


def _searched_walk(instance: Instance, seconds: float) -> list[Drive]:
    """Return the walk of a search for which the load weighs nothing."""
    from arcload.solving.solve import solve

    return drives_of(solve(without_load(instance), time=seconds, bound=False).plan)


def _better(instance: Instance, walk: list[Drive]) -> Tour:
    """Return the tour of a walk, or of another that is as short if that costs less."""
    tour, other = _both_ways(instance, walk)
    shorter = other.length <= tour.length * _SAME_LENGTH
    return other if shorter and other.cost < tour.cost else tour


def _both_ways(instance: Instance, walk: list[Drive]) -> tuple[Tour, Tour]:
    """Return the tours of a walk and of another with the same crossings.

    The other is the walk backwards, or where that is not allowed one that takes the last turning
    first.
    """
    other = [(edge, 1 - side) for edge, side in reversed(walk)]
    if instance.start != instance.end or not all(
        np.isfinite(instance.lengths[drive]) for drive in other
    ):
        edge, side = walk[0]
        other = euler_walk(instance.ends, reversed(walk), int(instance.ends[edge, side]))
    return _tour(instance, walk), _tour(instance, other)


def _tour(instance: Instance, walk: list[Drive]) -> Tour:
    """Return the tour that serves each edge on its first crossing, or its last if collecting."""
    collecting = instance.mode == "collect"
    sides: dict[int, int] = {}
    for edge, side in reversed(walk) if collecting else walk:
        if instance.demands[edge] > 0:
            sides.setdefault(edge, side)
    order = list(sides)[::-1] if collecting else list(sides)
    return Tour(
        instance, [instance.edges[edge] for edge in order], [sides[edge] + 1 for edge in order]
    )
