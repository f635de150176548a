"""A driving made shorter area by area, where the whole network takes too long.

What a driving does outside an area are ways from one node of the area to another. With these as
one-way streets to be served the area is a small network of its own, and its shortest tour, put in
place of what was driven there, makes the whole one shorter or leaves it as long (Taillard and
Helsgaun, 2019, have done so for the travelling salesman).
"""

import math
import time as clock
from collections.abc import Callable
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.model.vehicle import Vehicle
from arcload.solving.postman.cutting_planes import Driving
from arcload.solving.postman.euler import Drive
from arcload.solving.postman.repair import two_way

Search: TypeAlias = Callable[[Instance, Fraction, float], Driving | None]
"""Finds a driving of a network that is shorter than a length, until a time by the clock."""

_STREETS = 350  # of an area
_SAME = 1e-12  # of a length, by which rounding may make it longer
_CORE = 0.5  # of the way to the border of an area, within which nothing is left to gain


class _Area(NamedTuple):
    """An area as a network of its own."""

    instance: Instance
    streets: IntArray
    """Streets of the whole network, which are the first of the area."""
    ways: list[list[Drive]]
    """What is driven outside, which are the others."""


def made_shorter(instance: Instance, driving: Driving, search: Search, until: float) -> Driving:
    """Return a driving of which no area can be made shorter by a search, as far as time reaches.

    Parameters
    ----------
    instance
        The network.
    driving
        A driving that serves all streets. It goes on to start and end where it does.
    search
        Looks into an area.
    until
        When to end, by the clock.
    """
    around = _Neighbourhood(instance)
    settled = ~_met(instance, driving)
    while not settled.all() and clock.perf_counter() < until:
        inside, core = around.of(int(np.argmin(settled)))
        shorter = _shorter_inside(instance, driving, inside, search, until)
        if shorter is not None:
            driving = shorter
            settled[inside & _met(instance, driving)] = False
        settled[core] = True
    return driving


def _met(instance: Instance, driving: Driving) -> BoolArray:
    """Return which nodes a driving comes by."""
    met = np.zeros(len(instance.nodes), dtype=np.bool_)
    met[instance.ends[driving.times.any(axis=1)]] = True
    return met


class _Neighbourhood:
    """The nodes that are near a node."""

    def __init__(self, instance: Instance) -> None:
        from scipy.sparse import csr_array

        self._ends, nodes = instance.ends, len(instance.nodes)
        lengths = two_way(instance)
        # A sum of parallel streets, and something for those of no length: roughly is enough.
        about = np.maximum(lengths, 1e-9 * lengths.max(initial=1.0))
        self._graph = csr_array((about, tuple(self._ends.T)), shape=(nodes, nodes))

    def of(self, centre: int) -> tuple[BoolArray, BoolArray]:
        """Return which nodes are near one, and which are so near that they lie in the middle."""
        from scipy.sparse.csgraph import dijkstra

        away: FloatArray = dijkstra(self._graph, directed=False, indices=centre)
        reach = away[self._ends].max(axis=1)
        reach = np.sort(reach[np.isfinite(reach)])
        border = reach[min(_STREETS, len(reach)) - 1]
        core: BoolArray = away <= _CORE * border
        core[centre] = True
        return away <= border, core


def _shorter_inside(
    instance: Instance, driving: Driving, inside: BoolArray, search: Search, until: float
) -> Driving | None:
    """Return a driving that is shorter in an area; None if none was found."""
    streets = np.flatnonzero(inside[instance.ends].all(axis=1))
    if not _may_be_shorter(instance, driving, streets):
        return None
    area = _area(instance, driving, streets)
    count = len(streets)
    driven = np.zeros(area.instance.lengths.shape, dtype=np.int64)
    driven[:count], driven[count:, 0] = driving.times[streets], 1
    now = Driving(driven, 0, proven=False).length(area.instance)
    found = search(area.instance, now, until)
    if found is None or found.length(area.instance) >= now:
        return None
    times = driving.times.copy()
    times[streets] = found.times[:count]
    for way, often in zip(area.ways, found.times[count:, 0].tolist(), strict=True):
        for drive in way:
            times[drive] += often - 1
    return Driving(times, driving.start, proven=False)


def _may_be_shorter(instance: Instance, driving: Driving, streets: IntArray) -> bool:
    """Return whether more is driven in an area than each street to be served once."""
    least = instance.lengths[streets].min(axis=1)
    once = np.where(instance.demands[streets] > 0, least, 0.0)
    times, lengths = driving.times[streets], instance.lengths[streets]
    driven = np.multiply(times, lengths, out=np.zeros(times.shape), where=times > 0)
    return bool(driven.sum() > once.sum() * (1 + _SAME))


def _area(instance: Instance, driving: Driving, streets: IntArray) -> _Area:
    """Return streets, of which some are driven, as a network with the ways outside of it."""
    ways, start, end = _outside(instance, driving, streets)
    count = len(streets)
    ends = np.empty((count + len(ways), 2), dtype=np.int64)
    lengths, demands = np.full(ends.shape, np.inf), np.ones(len(ends))
    ends[:count], lengths[:count] = instance.ends[streets], instance.lengths[streets]
    demands[:count] = instance.demands[streets] > 0
    for street, way in enumerate(ways, count):
        ends[street] = _tail(instance, way[0]), _head(instance, way[-1])
        lengths[street, 0] = math.fsum(instance.lengths[drive] for drive in way)
    met, numbers = np.unique(ends, return_inverse=True)
    area = Instance(
        nodes=tuple(met.tolist()),
        edges=tuple(range(len(ends))),
        ends=numbers.reshape(-1, 2),
        lengths=lengths,
        demands=demands,
        vehicles=(Vehicle(start=start, end=end),),
    )
    return _Area(area, streets, ways)


def _outside(
    instance: Instance, driving: Driving, streets: IntArray
) -> tuple[list[list[Drive]], int, int]:
    """Return the ways between drives in an area, and where the first and the last of these are."""
    walk = driving.walk(instance)
    here = np.isin([edge for edge, _ in walk], streets).tolist()
    first, last = here.index(True), len(here) - here[::-1].index(True)
    start, end = _tail(instance, walk[first]), _head(instance, walk[last - 1])
    if _tail(instance, walk[0]) == _head(instance, walk[-1]):
        end = start  # of a round, in which what comes last and first is one way
        walk, here = walk[first:] + walk[:first], here[first:] + here[:first]
    else:
        walk, here = walk[first:last], here[first:last]
    runs = groupby(zip(here, walk, strict=True), key=itemgetter(0))
    return [[drive for _, drive in run] for inside, run in runs if not inside], start, end


def _tail(instance: Instance, drive: Drive) -> int:
    return int(instance.ends[drive])


def _head(instance: Instance, drive: Drive) -> int:
    edge, side = drive
    return int(instance.ends[edge, 1 - side])
