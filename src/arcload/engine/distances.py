"""Shortest distances between the nodes that matter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcload.engine.memory import MARGIN, require_memory
from arcload.engine.pool import Pool
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.network import (
    drives_by_node,
    nodes_that_matter,
    search_from,
    shortest_of_bundles,
)
from arcload.model.timed_paths import search_by_hours, timed_drives
from arcload.model.types import FloatArray, IntArray
from arcload.model.vehicle import Vehicle

_FEW = 20_000  # nodes times drives that are searched sooner than Numba is imported
_ROWS = 64  # that a thread computes at a time


@dataclass(frozen=True)
class Distances:
    """Shortest distances between the nodes that matter: ends of served edges, start and end.

    Parameters
    ----------
    nodes
        Index in the instance of the node of each row and column.
    row
        Row of each node of the instance, -1 for the nodes that do not matter.
    matrix
        Distance from the row's node to the column's; ``inf`` where no way leads.
    """

    nodes: IntArray
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
        nodes = nodes_that_matter(instance)
        require_memory(
            matrix_bytes(len(nodes)) + MARGIN,
            f"the distances between the {len(nodes):,} nodes that matter",
            "split the network into districts",
        )
        row = np.full(len(instance.nodes), -1, dtype=np.int64)
        row[nodes] = np.arange(len(nodes))
        stored = Distances(nodes, row, _between(instance, nodes, threads, instance.lengths))
        instance.__dict__["_distances"] = stored
    return stored


def distances_of(instance: Instance, vehicle: Vehicle, threads: int = 1) -> FloatArray:
    """Return the matrix of `distances` for a vehicle, which may not use all streets."""
    whole = distances(instance, threads)
    if not vehicle.closed:
        return whole.matrix
    return _between(instance, whole.nodes, threads, usable_lengths(instance, vehicle))


def hours_of(instance: Instance, vehicle: Vehicle, hours: FloatArray, threads: int) -> FloatArray:
    """Return the hours along the distances of a vehicle: the fewest of the shortest ways.

    Parameters
    ----------
    instance
        The instance.
    vehicle
        The vehicle.
    hours
        Of driving along each edge, from tail to head and back.
    threads
        How many threads may compute them.
    """
    nodes, lengths = distances(instance, threads).nodes, usable_lengths(instance, vehicle)
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
