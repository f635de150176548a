"""A network and a reward of one's own, by subclassing: the example does what it says."""

import runpy
from pathlib import Path

import torch

from arcload.neural.common.configuration import configuration
from arcload.neural.train.instances import draw
from arcload.neural.train.mixes import steps
from arcload.neural.train.rollout import roll_out

EXAMPLE = Path(__file__).parents[3] / "examples" / "own_network.py"


def test_the_example_learns() -> None:
    """It is at most 40 lines of code, and its greedy tours get cheaper."""
    lines = [line for line in EXAMPLE.read_text().splitlines() if line.strip()]
    assert len(lines) <= 40
    torch.manual_seed(1)
    learner = runpy.run_path(str(EXAMPLE))["Mine"](configuration("tiny"), torch.device("cpu"))
    batch = draw(steps("tiny")[0][0], 32, "cpu")
    rollout = roll_out(learner.policy, batch, 2)
    assert torch.equal(learner.price(batch, rollout), rollout.cost.square())
    before = roll_out(learner.policy, batch, 1, greedy=True).cost.mean()
    for _ in range(12):
        learner.step(1e-2)
    assert roll_out(learner.policy, batch, 1, greedy=True).cost.mean() < 0.9 * before
