"""One run of a training: its schedule and its clock."""

from itertools import pairwise

import pytest
import torch

from arcload import InputError
from arcload.neural.common.configuration import TrainingConfiguration
from arcload.neural.train.learner import Learner
from arcload.neural.train.training_run import Budget, TrainingRun, learning_rate
from arcload.neural.train.world import World
from tests.neural.small import DEFAULT, configuration_of


def test_the_learning_rate_grows_and_falls() -> None:
    training = TrainingConfiguration(learning_rate=1.0, warm_up=10)
    early = [learning_rate(training, step, 0.0) for step in range(12)]
    assert early == [*(pytest.approx(k / 10) for k in range(1, 11)), 1.0, 1.0]
    late = [learning_rate(training, 1000, share / 10) for share in range(11)]
    assert all(one > other for one, other in pairwise(late))
    assert late[-1] == pytest.approx(0.03)
    constant = TrainingConfiguration(learning_rate=1.0, schedule="constant", warm_up=0)
    assert {learning_rate(constant, step, step / 9) for step in range(10)} == {1.0}


def test_reports_take_no_more_than_a_tenth_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("arcload.neural.train.training_run.time.monotonic", lambda: now[0])
    config = configuration_of(DEFAULT)
    before = {"seconds": 0.0, "rollouts": 0, "epoch": 0, "epoch_instances": 0}
    training = TrainingRun(
        config.training, Learner(config, torch.device("cpu")), Budget(), World(), before, 0.0
    )

    def seconds_to_next() -> float:
        began = now[0]
        while not training.due():
            now[0] += 0.5
        return now[0] - began

    assert seconds_to_next() == 5.5
    for looking, pause in ((0.0, 5.5), (4.0, 36.5), (0.1, 5.5)):
        training.report()
        now[0] += looking
        training.go_on()
        assert seconds_to_next() == pytest.approx(pause)


def test_a_budget_is_not_negative() -> None:
    with pytest.raises(InputError, match="minutes is -1"):
        Budget(minutes=-1)
