"""Window cuts in the relaxation: what their multipliers come to, and what a walk adds to them."""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import BoolArray, FloatArray, Int32Array, IntArray


class Cuts(NamedTuple):
    """What the pieces of a tour do at least, one row per cut.

    The levels are cut into layers, 0 being that of the full load. The piece of a tour in the
    layers `begin` to `end` is all that it drives from a level in them: from where the service
    ends that brings the load into layer `begin`, or the start, to where the service ends that
    brings it below layer `end`, or the end. For a set of nodes

        deadheads with one end inside + sum of service * times served
            + first * (it begins inside) + last * (it ends inside)  >=  least.
    """

    layer: IntArray
    """Layer of each level."""
    inside: BoolArray
    """[cut, node]"""
    service: FloatArray
    """[cut, edge]"""
    begin: IntArray
    end: IntArray
    first: FloatArray
    last: FloatArray
    side: IntArray
    """The smaller side of cut c's set: ``side_nodes[side[c] : side[c + 1]]``."""
    side_nodes: IntArray
    at: IntArray
    """The cuts whose sets hold node v: ``at_node[at[v] : at[v + 1]]``."""
    at_node: IntArray
    on: IntArray
    """Those in which serving edge e counts: ``on_edge[on[e] : on[e + 1]]``."""
    on_edge: IntArray


class Sums(NamedTuple):
    """What the multipliers of cuts come to, by layer."""

    crossing: FloatArray
    """What is taken off a deadhead, [layer, from, to]."""
    services: FloatArray
    """What is taken off a service, [layer, edge]."""
    begins: FloatArray
    """What is taken off where the pieces that begin with a layer begin, [layer, node]."""
    ends: FloatArray
    """What is taken off where the pieces that end with a layer end, [layer, node]."""


@kernel
def sum_up(prices: FloatArray, cuts: Cuts, sums: Sums) -> None:
    """Sum up what the multipliers of cuts come to, layer by layer."""
    crossing, services = sums.crossing, sums.services
    layers, n = crossing.shape[0], crossing.shape[1]
    begin, end, service, side, nodes = (
        cuts.begin,
        cuts.end,
        cuts.service,
        cuts.side,
        cuts.side_nodes,
    )
    once = np.zeros((layers, n))
    crossing[:] = 0.0
    services[:] = 0.0
    sums.begins[:] = 0.0
    sums.ends[:] = 0.0
    for c in range(len(prices)):
        price = prices[c]
        if price == 0:
            continue
        for k in range(begin[c], end[c] + 1):
            for i in range(side[c], side[c + 1]):
                u = nodes[i]
                once[k, u] += price
                for j in range(side[c], side[c + 1]):
                    crossing[k, u, nodes[j]] -= 2 * price
    for e in range(services.shape[1]):
        for place in range(cuts.on[e], cuts.on[e + 1]):
            c = cuts.on_edge[place]
            for k in range(begin[c], end[c] + 1):
                services[k, e] += prices[c] * service[c, e]
    for v in range(n):
        for place in range(cuts.at[v], cuts.at[v + 1]):
            c = cuts.at_node[place]
            sums.begins[begin[c], v] += prices[c] * cuts.first[c]
            sums.ends[end[c], v] += prices[c] * cuts.last[c]
    for k in range(layers):
        for u in range(n):
            for v in range(n):
                crossing[k, u, v] += once[k, u] + once[k, v]


@kernel
def sort_nodes(weights: FloatArray, D: FloatArray, saved: FloatArray, near: Int32Array) -> None:
    """Sort the nodes by what a deadhead to them costs at least, from each node in each layer.

    Parameters
    ----------
    weights
        Least weight of the vehicle in each layer.
    D
        Distances, ``inf`` where there is no way.
    saved
        What is taken off, [layer, from, to].
    near
        The nodes in any order, sorted in place, those that cost the same by their numbers. It
        takes the less time the better they are sorted already, as they are after a small change
        of the multipliers.
    """
    layers, rows, n = near.shape
    costs = np.empty(n)
    for k in range(layers):
        for v in range(rows):
            order = near[k, v]
            for i in range(n):
                u = order[i]
                cost = np.inf
                if D[v, u] < np.inf:
                    cost = weights[k] * D[v, u] - saved[k, v, u]
                place = i
                while place > 0 and (
                    costs[place - 1] > cost or (costs[place - 1] == cost and order[place - 1] > u)
                ):
                    costs[place] = costs[place - 1]
                    order[place] = order[place - 1]
                    place -= 1
                costs[place] = cost
                order[place] = u


@part
def add_to_cuts(
    k: int, v: int, u: int, e: int, below: int, w: int, cuts: Cuts, slope: FloatArray
) -> None:
    """Take off what a deadhead in layer k from v to u and a service from there add to the cuts.

    The service of edge e ends at w, in layer `below`. Where there is none, e is -1, and the
    layer below the last is where the tour ends; where the start is anywhere, v is -1.
    """
    inside, begin, end = cuts.inside, cuts.begin, cuts.end
    first, last = cuts.first, cuts.last
    if v < 0:
        for place in range(cuts.at[u], cuts.at[u + 1]):
            c = cuts.at_node[place]
            if begin[c] <= k <= end[c]:
                slope[c] -= first[c]
    elif v != u:
        for one, other in ((v, u), (u, v)):
            for place in range(cuts.at[one], cuts.at[one + 1]):
                c = cuts.at_node[place]
                if begin[c] <= k <= end[c] and not inside[c, other]:
                    slope[c] -= 1.0
    if e >= 0:
        for place in range(cuts.on[e], cuts.on[e + 1]):
            c = cuts.on_edge[place]
            if begin[c] <= k <= end[c]:
                slope[c] -= cuts.service[c, e]
    if below != k:
        for place in range(cuts.at[w], cuts.at[w + 1]):
            c = cuts.at_node[place]
            if k < begin[c] <= below:
                slope[c] -= first[c]
            if k <= end[c] < below:
                slope[c] -= last[c]
