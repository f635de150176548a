"""Label setting: all useful beginnings of a tour, one more edge at a time.

A state is a set of served edges and the node where the vehicle is. The load left depends on the
set alone, so of all ways into a state only the cheapest matters. A state is dropped as soon as
its cost plus the relaxed cost to go reaches the cut-off.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.cuts_due import (
    BitArray,
    CutsDue,
    asked_in_all,
    set_changes,
)
from arcload.engine.kernels.relaxation import Grid, Labels
from arcload.model.types import BoolArray, FloatArray, Int32Array, IntArray

_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class States(NamedTuple):
    """Beginnings of tours that serve the same number of edges.

    ``bound`` is the cost plus the relaxed cost to go, ``inf`` for a state that was dropped;
    ``rest`` is the sum of the multipliers of the edges still to be served, less that of the
    multipliers of the odd nodes, less what the cuts ask for.
    """

    served: BitArray
    """Bit e of row i: whether state i has served edge e."""
    node: Int32Array
    level: Int32Array
    load: FloatArray
    cost: FloatArray
    rest: FloatArray
    bound: FloatArray
    parent: Int32Array
    """Number of the state before, with one edge less."""
    step: Int32Array
    """Service step that led here."""


def new_states(capacity: int, edges: int) -> States:
    """Return room for states."""
    whole = np.empty((4, capacity), dtype=np.int32)
    real = np.empty((4, capacity))
    served = np.zeros((capacity, (edges + 63) // 64), dtype=np.uint64)
    node, level, parent, step = whole
    load, cost, rest, bound = real
    return States(served, node, level, load, cost, rest, bound, parent, step)


def bytes_of_state(edges: int) -> int:
    """Return the memory that a state takes, its place in the hash table included."""
    return 8 * ((edges + 63) // 64) + 4 * 4 + 4 * 8 + 3 * 4


@part
def is_served(e: int, served: BitArray) -> bool:
    """Return whether edge e is in a set."""
    return bool((served[e >> 6] >> np.uint64(e & 63)) & _ONE)


@part
def _is_odd(x: int, here: int, served: BitArray, i: int, ending: BitArray, end: int) -> bool:
    """Return whether node x is odd in state i: if an odd number of deadheads must end there.

    That is the parity of the edges still to be served that end there, with the vehicle's node
    and the end counted as one more each. A loop ends there twice.
    """
    bits = np.uint64(0)
    for word in range(ending.shape[1]):
        bits ^= ending[x, word] & ~served[i, word]
    for shift in (32, 16, 8, 4, 2, 1):
        bits ^= bits >> np.uint64(shift)
    odd = bool(bits & _ONE)
    return odd ^ (x == here) ^ (x == end)


@kernel
def expand(
    begin: int,
    end: int,
    cutoff: float,
    multipliers: FloatArray,
    crossed: BitArray,
    ending: BitArray,
    grid: Grid,
    labels: Labels,
    due: CutsDue,
    parents: States,
    children: States,
) -> int:
    """Serve one more edge from the parents `begin` to `end`; return the number of children.

    No optimal tour drives without service over an edge that it still has to serve: serving it
    on that pass would be cheaper. So such drives are left out.

    Parameters
    ----------
    begin, end
        Parents to expand.
    cutoff
        Children whose bound reaches it are dropped.
    multipliers
        One for each edge and node, and more that are not looked at.
    crossed
        Edges with a demand on the shortest path between two nodes, as a set.
    ending
        Edges that end at each node and begin at another, as a set.
    grid, labels
        The relaxation and its cost to go.
    due
        What cuts ask for.
    parents, children
        States of this level, and room for all children.
    """
    # Arrays are taken out of the tuples first: handing those on costs more than the work.
    edge, head, first, level_of = grid.edge, grid.head, grid.first, grid.level
    length, q, D, pace, home = grid.length, grid.q, grid.D, grid.pace, grid.home
    is_forwards = grid.is_forwards
    step, to_go, to_go_else = labels.step, labels.cost, labels.cost_else
    served = parents.served
    words = served.shape[1]
    nodes = len(first) - 2
    edges = int(edge.max()) + 1
    of_node = multipliers[edges : edges + nodes]
    with_cuts, layer_of, layers = len(due.price) > 0, due.layer, int(due.layer.max()) + 1
    known, jump = np.zeros(layers, dtype=np.bool_), np.zeros(layers)
    at, always, forwards = (
        np.empty((layers, nodes)),
        np.empty((layers, edges)),
        np.empty((layers, edges)),
    )
    count = 0
    for i in range(begin, end):
        v = parents.node[i]
        here = grid.start if v == nodes else v
        leaving = 0.0
        if here >= 0 and of_node[here] != 0:
            odd = _is_odd(here, here, served, i, ending, grid.end)
            leaving = of_node[here] if odd else -of_node[here]
        load = parents.load[i]
        weight = grid.W + load
        here_layer = layer_of[parents.level[i]]
        known[:] = False
        for u in range(nodes):
            if first[u] == first[u + 1] or D[v, u] == np.inf:
                continue
            passes_open = False
            for word in range(words):
                if crossed[v, u, word] & ~served[i, word]:
                    passes_open = True
            if passes_open:
                continue
            there = parents.cost[i] + weight * D[v, u]
            owed = parents.rest[i]
            if u != here:
                owed += leaving
                if of_node[u] != 0:
                    odd = _is_odd(u, here, served, i, ending, grid.end)
                    owed += of_node[u] if odd else -of_node[u]
            for a in range(first[u], first[u + 1]):
                e = edge[a]
                if (served[i, e >> 6] >> np.uint64(e & 63)) & _ONE:
                    continue
                w = head[a]
                level = parents.level[i] - level_of[a]
                left = load - q[a]
                cost = there + length[a] * (weight - q[a] / 2)
                rest = owed - multipliers[e]
                if with_cuts:
                    # What is asked of the parent in the child's layer, and what the child changes.
                    layer = layer_of[level]
                    k = layer - here_layer
                    if not known[k]:
                        known[k] = True
                        set_changes(served, i, layer, due, at[k], always[k], forwards[k])
                        node = max(here, 0)  # where the start is anywhere, as if it were here
                        jump[k] = -at[k, node]
                        if k > 0 or here < 0:
                            jump[k] += asked_in_all(served, i, node, layer, due)
                            jump[k] -= asked_in_all(served, i, here, here_layer, due)
                    rest -= jump[k] + at[k, w] + always[k, e]
                    if is_forwards[a]:
                        rest -= forwards[k, e]
                    else:
                        rest += forwards[k, e]
                bound = cost + pace * left * left / 2 - rest
                then = edge[step[level, w]] if step[level, w] >= 0 else -1
                if then == e or (
                    then >= 0 and (served[i, then >> 6] >> np.uint64(then & 63)) & _ONE
                ):
                    bound += to_go_else[level, w]
                else:
                    bound += to_go[level, w]
                if level == 0:  # a whole tour
                    bound = cost + home[w]
                if bound < cutoff:
                    for word in range(words):
                        children.served[count, word] = served[i, word]
                    children.served[count, e >> 6] |= _ONE << np.uint64(e & 63)
                    children.node[count] = w
                    children.level[count] = level
                    children.load[count] = left
                    children.cost[count] = cost
                    children.rest[count] = rest
                    children.bound[count] = bound
                    children.parent[count] = i
                    children.step[count] = a
                    count += 1
    return count


@part
def _bucket(served: BitArray, i: int, buckets: int) -> int:
    """Return the place in the hash table of the set in row i."""
    value = np.uint64(0)
    for word in range(served.shape[1]):
        value = (value ^ served[i, word]) * _MIX
        value ^= value >> _SHIFT
    return int(value & np.uint64(buckets - 1))


@part
def _same_set(served: BitArray, i: int, others: BitArray, j: int) -> bool:
    same = True
    for word in range(served.shape[1]):
        same &= served[i, word] == others[j, word]
    return same


@part
def _copy(source: States, i: int, target: States, j: int) -> None:
    for word in range(source.served.shape[1]):
        target.served[j, word] = source.served[i, word]
    target.node[j] = source.node[i]
    target.level[j] = source.level[i]
    target.load[j] = source.load[i]
    target.cost[j] = source.cost[i]
    target.rest[j] = source.rest[i]
    target.bound[j] = source.bound[i]
    target.parent[j] = source.parent[i]
    target.step[j] = source.step[i]


@kernel
def merge(
    new: int,
    newcomers: States,
    count: int,
    states: States,
    buckets: Int32Array,
    links: Int32Array,
    grid: Grid,
) -> int:
    """Add newcomers to the states unless they are dominated; return the number of states.

    A state is dominated by one with the same set from whose node its own is reached as cheaply.

    Parameters
    ----------
    new, newcomers
        Number of newcomers, and they.
    count, states
        Number of states so far, and they; there must be room.
    buckets, links
        Hash table of the states by set: the first state of each bucket, and the next of each.
    grid
        The relaxation.
    """
    served, others, bounds, D = newcomers.served, states.served, states.bound, grid.D
    for i in range(new):
        weight = grid.W + newcomers.load[i]
        node, cost = newcomers.node[i], newcomers.cost[i]
        place = _bucket(served, i, len(buckets))
        free = -1
        dominated = False
        j = buckets[place]
        while j >= 0:
            if bounds[j] < np.inf and _same_set(served, i, others, j):
                other = states.node[j]
                if states.cost[j] + weight * D[other, node] <= cost:
                    dominated = True
                    break
                if cost + weight * D[node, other] <= states.cost[j]:
                    bounds[j] = np.inf
                    free = j
            j = links[j]
        if dominated:
            continue
        if free < 0:
            free = count
            count += 1
            links[free] = buckets[place]
            buckets[place] = free
        _copy(newcomers, i, states, free)
    return count


@kernel
def fill_buckets(count: int, states: States, buckets: Int32Array, links: Int32Array) -> None:
    """Fill the hash table anew with the states as they stand."""
    buckets[:] = -1
    for i in range(count):
        place = _bucket(states.served, i, len(buckets))
        links[i] = buckets[place]
        buckets[place] = i


@kernel
def bound_again(
    count: int,
    edges: int,
    multipliers: FloatArray,
    ending: BitArray,
    grid: Grid,
    labels: Labels,
    due: CutsDue,
    states: States,
) -> None:
    """Compute the bounds of states anew, after the multipliers and labels have changed."""
    of_node = multipliers[edges : edges + ending.shape[0]]
    for i in range(count):
        served = states.served[i]
        rest = 0.0
        for e in range(edges):
            if not is_served(e, served):
                rest += multipliers[e]
        for x in range(len(of_node)):
            if of_node[x] != 0 and _is_odd(x, states.node[i], states.served, i, ending, grid.end):
                rest -= of_node[x]
        level, node, load = states.level[i], states.node[i], states.load[i]
        rest -= asked_in_all(states.served, i, node, due.layer[level], due)
        then = labels.step[level, node]
        if then >= 0 and is_served(grid.edge[then], served):
            to_go = labels.cost_else[level, node]
        else:
            to_go = labels.cost[level, node]
        states.rest[i] = rest
        states.bound[i] = states.cost[i] + grid.pace * load * load / 2 + to_go - rest


@kernel
def keep_below(count: int, cutoff: float, states: States) -> int:
    """Close the ranks: keep the states whose bound is below the cut-off; return their number."""
    left = 0
    for i in range(count):
        if states.bound[i] < cutoff:
            if left < i:
                _copy(states, i, states, left)
            left += 1
    return left


@kernel
def unpack(chosen: IntArray, edges: int, states: States) -> BoolArray:
    """Return the served edges of some states, one row per state."""
    served = np.zeros((len(chosen), edges), dtype=np.bool_)
    for row in range(len(chosen)):
        for e in range(edges):
            served[row, e] = is_served(e, states.served[chosen[row]])
    return served
