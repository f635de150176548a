"""One of two processes that train together: keeps what it has learnt beside the checkpoint.

``torchrun`` starts it, in `tests.neural.train.test_train`.
"""

import os
import sys
from pathlib import Path

import torch

from arcload.neural.train import learner, train
from arcload.neural.train.__main__ import main
from tests.neural.small import STEPS


class NotedLearner(learner.Learner):
    """A learner that writes its weights after every step."""

    def step(self, learning_rate: float, share: float = 0.0) -> torch.Tensor:
        measures = super().step(learning_rate, share)
        assert self.baseline is not None
        weights = [parameter.detach() for parameter in self.policy.parameters()]
        known = list(self.baseline.policy.state_dict().values())
        torch.save([*weights, *known, measures], OUT / f"{self.steps}-{os.environ['RANK']}.pt")
        return measures


if __name__ == "__main__":
    torch.set_num_threads(1)
    OUT = Path(sys.argv[sys.argv.index("--out") + 1])
    setattr(learner, "steps", lambda mix: STEPS)  # noqa: B010
    defaults = train.train.__kwdefaults__
    assert defaults is not None
    defaults["learner_class"] = NotedLearner
    main(sys.argv[1:])
    names = [file.read_text() for file in Path("/proc/self/task").glob("*/comm")]
    left = [name for name in names if "gloo" in name]
    assert not left, f"{left}: what they share has not ended, and may abort when Python ends"
