"""Building tours with a policy, and the probabilities of tours that are known."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from arcload.neural.batch import Batch
from arcload.neural.configuration import NetworkConfiguration
from arcload.neural.environment import (
    Places,
    State,
    edges_at_nodes,
    finish,
    hold,
    places,
    start,
    step,
)
from arcload.neural.features import Look, look_at, vehicle_inputs
from arcload.neural.network import Memory, Weights, logits
from arcload.neural.policy import Policy


class Rollout(NamedTuple):
    """S tours of each of B instances."""

    actions: Tensor
    """Edge numbers in the order served, then those of padding, [B, S, M]."""
    cost: Tensor
    """Cost of each in its best directions, [B, S]."""
    side: Tensor
    """The cheaper side of the edge before each action, see `standing`, [B, S, M]."""
    other: Tensor
    """How much farther the other one is, [B, S, M]."""


def advance(
    configuration: NetworkConfiguration,
    weights: Weights,
    memory: Memory,
    batch: Batch,
    where: Places,
    state: State,
    last: Tensor,
    first: Tensor,
    position: Tensor,
    noise: Tensor | None,
) -> tuple[State, Tensor, Tensor, Tensor]:
    """Serve one more edge in every rollout.

    Parameters
    ----------
    configuration, weights, memory
        The network, and what it made of the instances.
    batch, where
        The instances.
    state, last, first
        Where the rollouts stand, see `Look`.
    position
        How many edges are served, [1].
    noise
        What is added to the scores; None for the likeliest edge.

    Returns
    -------
    The state after, the edges served, and the side and the other way before, see `standing`.
    """
    look = look_at(state, batch, last, first, configuration.inputs)
    scores = logits(configuration, weights, memory, batch, look)
    if noise is not None:
        scores = torch.where(look.open, scores + noise, scores)
    going = batch.real.sum(-1, keepdim=True) > position
    action = torch.where(going, scores.argmax(-1), position)
    after = hold(going, step(state, batch, where, action), state)
    return after, action, look.side, look.other


Advance = Callable[..., tuple[State, Tensor, Tensor, Tensor]]


@torch.no_grad()
def roll_out(
    policy: Policy,
    batch: Batch,
    samples: int,
    *,
    greedy: bool = False,
    advance: Advance = advance,
) -> Rollout:
    """Build tours.

    Parameters
    ----------
    policy
        The policy.
    batch
        Scaled instances, ends ordered by `near_end_first`.
    samples
        Tours an instance.
    greedy
        Whether to take the likeliest edge always, instead of one by chance.
    advance
        What serves one more edge; a compiled one does it faster.
    """
    where = places(batch)
    memory = policy.encode(batch, where)
    state = start(batch, samples)
    first = last = torch.zeros_like(state.place[..., 0])
    positions = torch.arange(batch.demand.shape[1], device=last.device)[:, None]
    actions: list[Tensor] = []
    sides: list[Tensor] = []
    others: list[Tensor] = []
    weights = policy.weights()
    for position in positions:
        # The largest of scores + Gumbel noise is a draw from their softmax.
        noise = (
            None
            if greedy
            else -torch.empty_like(state.open, dtype=torch.float32).exponential_().log()
        )
        state, action, side, other = advance(
            policy.configuration, weights, memory, batch, where, state, last, first, position, noise
        )
        last = action + 1
        first = last if not actions else first
        actions.append(action)
        sides.append(side)
        others.append(other)
    order, side, other = (torch.stack(column, -1) for column in (actions, sides, others))
    return Rollout(order, finish(state, batch), side, other)


def log_probabilities(policy: Policy, batch: Batch, rollout: Rollout) -> tuple[Tensor, Tensor]:
    """Return the log-probability of every action of known tours, and the entropy of each choice.

    In one pass, [B, S, M] both: with the order known, so is every state on the way, and no step
    waits for another. Both are 0 after the last real edge.
    """
    where = places(batch)
    memory = policy.encode(batch, where)
    look = _look_at_all(batch, where, rollout, policy.configuration.inputs)
    chances = torch.log_softmax(policy.logits(memory, batch, look), -1)
    entropy = -(chances.exp() * chances).sum(-1)
    chosen = chances.gather(2, rollout.actions.flatten(1, 2)[..., None])
    count = batch.real.sum(-1)[:, None, None]
    going = torch.arange(rollout.actions.shape[2], device=count.device) < count
    shape = rollout.actions.shape
    return torch.where(going, chosen.view(shape), 0), torch.where(going, entropy.view(shape), 0)


@torch.no_grad()
def _look_at_all(batch: Batch, where: Places, rollout: Rollout, kind: str) -> Look:
    """Return what the decoder sees before every action, Q = S * M."""
    actions = rollout.actions
    _, samples, steps = actions.shape
    order = torch.arange(steps, device=actions.device)
    rank = torch.empty_like(actions).scatter_(2, actions, order.expand_as(actions))
    # An edge is open in every state up to its position in the order.
    opened = (rank[:, :, None] >= order[:, None]) & batch.real[:, None, None]
    demand = batch.demand[:, None].expand(-1, samples, -1).gather(2, actions)
    load = (batch.demand.sum(-1)[:, None, None] - demand.cumsum(-1) + demand).clamp(min=0)
    load = load.flatten(1)
    before = torch.nn.functional.pad(actions[..., :-1] + 1, (1, 0))
    side = rollout.side.flatten(1)
    leave = torch.nn.functional.pad(where.leave, (0, 0, 1, 0)).flatten(1)
    vehicle = vehicle_inputs(
        batch, load, opened.sum(-1).to(load.dtype).flatten(1), rollout.other.flatten(1), kind
    )
    return Look(
        last=before.flatten(1),
        first=torch.where(before > 0, actions[..., :1] + 1, 0).flatten(1),
        side=side,
        place=leave.gather(1, 2 * before.flatten(1) + side),
        vehicle=vehicle,
        open=opened.flatten(1, 2),
        left=_left_at_nodes(batch, before),
        load=load,
        other=rollout.other.flatten(1),
    )


def _left_at_nodes(batch: Batch, before: Tensor) -> Tensor:
    """Return the number of open edges at each node before every action, [B, S * M, N]."""
    entry = torch.nn.functional.pad(batch.entry, (0, 0, 1, 0))
    nodes = entry.gather(1, before.flatten(1)[..., None].expand(-1, -1, 2))
    size = batch.from_start.shape[1]
    served = batch.demand.new_zeros((*nodes.shape[:2], size))
    ones = (before.flatten(1)[..., None] > 0).to(served.dtype).expand(-1, -1, 2)
    served.scatter_add_(2, nodes, ones)
    gone = served.view(*before.shape, size).cumsum(2)
    left: Tensor = edges_at_nodes(batch)[:, None, None] - gone
    return left.flatten(1, 2)
