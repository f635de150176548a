"""One run of a training: when it ends, how fast it learns, what it measured."""

import math
import time
from dataclasses import dataclass
from typing import Any

import torch

from arcload.model.errors import InputError
from arcload.neural.common.configuration import TrainingConfiguration
from arcload.neural.train.learner import Learner
from arcload.neural.train.world import World

_LOOKING = 0.1  # share of the time that may go into validation
_LAST_RATE = 0.03  # of the learning rate, at the end of a cosine schedule


@dataclass(frozen=True)
class Budget:
    """When a training ends.

    Parameters
    ----------
    minutes
        Minutes of this run.
    steps
        Gradient steps in all, if they end it and set the schedule, instead of the time.
    horizon
        Minutes of all runs together, over which the learning rate falls; by default those that
        were run before and those of this run.
    """

    minutes: float = 10.0
    steps: int | None = None
    horizon: float | None = None

    def __post_init__(self) -> None:
        for name in ("minutes", "steps", "horizon"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise InputError(f"{name} is {value!r}; it must be 0 or more")


class TrainingRun:
    """One run of a training: its schedule, its clock and what it measured."""

    def __init__(
        self,
        training: TrainingConfiguration,
        learner: Learner,
        budget: Budget,
        world: World,
        before: dict[str, Any],
        began: float,
    ) -> None:
        self.training, self.learner, self.budget, self.world = training, learner, budget, world
        self.before = before
        self.began = began
        self.rollouts = int(before["rollouts"])
        self.epoch = int(before["epoch"])
        self.in_epoch = int(before["epoch_instances"])
        self.measures: list[torch.Tensor] = []
        self.every = self.least = 30.0 if learner.device.type == "cuda" else 5.0
        self.reported = time.monotonic()
        self.counted = self.rollouts
        self.rate = training.learning_rate

    @property
    def seconds(self) -> float:
        """Seconds of training, those of earlier runs included."""
        return float(self.before["seconds"]) + time.monotonic() - self.began

    def progress(self) -> dict[str, Any]:
        """Return what the next run needs to go on."""
        return {
            "seconds": self.seconds,
            "rollouts": self.rollouts,
            "epoch": self.epoch,
            "epoch_instances": self.in_epoch,
        }

    def over(self) -> bool:
        """Return whether to end; all processes end together."""
        if self.training.epochs is not None and self.epoch >= self.training.epochs:
            return True
        if self.budget.steps is not None:
            return self.learner.steps >= self.budget.steps
        if self.world.size > 1 and self.learner.steps % 10:
            return False
        return self.world.any(time.monotonic() - self.began > 60 * self.budget.minutes)

    def share(self) -> float:
        """Return how much of the training is done, 0 to 1."""
        if self.budget.steps is not None:
            return min(1.0, self.learner.steps / self.budget.steps)
        horizon = self.budget.horizon
        if horizon is None:
            horizon = float(self.before["seconds"]) / 60 + self.budget.minutes
        return min(1.0, self.seconds / (60 * horizon)) if horizon else 1.0

    def step(self) -> None:
        """Make a gradient step, and challenge the baseline at the end of an epoch."""
        share = self.share()
        self.rate = learning_rate(self.training, self.learner.steps, share)
        count = self.learner.rollouts(self.learner.steps) * self.world.size
        self.measures.append(self.learner.step(self.rate, share))
        self.rollouts += count
        self.in_epoch += count // self.training.samples
        if self.in_epoch >= self.training.epoch:
            self.in_epoch -= self.training.epoch
            self.epoch += 1
            if self.learner.baseline is not None:
                self.learner.challenge()

    def due(self) -> bool:
        """Return whether it is time for a report."""
        return self.world.rank == 0 and time.monotonic() - self.reported > self.every

    def go_on(self) -> None:
        """Go on after a report and what was done for it; the longer that took, the rarer it is."""
        taken = time.monotonic() - self.reported
        self.every = max(self.least, taken * (1 - _LOOKING) / _LOOKING)
        self.reported += taken

    def report(self) -> dict[str, Any]:
        """Return what was measured since the last report; this waits for the device."""
        means = torch.stack(self.measures).mean(0).tolist() if self.measures else [None] * 3
        now = time.monotonic()
        speed = (self.rollouts - self.counted) / max(now - self.reported, 1e-9)
        self.measures, self.reported, self.counted = [], now, self.rollouts
        return {
            "event": "step",
            "step": self.learner.steps,
            "seconds": round(self.seconds, 1),
            "epoch": self.epoch,
            "rollouts": self.rollouts,
            "rollouts_per_second": round(speed),
            "learning_rate": self.rate,
            "cost": means[0],
            "spread": means[1],
            "gradient": means[2],
        }


def learning_rate(training: TrainingConfiguration, step: int, share: float) -> float:
    """Return the learning rate of a step.

    Parameters
    ----------
    training
        The training.
    step
        Number of the step.
    share
        How much of the training is done, 0 to 1.
    """
    rate = training.learning_rate
    if training.schedule == "cosine":
        rate *= _LAST_RATE + (1 - _LAST_RATE) * (1 + math.cos(math.pi * share)) / 2
    return rate * min(1.0, (step + 1) / max(1, training.warm_up))
