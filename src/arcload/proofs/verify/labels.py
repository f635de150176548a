"""Every beginning of a tour that could end below the bound."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.verify.asked import Asked
from arcload.proofs.verify.delivery import Delivery, crossed_edges
from arcload.proofs.verify.tolls import Tolls
from arcload.proofs.verify.validation import Multipliers, stages_of
from arcload.proofs.verify.walks import ROUNDING, CheapestWays, Walks, cost_to_go, walks_left

_Sets: TypeAlias = npt.NDArray[np.uint64]  # one set of edges per row, as bits

_MOST_STATES = 30_000_000  # that serve the same number of edges
_BLOCK = 1_000_000  # states times steps that are looked at together
_UNSORTED = 2_000_000  # new states that wait to be merged


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

    walks: Walks
    crossed: _Sets
    """Edges on the way between two nodes, [from, to]."""
    cutoff: float
    multipliers: Multipliers
    labels: CheapestWays
    asked: Asked


def by_labels(delivery: Delivery, certificate: Certificate) -> float:
    """Return the cost up to which no tour is left when beginnings of tours are extended.

    A beginning is a set of served edges and a node, at its least cost. It is dropped if no tour
    that begins so costs less than the cut-off, the stated bound. Tours that survive all the same
    cost less, and then the cheapest of them is what is proven.
    """
    stages = stages_of(delivery, certificate)
    walks, ceiling = walks_left(delivery, certificate)
    m, n = delivery.size, len(delivery.D)
    crossed, cutoff = _packed(crossed_edges(delivery)), min(ceiling, float(certificate.bound))
    states = _States(_packed(np.zeros((1, m), dtype=np.bool_)), np.array([n]), np.zeros(1))
    for served in range(m):
        if served in stages:
            top = int(_left(states, walks.levels).max())
            labels = cost_to_go(walks, stages[served], top)
            tolls = Tolls(delivery, walks.top, walks.cuts, stages[served])
            asked = Asked(tolls, walks.levels, walks.edge, walks.tail, walks.head)
            rules = _Rules(walks, crossed, cutoff, stages[served], labels, asked)
            states = states.of(_bounds(rules, states) < cutoff)
        states = _serve_one_more(rules, states)
        if len(states.cost) == 0:
            return cutoff
    return min(cutoff, float((states.cost + delivery.home[states.node]).min()))


def _bounds(rules: _Rules, states: _States) -> FloatArray:
    """Return which cost no tour is below that begins like each of some states."""
    walks, values = rules.walks, [np.empty(0)]
    for block in _blocks(states, len(walks.edge)):
        served, row = _unpacked(block.served, walks.delivery.size), np.arange(len(block.cost))
        load, rest = ~served @ walks.delivery.q, _rest(rules, served)[row, block.node]
        level, none = ~served @ walks.levels, np.full(len(row), -1)
        asked = rules.asked.of(served, _here(rules, block), level)
        values.append(
            _bound(rules, block.cost, load, rest, asked, level, block.node, none, served, row)
        )
    return np.concatenate(values)


def _here(rules: _Rules, states: _States) -> IntArray:
    """Return the nodes where states are, that of the start for what stands for it."""
    return np.append(np.arange(len(rules.walks.delivery.D)), rules.walks.delivery.start)[
        states.node
    ]


def _rest(rules: _Rules, served: BoolArray) -> FloatArray:
    """Return what is still due with some edges served, by where the vehicle is, the start last.

    That is the sum of the multipliers of the edges left, less those of the odd nodes: nodes with
    an odd number of ends of edges left, where the vehicle is and the end counted as one more
    each. A service changes none of that: one end less at either node, and the vehicle moves from
    one to the other.
    """
    delivery, multipliers = rules.walks.delivery, rules.multipliers
    n = len(multipliers.node)
    ends = np.zeros((len(served), n))
    for side in range(2):
        at = delivery.entry[:, side] == np.arange(n)[:, None]
        ends += ~served @ at.T.astype(np.float64)
    if delivery.end >= 0:
        ends[:, delivery.end] += 1
    odd = ends % 2
    there = (1 - 2 * odd) * multipliers.node
    start = there[:, delivery.start] if delivery.start >= 0 else np.zeros(len(served))
    due = ~served @ multipliers.edge - odd @ multipliers.node
    rest: FloatArray = due[:, None] - np.column_stack([there, start])
    return rest


def _bound(
    rules: _Rules,
    cost: FloatArray,
    load: FloatArray,
    rest: FloatArray,
    asked: FloatArray,
    level: IntArray,
    node: IntArray,
    last: IntArray,
    served: BoolArray,
    row: IntArray,
) -> FloatArray:
    """Return cost + pace * load^2 / 2 + relaxed cost to go - rest + asked for some states.

    The load is what is left, `rest` what is due of the multipliers of edges and nodes, and `asked`
    what window cuts ask for. A state has served
    ``served[row]`` and `last`; where the cheapest walk on would serve one of these first, the
    other label holds. Where there is no first edge, -1, both labels are the same.
    """
    walks, labels = rules.walks, rules.labels
    first = labels.edge[level, node]
    again = served[row, first] | (first == last)
    to_go = np.where(again, labels.other[level, node], labels.cost[level, node])
    value: FloatArray = cost + walks.pace * load * load / 2 + to_go - rest + asked
    # Costs, loads and rests are sums of one term per edge or node; what is asked is exact.
    size = cost + walks.constant + np.abs(to_go) + rules.multipliers.size() + np.abs(asked)
    unsure = (walks.delivery.size + len(walks.D) + 8) * ROUNDING * size
    np.subtract(value, unsure, out=value, where=np.isfinite(value))
    return value


def _serve_one_more(rules: _Rules, states: _States) -> _States:
    """Return the states that come of serving one more edge, those that are worth keeping."""
    merged, new = states.of(slice(0)), [states.of(slice(0))]
    for block in _blocks(states, len(rules.walks.edge)):
        new.append(_children(rules, block))
        if sum(len(part.cost) for part in new) > max(_UNSORTED, len(merged.cost)):
            merged, new = _cheapest(rules.walks, [merged, *new]), []
            if len(merged.cost) > _MOST_STATES:
                raise CheckError(
                    f"more than {_MOST_STATES:,} beginnings of tours remain; "
                    "the certificate is too long to check"
                )
    return _cheapest(rules.walks, [merged, *new])


def _children(rules: _Rules, states: _States) -> _States:
    """Return what comes of serving one more edge, unless its bound reaches the cut-off.

    With w the load left, driving to the step's tail and serving cost

        (W + w) * D[node, tail] + d * (W + w - q / 2).

    Drives over an edge that is still to be served are left out: to serve it on that pass would
    be cheaper, so no optimal tour makes them.
    """
    walks, delivery = rules.walks, rules.walks.delivery
    served = _unpacked(states.served, walks.delivery.size)
    load, rest, level = ~served @ delivery.q, _rest(rules, served), ~served @ walks.levels
    weight = delivery.W + load
    there = states.cost[:, None] + weight[:, None] * walks.D[states.node]
    there[(rules.crossed[states.node] & ~states.served[:, None]).any(axis=2)] = np.inf
    row, step = np.nonzero(~served[:, walks.edge] & np.isfinite(there[:, walks.tail]))
    edge, head, d = walks.edge[step], walks.head[step], walks.length[step]
    q = delivery.q[edge]
    cost = there[row, walks.tail[step]] + d * (weight[row] - q / 2)
    bound = _bound(
        rules,
        cost,
        load[row] - q,
        rest[row, walks.tail[step]] - rules.multipliers.edge[edge],
        rules.asked.after(served, _here(rules, states), level, row, step),
        level[row] - walks.levels[edge],
        head,
        edge,
        served,
        row,
    )
    below = bound < rules.cutoff
    row, edge = row[below], edge[below]
    one = _packed(np.eye(walks.delivery.size, dtype=np.bool_))
    return _States(states.served[row] | one[edge], head[below], cost[below])


def _cheapest(walks: Walks, parts: list[_States]) -> _States:
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
    weight = walks.delivery.W + _left(states, walks.delivery.q)
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
    size = max(1, _BLOCK // steps)
    for begin in range(0, len(states.cost), size):
        yield states.of(slice(begin, begin + size))


def _packed(sets: BoolArray) -> _Sets:
    """Return sets of edges, given along the last axis, as bits in words of 64."""
    spare = [(0, 0)] * (sets.ndim - 1) + [(0, -sets.shape[-1] % 64)]
    return np.packbits(np.pad(sets, spare), axis=-1).view(np.uint64)


def _unpacked(sets: _Sets, edges: int) -> BoolArray:
    """Return sets of edges as rows of booleans."""
    return np.unpackbits(sets.view(np.uint8), axis=1, count=edges).view(np.bool_)
