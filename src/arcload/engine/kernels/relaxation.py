"""The load-indexed relaxation: tours that forget which edges they served.

A walk knows only at which level b its load is and the last edge it served. From b it may serve
any other edge e, whichever were served before, and comes to level b - level[e]. Every tour is
such a walk, so the cheapest walk costs no more than the cheapest tour.

Two kinds of multipliers make it behave like a tour. That of an edge makes serving it dearer or
cheaper, so that it is served about once. That of a node, 0 or more, is taken off the cost of
every deadhead that begins or ends there, and added once if the node is odd: if an odd number of
deadheads has to. So

    bound = min over walks of (cost + sum of multiplier[e] * times e is served
                                    - sum of multiplier[v] * deadhead ends at v)
            - sum of multiplier[e] + sum of multiplier[v] over odd nodes v

holds for any multipliers, which are kept in one array, edges first.

A third kind is that of cuts, also 0 or more, behind the nodes in the same array: what the piece
of a tour must do while its level is within a range, see `Cuts`. So that many cuts take no longer
than few, all multipliers are summed up first, layer of levels by layer of levels: see `Prices`.
"""

from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.compiled import kernel, part
from arcload.engine.kernels.window_cuts import Cuts, add_to_cuts
from arcload.model.types import BoolArray, FloatArray, Int32Array, IntArray


class Grid(NamedTuple):
    """Levels, nodes and service steps of the relaxation.

    Step a serves ``edge[a]`` from ``tail[a]`` to ``head[a]``; the steps are sorted by tail, and
    those of node v are ``first[v]`` to ``first[v + 1]``. Serving from level b costs

        W * length[a] + slope[a] * (load before - q[a] / 2),

    where the load before is at least ``max(low[b], low[b - level[a]] + q[a])``. The start is
    the last node.
    """

    W: float
    """Curb weight."""
    low: FloatArray
    """Least load of any set of edges at each level; ``inf`` where there is none."""
    D: FloatArray
    """Shortest distances, the start as last row."""
    near: Int32Array
    """Nodes by their distance from each node."""
    home: FloatArray
    """Cost of the empty drive to the end."""
    start: int
    """Node where the tour starts, -1 for anywhere."""
    end: int
    """Node where it ends, -1 for anywhere."""
    edge: IntArray
    tail: IntArray
    head: IntArray
    is_forwards: BoolArray
    """Whether it enters the edge at its first end."""
    first: IntArray
    length: FloatArray
    slope: FloatArray
    """The part of each step's length whose cost depends on the order."""
    pace: float
    """The length of every step is its slope plus this times its q."""
    level: IntArray
    q: FloatArray


class Labels(NamedTuple):
    """The two cheapest ways on from each level and node, by steps that serve different edges."""

    cost: FloatArray
    """Cost of the cheapest, [level, node]."""
    step: Int32Array
    """Its first service step; -1 where all is served."""
    cost_else: FloatArray
    """Cost of the cheapest whose first step serves another edge."""
    step_else: Int32Array


class Prices(NamedTuple):
    """What the multipliers add to services and take off deadheads, by layer of levels."""

    layer: IntArray
    """Layer of each level."""
    serving: FloatArray
    """What is added to each step, [layer, step]."""
    saved: FloatArray
    """What is taken off a deadhead, [layer, from, to]; the last row is the start's."""
    home: FloatArray
    """What is taken off the drive home from each node."""
    near: Int32Array
    """Nodes by what a deadhead from each node costs at least, [layer, from, number]; with one
    layer by their distance."""
    least_weight: FloatArray
    """Least weight of the vehicle in each layer."""
    passed: FloatArray
    """What is added where a service ends at a node in a layer below: the difference of the rows
    of the two layers, [layer, node]."""


def new_labels(levels: int, nodes: int) -> Labels:
    """Return labels to be filled, for levels 0 to `levels`."""
    shape = (levels + 1, nodes)
    return Labels(
        np.empty(shape),
        np.empty(shape, dtype=np.int32),
        np.empty(shape),
        np.empty(shape, dtype=np.int32),
    )


@kernel
def least_loads(of_edge: IntArray, q: FloatArray) -> FloatArray:
    """Return the least load of any set of edges at each level, by a knapsack table."""
    low = np.full(of_edge.sum() + 1, np.inf)
    low[0] = 0.0
    top = 0
    for e in range(len(q)):
        top += of_edge[e]
        for b in range(top, of_edge[e] - 1, -1):
            low[b] = min(low[b], low[b - of_edge[e]] + q[e])
    return low


@part
def keep_two_best(
    here: float, a: int, same: bool, best: float, step: int, second: float, step_else: int
) -> tuple[float, int, float, int]:
    """Return the two cheapest ways, by different edges, of two such ways and one more.

    The new way costs `here`, less than the second, by step a; `same` says whether it serves the
    edge of the cheapest.
    It takes no arrays: to hand one on would count its references, and take eight times as long.
    """
    if here < best:
        if same:
            return here, a, second, step_else
        return here, a, best, step
    if same:
        return best, step, second, step_else
    return best, step, here, a


@kernel
def fill_to_go(
    bottom: int,
    top: int,
    prices: Prices,
    alive: BoolArray,
    grid: Grid,
    labels: Labels,
) -> None:
    """Fill the labels with the cost to go from levels `bottom` to `top`.

    With S(b, u) the cheapest service from node u, the cost to go from v is the minimum over u
    of (W + low[b]) * D[v, u] + S(b, u), less what the multipliers save; the nodes are tried
    by their distance, until no other can be better. Two labels that differ in their first edge
    suffice to forbid serving an edge twice in a row.

    Parameters
    ----------
    bottom, top
        Lowest and highest level; those below are filled already.
    prices
        What the multipliers come to.
    alive
        Whether a step may be taken, [level, step].
    grid, labels
        The relaxation, and what is filled.
    """
    # Arrays are taken out of the tuples first: handing those on costs more than the work.
    low, D, first, edge, head = grid.low, grid.D, grid.first, grid.edge, grid.head
    slope, q, levels = grid.slope, grid.q, grid.level
    cost, step, cost_else, step_else = labels.cost, labels.step, labels.cost_else, labels.step_else
    nodes = len(grid.home)
    layer, passed = prices.layer, prices.passed
    bases = grid.W * grid.length + prices.serving
    one_layer = len(bases) == 1
    saved_most = np.empty(nodes)
    for v in range(nodes):
        saved_most[v] = prices.saved[0, v].max()
    served = np.empty(nodes)
    served_step = np.empty(nodes, dtype=np.int32)
    served_else = np.empty(nodes)
    served_step_else = np.empty(nodes, dtype=np.int32)
    cost[bottom : top + 1] = np.inf
    step[bottom : top + 1] = -1
    cost_else[bottom : top + 1] = np.inf
    step_else[bottom : top + 1] = -1
    if bottom == 0:
        cost[0] = grid.home - prices.home
    for b in range(max(1, bottom), top + 1):
        if low[b] == np.inf:
            continue
        here_layer = layer[b]
        base, saved, near = bases[here_layer], prices.saved[here_layer], prices.near[here_layer]
        least_weight = prices.least_weight[here_layer]
        for u in range(nodes):
            best = second = np.inf
            step_1 = step_2 = -1
            for a in range(first[u], first[u + 1]):
                rest = b - levels[a]
                if rest < 0 or low[rest] == np.inf or not alive[b, a]:
                    continue
                e = edge[a]
                v = head[a]
                then = step[rest, v]
                here = cost[rest, v]
                if then >= 0 and edge[then] == e:
                    here = cost_else[rest, v]
                before = max(low[b], low[rest] + q[a])
                here += base[a] + slope[a] * (before - q[a] / 2)
                if layer[rest] != here_layer:
                    here += passed[layer[rest], v] - passed[here_layer, v]
                if here < second:
                    same = step_1 >= 0 and edge[step_1] == e
                    best, step_1, second, step_2 = keep_two_best(
                        here, a, same, best, step_1, second, step_2
                    )
            served[u], served_step[u] = best, step_1
            served_else[u], served_step_else[u] = second, step_2
        weight = grid.W + low[b]
        least = served.min()
        for v in range(nodes):
            best = second = np.inf
            step_1 = step_2 = -1
            for k in range(nodes):
                u = near[v, k]
                drive = weight * D[v, u]
                if one_layer:
                    if drive - saved_most[v] + least >= second:
                        break
                elif least_weight * D[v, u] - saved[v, u] + least >= second:
                    break
                drive -= saved[v, u]
                here = drive + served[u]
                if here < second:
                    a = served_step[u]
                    same = step_1 >= 0 and edge[step_1] == edge[a]
                    best, step_1, second, step_2 = keep_two_best(
                        here, a, same, best, step_1, second, step_2
                    )
                    here = drive + served_else[u]
                    if here < second and edge[served_step_else[u]] != edge[step_1]:
                        second, step_2 = here, served_step_else[u]
            cost[b, v], step[b, v] = best, step_1
            cost_else[b, v], step_else[b, v] = second, step_2


@part
def _add_deadhead(v: int, u: int, ends: FloatArray) -> None:
    """Count the ends of a deadhead from v to u, -1 being anywhere."""
    if v != u:
        if v >= 0:
            ends[v] -= 1.0
        if u >= 0:
            ends[u] -= 1.0


@part
def _add_walk(
    b: int, v: int, step: int, grid: Grid, cuts: Cuts, labels: Labels, slope: FloatArray
) -> None:
    """Add to `slope` the services of the cheapest walk that begins so, less what it does else."""
    edge, head, tail, level, layer = grid.edge, grid.head, grid.tail, grid.level, cuts.layer
    nodes, edges = len(grid.home) - 1, cuts.service.shape[1]
    ends, of_cuts = slope[edges : edges + nodes], slope[edges + nodes :]
    here = grid.start if v == nodes else v
    while step >= 0:
        e, u, w = edge[step], tail[step], head[step]
        rest = b - level[step]
        _add_deadhead(here, u, ends)
        slope[e] += 1.0
        add_to_cuts(layer[b], here, u, e, layer[rest], w, cuts, of_cuts)
        b, here = rest, w
        step = labels.step[b, here]
        if step >= 0 and edge[step] == e:
            step = labels.step_else[b, here]
    _add_deadhead(here, grid.end, ends)
    final = grid.end if grid.end >= 0 else here
    add_to_cuts(layer[0], here, final, -1, layer[0] + 1, final, cuts, of_cuts)


@kernel
def cheapest_walk(b: int, v: int, grid: Grid, labels: Labels) -> IntArray:
    """Return the service steps of the cheapest walk from level b and node v."""
    steps = np.empty(b, dtype=np.int64)
    count, e = 0, -1
    while b > 0:
        step = labels.step[b, v]
        if grid.edge[step] == e:
            step = labels.step_else[b, v]
        e = grid.edge[step]
        steps[count] = step
        count += 1
        b -= grid.level[step]
        v = grid.head[step]
    return steps[:count]


@kernel
def average_bound(
    levels: IntArray,
    nodes: IntArray,
    costs: FloatArray,
    served: BoolArray,
    due: FloatArray,
    ceiling: float,
    multipliers: FloatArray,
    cuts: Cuts,
    grid: Grid,
    labels: Labels,
    slope: FloatArray,
) -> float:
    """Return the mean bound of some states, and in `slope` its slope along each multiplier.

    The bound of a state is its cost so far, plus the cost to go, plus `due` times the
    multipliers: -1 for each edge that it has still to serve, 1 for each odd node, and what each
    cut still asks for. No more than `ceiling` is counted of it.
    """
    slope[:] = 0.0
    total = 0.0
    for i in range(len(levels)):
        b, v = levels[i], nodes[i]
        step = labels.step[b, v]
        to_go = labels.cost[b, v]
        if step >= 0 and served[i, grid.edge[step]]:
            step = labels.step_else[b, v]
            to_go = labels.cost_else[b, v]
        bound = costs[i] + to_go
        for k in range(len(slope)):
            bound += due[i, k] * multipliers[k]
        if bound >= ceiling:
            total += ceiling
            continue
        total += bound
        _add_walk(b, v, step, grid, cuts, labels, slope)
        for k in range(len(slope)):
            slope[k] += due[i, k]
    slope /= len(levels)
    return total / len(levels)


@kernel
def fill_so_far(
    highest: int,
    lowest: int,
    prices: Prices,
    alive: BoolArray,
    grid: Grid,
    labels: Labels,
) -> None:
    """Fill the labels with the cost so far: of coming to each level and node, ready to serve.

    The mirror image of `fill_to_go`: the two cheapest ways differ in their last edge, and
    ``step`` is the last service step. Levels are filled from the top down, `highest` to `lowest`.
    """
    low, D, edge, tail, head = grid.low, grid.D, grid.edge, grid.tail, grid.head
    slope, q, levels = grid.slope, grid.q, grid.level
    cost, step, cost_else, step_else = labels.cost, labels.step, labels.cost_else, labels.step_else
    nodes = len(grid.home)
    layer, passed = prices.layer, prices.passed
    bases = grid.W * grid.length + prices.serving
    top = len(cost) - 1
    if highest == top:
        cost[:] = np.inf
        step[:] = -1
        cost_else[:] = np.inf
        step_else[:] = -1
    for b in range(highest, max(lowest, 1) - 1, -1):
        if low[b] == np.inf:
            continue
        weight = grid.W + low[b]
        here_layer = layer[b]
        base, saved = bases[here_layer], prices.saved[here_layer]
        # Until now the rows of this level hold the ways that end with a service.
        served, served_else = cost[b].copy(), cost_else[b].copy()
        served_step, served_step_else = step[b].copy(), step_else[b].copy()
        for u in range(nodes):
            from_start = weight * D[nodes - 1, u] - saved[nodes - 1, u]
            cost[b, u] = from_start if b == top else np.inf
            cost_else[b, u] = np.inf
            step[b, u] = step_else[b, u] = -1
            # The cheapest first, then the other: two plain loops are faster than one.
            for v in range(nodes):
                here = served[v] + weight * D[v, u] - saved[v, u]
                if here < cost[b, u]:
                    cost[b, u] = here
                    step[b, u] = served_step[v]
            if step[b, u] < 0:
                continue
            e = edge[step[b, u]]
            for v in range(nodes):
                here = served[v] + weight * D[v, u] - saved[v, u]
                if here < cost_else[b, u]:
                    if edge[served_step[v]] != e:
                        cost_else[b, u] = here
                        step_else[b, u] = served_step[v]
                    else:
                        here = served_else[v] + weight * D[v, u] - saved[v, u]
                        if here < cost_else[b, u]:
                            cost_else[b, u] = here
                            step_else[b, u] = served_step_else[v]
        for a in range(len(edge)):
            rest = b - levels[a]
            if rest < 0 or low[rest] == np.inf or not alive[b, a]:
                continue
            e, v = edge[a], head[a]
            here = cost[b, tail[a]]
            if step[b, tail[a]] >= 0 and edge[step[b, tail[a]]] == e:
                here = cost_else[b, tail[a]]
            here += base[a] + slope[a] * (max(low[b], low[rest] + q[a]) - q[a] / 2)
            if layer[rest] != here_layer:
                here += passed[layer[rest], v] - passed[here_layer, v]
            best, step_1 = cost[rest, v], step[rest, v]
            second, step_2 = cost_else[rest, v], step_else[rest, v]
            if here < second:
                same = step_1 >= 0 and edge[step_1] == e
                best, step_1, second, step_2 = keep_two_best(
                    here, a, same, best, step_1, second, step_2
                )
                cost[rest, v], step[rest, v] = best, step_1
                cost_else[rest, v], step_else[rest, v] = second, step_2


@kernel
def delete_steps(
    cutoff: float,
    prices: Prices,
    grid: Grid,
    so_far: Labels,
    to_go: Labels,
    alive: BoolArray,
) -> int:
    """Delete every step whose cheapest walk reaches the cut-off; return how many are left.

    Parameters
    ----------
    cutoff
        Without the cost that is the same for all tours, and with the sum of the multipliers.
    prices, grid
        The relaxation.
    so_far, to_go
        Its labels, filled.
    alive
        Whether a step may be taken, [level, step].
    """
    low, edge, layer, passed = grid.low, grid.edge, prices.layer, prices.passed
    left = 0
    for b in range(1, len(alive)):
        here_layer = layer[b]
        for a in range(len(edge)):
            rest = b - grid.level[a]
            if not alive[b, a]:
                continue
            alive[b, a] = False
            if rest < 0 or low[rest] == np.inf or low[b] == np.inf:
                continue
            e, u, v = edge[a], grid.tail[a], grid.head[a]
            before = so_far.cost[b, u]
            if so_far.step[b, u] >= 0 and edge[so_far.step[b, u]] == e:
                before = so_far.cost_else[b, u]
            after = to_go.cost[rest, v]
            if to_go.step[rest, v] >= 0 and edge[to_go.step[rest, v]] == e:
                after = to_go.cost_else[rest, v]
            load = max(low[b], low[rest] + grid.q[a]) - grid.q[a] / 2
            serving = grid.W * grid.length[a] + grid.slope[a] * load + prices.serving[here_layer, a]
            if layer[rest] != here_layer:
                serving += passed[layer[rest], v] - passed[here_layer, v]
            if before + serving + after < cutoff:
                alive[b, a] = True
                left += 1
    return left
