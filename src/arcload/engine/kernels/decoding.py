"""Building tours with a trained policy, step by step: the decoder of `neural.common.network`.

It gives the same tours as `network.logits`, `features.look_at` and `environment.step`, which
training uses, for one instance and one tour at a time. Edges that are still open stand in the
first columns of every array, so that each loop runs over neighbouring numbers.
"""

import math
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels import arc_mdp
from arcload.engine.kernels.chance import random_below
from arcload.engine.kernels.compiled import fast_kernel, fast_part
from arcload.engine.kernels.distinct import Drawn, Path, close, follow, keep
from arcload.engine.kernels.softmax import exponential
from arcload.model.types import BoolArray, FloatArray, IntArray, SingleArray

_UNLIKELY = -30.0  # logarithm of the least chance of an edge beside the likeliest
_FINE = 1 << 30  # steps between 0 and 1 of a random number
_MOMENTS = 10  # rows of `neural.features.moment_inputs`; the last one is 0 for open edges

_service_cost = fast_part(arc_mdp.service_cost)
_detour = fast_part(arc_mdp.detour)
_share_around = fast_part(arc_mdp.share_around)
_vehicle_inputs = fast_part(arc_mdp.vehicle_inputs)
_end_inputs = fast_part(arc_mdp.end_inputs)
_moment_inputs = fast_part(arc_mdp.moment_inputs)


class Sampling(NamedTuple):
    """How edges are drawn."""

    counters: IntArray
    """State of the random generator."""
    drawn: Drawn
    """Tours that are not to come again; those that come are added."""
    temperature: float
    """How even chances are; 0 if all tours are greedy, and then nothing is added to `drawn`."""


class Scores(NamedTuple):
    """What scores the edges of one instance: the network, and `neural.network.Memory`."""

    paper: bool
    """Whether it is the paper's network: it sees less, and clips scores more steeply."""
    sees_ways: bool
    """Whether it sees how far each edge is from the vehicle."""
    clip: float
    """Scores lie within this of 0."""
    of_vehicle: SingleArray
    """Weights that turn what is seen of the vehicle into a query, a row per input."""
    graph: SingleArray
    last: SingleArray
    first: SingleArray
    keys: SingleArray
    values: SingleArray
    """With edges in its columns, as `keys`."""
    targets: SingleArray
    ways: SingleArray
    turned: BoolArray


class StreetArrays(NamedTuple):
    """One instance, scaled: of `neural.batch.Batch` and `neural.environment.Places`."""

    W: float
    demand: SingleArray
    entry: IntArray
    reach: SingleArray
    length: SingleArray
    leave: IntArray
    nearby: SingleArray
    at_nodes: IntArray
    """Number of served edges at each node, loops twice."""


class _Vehicle(NamedTuple):
    """Where a tour stands: see `neural.environment.State` and `neural.features.Look`."""

    load: float
    place_0: int
    place_1: int
    cost_0: float
    cost_1: float
    last: int
    first: int


@fast_part
def _clear(total: SingleArray, count: int) -> None:
    """Write 0 into the first `count`; an assignment to a slice takes longer."""
    for j in range(np.uint64(count)):
        total[j] = 0


@fast_part
def _mix(
    shares: SingleArray, begin: int, size: int, rows: SingleArray, count: int, total: SingleArray
) -> None:
    """Add shares[begin : begin + size] @ rows to the first `count` of `total`, in fours."""
    columns = np.uint64(count)
    for k in range(0, size - 3, 4):
        a, b = shares[begin + k], shares[begin + k + 1]
        c, d = shares[begin + k + 2], shares[begin + k + 3]
        for j in range(columns):
            total[j] += (
                a * rows[k, j] + b * rows[k + 1, j] + c * rows[k + 2, j] + d * rows[k + 3, j]
            )
    for k in range(size - size % 4, size):
        for j in range(columns):
            total[j] += shares[begin + k] * rows[k, j]


@fast_part
def _see_end(v: int, left: IntArray, ends: FloatArray) -> None:
    """Write `end_inputs` of a node."""
    ends[0, v], ends[1, v], ends[2, v] = _end_inputs(float(left[v]))


@fast_part
def _see_around(nearby: SingleArray, load: float, around: FloatArray) -> None:
    """Write `share_around` each node."""
    for k in range(len(nearby)):
        for v in range(np.uint64(nearby.shape[1])):
            around[k, v] = _share_around(nearby[k, v], load)


@fast_part
def _see_vehicle(
    load: float,
    left: int,
    number: int,
    W: float,
    other: float,
    around: FloatArray,
    at: int,
    inputs: SingleArray,
) -> None:
    """Write `vehicle_inputs`, of which the paper's network has room for the load alone."""
    inputs[0] = load
    if len(inputs) == 1:
        return
    close = around[0, at - 1] if at > 0 else 0.0
    wide = around[1, at - 1] if at > 0 else 0.0
    values = _vehicle_inputs(load, float(left), float(number), W, other, close, wide)
    for k in range(len(values)):
        inputs[k] = values[k]


@fast_part
def _see_edges(
    edges: IntArray,
    load: float,
    entry: IntArray,
    demand: SingleArray,
    ends: FloatArray,
    around: FloatArray,
    turned: BoolArray,
    way: SingleArray,
    inputs: SingleArray,
) -> None:
    """Write what is seen of each open edge, a column each: of the way to it, `moment_inputs`."""
    hidden = way.shape[0]
    moments = inputs[hidden:]
    for index in range(len(edges)):
        j = edges[index]
        for k in range(np.uint64(hidden)):
            inputs[k, index] = way[k, j]
        side = 1 if turned[j] else 0
        far, near = entry[j, 1 - side], entry[j, side]
        values = _moment_inputs(
            (ends[0, far], ends[1, far], ends[2, far]),
            (ends[0, near], ends[1, near], ends[2, near]),
            around[0, far],
            around[1, far],
            demand[j],
            load,
        )
        for k in range(len(values)):
            moments[k, index] = values[k]


@fast_part
def _ask(
    graph: SingleArray,
    last: SingleArray,
    of_vehicle: SingleArray,
    inputs: SingleArray,
    query: SingleArray,
) -> None:
    """Write the query of a state, see `neural.network.logits`."""
    columns = np.uint64(len(graph))
    for a in range(columns):
        query[a] = graph[a] + last[a]
    for k in range(len(inputs)):
        share, row = inputs[k], of_vehicle[k]
        for a in range(columns):
            query[a] += share * row[a]


@fast_part
def _glimpse(
    query: SingleArray,
    keys: SingleArray,
    values: SingleArray,
    sees_ways: bool,
    of_edges: SingleArray,
    count: int,
    score: SingleArray,
    glimpse: SingleArray,
) -> None:
    """Write what each head sees of the open edges: their mean value, weighted by exp(score)."""
    heads, each = keys.shape[:2]
    width, hidden = heads * each, len(of_edges)
    norm = np.float32(1 / math.sqrt(width))
    columns = np.uint64(count)
    for head in range(heads):
        _clear(score, count)
        _mix(query, head * each, each, keys[head], count, score)
        if sees_ways:
            _mix(query, width + (head + 1) * hidden, hidden, of_edges, count, score)
        highest = score[0]
        for j in range(columns):
            highest = max(highest, score[j])
        total = np.float32(0)
        for j in range(columns):
            score[j] = exponential(score[j] - highest)
            total += score[j]
        for d in range(each):
            gained = np.float32(0)
            for j in range(columns):
                gained += score[j] * values[head, d, j]
            glimpse[head * each + d] = gained * norm / total


@fast_part
def _clipped(value: float, clip: float, paper: bool) -> float:
    """Return clip * tanh(value / clip), or for the paper's network clip * tanh(value)."""
    steep = 2.0 if paper else 2 / clip
    return clip * (1 - 2 / (1 + math.exp(steep * value)))


@fast_part
def _chance(score: float) -> float:
    """Return exp(score), never 0: even the unlikeliest tour comes once all others have come."""
    return math.exp(max(score, _UNLIKELY))


@fast_part
def _weigh(
    scores: SingleArray, count: int, highest: float, temperature: float, weights: FloatArray
) -> float:
    """Write exp(score / temperature) up to a factor, in proportion to chances; return the sum."""
    total = 0.0
    for index in range(count):
        weights[index] = _chance((scores[index] - highest) / temperature)
        total += weights[index]
    return total


@fast_part
def _draw(weights: FloatArray, count: int, counters: IntArray) -> int:
    """Return the index of an edge with probability in proportion to its weight, never one of 0."""
    total = 0.0
    for index in range(count):
        total += weights[index]
    wanted = total * random_below(_FINE, counters) / _FINE
    chosen = 0
    for index in range(count):
        if weights[index] > 0:
            chosen = index
            wanted -= weights[index]
            if wanted < 0:
                break
    return chosen


@fast_part
def _others(weights: FloatArray, count: int, chosen: int) -> float:
    """Return the sum of all weights but one, never as a difference, which could come out as 0."""
    weights[chosen] = 0
    total = 0.0
    for index in range(count):
        total += weights[index]
    return total


@fast_part
def _highest(scores: SingleArray, count: int) -> int:
    """Return the index of the highest score."""
    chosen = 0
    for index in range(count):
        if scores[index] > scores[chosen]:
            chosen = index
    return chosen


@fast_part
def _close(
    chosen: int,
    last: int,
    edges: IntArray,
    column: IntArray,
    keys: SingleArray,
    values: SingleArray,
    targets: SingleArray,
) -> None:
    """Put the last open edge into the column of the chosen one."""
    edges[chosen] = edges[last]
    column[edges[chosen]] = chosen
    for row in range(len(targets)):
        targets[row, chosen] = targets[row, last]
    for head in range(len(keys)):
        for row in range(keys.shape[1]):
            keys[head, row, chosen] = keys[head, row, last]
            values[head, row, chosen] = values[head, row, last]


@fast_part
def _serve(
    k: int,
    vehicle: _Vehicle,
    W: float,
    demand: SingleArray,
    reach: SingleArray,
    length: SingleArray,
    leave: IntArray,
) -> _Vehicle:
    """Return where a tour stands after serving edge k, see `neural.environment.step`."""
    load, place_0, place_1, cost_0, cost_1, _last, first = vehicle
    weight, needed = W + load, np.float64(demand[k])
    to_0 = _service_cost(
        cost_0, reach[place_0, 0, k], cost_1, reach[place_1, 0, k], weight, length[0, k], needed
    )
    to_1 = _service_cost(
        cost_0, reach[place_0, 1, k], cost_1, reach[place_1, 1, k], weight, length[1, k], needed
    )
    first = first if first > 0 else k + 1
    return _Vehicle(max(load - needed, 0.0), leave[k, 0], leave[k, 1], to_0, to_1, k + 1, first)


@fast_kernel
def decode(
    orders: IntArray, greedy: bool, sampling: Sampling, scores: Scores, streets: StreetArrays
) -> int:
    """Fill rows of `orders` with tours, and return how many: fewer once all orders were drawn.

    Parameters
    ----------
    orders
        What is filled, a tour per row.
    greedy
        Whether to take the likeliest edge always, drawn before or not.
    sampling
        How edges are drawn.
    scores
        The network.
    streets
        The instance.
    """
    counters, drawn, temperature = sampling
    paper, sees_ways, clip, by_vehicle, graph, by_last, by_first = scores[:7]
    all_keys, all_values, all_targets, ways, turned = scores[7:]
    W, demand, entry, reach, length, leave, nearby, at_nodes = streets
    m, n = len(demand), len(at_nodes)
    heads, each = all_keys.shape[:2]
    width = heads * each
    hidden = ways.shape[1] + _MOMENTS
    scale = np.float32(1 / math.sqrt(each))
    of_vehicle = np.empty(len(by_vehicle), dtype=np.float32)
    of_edges = np.zeros((hidden, m), dtype=np.float32)
    query = np.empty(len(graph), dtype=np.float32)
    score = np.empty(m, dtype=np.float32)
    match = np.empty(m, dtype=np.float32)
    glimpse = np.empty(width, dtype=np.float32)
    weights = np.empty(m)
    path = Path(np.empty(m, dtype=np.int64), np.empty(m), np.empty(m), np.empty(m))
    keys, values, targets = all_keys.copy(), all_values.copy(), all_targets.copy()
    all_nearby = nearby.sum(axis=0)
    ends, around = np.empty((3, n)), np.empty((2, n))
    for tour in range(len(orders)):
        if drawn.share[0] == 0:
            return tour
        keys[:] = all_keys
        values[:] = all_values
        targets[:] = all_targets
        edges, column = np.arange(m), np.arange(m)
        left, nearby_left = at_nodes.copy(), all_nearby.copy()
        for v in range(n):
            _see_end(v, left, ends)
        vehicle = _Vehicle(np.float64(demand.sum()), 0, 0, 0.0, 0.0, 0, 0)
        node = 0
        for position in range(m):
            count = m - position
            load, gain = vehicle.load, vehicle.cost_1 - vehicle.cost_0
            side = 1 if gain < 0 else 0
            at = vehicle.place_1 if side == 1 else vehicle.place_0
            if not paper:
                _see_around(nearby_left, load, around)
            _see_vehicle(load, count, m, W, _detour(gain, W + load), around, at, of_vehicle)
            _ask(graph, by_last[2 * vehicle.last + side], by_vehicle, of_vehicle, query)
            if paper:
                for a in range(width):
                    query[a] += by_first[vehicle.first, a]
            for a in range(width):
                query[a] *= scale
            if sees_ways:
                _see_edges(
                    edges[:count],
                    load,
                    entry,
                    demand,
                    ends,
                    around,
                    turned[at],
                    ways[at],
                    of_edges,
                )
            _glimpse(query, keys, values, sees_ways, of_edges, count, score, glimpse)
            _clear(match, count)
            _mix(glimpse, 0, width, targets, count, match)
            if sees_ways:
                _mix(query, width, hidden, of_edges, count, match)
            chosen = _highest(match, count)  # before clipping: after it high scores are all alike
            for index in range(count):
                match[index] = _clipped(match[index], clip, paper)
            if temperature > 0:
                best = match[chosen]
                path.total[position] = _weigh(match, count, best, temperature, weights)
                if node >= 0:
                    close(node, column, drawn, weights)
                if not greedy:
                    chosen = _draw(weights, count, counters)
                path.node[position] = node
                path.chance[position] = _chance((match[chosen] - best) / temperature)
                path.others[position] = _others(weights, count, chosen)
            k = edges[chosen]
            orders[tour, position] = k
            if temperature > 0 and node >= 0 and count > 1:
                node = follow(node, k, count - 2, drawn)
            _close(chosen, count - 1, edges, column, keys, values, targets)
            vehicle = _serve(k, vehicle, W, demand, reach, length, leave)
            left[vehicle.place_0 - 1] -= 1
            left[vehicle.place_1 - 1] -= 1
            _see_end(vehicle.place_0 - 1, left, ends)
            _see_end(vehicle.place_1 - 1, left, ends)
            nearby_left -= nearby[k]
        if temperature > 0 and node >= 0:
            keep(path, drawn)
    return len(orders)
