"""How many tours per second are drawn, sampled and learnt from."""

import dataclasses
import time

import torch

from arcload.neural.common.configuration import Configuration
from arcload.neural.train.learner import Learner
from arcload.neural.train.world import find_device

_FEW = 64  # tours in a step without a GPU, where more would take minutes


def benchmark(
    config: Configuration, *, seconds: float = 16.0, device: str | None = None
) -> dict[int, float]:
    """Return how many tours per second are sampled and learnt from, by the paper's large sizes.

    Making the instances and the gradient step are counted. The first round, which records the
    steps, is not.
    """
    where = find_device(device)
    torch.set_float32_matmul_precision("high")
    training = dataclasses.replace(config.training, mix="large")
    if where.type != "cuda":
        few = max(1, _FEW // training.samples)
        training = dataclasses.replace(training, instances=few)
    learner = Learner(Configuration(config.network, training), where)
    for _ in learner.kinds:
        learner.step(training.learning_rate)
    _wait(where)
    speeds = {}
    for number, kinds in enumerate(learner.kinds):
        began, done = time.monotonic(), 0
        while time.monotonic() - began < seconds / len(learner.kinds):
            learner.steps = number
            learner.step(training.learning_rate)
            _wait(where)
            done += learner.rollouts(number)
        speeds[kinds[0].edges[1]] = done / (time.monotonic() - began)
    return speeds


def as_text(speeds: dict[int, float]) -> str:
    """Return what `benchmark` gave as lines, and the mean over as many tours of each size."""
    lines = [
        f"{edges:4d} edges  {speed:12,.0f} tours per second" for edges, speed in speeds.items()
    ]
    mixed = len(speeds) / sum(1 / speed for speed in speeds.values())
    return "\n".join([*lines, f"as many of each {mixed:9,.0f} tours per second"])


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()
