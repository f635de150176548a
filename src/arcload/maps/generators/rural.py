"""Rural instances: a random connected graph of which a part is served, as in the paper."""

from itertools import pairwise
from random import Random

from arcload.maps.generators.eulerian import lattice_instance
from arcload.maps.generators.plane import demands, distance, lattice_points, serve_share
from arcload.model.errors import InputError
from arcload.model.instance import Instance


def rural(nodes: int, edges: int, demand: str, *, served: float = 0.5, seed: int) -> Instance:
    """Return a rural instance: a random path through all nodes, and random edges besides.

    Parameters
    ----------
    nodes, edges
        Its size.
    demand
        Kind of demand, see `demands`.
    served
        Share of the edges that need service.
    seed
        Seed of the random generator.
    """
    most = nodes * (nodes - 1) // 2
    if nodes < 2 or not nodes - 1 <= edges <= most:
        raise InputError(
            f"a connected network of {nodes} nodes has {max(nodes - 1, 1)} to {max(most, 1)} "
            f"edges and at least 2 nodes; {edges} edges were asked for"
        )
    rng = Random(seed)
    points = lattice_points(nodes, rng)
    path = list(range(nodes))
    rng.shuffle(path)
    pairs = list(pairwise(path))
    used = {frozenset(pair) for pair in pairs}
    while len(pairs) < edges:
        i, j = rng.randrange(nodes), rng.randrange(nodes)
        if i != j and frozenset((i, j)) not in used:
            used.add(frozenset((i, j)))
            pairs.append((i, j))
    lengths = [distance(points[i], points[j]) for i, j in pairs]
    middles = [
        ((points[i][0] + points[j][0]) / 2, (points[i][1] + points[j][1]) / 2) for i, j in pairs
    ]
    values = serve_share(demands(demand, lengths, middles, rng), served, rng)
    return lattice_instance(nodes, pairs, lengths, values, points)
