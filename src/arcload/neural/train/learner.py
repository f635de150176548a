"""One gradient step of REINFORCE after another."""

import itertools
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor

from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import Configuration, NetworkConfiguration
from arcload.neural.common.environment import lookups
from arcload.neural.common.network import Biases, Memory, biases
from arcload.neural.train.baseline import (
    GreedyBaseline,
    group_advantage,
    leave_one_out_advantage,
    most_telling,
)
from arcload.neural.train.instances import InstanceKind, draw_all
from arcload.neural.train.mixes import instances_at_a_time, steps
from arcload.neural.train.policy import Policy
from arcload.neural.train.recording import Recorder
from arcload.neural.train.rollout import RollOut, Rollout, log_probabilities, roll_out

_CHALLENGE = 512  # instances of a challenge at a time
_LAST_ENTROPY = 0.1  # of the reward for entropy, at the end of a training


class Learner:
    """A policy, its optimiser and its baseline.

    A subclass has a network of its own by `make_policy`, and a reward of its own by `price`.

    Parameters
    ----------
    configuration
        What to train, and how.
    device
        Where.
    processes
        How many processes train together; gradients are averaged over them.
    """

    def __init__(
        self, configuration: Configuration, device: torch.device, processes: int = 1
    ) -> None:
        training = self.training = configuration.training
        self.device = device
        self.policy = self.make_policy(configuration.network).to(device).train()
        self.average = {name: value.clone() for name, value in self.policy.state_dict().items()}
        self.optimiser = torch.optim.Adam(
            self.policy.parameters(), lr=training.learning_rate, fused=device.type == "cuda"
        )
        self._build, self._biases = _fastest(self.policy, device)
        self.baseline: GreedyBaseline | None = None
        if training.baseline == "greedy":
            self.baseline = GreedyBaseline(
                self.policy,
                training.significance,
                relative=training.samples > 1,
                roll_out=self._roll_out,
            )
        self.kinds = steps(training.mix)
        self.steps = 0
        self.entropy = torch.zeros((), device=device)
        self._recorder = Recorder(device)
        self._tasks: dict[tuple[InstanceKind, ...], Callable[[], Tensor]] = {}
        self._processes = processes

    def make_policy(self, network: NetworkConfiguration) -> Policy:
        """Return the policy to train, with its first weights."""
        return Policy(network)

    def price(self, batch: Batch, rollout: Rollout) -> Tensor:
        """Return what is to be as low as can be, minus the reward of each tour, [B, S].

        Parameters
        ----------
        batch
            The instances, scaled: the mean length is 1, and so is the sum of the demands.
        rollout
            Their tours. On a GPU this is recorded once and replayed: work on tensors alone, and
            wait for nothing.
        """
        return rollout.cost

    def rollouts(self, step: int) -> int:
        """Return the number of tours that a step samples."""
        kinds = self.kinds[step % len(self.kinds)]
        return instances_at_a_time(kinds, self.training) * self.training.samples

    def step(self, learning_rate: float, share: float = 0.0) -> Tensor:
        """Make a gradient step; return (mean cost, spread, gradient norm), still on the device.

        Parameters
        ----------
        learning_rate
            Its learning rate.
        share
            How much of the training is done, 0 to 1: the reward for variety falls.
        """
        self.entropy.fill_(self.training.entropy * (1 - (1 - _LAST_ENTROPY) * share))
        kinds = self.kinds[self.steps % len(self.kinds)]
        if kinds not in self._tasks:
            for parameter in self.policy.parameters():
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
            self._tasks[kinds] = self._task(kinds)
        measures = self._tasks[kinds]()
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate
        norm = torch.nn.utils.clip_grad_norm_(
            self.policy.parameters(), self.training.clip_gradient, foreach=True
        )
        self.optimiser.step()
        self.steps += 1
        self._keep_average()
        return torch.stack([*measures, norm])

    def best_weights(self) -> dict[str, Tensor]:
        """Return the weights to keep: their average over the last steps, if there is one."""
        return self.average if self.training.average else self.policy.state_dict()

    def challenge(self) -> bool:
        """Let the policy challenge the greedy baseline; return whether it won."""
        assert self.baseline is not None
        rounds = math.ceil(self.training.challenge / len(self.kinds) / _CHALLENGE)
        each = math.ceil(self.training.challenge / len(self.kinds) / rounds)
        turns = itertools.cycle(self.kinds)

        def fresh() -> Batch:
            return draw_all(next(turns), each, self.device)

        with self._autocast():
            won = self.baseline.challenge(self.policy, fresh, rounds * len(self.kinds) * each)
        if self._processes > 1:  # each process has seen other instances: the first one decides
            for value in self.baseline.policy.state_dict().values():
                torch.distributed.broadcast(value, 0)
        return won

    def _roll_out(self, policy: Policy, batch: Batch, samples: int, **how: Any) -> Rollout:
        """Build tours, with what they are to be judged by as their cost."""
        rollout = self._build(policy, batch, samples, **how)
        return rollout._replace(cost=self.price(batch, rollout))

    def _task(self, kinds: tuple[InstanceKind, ...]) -> Callable[[], Tensor]:
        """Return what a step does before the optimiser: sample and fill the gradients."""
        count = instances_at_a_time(kinds, self.training)
        supply = _Supply(kinds, count, self.device, self._recorder)
        batch = supply.batch
        samples, number = self.training.samples, self.training.learn_from

        def sample(memory: Memory) -> tuple[Rollout, Tensor, Tensor]:
            with self._autocast():
                rollout = self._roll_out(self.policy, batch, samples, memory=memory)
                advantage = self._advantage(batch, rollout.cost)
            cost = rollout.cost / batch.real.sum(-1, keepdim=True).clamp(min=1)
            measures = torch.stack([cost.mean(), cost.std(-1, correction=0).mean()])
            if number is not None and number < samples:
                chosen = most_telling(rollout.cost, number)
                rollout, advantage = rollout.select(chosen), advantage.gather(1, chosen)
            return rollout, advantage, measures

        def learn(rollout: Rollout, advantage: Tensor, memory: Memory) -> None:
            with self._autocast():
                chances, entropy = log_probabilities(
                    self.policy, batch, rollout, memory, self._biases
                )
            steps = batch.real.sum(-1, keepdim=True).clamp(min=1)
            loss = (advantage * chances.sum(-1)).mean()
            loss = loss - self.entropy * (entropy.sum(-1) / steps).mean()
            torch._foreach_zero_(self._gradients())
            loss.backward()

        def both() -> Tensor:
            with self._autocast():
                memory = self.policy.encode(batch, lookups(batch))
            fixed = type(memory)(*(column.detach() for column in memory))
            rollout, advantage, measures = sample(fixed)
            learn(rollout, advantage, memory)
            return measures

        both = self._recorder.record(both)

        def task() -> Tensor:
            supply.renew()
            measures = both()
            if self._processes > 1:
                self._average_gradients()
            return measures

        return task

    def _gradients(self) -> list[Tensor]:
        return [p.grad for p in self.policy.parameters() if p.grad is not None]

    def _average_gradients(self) -> None:
        """Give each process the mean of what all have learnt."""
        gradients = self._gradients()
        summed = torch.cat([gradient.flatten() for gradient in gradients])
        torch.distributed.all_reduce(summed)
        parts = torch.split(summed / self._processes, [gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    def _advantage(self, batch: Batch, cost: Tensor) -> Tensor:
        """Return how much each tour is to be learnt from; of several samples less from long ones.

        The sum of log-probabilities of m edges spreads as the root of m.
        """
        if self.baseline is not None:
            advantage = self.baseline.advantage(batch, cost)
            if self.training.samples == 1:
                return advantage
        elif self.training.baseline == "group":
            advantage = group_advantage(cost)
        else:
            advantage = leave_one_out_advantage(cost)
        number: Tensor = batch.real.sum(-1, keepdim=True).clamp(min=1)
        return advantage / number.sqrt()

    def _autocast(self) -> AbstractContextManager[None]:
        """Compute in bfloat16 where that is safe.

        The paper's inputs are shares of a total: where edges are many, all look alike in it.
        """
        safe = self.device.type == "cuda" and self.policy.configuration.inputs != "paper"
        return torch.autocast(self.device.type, torch.bfloat16, enabled=safe)

    @torch.no_grad()
    def _keep_average(self) -> None:
        if not self.training.average:
            return
        decay = min(self.training.average, (1 + self.steps) / (10 + self.steps))
        now = self.policy.state_dict()
        torch._foreach_lerp_(list(self.average.values()), [now[n] for n in self.average], 1 - decay)


def _fastest(policy: Policy, device: torch.device) -> tuple[RollOut, Biases]:
    """Return what builds tours of a policy on a device, and what looks at ways and moments."""
    if device.type != "cuda" or type(policy) is not Policy:
        return roll_out, biases
    try:
        from arcload.neural.train import fused_biases, fused_rollout
    except ModuleNotFoundError:  # Triton is not on every system that has a GPU
        return roll_out, biases
    if not fused_rollout.supports(policy):
        return roll_out, biases
    return fused_rollout.roll_out, fused_biases.biases


class _Supply:
    """Fresh instances, always in the same tensors.

    On a GPU they are drawn for several steps at once: it takes about as long as for one.
    """

    def __init__(
        self, kinds: tuple[InstanceKind, ...], count: int, device: torch.device, recorder: Recorder
    ) -> None:
        self._steps = 8 if device.type == "cuda" else 1
        self._draw = recorder.record(lambda: draw_all(kinds, count * self._steps, device))
        self._count = count
        with torch.random.fork_rng([], enabled=device.type == "cpu"):  # only for the shapes
            self._drawn = Batch(*(column.clone() for column in self._draw()))
        self._next = self._steps
        self.batch = Batch(*(column[:count].clone() for column in self._drawn))

    def renew(self) -> None:
        """Fill `batch` with instances not seen before."""
        if self._next == self._steps:
            torch._foreach_copy_(list(self._drawn), list(self._draw()))
            self._next = 0
        rows = slice(self._next * self._count, (self._next + 1) * self._count)
        torch._foreach_copy_(list(self.batch), list(self._drawn.select(rows)))
        self._next += 1
