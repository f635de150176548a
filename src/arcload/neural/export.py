"""A trained policy as two ONNX graphs: one looks at an instance, one serves one more edge.

Both are traced from the network and the environment that training uses, so there is one
definition of each. `arcload.neural.serving` runs them without torch.
"""

import io
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from arcload.neural.batch import Batch
from arcload.neural.environment import Places, State, places, start, step
from arcload.neural.features import look_at, near_end_first
from arcload.neural.network import Memory, Policy

_OPSET = 20


class Encode(nn.Module):
    """From the arrays of one instance to what its steps need: memory, instance, first state."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def forward(
        self,
        entry: Tensor,
        length: Tensor,
        demand: Tensor,
        distance: Tensor,
        from_start: Tensor,
        to_end: Tensor,
        curb_weight: Tensor,
    ) -> tuple[Tensor, ...]:
        real = torch.ones_like(demand, dtype=torch.bool)
        raw = Batch(entry, length, demand, distance, from_start, to_end, curb_weight, real)
        batch = near_end_first(raw.scaled()[0])
        where = places(batch)
        memory = self.policy.encode(batch, where)
        return (*memory, batch.entry, batch.demand, batch.curb_weight, *where, *start(batch, 1))


class Step(nn.Module):
    """One more edge in each of S rollouts; `noise` of zeros makes them greedy."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        memory = Memory(*inputs[:8])
        entry, demand, curb_weight = inputs[8:11]
        where = Places(*inputs[11:14])
        state = State(*inputs[14:19])
        last, first, noise = inputs[19:]
        nothing = demand[:, :1]
        batch = Batch(
            entry, nothing, demand, nothing, nothing, nothing, curb_weight, demand >= 0
        )
        look = look_at(state, batch, last, first, self.policy.configuration.inputs)
        scores = self.policy.logits(memory, batch, look) + noise
        action = scores.argmax(-1)
        after = step(state, batch, where, action)
        return (*after, action + 1)
