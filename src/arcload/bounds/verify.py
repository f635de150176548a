"""An independent check of a lower bound, from the problem and the certificate alone.

Nothing here uses the kernels or the provers. Whatever a certificate says, `verify` returns no
more than what follows from it: sums that decide something are lowered by more than rounding can
have raised them.

Notation: W is the curb weight, q demands, Q their sum, D shortest distances. A step serves an
edge in one of its directions.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from arcload.bounds.crossings import crossed_edges
from arcload.certificate import KINDS, Certificate, Kind
from arcload.errors import CheckError
from arcload.instance import Instance
from arcload.problem import Problem
from arcload.types import BoolArray, FloatArray, IntArray

_Sets: TypeAlias = npt.NDArray[np.uint64]  # a set of edges a row, as bits

_TOLERANCE = 1e-9  # by which a stated bound may exceed the proven one, relatively
_ROUNDING = 1e-15  # more than a few roundings change a number, relatively
_GREATEST = 1e100  # multiplier or potential, so that no sum overflows
_LEAST_PACE = 1e-280  # below, its products may be far off
_MOST_SUBSET_EDGES = 24
_ROWS = 4096  # sets that are looked at together
_MOST_TABLE_BYTES = 8e9
_MOST_STATES = 30_000_000  # that serve the same number of edges
_A_BLOCK = 1_000_000  # states times steps that are looked at together
_UNSORTED = 2_000_000  # new states that wait to be merged


def verify(instance: Instance, certificate: Certificate) -> float:
    """Return the lower bound that a certificate really proves.

    Parameters
    ----------
    instance
        The instance that it is about.
    certificate
        The bound with its proof.

    Raises
    ------
    CheckError
        If it is malformed, or states more than it proves.
    """
    ways: dict[Kind, Callable[[Problem, Certificate], float]] = {
        "smith": _by_smith,
        "subsets": _by_subsets,
        "relaxation": _by_relaxation,
        "labels": _by_labels,
    }
    if not isinstance(certificate.kind, str) or certificate.kind not in KINDS:
        raise CheckError(f"the certificate's kind is {certificate.kind!r}; known are {[*KINDS]}")
    stated = float(_numbers(certificate.bound, (), "the certificate's bound"))
    proven = max(0.0, ways[certificate.kind](Problem.of(instance), certificate))  # costs are >= 0
    if stated > proven + _TOLERANCE * abs(stated):
        raise CheckError(f"the certificate states the bound {stated!r}; it proves {proven!r}")
    return proven


# --- Smith's rule and a postman's least deadhead ---


def _by_smith(problem: Problem, certificate: Certificate) -> float:
    """Return W * (sum of d + sum of p) + Smith's value, d being the lesser length of each edge.

    A tour costs W * length + sum of q * t, t being the way to the middle of each edge. Without
    deadheads sum of q * t is least by falling q / d; deadheads only add to it. The deadheads
    join the odd nodes in pairs, and p[i] + p[j] <= distance of i and j, so sum of p is no more
    than their length.
    """
    q, d = problem.arrays.q, problem.arrays.length.min(axis=1)
    length = math.fsum(d) + _least_deadhead(problem, certificate)
    with np.errstate(divide="ignore"):  # d / q itself might overflow
        order = np.argsort(np.log(d) - np.log(q))
    t = np.cumsum(d[order]) - d[order] / 2
    return problem.arrays.W * length + math.fsum(q[order] * t)


def _least_deadhead(problem: Problem, certificate: Certificate) -> float:
    """Return the sum of the potentials, each lowered by half of what any pair is too great."""
    given = [
        () if value is None else value for value in (certificate.nodes, certificate.potentials)
    ]
    nodes = _whole_numbers(given[0], None, "the nodes")
    potentials = _numbers(given[1], (len(nodes),), "the potentials")
    if len(nodes) == 0 and (problem.arrays.W == 0 or problem.size == 0):
        return 0.0
    odd, listed = Counter(_odd_nodes(problem)), Counter(nodes.tolist())
    for node in odd - listed:
        raise CheckError(f"node {node} has an odd number of ends and is not among the nodes")
    for node in listed - odd:
        raise CheckError(f"node {node} is among the nodes and has no odd number of ends, or twice")
    if len(nodes) == 0:
        return 0.0
    between = _either_way(problem.arrays.D)[np.ix_(nodes, nodes)]
    between[nodes < 0, :] = between[:, nodes < 0] = 0.0
    np.fill_diagonal(between, np.inf)
    excess = potentials[:, None] + potentials - between
    allowed = np.abs(potentials[:, None]) + np.abs(potentials) + between
    if (excess > _TOLERANCE * allowed).any():
        i, j = np.unravel_index(int(excess.argmax()), excess.shape)
        raise CheckError(
            f"the potentials of nodes {nodes[i]} and {nodes[j]} sum up to "
            f"{potentials[i] + potentials[j]}, more than their distance {between[i, j]}"
        )
    return math.fsum(potentials) - len(nodes) * max(0.0, float(excess.max())) / 2


def _odd_nodes(problem: Problem) -> list[int]:
    """Return the nodes with an odd number of ends of served edges.

    Start and end count as one more end each; where one is free it is a node -1 of its own.
    """
    places = [problem.start, problem.end]
    ends = [*problem.arrays.entry.ravel().tolist(), *(place for place in places if place >= 0)]
    odd = np.flatnonzero(np.bincount(ends, minlength=1) % 2)
    return [-1] * places.count(-1) + [int(node) for node in odd]


def _either_way(D: FloatArray) -> FloatArray:
    """Return the shortest distances where every drive may be made in its shorter direction.

    By Floyd and Warshall; distances that are the same both ways are shortest already.
    """
    shorter = np.minimum(D, D.T)
    if not np.allclose(D, D.T, rtol=1e-12, atol=0.0):
        for middle in range(len(D)):
            np.minimum(shorter, shorter[:, middle, None] + shorter[middle], out=shorter)
    return shorter


# --- Every set of served edges ---


def _by_subsets(problem: Problem, certificate: Certificate) -> float:
    """Return the optimum, by the dynamic program over the sets S of served edges.

    cost[S, v] is the least cost of having served S and being at v; with w the load left,

        cost[S + e, head] = min over v of cost[S, v] + (W + w) * D[v, tail] + d * (W + w - q / 2).
    """
    W, q, entry, length, D, from_start, home = problem.arrays
    m = problem.size
    if m == 0:
        return problem.empty_cost
    if m > _MOST_SUBSET_EDGES:
        raise CheckError(
            f"a certificate of kind 'subsets' is for {_MOST_SUBSET_EDGES} edges or fewer; "
            f"the instance has {m}"
        )
    steps = np.argwhere(np.isfinite(length)).tolist()
    every = np.arange(1 << m, dtype=np.int64)
    size = sum((every >> e & 1).astype(np.int8) for e in range(m))
    place = np.empty(1 << m, dtype=np.int64)  # of a set among those of its size
    sets, cost = every[:1], np.empty((1, 0))
    for served in range(m):
        weight = W + sum((sets >> e & 1 == 0) * q[e] for e in range(m))
        reached = _driven(cost, weight, D) if served else weight[:, None] * from_start
        larger = every[size == served + 1]
        place[larger] = np.arange(len(larger))
        cost = np.full((len(larger), len(D)), np.inf)
        for e, side in steps:
            tail, head = entry[e, side], entry[e, 1 - side]
            rows = np.flatnonzero(sets >> e & 1 == 0)
            target = place[sets[rows] | 1 << e]
            here = reached[rows, tail] + length[e, side] * (weight[rows] - q[e] / 2)
            cost[target, head] = np.minimum(cost[target, head], here)
        sets = larger
    return float((cost[0] + home).min())


def _driven(cost: FloatArray, weight: FloatArray, D: FloatArray) -> FloatArray:
    """Return the minimum over v of cost[:, v] + weight * D[v, :], a block of rows at a time."""
    reached = np.full_like(cost, np.inf)
    for begin in range(0, len(cost), _ROWS):
        rows = slice(begin, begin + _ROWS)
        for v in range(len(D)):
            here = cost[rows, v, None] + weight[rows, None] * D[v]
            np.minimum(reached[rows], here, out=reached[rows])
    return reached


# --- Tours that forget which edges they served ---


class _Walks(NamedTuple):
    """The relaxation: walks that know the level of their load and the last edge they served.

    Serving edge e takes ``levels[e]`` levels. The part pace * q of each length costs

        sum of pace * q * (load before - q / 2) = pace * Q^2 / 2

    in every order; it is put aside as ``constant``. Node n stands for the start.
    """

    problem: Problem
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


class _Multipliers(NamedTuple):
    """What is added for each service of an edge, and taken off for each deadhead's end at a node.

    A tour serves every edge once, and at an odd node at least one deadhead begins or ends. So no
    tour costs less than the cheapest walk, less the multipliers of the edges, plus those of the
    odd nodes: none of these may be below 0.
    """

    edge: FloatArray
    node: FloatArray

    def size(self) -> float:
        """Return the sum of all multipliers, without their signs."""
        return float(np.abs(self.edge).sum() + self.node.sum())

    def saved(self, place: int) -> tuple[FloatArray, FloatArray]:
        """Return what they take off a deadhead from each node to each other, and to a place.

        Staying where it is is no deadhead. To or from anywhere, -1, the other end alone counts.
        """
        between = self.node[:, None] + self.node
        np.fill_diagonal(between, 0.0)
        return between, self.node.copy() if place < 0 else between[place].copy()


class _Labels(NamedTuple):
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


def _by_relaxation(problem: Problem, certificate: Certificate) -> float:
    """Return the least of constant + cheapest walk + what is due, and the cut-offs."""
    stages = _stages(problem, certificate)
    if len(stages) != 1:
        raise CheckError(f"a relaxation has one stage; the certificate has {len(stages)}")
    walks, ceiling = _walks_left(problem, certificate)
    multipliers = stages[0]
    value = _to_go(walks, multipliers, walks.top).cost[walks.top, len(walks.D) - 1]
    return min(ceiling, float(_lowered_sum(walks.constant, value, *_due(problem, multipliers))))


def _due(problem: Problem, multipliers: _Multipliers) -> tuple[float, float]:
    """Return what is due for a tour: minus all edges' multipliers, plus those of odd nodes."""
    odd = [node for node in _odd_nodes(problem) if node >= 0]
    return -math.fsum(multipliers.edge), math.fsum(multipliers.node[odd])


def _walks_left(problem: Problem, certificate: Certificate) -> tuple[_Walks, float]:
    """Return the walks without the steps that the certificate deletes, and the least cut-off.

    A step is deleted at a level if the cheapest walk through it reaches the cut-off: a tour that
    takes it costs no less. So what follows without it is proven up to the least cut-off.
    """
    levels = _whole_numbers(certificate.levels, (problem.size,), "the levels")
    if (levels < 1).any():
        raise CheckError(
            f"the level of edge {levels.argmin()} is {levels.min()}; it must be 1 or more"
        )
    walks = _walks(problem, levels)
    cutoffs = []
    for number, deletion in enumerate(_pairs(certificate.deletions, "deletions"), start=1):
        what = f"of deletion {number}"
        cutoff = float(_numbers(deletion[0], (), f"the cut-off {what}"))
        _delete(walks, cutoff, _multipliers(problem, deletion[1], f"the multipliers {what}"))
        cutoffs.append(cutoff)
    return walks, min(cutoffs, default=math.inf)


def _walks(problem: Problem, levels: IntArray) -> _Walks:
    """Return the relaxation for some levels.

    From level b, at least ``low[b]`` is on board before serving e, and at least
    ``low[b - levels[e]]`` after it:

        serving = W * d + (d - pace * q) * (max(low[b], low[b - levels[e]] + q) - q / 2).
    """
    W, q, entry, length, D, from_start, _ = problem.arrays
    edge, side = np.nonzero(np.isfinite(length))
    top = sum(levels.tolist())
    needed = 8 * (top + 1) * (len(edge) + 6 * len(D) + 6)
    if needed > _MOST_TABLE_BYTES:
        raise CheckError(f"the levels sum up to {top:,}; a check would take {needed / 1e9:.0f} GB")
    low = _least_loads(levels, q)
    d, demand = length[edge, side], q[edge]
    with np.errstate(over="ignore"):
        pace = float((length.min(axis=1) / q).min())
    if not _LEAST_PACE < pace < math.inf:
        pace = 0.0  # any pace up to the true one will do
    slope = np.maximum(0.0, _lowered_sum(d, -pace * demand))
    serving = np.full((top + 1, len(edge)), np.inf)
    for step, (e, load) in enumerate(zip(edge, demand, strict=True)):
        at = levels[e]
        before = np.maximum(low[at:], low[: len(low) - at] + load) - load / 2
        can = np.isfinite(low[at:]) & np.isfinite(low[: len(low) - at])
        serving[at:, step][can] = W * d[step] + slope[step] * before[can]
    return _Walks(
        problem,
        levels,
        top,
        edge,
        tail=entry[edge, side],
        head=entry[edge, 1 - side],
        length=d,
        D=np.vstack([D, from_start]),
        weight=(W + low) * (1 - 4 * _ROUNDING),
        serving=serving * (1 - 4 * _ROUNDING),
        pace=pace,
        constant=pace * math.fsum(q) * math.fsum(q) / 2 * (1 - 4 * _ROUNDING),
    )


def _least_loads(levels: IntArray, q: FloatArray) -> FloatArray:
    """Return the least load of a set of edges whose levels sum up to each level.

    ``inf`` where there is no such set: a knapsack in which every edge may be once.
    """
    low = np.full(sum(levels.tolist()) + 1, np.inf)
    low[0] = 0.0
    for level, load in zip(levels, q, strict=True):
        low[level:] = np.minimum(low[level:], low[: len(low) - level] + load)
    return low * (1 - len(q) * _ROUNDING)


def _to_go(walks: _Walks, multipliers: _Multipliers, top: int) -> _Labels:
    """Return the least cost to go from levels 0 to `top` and each node, that of the start last.

    At level 0 it is the way home. Above, of all steps from level b,

        to_go[b, v] = min of weight[b] * D[v, tail] - saved[v, tail]
                             + serving[b] + multiplier + to_go[rest, head]

    with rest the level after it, and without serving the same edge again next.
    """
    labels = _new_labels(top, len(walks.D))
    between, at_the_end = multipliers.saved(walks.problem.end)
    saved = np.vstack([between, multipliers.saved(walks.problem.start)[1]])
    way_home = _lowered_sum(walks.problem.arrays.home, -at_the_end)
    labels.cost[0, :-1] = labels.other[0, :-1] = way_home
    for b in range(1, top + 1):
        steps = np.flatnonzero(np.isfinite(walks.serving[b]))
        edge, tail, head = walks.edge[steps], walks.tail[steps], walks.head[steps]
        after = labels.without(b - walks.levels[edge], head, edge)
        then = _lowered_sum(walks.serving[b, steps], multipliers.edge[edge], after)
        drive = walks.weight[b] * walks.D[:, tail]
        _set_two_best(labels, b, _lowered_sum(drive, -saved[:, tail], then), edge)
    return labels


def _so_far(walks: _Walks, multipliers: _Multipliers) -> _Labels:
    """Return the least cost of coming to each level and node, the deadhead there included.

    The mirror image of `_to_go`: of all steps that lead to level b from a level `before`,

        so_far[b, u] = min of so_far[before, tail] + serving[before] + multiplier
                       + weight[b] * D[head, u] - saved[head, u].
    """
    W, from_start = walks.weight, walks.problem.arrays.from_start
    labels = _new_labels(walks.top, len(from_start))
    saved, at_the_start = multipliers.saved(walks.problem.start)
    first = _lowered_sum(W[walks.top] * from_start, -at_the_start)
    labels.cost[walks.top] = labels.other[walks.top] = first
    for b in range(walks.top - 1, 0, -1):
        before = b + walks.levels[walks.edge]
        steps = np.flatnonzero(before <= walks.top)
        steps = steps[np.isfinite(walks.serving[before[steps], steps])]
        edge, tail, head = walks.edge[steps], walks.tail[steps], walks.head[steps]
        come = labels.without(before[steps], tail, edge)
        then = _lowered_sum(walks.serving[before[steps], steps], multipliers.edge[edge], come)
        drive = W[b] * walks.D[head, :].T
        _set_two_best(labels, b, _lowered_sum(drive, -saved[:, head], then), edge)
    return labels


def _delete(walks: _Walks, cutoff: float, multipliers: _Multipliers) -> None:
    """Delete each step at each level through which no walk costs less than the cut-off."""
    to_go, so_far = _to_go(walks, multipliers, walks.top), _so_far(walks, multipliers)
    aside = (walks.constant, *_due(walks.problem, multipliers))
    for b in range(1, walks.top + 1):
        steps = np.flatnonzero(np.isfinite(walks.serving[b]))
        edge = walks.edge[steps]
        before = so_far.without(np.full(len(steps), b), walks.tail[steps], edge)
        after = to_go.without(b - walks.levels[edge], walks.head[steps], edge)
        serving = walks.serving[b, steps]
        through = _lowered_sum(before, serving, multipliers.edge[edge], after, *aside)
        walks.serving[b, steps[through >= cutoff]] = np.inf


def _new_labels(top: int, nodes: int) -> _Labels:
    shape = (top + 1, nodes)
    return _Labels(
        np.full(shape, np.inf), np.full(shape, -1, dtype=np.int64), np.full(shape, np.inf)
    )


def _set_two_best(labels: _Labels, b: int, ways: FloatArray, edge: IntArray) -> None:
    """Set the labels of level b to the two cheapest ways of each node, [node, way]."""
    if len(edge) == 0:
        return
    best = ways.argmin(axis=1)
    least = ways[np.arange(len(ways)), best]
    labels.edge[b] = np.where(np.isfinite(least), edge[best], -1)
    ways[edge == labels.edge[b][:, None]] = np.inf
    for values, target in ((least, labels.cost), (ways.min(axis=1), labels.other)):
        target[b] = np.minimum(values * (1 - _ROUNDING), values * (1 + _ROUNDING))


def _lowered_sum(*terms: Any) -> FloatArray:
    """Return the sum of some terms, no greater than if it were computed without rounding."""
    total, size = sum(terms), sum(np.abs(term) for term in terms)
    finite = np.isfinite(total)
    lowered: FloatArray = np.full(np.shape(total), np.inf)
    np.subtract(total, _ROUNDING * size, out=lowered, where=finite)
    return lowered


# --- Every beginning of a tour that could end below the bound ---


class _States(NamedTuple):
    """Beginnings of tours that serve the same number of edges."""

    served: _Sets
    node: IntArray
    """Where the vehicle is, n for the start."""
    cost: FloatArray

    def of(self, rows: Any) -> "_States":
        """Return some of the states."""
        return _States(*(column[rows] for column in self))


class _Rules(NamedTuple):
    """What beginnings of tours are held against, with the multipliers in force."""

    walks: _Walks
    crossed: _Sets
    """Edges on the way between two nodes, [from, to]."""
    cutoff: float
    multipliers: _Multipliers
    labels: _Labels


def _by_labels(problem: Problem, certificate: Certificate) -> float:
    """Return the cost up to which no tour is left when beginnings of tours are extended.

    A beginning is a set of served edges and a node, at its least cost. It is dropped if no tour
    that begins so costs less than the cut-off, the stated bound. Tours that survive all the same
    cost less, and then the cheapest of them is what is proven.
    """
    stages = _stages(problem, certificate)
    walks, ceiling = _walks_left(problem, certificate)
    m, n = problem.size, len(problem.arrays.D)
    crossed, cutoff = _packed(crossed_edges(problem)), min(ceiling, float(certificate.bound))
    states = _States(_packed(np.zeros((1, m), dtype=np.bool_)), np.array([n]), np.zeros(1))
    for served in range(m):
        if served in stages:
            top = int(_left(states, walks.levels).max())
            labels = _to_go(walks, stages[served], top)
            rules = _Rules(walks, crossed, cutoff, stages[served], labels)
            states = states.of(_bounds(rules, states) < cutoff)
        states = _serve_one_more(rules, states)
        if len(states.cost) == 0:
            return cutoff
    return min(cutoff, float((states.cost + problem.arrays.home[states.node]).min()))


def _bounds(rules: _Rules, states: _States) -> FloatArray:
    """Return which cost no tour is below that begins like each of some states."""
    walks, values = rules.walks, [np.empty(0)]
    for block in _blocks(states, len(walks.edge)):
        served, row = _unpacked(block.served, walks.problem.size), np.arange(len(block.cost))
        load, rest = ~served @ walks.problem.arrays.q, _rest(rules, served)[row, block.node]
        level, none = ~served @ walks.levels, np.full(len(row), -1)
        values.append(_bound(rules, block.cost, load, rest, level, block.node, none, served, row))
    return np.concatenate(values)


def _rest(rules: _Rules, served: BoolArray) -> FloatArray:
    """Return what is still due with some edges served, by where the vehicle is, the start last.

    That is the sum of the multipliers of the edges left, less those of the odd nodes: nodes with
    an odd number of ends of edges left, where the vehicle is and the end counted as one more
    each. A service changes none of that: one end less at either node, and the vehicle moves from
    one to the other.
    """
    problem, multipliers = rules.walks.problem, rules.multipliers
    n = len(multipliers.node)
    ends = np.zeros((len(served), n))
    for side in range(2):
        at = problem.arrays.entry[:, side] == np.arange(n)[:, None]
        ends += ~served @ at.T.astype(np.float64)
    if problem.end >= 0:
        ends[:, problem.end] += 1
    odd = ends % 2
    there = (1 - 2 * odd) * multipliers.node
    start = there[:, problem.start] if problem.start >= 0 else np.zeros(len(served))
    due = ~served @ multipliers.edge - odd @ multipliers.node
    rest: FloatArray = due[:, None] - np.column_stack([there, start])
    return rest


def _bound(
    rules: _Rules,
    cost: FloatArray,
    load: FloatArray,
    rest: FloatArray,
    level: IntArray,
    node: IntArray,
    last: IntArray,
    served: BoolArray,
    row: IntArray,
) -> FloatArray:
    """Return cost + pace * load^2 / 2 + relaxed cost to go - rest for some states.

    The load is what is left, and `rest` what is due of the multipliers. A state has served
    ``served[row]`` and `last`; where the cheapest walk on would serve one of these first, the
    other label holds. Where there is no first edge, -1, both labels are the same.
    """
    walks, labels = rules.walks, rules.labels
    first = labels.edge[level, node]
    again = served[row, first] | (first == last)
    to_go = np.where(again, labels.other[level, node], labels.cost[level, node])
    value: FloatArray = cost + walks.pace * load * load / 2 + to_go - rest
    # Costs, loads and rests are sums of a term an edge or a node.
    size = cost + walks.constant + np.abs(to_go) + rules.multipliers.size()
    unsure = (walks.problem.size + len(walks.D) + 8) * _ROUNDING * size
    np.subtract(value, unsure, out=value, where=np.isfinite(value))
    return value


def _serve_one_more(rules: _Rules, states: _States) -> _States:
    """Return the states that come of serving one more edge, those that are worth keeping."""
    kept, new = states.of(slice(0)), [states.of(slice(0))]
    for block in _blocks(states, len(rules.walks.edge)):
        new.append(_children(rules, block))
        if sum(len(part.cost) for part in new) > max(_UNSORTED, len(kept.cost)):
            kept, new = _cheapest(rules.walks, [kept, *new]), []
            if len(kept.cost) > _MOST_STATES:
                raise CheckError(
                    f"more than {_MOST_STATES:,} beginnings of tours remain; "
                    "the certificate is too long to check"
                )
    return _cheapest(rules.walks, [kept, *new])


def _children(rules: _Rules, states: _States) -> _States:
    """Return what comes of serving one more edge, unless its bound reaches the cut-off.

    With w the load left, driving to the step's tail and serving cost

        (W + w) * D[node, tail] + d * (W + w - q / 2).

    Drives over an edge that is still to be served are left out: to serve it on that pass would
    be cheaper, so no optimal tour makes them.
    """
    walks, arrays = rules.walks, rules.walks.problem.arrays
    served = _unpacked(states.served, walks.problem.size)
    load, rest, level = ~served @ arrays.q, _rest(rules, served), ~served @ walks.levels
    weight = arrays.W + load
    there = states.cost[:, None] + weight[:, None] * walks.D[states.node]
    there[(rules.crossed[states.node] & ~states.served[:, None]).any(axis=2)] = np.inf
    row, step = np.nonzero(~served[:, walks.edge] & np.isfinite(there[:, walks.tail]))
    edge, head, d = walks.edge[step], walks.head[step], walks.length[step]
    q = arrays.q[edge]
    cost = there[row, walks.tail[step]] + d * (weight[row] - q / 2)
    bound = _bound(
        rules,
        cost,
        load[row] - q,
        rest[row, walks.tail[step]] - rules.multipliers.edge[edge],
        level[row] - walks.levels[edge],
        head,
        edge,
        served,
        row,
    )
    below = bound < rules.cutoff
    row, edge = row[below], edge[below]
    one = _packed(np.eye(walks.problem.size, dtype=np.bool_))
    return _States(states.served[row] | one[edge], head[below], cost[below])


def _cheapest(walks: _Walks, parts: list[_States]) -> _States:
    """Return the states that no other makes needless.

    Of those with the same set and node the cheapest is kept. A state at v is needless if one
    with the same set at u has cost(u) + (W + load) * D[u, v] <= cost(v): whatever follows v can
    follow u. Only states before v by cost are asked, so that no two drop each other.
    """
    states = _States(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    states = states.of(np.lexsort((states.cost, states.node, *states.served.T)))
    states = states.of(_differs(states.served) | _differs(states.node[:, None]))
    states = states.of(np.lexsort((states.cost, *states.served.T)))
    group = np.cumsum(_differs(states.served))
    weight = walks.problem.arrays.W + _left(states, walks.problem.arrays.q)
    needless = np.zeros(len(group), dtype=np.bool_)
    for apart in range(1, len(walks.D)):
        v = np.flatnonzero(group[apart:] == group[:-apart]) + apart
        if len(v) == 0:
            break
        u = v - apart
        with np.errstate(invalid="ignore"):  # no weight times no way: not needless
            reached = states.cost[u] + weight[v] * walks.D[states.node[u], states.node[v]]
        needless[v] |= reached <= states.cost[v]
    return states.of(~needless)


def _differs(rows: npt.NDArray[Any]) -> BoolArray:
    """Return whether each row differs from the one before it; the first does."""
    differs = np.ones(len(rows), dtype=np.bool_)
    differs[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return differs


def _left(states: _States, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the sum of an edge's value over the edges that each state has still to serve."""
    parts = [~_unpacked(block.served, len(values)) @ values for block in _blocks(states, 64)]
    return np.concatenate([values[:0], *parts])


def _blocks(states: _States, steps: int) -> Iterator[_States]:
    """Yield the states in blocks of which each step makes a table that fits into memory."""
    size = max(1, _A_BLOCK // steps)
    for begin in range(0, len(states.cost), size):
        yield states.of(slice(begin, begin + size))


def _packed(sets: BoolArray) -> _Sets:
    """Return sets of edges, given along the last axis, as bits in words of 64."""
    spare = [(0, 0)] * (sets.ndim - 1) + [(0, -sets.shape[-1] % 64)]
    return np.packbits(np.pad(sets, spare), axis=-1).view(np.uint64)


def _unpacked(sets: _Sets, edges: int) -> BoolArray:
    """Return sets of edges as rows of booleans."""
    return np.unpackbits(sets.view(np.uint8), axis=1, count=edges).view(np.bool_)


# --- What a certificate must be made of ---


def _multipliers(problem: Problem, given: Any, what: str) -> _Multipliers:
    """Return multipliers, those of the edges first."""
    values = _numbers(given, (problem.size + len(problem.arrays.D),), what)
    of_node = values[problem.size :]
    if (of_node < 0).any():
        raise CheckError(f"{what} of nodes must be 0 or more; one is {of_node.min()}")
    return _Multipliers(values[: problem.size], of_node)


def _stages(problem: Problem, certificate: Certificate) -> dict[int, _Multipliers]:
    """Return the multipliers by the number of edges served from which on they are used."""
    if problem.size == 0:
        raise CheckError(f"nothing is to be served; kind {certificate.kind!r} proves nothing here")
    stages: dict[int, _Multipliers] = {}
    for begin, multipliers in _pairs(certificate.stages, "stages"):
        served = int(_whole_numbers(begin, (), "the number of a stage"))
        if not max(stages, default=-1) < served < problem.size or (served > 0 and not stages):
            raise CheckError(
                f"stage {len(stages) + 1} begins at {served} edges served; stages begin at 0, "
                f"rise, and are below {problem.size}"
            )
        what = f"the multipliers of stage {len(stages) + 1}"
        stages[served] = _multipliers(problem, multipliers, what)
    if not stages:
        raise CheckError(f"the certificate of kind {certificate.kind!r} has no stages")
    return stages


def _pairs(given: Any, what: str) -> Iterable[tuple[Any, Any]]:
    if not isinstance(given, tuple | list) or any(
        not isinstance(pair, tuple | list) or len(pair) != 2 for pair in given
    ):
        raise CheckError(f"the {what} are no sequence of pairs of a number and multipliers")
    return given


def _numbers(given: Any, shape: tuple[int, ...] | None, what: str) -> FloatArray:
    """Return finite numbers of a shape, None for a row of any length; refuse all else."""
    try:
        values = np.array(given)
    except ValueError:
        values = np.array(None)
    if values.size == 0:
        values = values.astype(np.float64)
    if values.dtype.kind not in "iuf":
        raise CheckError(f"{what} must be numbers")
    if shape is None:
        shape = (values.size,)
    if values.shape != shape:
        raise CheckError(f"{what} must have the shape {shape}; it is {values.shape}")
    if not (np.abs(values) <= _GREATEST).all():
        raise CheckError(f"{what} must be finite and at most {_GREATEST} in size")
    return values.astype(np.float64)


def _whole_numbers(given: Any, shape: tuple[int, ...] | None, what: str) -> IntArray:
    """Return whole numbers of a shape; refuse all else."""
    values = _numbers(given, shape, what)
    if not ((values == np.rint(values)) & (np.abs(values) < 2**53)).all():
        raise CheckError(f"{what} must be whole and below 2^53 in size")
    return values.astype(np.int64)
