"""Eulerian instances: a closed walk without repeated edges, as in the paper."""

from itertools import pairwise
from random import Random

from arcload.maps.generators.plane import demands, distance, lattice_points, serve_share
from arcload.model.edge import Edge
from arcload.model.errors import InputError
from arcload.model.instance import Instance

_TRIES = 5000


def eulerian(nodes: int, edges: int, demand: str, *, served: float = 1.0, seed: int) -> Instance:
    """Return an Eulerian instance.

    A random path through all nodes goes on at random, over edges not used before, and closes.

    Parameters
    ----------
    nodes, edges
        Its size; at least 3 nodes and as many edges as nodes.
    demand
        Kind of demand, see `demands`.
    served
        Share of the edges that need service.
    seed
        Seed of the random generator.
    """
    most = nodes * (nodes - 1) // 2 if nodes % 2 else nodes * (nodes - 2) // 2
    if nodes < 3 or not nodes <= edges <= most:
        raise InputError(
            f"an Eulerian network of {nodes} nodes has {max(nodes, 3)} to {max(most, 3)} edges "
            f"and at least 3 nodes; {edges} edges were asked for"
        )
    rng = Random(seed)
    points = lattice_points(nodes, rng)
    pairs = _closed_walk(nodes, edges, rng)
    lengths = [distance(points[i], points[j]) for i, j in pairs]
    middles = [
        ((points[i][0] + points[j][0]) / 2, (points[i][1] + points[j][1]) / 2) for i, j in pairs
    ]
    values = serve_share(demands(demand, lengths, middles, rng), served, rng)
    return lattice_instance(nodes, pairs, lengths, values, points)


def lattice_instance(
    nodes: int,
    pairs: list[tuple[int, int]],
    lengths: list[float],
    values: list[float],
    points: list[tuple[float, float]],
) -> Instance:
    """Return the instance on nodes 0..n-1 with the depot at node 0."""
    instance = Instance.from_edges(
        [Edge(i, j, d, q) for (i, j), d, q in zip(pairs, lengths, values, strict=True)],
        depot=0,
        coordinates=dict(enumerate(points)),
    )
    number = {node: position for position, node in enumerate(instance.nodes)}
    order = [number[node] for node in range(nodes)]
    assert instance.coordinates is not None
    return instance.replace(
        nodes=tuple(range(nodes)),
        ends=[[instance.nodes[node] for node in pair] for pair in instance.ends],
        coordinates=instance.coordinates[order],
    )


def _closed_walk(nodes: int, edges: int, rng: Random) -> list[tuple[int, int]]:
    for _ in range(_TRIES):
        path = list(range(nodes))
        rng.shuffle(path)
        used = {frozenset(pair) for pair in pairwise(path)}
        while len(path) < edges:
            last = path[-1]
            choices = [
                node
                for node in range(nodes)
                if node != last
                and frozenset((last, node)) not in used
                and (len(path) < edges - 1 or _closes(node, path, used))
            ]
            if not choices:
                break
            path.append(choices[rng.randrange(len(choices))])
            used.add(frozenset((last, path[-1])))
        if len(path) == edges and _closes(path[-1], path, used):
            return list(zip(path, [*path[1:], path[0]], strict=True))
    raise InputError(
        f"no closed walk of {edges} different edges was found on {nodes} nodes; ask for fewer edges"
    )


def _closes(node: int, path: list[int], used: set[frozenset[int]]) -> bool:
    return node != path[0] and frozenset((node, path[0])) not in used
