"""Small networks, instances and batches for the tests of the policy."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

import arcload
from arcload import Instance
from arcload.engine.problem import Problem
from arcload.neural.common.batch import Batch, joined
from arcload.neural.common.configuration import (
    Configuration,
    NetworkConfiguration,
    TrainingConfiguration,
)
from arcload.neural.common.environment import ArcMDP
from arcload.neural.common.features import look_at, near_end_first
from arcload.neural.train.instances import InstanceKind
from arcload.neural.train.policy import Policy

DEFAULT = NetworkConfiguration(width=16, heads=2, layers=1, feed_forward=16, hidden=4)
PAPER = replace(
    DEFAULT,
    inputs="paper",
    normalisation="batch",
    encoder_distances=False,
    decoder_distances=False,
)
NETWORKS = {
    "default": DEFAULT,
    "paper": PAPER,
    "length and demand alone": replace(DEFAULT, inputs="plain"),
    "no distances in the decoder": replace(DEFAULT, decoder_distances=False),
    "no distances in the encoder": replace(DEFAULT, encoder_distances=False),
    "paper with distances in the encoder": replace(PAPER, encoder_distances=True),
}
"""Both configurations, and what lies between them."""

INSTANCES: dict[str, Instance] = {
    "eulerian": arcload.generate("eulerian", nodes=7, edges=12, seed=1),
    "proportional": arcload.generate("eulerian", nodes=6, edges=9, demand="proportional", seed=2),
    "rural": arcload.generate("rural", nodes=12, edges=20, seed=3, curb_ratio=0.0),
    "city": arcload.generate("city", edges=30, seed=4, curb_ratio=5.0),
    "part of a city": arcload.generate("city", edges=40, served=0.4, seed=5),
}


class _Tight(InstanceKind):
    """A kind of instance that is padded to its largest size and no farther."""

    @property
    def room(self) -> int:
        return self.edges[1]


TINY = (_Tight("walk", (3, 6), (3, 5)), _Tight("walk", (4, 6), (4, 6), served=0.6))
"""Kinds of instances on which a network learns within seconds."""

STEPS = tuple((kind,) for kind in TINY)
"""What gradient steps draw there."""


def problems() -> list[Problem]:
    """Return the problems of `INSTANCES`."""
    return [Problem.of(instance) for instance in INSTANCES.values()]


def arrays_of(problem: Problem, dtype: Any = np.float64) -> Batch:
    """Return a problem as a batch of one of NumPy's arrays, in its own units."""
    columns = problem.arrays

    def single(column: Any) -> Any:
        return np.asarray(column)[None].astype(dtype)

    return Batch(
        entry=columns.entry[None],
        length=single(columns.length),
        demand=single(columns.q),
        distance=single(columns.D),
        from_start=single(columns.from_start),
        to_end=single(problem.to_end),
        curb_weight=single(columns.W),
        real=np.ones((1, problem.size), dtype=bool),
    )


def tensors(batch: Batch) -> Batch:
    """Return a batch of NumPy's arrays as tensors."""
    return Batch(*(torch.from_numpy(np.array(column)) for column in batch))


def ready(problems: Iterable[Problem], dtype: Any = np.float64) -> Batch:
    """Return problems as one batch of tensors, scaled and ordered for the network."""
    batch = joined([tensors(arrays_of(problem, dtype)) for problem in problems])
    return near_end_first(batch.scaled()[0])


def policy_of(network: NetworkConfiguration, *, seed: int = 1, sharp: float = 2.0) -> Policy:
    """Return an untrained policy in double precision, not in training.

    Weights are larger than at the start of a training, so that its choices are clear, and batch
    normalisation has statistics of its own.
    """
    torch.manual_seed(seed)
    policy = Policy(network).double().eval()
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.mul_(sharp)
        for name, buffer in policy.named_buffers():
            buffer.add_(torch.rand_like(buffer) * (1.0 if name.endswith("var") else 0.3))
    return policy


def configuration_of(network: NetworkConfiguration, **training: Any) -> Configuration:
    """Return a configuration of a few instances a step."""
    given = {"instances": 4, "samples": 4, "warm_up": 2} | training
    return Configuration(network, TrainingConfiguration(**given))


def scores_along(policy: Policy, batch: Batch, actions: Tensor, *, clipped: bool = True) -> Tensor:
    """Return the scores of all edges before every action, by single steps, [B, S, M, M]."""
    scores = policy.logits if clipped else policy.unclipped
    mdp = ArcMDP(batch)
    memory = policy.encode(batch, mdp.where)
    state = mdp.start(actions.shape[1])
    first = last = torch.zeros_like(state.place[..., 0])
    found = []
    for position in range(actions.shape[2]):
        look = look_at(state, batch, last, first, policy.configuration.inputs)
        found.append(scores(memory, batch, look))
        action = actions[..., position]
        state = mdp.step(state, action)
        last = action + 1
        first = last if position == 0 else first
    return torch.stack(found, 2)
