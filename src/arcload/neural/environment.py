"""The Arc-MDP (section 4.2 of the paper): serve one edge after another, pay at the end.

A state is a partial order of the served edges, an action an edge not served yet, the reward minus
the cost of the finished order in its best directions. The direction program (Appendix A) is
carried along: `State.cost` holds, for the last edge served on either side, the least cost so far.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from arcload.neural.batch import FORBIDDEN, Batch


class Places(NamedTuple):
    """What a step looks up: distances from where the vehicle may stand to where edges begin.

    Place 0 is the start, place 1 + v the node v.
    """

    reach: Tensor
    """From each place to the entry of each edge on each side, [B, 1 + N, 2, M]."""
    length: Tensor
    """Length of an edge on each side, [B, 2, M]."""
    leave: Tensor
    """Place where an edge is left on each side, [B, M, 2]."""


class State(NamedTuple):
    """Where S rollouts of each of B instances stand."""

    place: Tensor
    """Where the vehicle stands if the last edge was served on each side, [B, S, 2]."""
    cost: Tensor
    """Least cost so far in that case, [B, S, 2]."""
    load: Tensor
    """What is on board, [B, S]."""
    open: Tensor
    """Whether an edge is still to be served, [B, S, M]."""
    left: Tensor
    """Number of edges still to be served at each node, loops twice, [B, S, N]."""


def places(batch: Batch) -> Places:
    """Return what the steps of a batch look up."""
    rows = torch.cat([batch.from_start[:, None], batch.distance], 1)
    count, edges, _ = batch.entry.shape
    columns = batch.entry.transpose(1, 2).reshape(count, 1, 2 * edges)
    reach = rows.gather(2, columns.expand(-1, rows.shape[1], -1))
    reach = reach.view(count, -1, 2, edges)
    length = batch.length.transpose(1, 2)
    reach = torch.where(length[:, None] >= FORBIDDEN, FORBIDDEN, reach)
    return Places(reach.contiguous(), length.contiguous(), 1 + batch.entry.flip(-1))


def start(batch: Batch, samples: int) -> State:
    """Return the state before the first edge."""
    count, edges = batch.demand.shape
    shape = (count, samples)
    return State(
        place=torch.zeros((*shape, 2), dtype=torch.int64, device=batch.demand.device),
        cost=torch.zeros((*shape, 2), dtype=batch.demand.dtype, device=batch.demand.device),
        load=batch.demand.sum(-1, keepdim=True).expand(shape).contiguous(),
        open=batch.real[:, None].expand(*shape, edges).contiguous(),
        left=edges_at_nodes(batch)[:, None].expand(*shape, -1).contiguous(),
    )


def edges_at_nodes(batch: Batch) -> Tensor:
    """Return the number of served edges at each node, loops twice, [B, N]."""
    ones = batch.real.to(batch.demand.dtype)[..., None].expand(-1, -1, 2).flatten(1)
    nothing = torch.zeros_like(batch.from_start)
    return nothing.scatter_add(1, batch.entry.flatten(1), ones)


def step(state: State, batch: Batch, where: Places, action: Tensor) -> State:
    """Return the state after serving an edge.

    The least cost of serving it on side s is the minimum over the two places where the vehicle
    may stand: cost there + (W + load) * way to the entry, and then (W + load - demand / 2) *
    length of the edge.

    Parameters
    ----------
    state
        The state before.
    batch, where
        The instances.
    action
        Number of the edge served in each rollout, [B, S].
    """
    count, samples = action.shape
    edges = batch.demand.shape[1]
    demand = batch.demand.gather(1, action)
    weight = (batch.curb_weight[:, None] + state.load)[..., None]
    sides = torch.arange(2, device=action.device)
    rows = (state.place[..., None] * 2 + sides) * edges + action[..., None, None]
    way = where.reach.flatten(1).gather(1, rows.flatten(1)).view(count, samples, 2, 2)
    cost = (state.cost[..., None] + weight[..., None] * way).amin(2)
    length = (
        where.length.flatten(1)
        .gather(1, (sides * edges + action[..., None]).flatten(1))
        .view(count, samples, 2)
    )
    leave = where.leave.gather(1, action[..., None].expand(-1, -1, 2))
    hit = torch.arange(edges, device=action.device) == action[..., None]
    less = torch.full_like(cost, -1)
    return State(
        place=leave,
        cost=cost + length * (weight - demand[..., None] / 2),
        load=(state.load - demand).clamp(min=0),
        open=state.open & ~hit,
        left=state.left.scatter_add(2, leave - 1, less),
    )


def finish(state: State, batch: Batch) -> Tensor:
    """Return the cost of finished tours, the way to the end included, [B, S]."""
    home = torch.nn.functional.pad(batch.to_end, (1, 0))
    count, samples, _ = state.place.shape
    way = home.gather(1, state.place.view(count, -1)).view(count, samples, 2)
    return (state.cost + batch.curb_weight[:, None, None] * way).amin(-1)


def cost_of(batch: Batch, orders: Tensor) -> Tensor:
    """Return the cost of orders in their best directions, [B, S].

    Parameters
    ----------
    batch
        The instances.
    orders
        Edge numbers, [B, S, M]; padding follows the last real edge.
    """
    where = places(batch)
    state = start(batch, orders.shape[1])
    for position in range(orders.shape[2]):
        after = step(state, batch, where, orders[..., position])
        going = batch.real.sum(-1)[:, None] > position
        state = hold(going, after, state)
    return finish(state, batch)


def hold(going: Tensor, after: State, before: State) -> State:
    """Return the state after a step where a rollout is still going, else the one before."""
    return State(
        torch.where(going[..., None], after.place, before.place),
        torch.where(going[..., None], after.cost, before.cost),
        torch.where(going, after.load, before.load),
        after.open,
        after.left,
    )
