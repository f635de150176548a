"""Building tours with a policy, and the probabilities of tours that were built."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from arcload.neural.common.arrays import rows
from arcload.neural.common.batch import Batch
from arcload.neural.common.environment import ArcMDP, Lookups, edges_at_nodes, lookups
from arcload.neural.common.features import Look, around, look_at, nearby_inputs, vehicle_inputs
from arcload.neural.common.network import Biases, Memory, biases
from arcload.neural.train.policy import Policy


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

    def select(self, tours: Tensor) -> "Rollout":
        """Return some of the tours of each instance, [B, K]."""
        wide = tours[..., None].expand(-1, -1, self.actions.shape[2])
        return Rollout(
            self.actions.gather(1, wide),
            self.cost.gather(1, tours),
            self.side.gather(1, wide),
            self.other.gather(1, wide),
        )


@torch.no_grad()
def roll_out(
    policy: Policy,
    batch: Batch,
    samples: int,
    *,
    greedy: bool = False,
    memory: Memory | None = None,
) -> Rollout:
    """Build tours.

    Parameters
    ----------
    policy
        The policy.
    batch
        Scaled instances, ends ordered by `near_end_first`.
    samples
        Tours per instance.
    greedy
        Whether to take the likeliest edge always, instead of one by chance.
    memory
        What the policy made of the instances, if that is at hand.
    """
    mdp = ArcMDP(batch)
    memory = policy.encode(batch, mdp.where) if memory is None else memory
    state = mdp.start(samples)
    first = last = torch.zeros_like(state.place[..., 0])
    number = batch.real.sum(-1, keepdim=True)
    noise = None if greedy else gumbel_noise(batch, samples)
    columns: list[tuple[Tensor, ...]] = []
    for position in range(batch.demand.shape[1]):
        look = look_at(state, batch, last, first, policy.configuration.inputs)
        if noise is None:
            scores = policy.unclipped(memory, batch, look)
        else:
            scores = policy.logits(memory, batch, look)
            scores = torch.where(look.open, scores + noise[position], scores)
        action = torch.where(number > position, scores.argmax(-1), position)
        state = mdp.step(state, action)
        last = action + 1
        first = last if position == 0 else first
        columns.append((action, look.side, look.other))
    actions, sides, others = (torch.stack(column, -1) for column in zip(*columns, strict=True))
    return Rollout(actions, mdp.cost(state), sides, others)


RollOut = Callable[..., Rollout]
"""Something that builds tours as `roll_out` does."""


def gumbel_noise(batch: Batch, samples: int) -> Tensor:
    """Return noise for the scores of each step: the largest sum is a draw, [M, B, S, M]."""
    size, edges = batch.demand.shape
    noise = torch.empty((edges, size, samples, edges), device=batch.demand.device)
    return -noise.exponential_().log_()


def log_probabilities(
    policy: Policy,
    batch: Batch,
    rollout: Rollout,
    memory: Memory | None = None,
    biases: Biases = biases,
) -> tuple[Tensor, Tensor]:
    """Return the log-probability of every action of given tours, and the entropy of each choice.

    In one pass, [B, S, M] both: the order gives every state on the way, and no step waits for
    another. Both are 0 after the last real edge. `memory` is that of `roll_out`, `biases`
    that of `network.logits`.
    """
    where = lookups(batch)
    memory = policy.encode(batch, where) if memory is None else memory
    look = _look_at_all(batch, where, rollout, policy.configuration.inputs)
    chances = torch.log_softmax(policy.logits(memory, batch, look, biases), -1)
    entropy = -(chances.exp() * chances).sum(-1)
    chosen = chances.gather(2, rollout.actions.flatten(1, 2)[..., None])
    count = batch.real.sum(-1)[:, None, None]
    going = torch.arange(rollout.actions.shape[2], device=count.device) < count
    shape = rollout.actions.shape
    return torch.where(going, chosen.view(shape), 0), torch.where(going, entropy.view(shape), 0)


@torch.no_grad()
def _look_at_all(batch: Batch, where: Lookups, rollout: Rollout, kind: str) -> Look:
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
    place = leave.gather(1, 2 * before.flatten(1) + side)
    nearby = nearby_inputs(_nearby(where, actions), load)
    left = opened.sum(-1).to(load.dtype).flatten(1)
    vehicle = vehicle_inputs(
        batch, load, left, rollout.other.flatten(1), around(nearby, place), kind
    )
    return Look(
        last=before.flatten(1),
        first=torch.where(before > 0, actions[..., :1] + 1, 0).flatten(1),
        side=side,
        place=place,
        vehicle=vehicle,
        open=opened.flatten(1, 2),
        left=_left_at_nodes(batch, before),
        nearby=nearby,
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


def _nearby(where: Lookups, actions: Tensor) -> Tensor:
    """Return the demand still to be served around each node before every action."""
    served = rows(where.nearby, actions.flatten(1)).unflatten(1, actions.shape[1:])
    nearby: Tensor = where.nearby.sum(1)[:, None, None] - served.cumsum(2) + served
    return nearby.flatten(1, 2)
