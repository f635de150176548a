"""Building tours on a GPU in one kernel from the first edge to the last, for training.

It builds what `rollout.roll_out` builds, which launches a hundred kernels for each edge. Here a
program builds 16 tours of one instance: their states stay in registers, and only what must be
looked up by index, or is used by every head, goes through memory that the program alone uses.
Matrix products are of numbers in the type of the memory; all else is in single precision.
"""

import torch
import triton
import triton.language as tl

from arcload.neural.common.batch import Batch
from arcload.neural.common.environment import RADII, edges_at_nodes, lookups
from arcload.neural.common.features import MOMENT_INPUTS, VEHICLE_INPUTS
from arcload.neural.common.network import Memory
from arcload.neural.train.fused_formulas import (
    detour,
    end_inputs,
    moment_inputs,
    service_cost,
    share_around,
    vehicle_inputs,
)
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import Rollout, gumbel_noise

_ROWS = 16  # tours of a program: the fewest rows of a matrix product


@torch.no_grad()
def roll_out(
    policy: Policy,
    batch: Batch,
    samples: int,
    *,
    greedy: bool = False,
    memory: Memory | None = None,
) -> Rollout:
    """Build tours, see `rollout.roll_out`."""
    c, weights = policy.configuration, policy.weights()
    where = lookups(batch)
    memory = policy.encode(batch, where) if memory is None else memory
    size, edges = batch.demand.shape
    nodes = batch.from_start.shape[1]
    shape = (size, samples, edges)
    device = batch.demand.device
    asked = memory.graph.shape[1]
    actions = torch.arange(edges, device=device).expand(shape).contiguous()
    cost = batch.demand.new_empty(shape[:2])
    side, other = torch.zeros_like(actions), batch.demand.new_zeros(shape)
    paper = c.inputs == "paper"
    _build_tours[(size, triton.cdiv(samples, _ROWS))](
        (actions, cost, side, other),
        tuple(column.contiguous() for column in memory),
        weights["query_vehicle.weight"],
        (batch.demand, batch.entry, batch.curb_weight, batch.to_end, batch.real.sum(-1)),
        tuple(column.contiguous() for column in where),
        (edges_at_nodes(batch), where.nearby.sum(1)),
        actions if greedy else gumbel_noise(batch, samples),
        (
            memory.graph.new_empty((*shape[:2], asked)),
            memory.graph.new_empty((*shape[:2], MOMENT_INPUTS, edges)),
            memory.graph.new_empty((*shape[:2], c.heads, edges)),
            batch.demand.new_empty((*shape[:2], edges)),
            batch.demand.new_empty((*shape[:2], 1 + len(RADII), nodes)),
        ),
        (size, samples, edges, nodes),
        c.clip,
        1.0 if paper else 1 / c.clip,
        GREEDY=greedy,
        PAPER=paper,
        DISTANCES=c.decoder_distances,
        WIDTH=c.width,
        HEADS=c.heads,
        EACH=c.width // c.heads,
        HIDDEN=c.hidden,
        MOMENTS=MOMENT_INPUTS,
        VEHICLE=VEHICLE_INPUTS[c.inputs],
        ASKED=asked,
        ASKED_ROOM=triton.next_power_of_2(asked),
        ASKERS=max(16, triton.next_power_of_2(c.heads + 1)),
        MOMENT_ROOM=max(16, triton.next_power_of_2(MOMENT_INPUTS)),
        EDGES=max(16, triton.next_power_of_2(edges)),
        NODES=triton.next_power_of_2(nodes),
        ROWS=_ROWS,
        num_warps=_warps(edges),
    )
    return Rollout(actions, cost, side, other)


def supports(policy: Policy) -> bool:
    """Return whether tours of a policy can be built so: matrices must be of handy sizes."""
    c = policy.configuration
    return c.width // c.heads in (16, 32, 64, 128) and c.hidden in (16, 32, 64)


def _warps(edges: int) -> int:
    """Return how many groups of 32 threads build tours of so many edges."""
    return 4 if edges <= 64 else 8 if edges <= 128 else 16


@triton.jit
def _build_tours(  # type: ignore[no-untyped-def]
    tours,
    memory,
    of_vehicle,
    batch,
    where,
    at_nodes,
    noise,
    scratch,
    sizes,
    clip,
    steep,
    GREEDY: tl.constexpr,
    PAPER: tl.constexpr,
    DISTANCES: tl.constexpr,
    WIDTH: tl.constexpr,
    HEADS: tl.constexpr,
    EACH: tl.constexpr,
    HIDDEN: tl.constexpr,
    MOMENTS: tl.constexpr,
    VEHICLE: tl.constexpr,
    ASKED: tl.constexpr,
    ASKED_ROOM: tl.constexpr,
    ASKERS: tl.constexpr,
    MOMENT_ROOM: tl.constexpr,
    EDGES: tl.constexpr,
    NODES: tl.constexpr,
    ROWS: tl.constexpr,
):
    """Build ROWS tours of one instance; names are those of `environment` and `features`."""
    actions, final_cost, sides, others = tours
    graph, last_part, first_part, keys, values, targets, ways, turned = memory
    demands, entry, curb_weight, to_end, numbers = batch
    reach, length, leave, nearby = where
    left_at_first, nearby_at_first = at_nodes
    queries, moments, biases, finals, around = scratch
    B, S, M, N = sizes
    b = tl.program_id(0).to(tl.int64)
    begin = tl.program_id(1) * ROWS
    row = tl.minimum(begin + tl.arange(0, ROWS), S - 1)  # the last one again
    tour = b * S + row
    columns = tl.arange(0, EDGES)
    inside = columns < M
    node = tl.arange(0, NODES)
    asked = tl.arange(0, ASKED_ROOM)
    wanted = asked < ASKED
    number = tl.load(numbers + b).to(tl.int32)
    W = tl.load(curb_weight + b)
    demand = tl.load(demands + b * M + columns, mask=inside, other=0.0)
    end_0 = tl.load(entry + (b * M + columns) * 2, mask=inside, other=0)
    end_1 = tl.load(entry + (b * M + columns) * 2 + 1, mask=inside, other=0)
    of_graph = tl.load(graph + b * ASKED + asked, mask=wanted, other=0.0).to(tl.float32)
    query = queries + tour * ASKED
    at_node = around + tour * (3 * N)
    nothing = tl.zeros((ROWS,), tl.float32)
    load = nothing + tl.sum(demand)
    opened = (columns < number)[None, :] & (row >= 0)[:, None]
    place_0 = tl.zeros((ROWS,), tl.int64)
    place_1 = tl.zeros((ROWS,), tl.int64)
    cost_0 = nothing
    cost_1 = nothing
    last = tl.zeros((ROWS,), tl.int64)
    first = tl.zeros((ROWS,), tl.int64)
    left = nothing[:, None] + _of_nodes(left_at_first + b * N, node, N)[None, :]
    close = nothing[:, None] + _of_nodes(nearby_at_first + b * 2 * N, node, N)[None, :]
    wide = nothing[:, None] + _of_nodes(nearby_at_first + (b * 2 + 1) * N, node, N)[None, :]
    for position in range(number):
        gain = cost_1 - cost_0  # see `features.standing`
        side = (gain < 0).to(tl.int64)
        other = detour(gain, W + load)
        at = tl.where(gain < 0, place_1, place_0)
        tl.store(sides + tour * M + position, side)
        tl.store(others + tour * M + position, other)
        row_of_last = last_part + (b * (2 * M + 2) + 2 * last + side) * ASKED
        q = _rows(row_of_last, asked, wanted) + of_graph[None, :]
        q += load[:, None] * _input_weights(of_vehicle, 0, asked, wanted, VEHICLE)
        if PAPER:
            q += _rows(first_part + (b * (M + 1) + first) * ASKED, asked, wanted)
        else:
            _see_nodes(at_node, node, left, close, wide, load, N)
            rest = nothing + (number - position).to(tl.float32)
            close_here, wide_here = _around_vehicle(at_node, at, N)
            seen = vehicle_inputs(
                load, rest, number.to(tl.float32), nothing + W, other, close_here, wide_here
            )
            for k in tl.static_range(1, VEHICLE):
                weights = _input_weights(of_vehicle, k, asked, wanted, VEHICLE)
                q += seen[k][:, None] * weights
        tl.store(query[:, None] + asked[None, :], q, mask=wanted[None, :])
        if DISTANCES:
            turns = turned + (b * (N + 1) + at) * M
            moment = moments + tour * (MOMENTS * M)
            _see_edges(moment, at_node, turns, end_0, end_1, columns, demand, load, M, N, MOMENTS)
            tl.debug_barrier()
            for r in range(tl.minimum(ROWS, S - begin)):
                mine = b * S + begin + r
                stands = tl.sum(tl.where(tl.arange(0, ROWS) == r, at, 0))
                _ask_of_edges(
                    finals + mine * M,
                    biases + mine * (HEADS * M),
                    queries + mine * ASKED + WIDTH,
                    ways + (b * (N + 1) + stands) * (HIDDEN * M),
                    moments + mine * (MOMENTS * M),
                    columns,
                    M,
                    HEADS,
                    HIDDEN,
                    MOMENTS,
                    ASKERS,
                    MOMENT_ROOM,
                )
        tl.debug_barrier()
        match = _match(
            query,
            keys + b * WIDTH * M,
            values + b * WIDTH * M,
            targets + b * WIDTH * M,
            biases + tour * (HEADS * M),
            opened,
            columns,
            M,
            DISTANCES,
            WIDTH,
            HEADS,
            EACH,
        )
        if DISTANCES:
            match += _cells(finals + tour * M, columns, M)
        if not GREEDY:
            match = clip * (1 - 2 / (1 + tl.exp(tl.minimum(2 * steep * match, 80.0))))
            match += _cells(noise + ((position * B + b) * S + row) * M, columns, M)
        action = tl.argmax(tl.where(opened, match, -1e30), 1).to(tl.int64)
        # The state after it, see `environment.step`.
        tl.store(actions + tour * M + position, action)
        needed = tl.load(demands + b * M + action)
        weight = W + load
        from_0 = reach + (b * (N + 1) + place_0) * (2 * M) + action
        from_1 = reach + (b * (N + 1) + place_1) * (2 * M) + action
        along = length + b * 2 * M + action
        cost_0, cost_1 = (
            _served(cost_0, from_0, cost_1, from_1, weight, along, needed),
            _served(cost_0, from_0 + M, cost_1, from_1 + M, weight, along + M, needed),
        )
        place_0 = tl.load(leave + (b * M + action) * 2)
        place_1 = tl.load(leave + (b * M + action) * 2 + 1)
        load = tl.maximum(load - needed, 0.0)
        opened = opened & (columns[None, :] != action[:, None])
        left -= (node[None, :] == place_0[:, None] - 1).to(tl.float32)
        left -= (node[None, :] == place_1[:, None] - 1).to(tl.float32)
        gone = nearby + (b * M + action) * (2 * N)
        close -= _cells(gone, node, N)
        wide -= _cells(gone + N, node, N)
        last = action + 1
        first = tl.where(position == 0, last, first)
        tl.debug_barrier()
    home_0 = tl.load(to_end + b * N + place_0 - 1, mask=place_0 > 0, other=0.0)
    home_1 = tl.load(to_end + b * N + place_1 - 1, mask=place_1 > 0, other=0.0)
    tl.store(final_cost + tour, tl.minimum(cost_0 + W * home_0, cost_1 + W * home_1))


@triton.jit
def _of_nodes(begin, node, N):  # type: ignore[no-untyped-def]
    """Return a value per node, [NODES]."""
    return tl.load(begin + node, mask=node < N, other=0.0)


@triton.jit
def _cells(begin, columns, M):  # type: ignore[no-untyped-def]
    """Return a row of M values per tour, [ROWS, columns]."""
    return tl.load(begin[:, None] + columns[None, :], mask=(columns < M)[None, :], other=0.0)


@triton.jit
def _rows(begin, asked, wanted):  # type: ignore[no-untyped-def]
    """Return a part of the query per tour, [ROWS, ASKED_ROOM]."""
    part = tl.load(begin[:, None] + asked[None, :], mask=wanted[None, :], other=0.0)
    return part.to(tl.float32)


@triton.jit
def _input_weights(of_vehicle, k, asked, wanted, VEHICLE: tl.constexpr):  # type: ignore[no-untyped-def]
    """Return the weights that turn input k of the vehicle into a query, [1, ASKED_ROOM]."""
    return tl.load(of_vehicle + asked * VEHICLE + k, mask=wanted, other=0.0)[None, :]


@triton.jit
def _see_nodes(at_node, node, left, close, wide, load, N):  # type: ignore[no-untyped-def]
    """Write what is seen of each node where it can be looked up: see `features.Look`."""
    there = (node < N)[None, :]
    begin = at_node[:, None] + node[None, :]
    tl.store(begin, left, mask=there)
    tl.store(begin + N, share_around(close, load[:, None]), mask=there)
    tl.store(begin + 2 * N, share_around(wide, load[:, None]), mask=there)
    tl.debug_barrier()


@triton.jit
def _around_vehicle(at_node, at, N):  # type: ignore[no-untyped-def]
    """Return the shares of the load around the vehicle, see `features.around`."""
    here = at_node + tl.maximum(at - 1, 0)
    close = tl.where(at > 0, tl.load(here + N), 0.0)
    wide = tl.where(at > 0, tl.load(here + 2 * N), 0.0)
    return close, wide


@triton.jit
def _see_edges(  # type: ignore[no-untyped-def]
    moment, at_node, turns, end_0, end_1, columns, demand, load, M, N, MOMENTS: tl.constexpr
):
    """Write what changes from step to step about each edge, see `features.moment_inputs`."""
    inside = (columns < M)[None, :]
    swap = tl.load(turns[:, None] + columns[None, :], mask=inside, other=0) != 0
    far = at_node[:, None] + tl.where(swap, end_0[None, :], end_1[None, :])
    near = at_node[:, None] + tl.where(swap, end_1[None, :], end_0[None, :])
    seen = moment_inputs(
        end_inputs(tl.load(far)),
        end_inputs(tl.load(near)),
        tl.load(far + N),
        tl.load(far + 2 * N),
        demand[None, :],
        load[:, None],
    )
    column = moment[:, None] + columns[None, :]
    for k in tl.static_range(MOMENTS - 1):  # the last one is that an edge is closed
        tl.store(column + k * M, seen[k], mask=inside)


@triton.jit
def _ask_of_edges(  # type: ignore[no-untyped-def]
    final,
    bias,
    query,
    way,
    moment,
    columns,
    M,
    HEADS: tl.constexpr,
    HIDDEN: tl.constexpr,
    MOMENTS: tl.constexpr,
    ASKERS: tl.constexpr,
    MOMENT_ROOM: tl.constexpr,
):
    """Write what one tour's final scores and heads ask of ways and moments: `network.biases`."""
    inside = (columns < M)[None, :]
    asker = tl.arange(0, ASKERS)[:, None]
    asks = asker <= HEADS
    hidden = tl.arange(0, HIDDEN)
    kind = tl.arange(0, MOMENT_ROOM)
    is_kind = kind < MOMENTS - 1
    begin = query + asker * (HIDDEN + MOMENTS)
    ask = tl.load(begin + hidden[None, :], mask=asks, other=0.0)
    cell = hidden[:, None] * M + columns[None, :]
    product = tl.dot(ask, tl.load(way + cell, mask=inside, other=0.0))
    ask = tl.load(begin + HIDDEN + kind[None, :], mask=asks & is_kind[None, :], other=0.0)
    cell = kind[:, None] * M + columns[None, :]
    product += tl.dot(ask, tl.load(moment + cell, mask=is_kind[:, None] & inside, other=0.0))
    tl.store(final + columns[None, :] + asker * 0, product, mask=(asker == 0) & inside)
    goal = bias + (asker - 1) * M + columns[None, :]
    tl.store(goal, product, mask=asks & (asker > 0) & inside)


@triton.jit
def _match(  # type: ignore[no-untyped-def]
    query,
    keys,
    values,
    targets,
    bias,
    opened,
    columns,
    M,
    DISTANCES: tl.constexpr,
    WIDTH: tl.constexpr,
    HEADS: tl.constexpr,
    EACH: tl.constexpr,
):
    """Return how well each edge matches the state, without ways and moments: `network.logits`."""
    inside = columns < M
    each = tl.arange(0, EACH)
    match = tl.zeros(opened.shape, tl.float32)
    for head in range(HEADS):
        glance = tl.load(query[:, None] + head * EACH + each[None, :])
        cell = (head * EACH + each)[:, None] * M + columns[None, :]
        key = tl.load(keys + cell, mask=inside[None, :], other=0.0)
        score = tl.dot(glance, key) * (EACH**-0.5)
        if DISTANCES:
            score += _cells(bias + head * M, columns, M).to(tl.float32)
        score = tl.where(opened, score, -1e30)
        chance = tl.exp(score - tl.max(score, 1)[:, None])
        chance = chance / tl.sum(chance, 1)[:, None]
        cell_of_value = (head * M + columns)[:, None] * EACH + each[None, :]
        value = tl.load(values + cell_of_value, mask=inside[:, None], other=0.0)
        glimpse = tl.dot(chance.to(value.dtype), value)
        target = tl.load(targets + cell, mask=inside[None, :], other=0.0)
        match += tl.dot(glimpse.to(target.dtype), target)
    return match * (WIDTH**-0.5)


@triton.jit
def _served(cost_0, from_0, cost_1, from_1, weight, length, demand):  # type: ignore[no-untyped-def]
    """Return `arc_mdp.service_cost` on one side, with ways and lengths still to be looked up."""
    way_0, way_1 = tl.load(from_0), tl.load(from_1)
    return service_cost(cost_0, way_0, cost_1, way_1, weight, tl.load(length), demand)
