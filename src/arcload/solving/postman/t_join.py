"""The cheapest edges that make some nodes odd and all others even."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from arcload.model.types import FloatArray, IntArray

_BITS = 110  # of the longest edge: rustworkx computes with 127
_EXACT = Fraction(1, 10**12)  # of a length, below which it may be off


def t_join(
    ends: IntArray, lengths: FloatArray, odd: Iterable[int], free: int = 0
) -> tuple[list[int], list[int]]:
    """Return a minimum T-join: edges of least total length, an odd number of them at each of T.

    Each end of an edge becomes a vertex. The two ends of an edge may be matched with each
    other (the edge is left out) or with another end at the same node (the edge is taken, half
    of its length paid at either end). A node of T has one more vertex that wants a partner.
    So the cheapest perfect matching is the minimum T-join, on a graph that stays sparse.

    The matching is made in whole numbers. Where edges are so long that these hide the shortest,
    those that no minimum has are counted as shorter and it is made again.

    Parameters
    ----------
    ends
        Two nodes per edge.
    lengths
        Length of each edge, 0 or more.
    odd
        The nodes T; an even number of them in each connected part, if none is left out.
    free
        How many nodes of T shall be left out, those for which this is cheapest: the ends of a
        tour that may start or end anywhere.

    Returns
    -------
    edges, left_out
        Indices of the edges taken, and the nodes left out.
    """
    nodes = list(odd)
    if not nodes:
        return [], []
    cheapest = _cheapest_of_bundles(ends, lengths)
    counted = lengths[cheapest]
    while True:
        longest = float(counted.max(initial=0.0))
        taken, left_out = _matched(ends[cheapest], _whole(counted), nodes, free)
        edges = cheapest[taken].tolist()
        length = sum(map(Fraction, lengths[edges].tolist()), Fraction(0))
        unsure = len(counted) * Fraction(longest) / 2 ** (_BITS - 1)
        if not length or unsure <= _EXACT * length or longest <= 2 * length:
            return edges, left_out
        counted = np.minimum(counted, 2 * float(length))


def _matched(
    ends: IntArray, pay: list[int], nodes: list[int], free: int
) -> tuple[list[int], list[int]]:
    """Return the edges of a minimum T-join for lengths in whole numbers, and who is left out."""
    import rustworkx

    at_node: dict[int, list[int]] = defaultdict(list)
    for position, (tail, head) in enumerate(ends.tolist()):
        at_node[tail].append(2 * position)
        at_node[head].append(2 * position + 1)
    first = 2 * len(ends)  # the vertices from here on stand for the nodes of T
    for position, node in enumerate(nodes):
        at_node[node].append(first + position)
    last = first + len(nodes)
    price = [length for length in pay for _ in range(2)] + [0] * len(nodes)
    most = 2 * max(price, default=0) + 1
    pairs = [(vertex, vertex + 1, most) for vertex in range(0, first, 2)]
    for group in at_node.values():
        pairs += [
            (a, b, most - price[a] - price[b]) for i, a in enumerate(group) for b in group[:i]
        ]
    pairs += [(a, last + b, most) for a in range(first, last) for b in range(free)]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(last + free))
    graph.extend_from_weighted_edge_list(pairs)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < last + free:
        raise ValueError("a part of the network has an odd number of odd nodes")
    partner = dict(matching) | {b: a for a, b in matching}
    taken = [v // 2 for v in range(0, first, 2) if partner[v] != v + 1]
    left_out = [nodes[v - first] for v in range(first, last) if partner[v] >= last]
    return taken, left_out


def _cheapest_of_bundles(ends: IntArray, lengths: FloatArray) -> IntArray:
    """Return the edges left when loops and all but one of parallel edges are put aside."""
    low, high = np.sort(ends, axis=1).T
    order = np.lexsort((lengths, high, low))
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)
    first &= low[order] != high[order]
    return np.sort(order[first])


def _whole(lengths: FloatArray) -> list[int]:
    """Return the lengths as whole numbers, scaled by a power of 2, which rounds nothing else."""
    longest = float(lengths.max(initial=0.0))
    if not longest:
        return [0] * len(lengths)
    _, exponent = np.frexp(longest)
    return [round(length) for length in np.ldexp(lengths, _BITS - int(exponent)).tolist()]
