"""The cheapest walk through all levels of load, at prices that change with the load."""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import kernel
from arcload.model.types import BoolArray, IntArray

FAR = 2**61
"""Cost of what cannot be. A step costs less than a quarter of it, whatever its sign."""


class WalkSteps(NamedTuple):
    """The steps of a walk, and how their costs change from level to level, in whole numbers.

    An arc stays at its level: a deadhead, or the service of less than a level. Arcs and services
    are sorted by the node where they begin: those of node v are ``arc_first[v]`` to
    ``arc_first[v + 1] - 1``.
    """

    arc_first: IntArray
    arc_head: IntArray
    before_first: IntArray
    before: IntArray
    """Where the arcs begin that end at each node."""
    service_first: IntArray
    service_head: IntArray
    service_levels: IntArray
    """By how many levels each service lowers the load."""
    line: IntArray
    """Line of each level."""
    arc_rise: IntArray
    """[line, arc]: by how much an arc is dearer at a level than at the one below."""
    service_rise: IntArray
    end_paid: IntArray
    """[line, node]: what is taken off for each level that a service which ends there passes."""


class WalkState(NamedTuple):
    """Where the filling of levels stands."""

    cost: IntArray
    """From each node to the end of the walk, at the last level filled."""
    later: IntArray
    """[level modulo its rows, node]: the same at the levels before, with what is paid for ends."""
    arc_cost: IntArray
    """Of each arc at the last level."""
    service_cost: IntArray
    """Of each service, but for what is paid for its end."""
    end_paid: IntArray
    queue: IntArray
    """Nodes to look at once more, in a ring."""
    waits: BoolArray
    """Whether a node is in the queue; none is between levels."""


@kernel
def walk_levels(first: int, work: int, steps: WalkSteps, state: WalkState) -> int:
    """Fill levels from `first` on until some work is done; return the first that is not filled.

    Returns -1 where driving around would cost less than nothing, or where costs grow too large.
    With load b left and the vehicle at v, a walk goes along arcs to u and serves there, or where b
    is 0 goes along arcs to its end.
    """
    nodes, rows = len(state.cost), len(state.later)
    cost, done = state.cost, 0
    for b in range(first, len(steps.line)):
        if done >= work:
            return b
        if b > 0:
            line = steps.line[b]
            for a in range(len(state.arc_cost)):
                state.arc_cost[a] += steps.arc_rise[line, a]
            for a in range(len(state.service_cost)):
                state.service_cost[a] += steps.service_rise[line, a]
            for v in range(nodes):
                state.end_paid[v] += steps.end_paid[line, v]
            for u in range(nodes):
                cost[u] = _by_service(b, u, steps, state)
        looked_at = _along_arcs(steps, state)
        if looked_at < 0:
            return -1
        done += looked_at + len(state.arc_cost)
        row = state.later[b % rows]
        for v in range(nodes):
            if cost[v] >= FAR // 2:
                row[v] = FAR
            elif abs(cost[v]) < FAR // 4:
                row[v] = cost[v] + state.end_paid[v]
            else:
                return -1
    return len(steps.line)


@kernel
def _by_service(b: int, u: int, steps: WalkSteps, state: WalkState) -> np.int64:
    """Return what it costs to go on by a service at u, with b levels left."""
    rows = len(state.later)
    least = np.int64(FAR)
    for a in range(steps.service_first[u], steps.service_first[u + 1]):
        then = b - steps.service_levels[a]
        if then >= 0:
            v = steps.service_head[a]
            then_cost = state.later[then % rows, v] - state.end_paid[v]
            least = min(least, then_cost + state.service_cost[a])
    return least if least < FAR // 2 else np.int64(FAR)


@kernel
def _along_arcs(steps: WalkSteps, state: WalkState) -> int:
    """Let the walk go along arcs to wherever it is cheaper to go on from.

    Returns how many nodes were looked at, -1 if that would not end.
    """
    nodes, cost, queue, waits = len(state.cost), state.cost, state.queue, state.waits
    for v in range(nodes):
        queue[v] = v
    waits[:] = True
    first, looked_at, waiting = 0, 0, nodes
    while waiting > 0:
        if looked_at > nodes * (nodes + 1):
            return -1
        looked_at += 1
        v = queue[first]
        first = first + 1 if first + 1 < nodes else 0
        waiting -= 1
        waits[v] = False
        least = cost[v]
        for a in range(steps.arc_first[v], steps.arc_first[v + 1]):
            behind = cost[steps.arc_head[a]]
            if behind < FAR // 2:
                least = min(least, behind + state.arc_cost[a])
        if least < cost[v]:
            cost[v] = least
            for a in range(steps.before_first[v], steps.before_first[v + 1]):
                u = steps.before[a]
                if not waits[u]:
                    waits[u] = True
                    last = first + waiting
                    queue[last if last < nodes else last - nodes] = u
                    waiting += 1
    return looked_at
