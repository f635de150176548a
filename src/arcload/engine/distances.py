"""Shortest distances between the nodes that matter, or between ports where turns count."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcload.engine.memory import MARGIN, require_memory
from arcload.engine.pool import Pool
from arcload.engine.port_distances import count_ports, port_distances
from arcload.model.instance import Instance
from arcload.model.network import (
    drives_by_node,
    nodes_that_matter,
    places_of,
    search_from,
    shortest_of_bundles,
)
from arcload.model.timed_paths import search_by_hours, timed_drives
from arcload.model.types import FloatArray, IntArray

_FEW = 20_000  # nodes times drives that are searched sooner than Numba is imported
_ROWS = 64  # that a thread computes at a time


@dataclass(frozen=True)
class Distances:
    """Shortest distances between the nodes that matter: ends of served edges, starts and ends.

    Where turns count each end of a served edge is a port of its own, see `port_distances`.

    Parameters
    ----------
    entry
        Row and column of the node, or port, at which each served edge is entered on each side.
    row
        Row of each node of the instance; -1 for the nodes that do not matter and, where turns
        count, for all that are no start, end or facility.
    matrix
        Distance from the row's node to the column's; ``inf`` where no way leads.
    """

    entry: IntArray
    row: IntArray
    matrix: FloatArray


def distances(instance: Instance, threads: int = 1) -> Distances:
    """Return the distances of an instance; they are computed once and stored with it.

    Parameters
    ----------
    instance
        The instance.
    threads
        How many threads may compute them.
    """
    stored: Distances | None = instance.__dict__.get("_distances")
    if stored is None:
        count, what = count_rows(instance)
        require_memory(
            matrix_bytes(count) + MARGIN,
            f"the distances between the {count:,} {what}",
            "split the network into districts",
        )
        entry, row = rows_of(instance)
        matrix = distances_along(instance, instance.lengths, threads)
        stored = Distances(entry, row, matrix)
        instance.__dict__["_distances"] = stored
    return stored


def distances_along(instance: Instance, lengths: FloatArray, threads: int = 1) -> FloatArray:
    """Return the matrix of `distances` for edges of these lengths, as one vehicle may use them."""
    if instance.has_turns:
        return port_distances(instance, lengths, threads=threads).matrix
    return _between(instance, nodes_that_matter(instance), threads, lengths)


def rows_of(instance: Instance) -> tuple[IntArray, IntArray]:
    """Return `entry` and `row` of the distances of an instance."""
    row = np.full(len(instance.nodes), -1, dtype=np.int64)
    if instance.has_turns:
        size = len(instance.served)
        places = places_of(instance)
        row[places] = 2 * size + np.arange(len(places))
        return np.arange(2 * size).reshape(size, 2), row
    nodes = nodes_that_matter(instance)
    row[nodes] = np.arange(len(nodes))
    return row[instance.ends[instance.served]], row


def count_rows(instance: Instance) -> tuple[int, str]:
    """Return how many rows the distances of an instance have, and of what, in words."""
    if instance.has_turns:
        return count_ports(instance), "ends of streets"
    return len(nodes_that_matter(instance)), "nodes that matter"


def hours_along(
    instance: Instance, lengths: FloatArray, hours: FloatArray, threads: int
) -> FloatArray:
    """Return the hours along the distances without turns: the fewest of the shortest ways.

    Parameters
    ----------
    instance
        The instance.
    lengths
        Of the edges, infinite where a vehicle may not drive.
    hours
        Of driving along each edge, from tail to head and back.
    threads
        How many threads may compute them.
    """
    nodes = nodes_that_matter(instance)
    if len(nodes) * np.isfinite(lengths).sum() <= _FEW:
        leaving, wanted = timed_drives(instance, lengths, hours), set(nodes.tolist())
        rows = [search_by_hours(source, wanted, leaving)[1] for source in nodes.tolist()]
        none = (np.inf, np.inf)
        times = [[row.get(node, none)[1] for node in nodes.tolist()] for row in rows]
        return np.array(times).reshape(len(nodes), len(nodes))
    from arcload.engine.kernels.shortest_hours import shortest_hours

    edge, side, tail, head = shortest_of_bundles(instance, lengths, hours)
    first = np.searchsorted(tail, np.arange(len(instance.nodes) + 1))
    drives = (first, head, lengths[edge, side], hours[edge, side])
    return _by_rows(shortest_hours, nodes, drives, threads)


def has_distances(instance: Instance) -> bool:
    """Return whether the distances of an instance were computed before."""
    return "_distances" in instance.__dict__


def matrix_bytes(nodes: int) -> int:
    """Return the memory that the distances between so many nodes take."""
    return 8 * nodes**2


def _between(instance: Instance, nodes: IntArray, threads: int, lengths: FloatArray) -> FloatArray:
    """Return the distances between these nodes, for edges of these lengths."""
    if len(nodes) * np.isfinite(lengths).sum() <= _FEW:
        return _between_few(instance, nodes.tolist(), lengths)
    return _between_many(instance, nodes, threads, lengths)


def _between_few(instance: Instance, nodes: list[int], lengths: FloatArray) -> FloatArray:
    leaving, wanted = drives_by_node(instance, lengths), set(nodes)
    rows = [search_from(source, wanted, leaving)[1] for source in nodes]
    matrix = [[row.get(node, np.inf) for node in nodes] for row in rows]
    return np.array(matrix).reshape(len(nodes), len(nodes))


def _between_many(
    instance: Instance, nodes: IntArray, threads: int, lengths: FloatArray
) -> FloatArray:
    from arcload.engine.kernels.shortest_distances import shortest_distances

    edge, side, tail, head = shortest_of_bundles(instance, lengths)
    first = np.searchsorted(tail, np.arange(len(instance.nodes) + 1))
    drives = (first, head, lengths[edge, side])
    return _by_rows(shortest_distances, nodes, drives, threads)


def _by_rows(
    search: Callable[..., None], nodes: IntArray, drives: tuple[Any, ...], threads: int
) -> FloatArray:
    """Return what a kernel finds between these nodes, some rows at a time.

    So an interrupt is heard.
    """
    matrix = np.empty((len(nodes), len(nodes)))
    with Pool(threads) as pool:
        tasks = [
            pool.submit(search, nodes[low : low + _ROWS], nodes, *drives, matrix[low:][:_ROWS])
            for low in range(0, len(nodes), _ROWS)
        ]
        for task in tasks:
            task.result()
    return matrix
