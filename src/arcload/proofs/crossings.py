"""Which edges with a demand lie on the shortest paths."""

from collections.abc import Callable

import numpy as np

from arcload.engine.distances import distances
from arcload.engine.problem import Problem
from arcload.model.network import nodes_that_matter, shortest_paths
from arcload.model.types import BoolArray


def crossed_edges(problem: Problem, pause: Callable[[], None] = lambda: None) -> BoolArray:
    """Return whether edge e lies on the shortest path from u to v, [u, v, e].

    The last row is the start's. Edges of length 0, and those whose demand costs nothing, are
    left out: an optimal tour may drive over one that it serves later. `pause` is called now and
    then, and may raise.
    """
    instance, between = problem.instance, distances(problem.instance)
    nodes = nodes_that_matter(instance)
    n = len(nodes)
    number = np.full(len(instance.edges), -1, dtype=np.int64)
    number[instance.served] = np.arange(problem.size)
    crossed = np.zeros((n + 1, n, problem.size), dtype=np.bool_)
    connected = np.isfinite(between.matrix) & ~np.eye(n, dtype=np.bool_)
    collecting = instance.mode == "collect"
    for u in range(n):
        pause()
        source = int(nodes[u])
        pairs = [(source, int(target)) for target in nodes[connected[u]]]
        for (_, target), path in shortest_paths(instance, pairs).items():
            v = int(between.row[target])
            on_path = [
                number[edge]
                for edge, side in path
                if number[edge] >= 0 and instance.lengths[edge, side] > 0
            ]
            crossed[(v, u) if collecting else (u, v)][on_path] = True
    start = instance.end_index if collecting else instance.start_index
    if start >= 0:
        crossed[n] = crossed[between.row[start]]
    crossed[:, :, problem.arrays.q == 0] = False
    return crossed
