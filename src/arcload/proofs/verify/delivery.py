"""The instance that a certificate is about, read from its definition alone."""

from typing import NamedTuple

import numpy as np

from arcload.engine.memory import MARGIN, require_memory
from arcload.model.instance import Instance
from arcload.model.network import nodes_that_matter, shortest_of_bundles, shortest_paths
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.verify.turn_ways import turn_ways

_BLOCK = 4 * 2**20  # nodes times sources that are searched at a time


class Delivery(NamedTuple):
    """The served edges 0..m-1 and the nodes that matter 0..n-1, always as a delivery.

    Collecting is delivering driven backwards: a collecting instance appears here with its
    network reversed. On side s the edge k is entered at ``entry[k, s]``, left at
    ``entry[k, 1 - s]`` and has the length ``length[k, s]``, ``inf`` where it must not be served
    that way.
    """

    instance: Instance
    W: float
    q: FloatArray
    """Load factor * demand of each edge."""
    entry: IntArray
    length: FloatArray
    D: FloatArray
    """Shortest distance from each node to each other."""
    start: int
    """Where the tour starts, -1 for anywhere."""
    end: int
    from_start: FloatArray
    """Distance from the start to each node, 0 if it is anywhere."""
    home: FloatArray
    """Cost of driving from each node to the end with nothing on board."""

    @property
    def size(self) -> int:
        """Number m of served edges."""
        return len(self.q)


def delivery_of(instance: Instance) -> Delivery:
    """Return an instance as a delivery, with every turn allowed for nothing."""
    nodes = nodes_that_matter(instance)
    row = np.full(len(instance.nodes), -1, dtype=np.int64)
    row[nodes] = np.arange(len(nodes))
    entry = row[instance.ends[instance.served]]
    return _delivery(instance, _distances(instance, nodes), entry, row)


def delivery_with_turns(instance: Instance) -> Delivery:
    """Return an instance as a delivery whose nodes are ports, see `turn_ways`."""
    ways = turn_ways(instance, instance.lengths)
    entry = np.arange(2 * len(instance.served)).reshape(-1, 2)
    return _delivery(instance, ways.metres, entry, ways.place)


def _delivery(instance: Instance, D: FloatArray, entry: IntArray, row: IntArray) -> Delivery:
    start, end = (
        -1 if node < 0 else int(row[node]) for node in (instance.start_index, instance.end_index)
    )
    length = instance.lengths[instance.served]
    if instance.mode == "collect":
        start, end, D, length = end, start, D.T, length[:, ::-1]
    W, anywhere = instance.curb_weight, np.zeros(len(D))
    to_end = D[:, end] if end >= 0 else anywhere
    return Delivery(
        instance,
        W,
        q=instance.load_factor * instance.demands[instance.served],
        entry=entry,
        length=length,
        D=D,
        start=start,
        end=end,
        from_start=D[start] if start >= 0 else anywhere,
        home=np.array([W * way if way < np.inf else np.inf for way in to_end.tolist()]),
    )


def crossed_edges(delivery: Delivery) -> BoolArray:
    """Return whether the shortest path from u to v drives along edge k, [u, v, k]; u = n: start.

    Edges of length 0, and those whose demand costs nothing, do not count: an optimal tour may
    drive along one that it serves later.
    """
    instance, n = delivery.instance, len(delivery.D)
    nodes = nodes_that_matter(instance)
    number = {int(edge): k for k, edge in enumerate(instance.served)}
    crossed = np.zeros((n + 1, n, delivery.size), dtype=np.bool_)
    backwards = instance.mode == "collect"
    ways = delivery.D.T if backwards else delivery.D
    for u in range(n):
        row = {int(nodes[v]): v for v in range(n) if v != u and np.isfinite(ways[u, v])}
        source = int(nodes[u])
        paths = shortest_paths(instance, [(source, target) for target in row])
        for (_, target), path in paths.items():
            v = row[target]
            for edge, side in path:
                if edge in number and instance.lengths[edge, side] > 0:
                    crossed[(v, u) if backwards else (u, v)][number[edge]] = True
    if delivery.start >= 0:
        crossed[n] = crossed[delivery.start]
    crossed[:, :, delivery.q == 0] = False
    return crossed


def _distances(instance: Instance, nodes: IntArray) -> FloatArray:
    """Return the shortest distance from each of the nodes to each other, by SciPy."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    n, everywhere = len(nodes), len(instance.nodes)
    require_memory(
        8 * n**2 + MARGIN,
        f"the distances between the {n:,} nodes that matter",
        "check the bound where there is more",
    )
    edge, side, tail, head = shortest_of_bundles(instance)
    # Stored zeros stay edges of length 0: csgraph reads the stored entries only.
    graph = csr_array((instance.lengths[edge, side], (tail, head)), shape=(everywhere, everywhere))
    matrix = np.empty((n, n))
    rows = max(1, _BLOCK // max(1, everywhere))
    for low in range(0, n, rows):
        matrix[low : low + rows] = dijkstra(graph, indices=nodes[low : low + rows])[:, nodes]
    return matrix
