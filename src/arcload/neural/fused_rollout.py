"""Building tours on a GPU in one kernel from the first edge to the last, for training.

It builds what `rollout.roll_out` builds, which launches a hundred kernels for each edge. Here a
program builds 16 tours of one instance: their states stay in registers, and only what must be
looked up by index, or is used by every head, goes through memory that the program alone uses.
Matrix products are of numbers in the type of the memory; all else is in single precision.
"""

import torch
import triton
import triton.language as tl

from arcload.neural.batch import Batch
from arcload.neural.environment import RADII, edges_at_nodes, places
from arcload.neural.features import MOMENT_INPUTS, VEHICLE_INPUTS
from arcload.neural.network import Memory
from arcload.neural.policy import Policy
from arcload.neural.rollout import Rollout, gumbel_noise

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
    where = places(batch)
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
    row = tl.minimum(tl.program_id(1) * ROWS + tl.arange(0, ROWS), S - 1)  # the last one again
    tour = b * S + row
    columns = tl.arange(0, EDGES)
    inside = columns < M
    node = tl.arange(0, NODES)
    there = node < N
    asked = tl.arange(0, ASKED_ROOM)
    wanted = asked < ASKED
    each = tl.arange(0, EACH)
    number = tl.load(numbers + b).to(tl.int32)
    W = tl.load(curb_weight + b)
    demand = tl.load(demands + b * M + columns, mask=inside, other=0.0)
    near_end = tl.load(entry + (b * M + columns) * 2, mask=inside, other=0)
    far_end = tl.load(entry + (b * M + columns) * 2 + 1, mask=inside, other=0)
    of_graph = tl.load(graph + b * ASKED + asked, mask=wanted, other=0.0).to(tl.float32)
    query = queries + tour * ASKED
    moment = moments + tour * (MOMENTS * M)
    bias = biases + tour * (HEADS * M)
    tours_here = tl.minimum(ROWS, S - tl.program_id(1) * ROWS)
    asker = tl.arange(0, ASKERS)
    asks = asker <= HEADS
    hidden = tl.arange(0, HIDDEN)
    kind = tl.arange(0, MOMENT_ROOM)
    kind_is = kind < MOMENTS - 1  # the last one is that an edge is closed
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
    left = tl.load(left_at_first + b * N + node, mask=there, other=0.0)[None, :] + nothing[:, None]
    close = tl.load(nearby_at_first + b * 2 * N + node, mask=there, other=0.0)
    close = close[None, :] + nothing[:, None]
    wide = tl.load(nearby_at_first + (b * 2 + 1) * N + node, mask=there, other=0.0)
    wide = wide[None, :] + nothing[:, None]
    for position in range(number):
        # Where the vehicle stands, see `features.standing`, and what it asks for.
        gain = cost_1 - cost_0
        side = (gain < 0).to(tl.int64)
        other = tl.abs(gain) / tl.maximum(W + load, 1e-9)
        at = tl.where(gain < 0, place_1, place_0)
        tl.store(sides + tour * M + position, side)
        tl.store(others + tour * M + position, other)
        row_of_last = last_part + (b * (2 * M + 2) + 2 * last + side) * ASKED
        q = tl.load(row_of_last[:, None] + asked[None, :], mask=wanted[None, :], other=0.0)
        q = q.to(tl.float32) + of_graph[None, :]
        part = of_vehicle + asked * VEHICLE
        q += load[:, None] * tl.load(part, mask=wanted, other=0.0)[None, :]
        if PAPER:
            row_of_first = first_part + (b * (M + 1) + first) * ASKED
            of_first = row_of_first[:, None] + asked[None, :]
            q += tl.load(of_first, mask=wanted[None, :], other=0.0).to(tl.float32)
        else:
            rest = (number - position).to(tl.float32)
            all_of_them = number.to(tl.float32)
            share = 1 / tl.maximum(load, 1e-9)[:, None]
            close_share = tl.log(tl.minimum(tl.maximum(close * share, 0.0), 1.0) + 0.01)
            wide_share = tl.log(tl.minimum(tl.maximum(wide * share, 0.0), 1.0) + 0.01)
            tl.store(at_node[:, None] + node[None, :], left, mask=there[None, :])
            tl.store(at_node[:, None] + N + node[None, :], close_share, mask=there[None, :])
            tl.store(at_node[:, None] + 2 * N + node[None, :], wide_share, mask=there[None, :])
            tl.debug_barrier()
            here = tl.maximum(at - 1, 0)
            v = tl.log(load + 0.01)[:, None]
            q += v * tl.load(part + 1, mask=wanted, other=0.0)[None, :]
            v = (nothing + W / (1 + W))[:, None]
            q += v * tl.load(part + 2, mask=wanted, other=0.0)[None, :]
            v = tl.log(W + load + 0.01)[:, None]
            q += v * tl.load(part + 3, mask=wanted, other=0.0)[None, :]
            v = (nothing + rest / all_of_them)[:, None]
            q += v * tl.load(part + 4, mask=wanted, other=0.0)[None, :]
            v = (nothing + tl.log(1 + rest) / 4)[:, None]
            q += v * tl.load(part + 5, mask=wanted, other=0.0)[None, :]
            v = tl.log(load * all_of_them / rest + 0.01)[:, None]
            q += v * tl.load(part + 6, mask=wanted, other=0.0)[None, :]
            v = tl.log(1 + tl.minimum(other, 100.0))[:, None]
            q += v * tl.load(part + 7, mask=wanted, other=0.0)[None, :]
            v = tl.where(at > 0, tl.load(at_node + N + here), 0.0)[:, None]
            q += v * tl.load(part + 8, mask=wanted, other=0.0)[None, :]
            v = tl.where(at > 0, tl.load(at_node + 2 * N + here), 0.0)[:, None]
            q += v * tl.load(part + 9, mask=wanted, other=0.0)[None, :]
        tl.store(query[:, None] + asked[None, :], q, mask=wanted[None, :])
        if DISTANCES:
            # What changes from step to step about each edge, see `features.moment_inputs`.
            pair = (b * (N + 1) + at)[:, None] * M + columns[None, :]
            swap = tl.load(turned + pair, mask=inside[None, :], other=0) != 0
            far = at_node[:, None] + tl.where(swap, near_end[None, :], far_end[None, :])
            near = at_node[:, None] + tl.where(swap, far_end[None, :], near_end[None, :])
            far_left = tl.maximum(tl.load(far) - 1, 0.0)
            near_left = tl.maximum(tl.load(near) - 1, 0.0)
            no_far = (far_left < 0.5).to(tl.float32)
            no_near = (near_left < 0.5).to(tl.float32)
            odd = far_left - 2 * tl.floor(far_left / 2)
            needs = tl.minimum(demand[None, :] / tl.maximum(load, 1e-9)[:, None], 1.0)
            column = moment[:, None] + columns[None, :]
            tl.store(column, tl.log(1 + far_left), mask=inside[None, :])
            tl.store(column + M, tl.log(1 + near_left), mask=inside[None, :])
            tl.store(column + 2 * M, no_far, mask=inside[None, :])
            tl.store(column + 3 * M, no_near, mask=inside[None, :])
            tl.store(column + 4 * M, odd, mask=inside[None, :])
            tl.store(column + 5 * M, tl.load(far + N), mask=inside[None, :])
            tl.store(column + 6 * M, tl.load(far + 2 * N), mask=inside[None, :])
            tl.store(column + 7 * M, needs, mask=inside[None, :])
            tl.store(column + 8 * M, no_far * no_near, mask=inside[None, :])
            tl.debug_barrier()
            # What the heads, and the final scores, ask of them: a product for each tour.
            for r in range(tours_here):
                mine = b * S + tl.program_id(1) * ROWS + r
                stands = tl.sum(tl.where(tl.arange(0, ROWS) == r, at, 0))
                way = ways + (b * (N + 1) + stands) * (HIDDEN * M)
                way += hidden[:, None] * M + columns[None, :]
                what = moments + mine * (MOMENTS * M) + kind[:, None] * M + columns[None, :]
                begin = queries + mine * ASKED + WIDTH + asker[:, None] * (HIDDEN + MOMENTS)
                ask = tl.load(begin + hidden[None, :], mask=asks[:, None], other=0.0)
                known = tl.load(way, mask=inside[None, :], other=0.0)
                product = tl.dot(ask, known)
                known_kind = asks[:, None] & kind_is[None, :]
                ask = tl.load(begin + HIDDEN + kind[None, :], mask=known_kind, other=0.0)
                known = tl.load(what, mask=kind_is[:, None] & inside[None, :], other=0.0)
                product += tl.dot(ask, known)
                final = finals + mine * M + columns[None, :] + asker[:, None] * 0
                tl.store(final, product, mask=(asker == 0)[:, None] & inside[None, :])
                goal = biases + (mine * HEADS + asker[:, None] - 1) * M + columns[None, :]
                is_head = (asks & (asker > 0))[:, None]
                tl.store(goal, product, mask=is_head & inside[None, :])
        tl.debug_barrier()
        # The scores of the edges, see `network.logits`.
        match = tl.zeros((ROWS, EDGES), tl.float32)
        for head in range(HEADS):
            block = b * WIDTH + head * EACH
            glance = tl.load(query[:, None] + head * EACH + each[None, :])
            cell = (block + each)[:, None] * M + columns[None, :]
            key = tl.load(keys + cell, mask=inside[None, :], other=0.0)
            score = tl.dot(glance, key) * (EACH**-0.5)
            if DISTANCES:
                of_head = bias[:, None] + head * M + columns[None, :]
                score += tl.load(of_head, mask=inside[None, :], other=0.0).to(tl.float32)
            score = tl.where(opened, score, -1e30)
            chance = tl.exp(score - tl.max(score, 1)[:, None])
            chance = chance / tl.sum(chance, 1)[:, None]
            row_of_value = (b * HEADS + head) * M + columns
            value = tl.load(
                values + row_of_value[:, None] * EACH + each[None, :],
                mask=inside[:, None],
                other=0.0,
            )
            glimpse = tl.dot(chance.to(value.dtype), value)
            target = tl.load(targets + cell, mask=inside[None, :], other=0.0)
            match += tl.dot(glimpse.to(target.dtype), target)
        match = match * (WIDTH**-0.5)
        if DISTANCES:
            final = finals + tour[:, None] * M + columns[None, :]
            match += tl.load(final, mask=inside[None, :], other=0.0)
        if not GREEDY:
            match = clip * (1 - 2 / (1 + tl.exp(tl.minimum(2 * steep * match, 80.0))))
            draw = noise + ((position * B + b) * S + row)[:, None] * M + columns[None, :]
            match += tl.load(draw, mask=inside[None, :], other=0.0)
        action = tl.argmax(tl.where(opened, match, -1e30), 1).to(tl.int64)
        # The state after it, see `environment.step`.
        tl.store(actions + tour * M + position, action)
        needed = tl.load(demands + b * M + action)
        weight = W + load
        from_0 = reach + (b * (N + 1) + place_0) * (2 * M) + action
        from_1 = reach + (b * (N + 1) + place_1) * (2 * M) + action
        to_0 = tl.minimum(cost_0 + weight * tl.load(from_0), cost_1 + weight * tl.load(from_1))
        to_1 = tl.minimum(
            cost_0 + weight * tl.load(from_0 + M), cost_1 + weight * tl.load(from_1 + M)
        )
        half = weight - needed / 2
        cost_0 = to_0 + tl.load(length + b * 2 * M + action) * half
        cost_1 = to_1 + tl.load(length + (b * 2 + 1) * M + action) * half
        place_0 = tl.load(leave + (b * M + action) * 2)
        place_1 = tl.load(leave + (b * M + action) * 2 + 1)
        load = tl.maximum(load - needed, 0.0)
        opened = opened & (columns[None, :] != action[:, None])
        left -= (node[None, :] == place_0[:, None] - 1).to(tl.float32)
        left -= (node[None, :] == place_1[:, None] - 1).to(tl.float32)
        gone = nearby + (b * M + action)[:, None] * (2 * N) + node[None, :]
        close -= tl.load(gone, mask=there[None, :], other=0.0)
        wide -= tl.load(gone + N, mask=there[None, :], other=0.0)
        last = action + 1
        first = tl.where(position == 0, last, first)
        tl.debug_barrier()
    end_0 = cost_0 + W * tl.load(to_end + b * N + place_0 - 1, mask=place_0 > 0, other=0.0)
    end_1 = cost_1 + W * tl.load(to_end + b * N + place_1 - 1, mask=place_1 > 0, other=0.0)
    tl.store(final_cost + tour, tl.minimum(end_0, end_1))
