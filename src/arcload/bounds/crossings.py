"""Which edges with a demand lie on the shortest paths."""

import numpy as np

from arcload.network import distances, shortest_paths
from arcload.problem import Problem
from arcload.types import BoolArray


def crossed_edges(problem: Problem) -> BoolArray:
    """Return whether edge e lies on the shortest path from u to v, [u, v, e].

    The last row is the start's. Edges of no length are left out: an optimal tour may drive
    over one that it serves later.
    """
    instance, known = problem.instance, distances(problem.instance)
    n = len(known.nodes)
    number = np.full(len(instance.edges), -1, dtype=np.int64)
    number[instance.served] = np.arange(problem.size)
    crossed = np.zeros((n + 1, n, problem.size), dtype=np.bool_)
    connected = np.argwhere(np.isfinite(known.matrix) & ~np.eye(n, dtype=np.bool_))
    pairs = [(int(known.nodes[u]), int(known.nodes[v])) for u, v in connected]
    collecting = instance.mode == "collect"
    for (source, target), path in shortest_paths(instance, pairs).items():
        u, v = int(known.row[source]), int(known.row[target])
        on_path = [
            number[edge]
            for edge, side in path
            if number[edge] >= 0 and instance.lengths[edge, side] > 0
        ]
        crossed[(v, u) if collecting else (u, v)][on_path] = True
    start = instance.end_index if collecting else instance.start_index
    if start >= 0:
        crossed[n] = crossed[known.row[start]]
    return crossed
