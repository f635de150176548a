"""Tours that forget which edges they served."""

import math
from typing import Any, NamedTuple

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.types import FloatArray, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.verify.delivery import Delivery
from arcload.proofs.verify.odd_nodes import odd_nodes
from arcload.proofs.verify.tolls import Tolls, require_cuts
from arcload.proofs.verify.validation import (
    Multipliers,
    multipliers_of,
    numbers,
    pairs,
    stages_of,
    whole_numbers,
)

ROUNDING = 1e-15  # more than a few roundings change a number, relatively
_LEAST_PACE = 1e-280  # below, its products may be far off
_MOST_TABLE_BYTES = 8e9


class Walks(NamedTuple):
    """The relaxation: walks that know the level of their load and the last edge they served.

    Serving edge e takes ``levels[e]`` levels. The part pace * q of each length costs

        sum of pace * q * (load before - q / 2) = pace * Q^2 / 2

    in every order; it is put aside as ``constant``. Node n stands for the start.
    """

    delivery: Delivery
    cuts: tuple[WindowCut, ...]
    levels: IntArray
    top: int
    """Level of the full load."""
    edge: IntArray
    """Edge of each step; where it is entered and left, and how long it is."""
    tail: IntArray
    head: IntArray
    length: FloatArray
    D: FloatArray
    """Distances, the start as last row."""
    weight: FloatArray
    """W + the least load at each level."""
    serving: FloatArray
    """Least cost of each step from each level, ``inf`` where it cannot be taken: [level, step]."""
    pace: float
    constant: float


class CheapestWays(NamedTuple):
    """The two cheapest ways by level and node, by different edges next to it."""

    cost: FloatArray
    edge: IntArray
    """Next edge of the cheapest way: the first one to go, or the last one so far; -1 for none."""
    other: FloatArray
    """Cost of the cheapest way by another edge; where there is no next edge, the same."""

    def without(self, level: IntArray, node: IntArray, edge: IntArray) -> FloatArray:
        """Return the cost of the cheapest ways whose next edge is another one than these."""
        same = self.edge[level, node] == edge
        return np.where(same, self.other[level, node], self.cost[level, node])


def by_relaxation(delivery: Delivery, certificate: Certificate) -> float:
    """Return the least of constant + cheapest walk + what is due, and the cut-offs."""
    stages = stages_of(delivery, certificate)
    if len(stages) != 1:
        raise CheckError(f"a relaxation has one stage; the certificate has {len(stages)}")
    walks, ceiling = walks_left(delivery, certificate)
    multipliers = stages[0]
    value = cost_to_go(walks, multipliers, walks.top).cost[walks.top, len(walks.D) - 1]
    due = _due(walks, multipliers)
    return min(ceiling, float(lowered_sum(walks.constant, value, *due)))


def _due(walks: Walks, multipliers: Multipliers) -> tuple[float, float, float]:
    """Return what is due for a tour: minus all edges' multipliers, plus odd nodes', and cuts'."""
    odd = [node for node in odd_nodes(walks.delivery) if node >= 0]
    of_cuts = _tolls(walks, multipliers).due()
    return -math.fsum(multipliers.edge), math.fsum(multipliers.node[odd]), of_cuts


def _tolls(walks: Walks, multipliers: Multipliers) -> Tolls:
    return Tolls(walks.delivery, walks.top, walks.cuts, multipliers)


def walks_left(delivery: Delivery, certificate: Certificate) -> tuple[Walks, float]:
    """Return the walks without the steps that the certificate deletes, and the least cut-off.

    A step is deleted at a level if the cheapest walk through it reaches the cut-off: a tour that
    takes it costs no less. So what follows without it is proven up to the least cut-off.
    """
    levels = whole_numbers(certificate.levels, (delivery.size,), "the levels")
    if (levels < 1).any():
        raise CheckError(
            f"the level of edge {levels.argmin()} is {levels.min()}; it must be 1 or more"
        )
    cuts = require_cuts(delivery, sum(levels.tolist()), certificate.windows)
    walks = _walks(delivery, cuts, levels)
    cutoffs = []
    for number, deletion in enumerate(pairs(certificate.deletions, "deletions"), start=1):
        what = f"of deletion {number}"
        cutoff = float(numbers(deletion[0], (), f"the cut-off {what}"))
        given = multipliers_of(delivery, len(cuts), deletion[1], f"the multipliers {what}")
        _delete(walks, cutoff, given)
        cutoffs.append(cutoff)
    return walks, min(cutoffs, default=math.inf)


def _walks(delivery: Delivery, cuts: tuple[WindowCut, ...], levels: IntArray) -> Walks:
    """Return the relaxation for some levels.

    From level b, at least ``low[b]`` is on board before serving e, and at least
    ``low[b - levels[e]]`` after it:

        serving = W * d + (d - pace * q) * (max(low[b], low[b - levels[e]] + q) - q / 2).
    """
    W, q, entry, length = delivery.W, delivery.q, delivery.entry, delivery.length
    edge, side = np.nonzero(np.isfinite(length))
    top = sum(levels.tolist())
    needed = 8 * (top + 1) * (len(edge) + 6 * len(delivery.D) + 6)
    if needed > _MOST_TABLE_BYTES:
        raise CheckError(f"the levels sum up to {top:,}; a check would take {needed / 1e9:.0f} GB")
    low = _least_loads(levels, q)
    d, demand = length[edge, side], q[edge]
    with np.errstate(over="ignore"):
        pace = float((length.min(axis=1)[q > 0] / q[q > 0]).min(initial=math.inf))
    if not _LEAST_PACE < pace < math.inf:
        pace = 0.0  # any pace up to the true one will do
    slope = np.maximum(0.0, lowered_sum(d, -pace * demand))
    serving = np.full((top + 1, len(edge)), np.inf)
    for step, (e, load) in enumerate(zip(edge, demand, strict=True)):
        at = levels[e]
        before = np.maximum(low[at:], low[: len(low) - at] + load) - load / 2
        can = np.isfinite(low[at:]) & np.isfinite(low[: len(low) - at])
        serving[at:, step][can] = W * d[step] + slope[step] * before[can]
    return Walks(
        delivery,
        cuts,
        levels,
        top,
        edge,
        tail=entry[edge, side],
        head=entry[edge, 1 - side],
        length=d,
        D=np.vstack([delivery.D, delivery.from_start]),
        weight=(W + low) * (1 - 4 * ROUNDING),
        serving=serving * (1 - 4 * ROUNDING),
        pace=pace,
        constant=pace * math.fsum(q) * math.fsum(q) / 2 * (1 - 4 * ROUNDING),
    )


def _least_loads(levels: IntArray, q: FloatArray) -> FloatArray:
    """Return the least load of a set of edges whose levels sum up to each level.

    ``inf`` where there is no such set: a knapsack in which every edge may be once.
    """
    low = np.full(sum(levels.tolist()) + 1, np.inf)
    low[0] = 0.0
    for level, load in zip(levels, q, strict=True):
        low[level:] = np.minimum(low[level:], low[: len(low) - level] + load)
    return low * (1 - len(q) * ROUNDING)


def cost_to_go(walks: Walks, multipliers: Multipliers, top: int) -> CheapestWays:
    """Return the least cost to go from levels 0 to `top` and each node, that of the start last.

    At level 0 it is the way home. Above, of all steps from level b,

        to_go[b, v] = min of weight[b] * D[v, tail] - saved[v, tail]
                             + serving[b] + multiplier + to_go[rest, head]

    with rest the level after it, and without serving the same edge again next.
    """
    labels = _no_ways(top, len(walks.D))
    tolls = _tolls(walks, multipliers)
    way_home = lowered_sum(walks.delivery.home, -tolls.home())
    labels.cost[0, :-1] = labels.other[0, :-1] = way_home
    for b in range(1, top + 1):
        steps = np.flatnonzero(np.isfinite(walks.serving[b]))
        edge, tail, head = walks.edge[steps], walks.tail[steps], walks.head[steps]
        rest, level = b - walks.levels[edge], np.full(len(steps), b)
        after = labels.without(rest, head, edge)
        added = tolls.added(level, rest, edge, head)
        then = lowered_sum(walks.serving[b, steps], multipliers.edge[edge], added, after)
        drive = walks.weight[b] * walks.D[:, tail]
        _set_two_best(labels, b, lowered_sum(drive, -tolls.saved(b)[:, tail], then), edge)
    return labels


def _cost_so_far(walks: Walks, multipliers: Multipliers) -> CheapestWays:
    """Return the least cost of coming to each level and node, the deadhead there included.

    The mirror image of `cost_to_go`: of all steps that lead to level b from a level `before`,

        so_far[b, u] = min of so_far[before, tail] + serving[before] + multiplier
                       + weight[b] * D[head, u] - saved[head, u].
    """
    W, from_start = walks.weight, walks.delivery.from_start
    labels = _no_ways(walks.top, len(from_start))
    tolls = _tolls(walks, multipliers)
    first = lowered_sum(W[walks.top] * from_start, -tolls.saved(walks.top)[-1])
    labels.cost[walks.top] = labels.other[walks.top] = first
    for b in range(walks.top - 1, 0, -1):
        before = b + walks.levels[walks.edge]
        steps = np.flatnonzero(before <= walks.top)
        steps = steps[np.isfinite(walks.serving[before[steps], steps])]
        edge, tail, head = walks.edge[steps], walks.tail[steps], walks.head[steps]
        come = labels.without(before[steps], tail, edge)
        added = tolls.added(before[steps], np.full(len(steps), b), edge, head)
        serving = walks.serving[before[steps], steps]
        then = lowered_sum(serving, multipliers.edge[edge], added, come)
        drive = W[b] * walks.D[head, :].T
        saved = tolls.saved(b)[:-1]
        _set_two_best(labels, b, lowered_sum(drive, -saved[:, head], then), edge)
    return labels


def _delete(walks: Walks, cutoff: float, multipliers: Multipliers) -> None:
    """Delete each step at each level through which no walk costs less than the cut-off."""
    to_go, so_far = cost_to_go(walks, multipliers, walks.top), _cost_so_far(walks, multipliers)
    aside = (walks.constant, *_due(walks, multipliers))
    tolls = _tolls(walks, multipliers)
    for b in range(1, walks.top + 1):
        steps = np.flatnonzero(np.isfinite(walks.serving[b]))
        edge = walks.edge[steps]
        level, rest, head = np.full(len(steps), b), b - walks.levels[edge], walks.head[steps]
        before = so_far.without(level, walks.tail[steps], edge)
        after = to_go.without(rest, head, edge)
        serving, added = walks.serving[b, steps], tolls.added(level, rest, edge, head)
        through = lowered_sum(before, serving, multipliers.edge[edge], added, after, *aside)
        walks.serving[b, steps[through >= cutoff]] = np.inf


def _no_ways(top: int, nodes: int) -> CheapestWays:
    shape = (top + 1, nodes)
    return CheapestWays(
        np.full(shape, np.inf), np.full(shape, -1, dtype=np.int64), np.full(shape, np.inf)
    )


def _set_two_best(labels: CheapestWays, b: int, ways: FloatArray, edge: IntArray) -> None:
    """Set the labels of level b to the two cheapest ways of each node, [node, way]."""
    if len(edge) == 0:
        return
    best = ways.argmin(axis=1)
    least = ways[np.arange(len(ways)), best]
    labels.edge[b] = np.where(np.isfinite(least), edge[best], -1)
    ways[edge == labels.edge[b][:, None]] = np.inf
    for values, target in ((least, labels.cost), (ways.min(axis=1), labels.other)):
        target[b] = np.minimum(values * (1 - ROUNDING), values * (1 + ROUNDING))


def lowered_sum(*terms: Any) -> FloatArray:
    """Return the sum of some terms, no greater than if it were computed without rounding."""
    total, size = sum(terms), sum(np.abs(term) for term in terms)
    finite = np.isfinite(total)
    lowered: FloatArray = np.full(np.shape(total), np.inf)
    np.subtract(total, ROUNDING * size, out=lowered, where=finite)
    return lowered
