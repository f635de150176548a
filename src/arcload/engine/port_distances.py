"""Shortest distances between the ends of served streets, where turns count.

Where a vehicle may go on depends on the direction from which it comes. So each end of a served
street is a port of its own: a way goes from the port through which one street is left to the port
at which the next is entered, along a shortest path on the graph of turns. Port 2 k + e is the end e
of the served street k, 0 for its tail. Behind the ports stand the places: starts, ends and
facilities, where a vehicle may turn round.
"""

from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from arcload.engine.pool import Pool
from arcload.model.instance import Instance
from arcload.model.network import places_of
from arcload.model.turn_graph import TurnGraph
from arcload.model.types import BoolArray, FloatArray, IntArray

_FEW = 20_000  # rows times turns that are searched sooner than Numba is imported
_ROWS = 64  # that a thread computes at a time


class Ways(NamedTuple):
    """A graph of drives: a way leaves one, turns into the next, drives along it, and so on."""

    first: IntArray
    """Where the turns out of each drive begin in `into`; the last entry is past all of them."""
    into: IntArray
    """The drive that each turn leads to."""
    turns: FloatArray
    """What each turn counts as, in the unit of the lengths."""
    turn_hours: FloatArray
    """How long it takes."""
    lengths: FloatArray
    """Length of each drive."""
    hours: FloatArray
    """How long it takes."""


class PortDistances(NamedTuple):
    """Shortest ways from each port and place to each.

    A row is where a street was left, or a place; a column is where the next is entered, or a place.
    """

    matrix: FloatArray
    """Lengths and turns of the ways; ``inf`` where none leads."""
    hours: FloatArray
    """How long they take; without rows unless asked for."""
    lengths: FloatArray
    """Their lengths without the turns; without rows unless asked for."""


def count_ports(instance: Instance) -> int:
    """Return how many ports and places there are."""
    return 2 * len(instance.served) + len(places_of(instance))


def port_distances(
    instance: Instance,
    lengths: FloatArray,
    hours: FloatArray | None = None,
    *,
    with_lengths: bool = False,
    threads: int = 1,
) -> PortDistances:
    """Return the distances between all ports and places.

    Parameters
    ----------
    instance
        The network and its turn rules.
    lengths
        Lengths of the edges for a vehicle, infinite where it may not drive.
    hours
        How long it takes along each edge, from tail to head and back; None if nobody asks.
    with_lengths
        Whether the lengths without turns are asked for.
    threads
        How many threads may compute them.
    """
    places = places_of(instance)
    ways = _ways(instance, lengths, hours, places)
    sources, targets = _ends(instance, len(places))
    size = len(sources)
    wanted = (True, hours is not None, with_lengths)
    made = PortDistances(*(np.empty((size if one else 0, size)) for one in wanted))
    if size * len(ways.into) <= _FEW:
        _search_few(sources, targets, ways, made)
    else:
        _search_many(sources, targets, ways, made, threads)
    _fill_dead_ports(np.isfinite(lengths[instance.served]), made)
    return made


def _search_few(sources: IntArray, targets: IntArray, ways: Ways, made: PortDistances) -> None:
    """Do what the kernel `turn_distances` does, without compiled code."""
    columns = (column.tolist() for column in (ways.into, ways.turns, ways.turn_hours))
    turns, first = list(zip(*columns, strict=True)), ways.first.tolist()
    lengths, hours = ways.lengths.tolist(), ways.hours.tolist()
    none = (np.inf, np.inf, np.inf)
    for row, source in enumerate(sources.tolist()):
        entered: dict[int, tuple[float, float, float]] = {}
        heap: list[tuple[tuple[float, float, float], int]] = []
        here, far, time, driven = source, 0.0, 0.0, 0.0
        while True:
            for drive, turn, late in turns[first[here] : first[here + 1]]:
                if drive not in entered:
                    heappush(heap, ((far + turn, time + late, driven), drive))
            while heap and heap[0][1] in entered:
                heappop(heap)
            if not heap:
                break
            (far, time, driven), here = heappop(heap)
            entered[here] = far, time, driven
            far, time, driven = far + lengths[here], time + hours[here], driven + lengths[here]
        found = np.array([entered.get(target, none) for target in targets.tolist()])
        for matrix, column in zip(made, found.T, strict=True):
            if len(matrix):
                matrix[row] = column


def _search_many(
    sources: IntArray, targets: IntArray, ways: Ways, made: PortDistances, threads: int
) -> None:
    """Fill the rows, some at a time, so that an interrupt is heard."""
    from arcload.engine.kernels.turn_distances import turn_distances

    with Pool(threads) as pool:
        tasks = [
            pool.submit(
                turn_distances,
                sources[low : low + _ROWS],
                targets,
                ways,
                *(each[low : low + _ROWS] for each in made),
            )
            for low in range(0, len(sources), _ROWS)
        ]
        for task in tasks:
            task.result()


def _ends(instance: Instance, places: int) -> tuple[IntArray, IntArray]:
    """Return the drive behind each row and before each column; places have two of their own."""
    served, drives = instance.served, 2 * len(instance.edges)
    tail, head = 2 * served, 2 * served + 1  # the drives that enter at the tail, and at the head
    place = drives + np.arange(places)
    sources = np.append(np.column_stack([head, tail]).ravel(), place)
    targets = np.append(np.column_stack([tail, head]).ravel(), place + places)
    return sources, targets


def _ways(
    instance: Instance, lengths: FloatArray, hours: FloatArray | None, places: IntArray
) -> Ways:
    """Return the graph of turns, with two drives of length 0 for each place: from it and to it."""
    graph, drives, count = TurnGraph.of(instance, lengths), lengths.size, len(places)
    usable = np.isfinite(lengths).ravel()
    begins = instance.ends.ravel()
    ends = instance.ends[:, ::-1].ravel()
    number = np.full(len(instance.nodes), -1, dtype=np.int64)
    number[places] = np.arange(count)
    leaving = np.flatnonzero(usable & (number[begins] >= 0))
    arriving = np.flatnonzero(usable & (number[ends] >= 0))
    every = np.arange(count)
    from_place, to_place = drives + every, drives + count + every
    out_of = np.concatenate(
        [
            np.repeat(np.arange(drives), np.diff(graph.first)),
            from_place[number[begins[leaving]]],
            arriving,
            from_place,
        ]
    )
    into = np.concatenate([graph.to, leaving, to_place[number[ends[arriving]]], to_place])
    free = np.zeros(len(into) - len(graph.to))
    order = np.argsort(out_of, kind="stable")
    nodes = drives + 2 * count
    at_places = np.zeros(2 * count)
    driven = np.where(np.isfinite(lengths), lengths, 0.0).ravel()
    time, turn_time = np.zeros(drives), np.zeros(len(graph.to))
    if hours is not None:
        time, turn_time = np.where(usable, hours.ravel(), 0.0), graph.hours
    return Ways(
        first=np.searchsorted(out_of[order], np.arange(nodes + 1)),
        into=into[order].astype(np.int64),
        turns=np.append(graph.cost, free)[order],
        turn_hours=np.append(turn_time, free)[order],
        lengths=np.append(driven, at_places),
        hours=np.append(time, at_places),
    )


def _fill_dead_ports(usable: BoolArray, made: PortDistances) -> None:
    """Let ports that no service uses be as far away as the other end of their street.

    A one-way street is entered at one end and left at the other. Searches that look for what is
    near would take it to be out of reach.
    """
    for side in range(2):
        barred = 2 * np.flatnonzero(~usable[:, side] & usable[:, 1 - side])
        for matrix in made:
            if len(matrix):
                matrix[barred + 1 - side] = matrix[barred + side]
                matrix[:, barred + side] = matrix[:, barred + 1 - side]
