"""Building tours with a trained policy: the decoder of `arcload.neural.network`, step by step.

It gives the same tours as `network.logits`, `features.look_at` and `environment.step`, which
training uses, for one instance and one tour at a time. Edges that are still open stand in the
first columns of every array, so that each loop runs over neighbouring numbers.
"""

import math

import numpy as np

from arcload.kernels.chain import random_below
from arcload.kernels.compiled import fast_kernel, fast_part
from arcload.kernels.distinct import Drawn, Path, close, follow, keep
from arcload.kernels.softmax import exponential
from arcload.types import BoolArray, FloatArray, IntArray, SingleArray

_UNLIKELY = -30.0  # logarithm of the least chance of an edge beside the likeliest
_FINE = 1 << 30  # steps between 0 and 1 of a random number
_MOMENTS = 10  # rows of `features.moment_inputs`, the last one 0 for open edges


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
def _describe(
    load: float,
    left: int,
    other: float,
    number: float,
    W: float,
    around: SingleArray,
    at: int,
    vehicle: SingleArray,
) -> None:
    """Write what is known of the vehicle, see `features.vehicle_inputs`."""
    vehicle[0] = load
    if len(vehicle) == 1:  # the paper's network
        return
    vehicle[1] = math.log(load + 0.01)
    vehicle[2] = W / (1 + W)
    vehicle[3] = math.log(W + load + 0.01)
    vehicle[4] = left / number
    vehicle[5] = math.log1p(left) / 4
    vehicle[6] = math.log(load * number / max(left, 1.0) + 0.01)
    vehicle[7] = math.log1p(min(other, 100.0))
    for k in range(len(around)):
        vehicle[8 + k] = around[k, at - 1] if at > 0 else 0.0


@fast_part
def _look_around(nearby: SingleArray, load: float, around: SingleArray) -> None:
    """Write what of the load is for around each node, see `features.nearby_inputs`."""
    for k in range(len(nearby)):
        for v in range(np.uint64(nearby.shape[1])):
            share = min(max(nearby[k, v] / max(load, 1e-9), 0.0), 1.0)
            around[k, v] = math.log(share + 0.01)


@fast_part
def _moments(
    rest: IntArray,
    load: float,
    entry: IntArray,
    demand: SingleArray,
    left: IntArray,
    logarithms: SingleArray,
    around: SingleArray,
    turned: BoolArray,
    way: SingleArray,
    known: SingleArray,
) -> None:
    """Write what is known of the way to each open edge and of the moment, one column each.

    See `features.moment_inputs`.
    """
    hidden = way.shape[0]
    moment = known[hidden:]
    for index in range(len(rest)):
        j = rest[index]
        for k in range(np.uint64(hidden)):
            known[k, index] = way[k, j]
        near = 1 if turned[j] else 0
        far = entry[j, 1 - near]
        far_left = max(left[far] - 1, 0)
        near_left = max(left[entry[j, near]] - 1, 0)
        moment[0, index] = logarithms[far_left]
        moment[1, index] = logarithms[near_left]
        moment[2, index] = 1.0 if far_left == 0 else 0.0
        moment[3, index] = 1.0 if near_left == 0 else 0.0
        moment[4, index] = far_left % 2
        moment[5, index] = around[0, far]
        moment[6, index] = around[1, far]
        moment[7, index] = min(demand[j] / max(load, 1e-9), 1.0)
        moment[8, index] = 1.0 if far_left + near_left == 0 else 0.0


@fast_part
def _clipped(value: float, clip: float) -> float:
    """Return clip * tanh(value / clip), or for the paper's network, marked by a minus, steeper."""
    steep = 2 / clip if clip > 0 else 2.0
    return abs(clip) * (1 - 2 / (1 + math.exp(steep * value)))


@fast_part
def _chance(score: float) -> float:
    """Return exp(score), never 0: the unlikeliest tour comes when all others have come."""
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


@fast_kernel
def decode(
    orders: IntArray,
    greedy: bool,
    counters: IntArray,
    drawn: Drawn,
    temperature: float,
    clip: float,
    graph: SingleArray,
    last_part: SingleArray,
    first_part: SingleArray,
    keys: SingleArray,
    values: SingleArray,
    targets: SingleArray,
    ways: SingleArray,
    turned: BoolArray,
    of_vehicle: SingleArray,
    entry: IntArray,
    demand: SingleArray,
    W: float,
    reach: SingleArray,
    length: SingleArray,
    leave: IntArray,
    nearby: SingleArray,
    at_nodes: IntArray,
) -> int:
    """Fill rows of `orders` with tours, and return how many: fewer once all orders were drawn.

    Parameters
    ----------
    orders
        What is filled, one tour a row.
    greedy
        Whether to take the likeliest edge always, drawn before or not.
    counters
        State of the random generator.
    drawn
        Tours that are not to come again; those that come are added.
    temperature
        How even chances are; for 0, which is only for greedy tours, nothing is added to `drawn`.
    clip
        As in `NetworkConfiguration`; below 0 it stands for the paper's steeper clipping.
    graph, last_part, first_part, keys, values, targets, ways, turned
        As in `Memory`, of one instance; `values` with edges in its columns, as `keys`.
    of_vehicle
        Weights that turn what is known of the vehicle into a query, a row for each input.
    entry, demand, W
        The instance, scaled.
    reach, length, leave, nearby
        As in `Places`.
    at_nodes
        Number of served edges at each node.
    """
    m = len(demand)
    heads, each = keys.shape[:2]
    width = heads * each
    paper = len(first_part) > 1
    sees_ways = len(ways) > 1
    hidden = ways.shape[1] + _MOMENTS
    number = float(m)
    query = np.empty(len(graph), dtype=np.float32)
    vehicle = np.empty(len(of_vehicle), dtype=np.float32)
    known = np.zeros((hidden, m), dtype=np.float32)
    score = np.empty(m, dtype=np.float32)
    match = np.empty(m, dtype=np.float32)
    weights = np.empty(m)
    path = Path(np.empty(m, dtype=np.int64), np.empty(m), np.empty(m), np.empty(m))
    glimpse = np.empty(width, dtype=np.float32)
    open_keys, open_values, open_targets = keys.copy(), values.copy(), targets.copy()
    scale, norm = np.float32(1 / math.sqrt(each)), np.float32(1 / math.sqrt(width))
    nearby_at_first = nearby.sum(axis=0)
    around = np.empty_like(nearby_at_first)
    logarithms = np.log1p(np.arange(at_nodes.max() + 1)).astype(np.float32)
    for tour in range(len(orders)):
        if drawn.share[0] == 0:
            return tour
        open_keys[:] = keys
        open_values[:] = values
        open_targets[:] = targets
        left = at_nodes.copy()
        nearby_left = nearby_at_first.copy()
        rest, column = np.arange(m), np.arange(m)
        load = float(demand.sum())
        place_0 = place_1 = 0
        cost_0 = cost_1 = 0.0
        last = first = 0
        node = 0
        for position in range(m):
            count = m - position
            open_edges = rest[:count]
            side = 1 if cost_1 < cost_0 else 0
            at = place_1 if side == 1 else place_0
            other = abs(cost_1 - cost_0) / max(W + load, 1e-9)
            if not paper:
                _look_around(nearby_left, load, around)
            _describe(load, count, other, number, W, around, at, vehicle)
            part_of_last = last_part[2 * last + side]
            for a in range(np.uint64(len(graph))):
                query[a] = graph[a] + part_of_last[a]
            for v in range(len(vehicle)):
                share, row = vehicle[v], of_vehicle[v]
                for a in range(np.uint64(len(graph))):
                    query[a] += share * row[a]
            for a in range(width):
                query[a] *= scale
            if paper:
                for a in range(len(graph)):
                    query[a] += scale * first_part[first, a]
            if sees_ways:
                _moments(
                    open_edges,
                    load,
                    entry,
                    demand,
                    left,
                    logarithms,
                    around,
                    turned[at],
                    ways[at],
                    known,
                )
            for head in range(heads):
                columns = np.uint64(count)
                for j in range(columns):
                    score[j] = 0
                _mix(query, head * each, each, open_keys[head], count, score)
                if sees_ways:
                    _mix(query, width + (head + 1) * hidden, hidden, known, count, score)
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
                        gained += score[j] * open_values[head, d, j]
                    glimpse[head * each + d] = gained * norm / total
            for j in range(np.uint64(count)):
                match[j] = 0
            _mix(glimpse, 0, width, open_targets, count, match)
            if sees_ways:
                _mix(query, width, hidden, known, count, match)
            chosen = 0
            for index in range(count):  # before clipping, for high scores are all alike after it
                if match[index] > match[chosen]:
                    chosen = index
            for index in range(count):
                match[index] = _clipped(match[index], clip)
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
            k = open_edges[chosen]
            rest[chosen] = rest[count - 1]
            column[rest[chosen]] = chosen
            if temperature > 0 and node >= 0 and count > 1:
                node = follow(node, k, count - 2, drawn)
            for row in range(width):
                open_targets[row, chosen] = open_targets[row, count - 1]
            for head in range(heads):
                for row in range(each):
                    open_keys[head, row, chosen] = open_keys[head, row, count - 1]
                    open_values[head, row, chosen] = open_values[head, row, count - 1]
            orders[tour, position] = k
            weight = W + load
            half = weight - demand[k] / 2
            cost_0, cost_1 = (
                min(cost_0 + weight * reach[place_0, 0, k], cost_1 + weight * reach[place_1, 0, k])
                + length[0, k] * half,
                min(cost_0 + weight * reach[place_0, 1, k], cost_1 + weight * reach[place_1, 1, k])
                + length[1, k] * half,
            )
            place_0, place_1 = leave[k, 0], leave[k, 1]
            left[place_0 - 1] -= 1
            left[place_1 - 1] -= 1
            nearby_left -= nearby[k]
            load = max(load - float(demand[k]), 0.0)
            last = k + 1
            if position == 0:
                first = last
        if temperature > 0 and node >= 0:
            keep(path, drawn)
    return len(orders)
