"""Gradient steps make a policy better."""

from collections import Counter
from dataclasses import replace

import pytest
import torch

from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import Configuration, NetworkConfiguration
from arcload.neural.train.instances import InstanceKind, draw, draw_all
from arcload.neural.train.learner import Learner
from arcload.neural.train.rollout import roll_out
from tests.neural.small import DEFAULT, PAPER, STEPS, TINY, configuration_of

HERE = torch.device("cpu")


def learner_of(configuration: Configuration) -> Learner:
    """Return a learner on tiny instances."""
    torch.manual_seed(1)
    learner = Learner(configuration, HERE)
    learner.kinds = STEPS
    return learner


def mean_gap(learner: Learner) -> float:
    """Return how far greedy tours are from the best of many by chance, on average."""
    torch.manual_seed(99)
    batch = draw(TINY[0], 100, HERE)
    chance = learner_of(configuration_of(DEFAULT)).policy
    best = roll_out(chance.eval(), batch, 100).cost.amin(-1)
    cost = roll_out(learner.policy.eval(), batch, 1, greedy=True).cost[:, 0]
    learner.policy.train()
    return float((cost / torch.minimum(best, cost) - 1).mean())


def test_100_steps_on_tiny_instances_beat_the_untrained_policy() -> None:
    learner = learner_of(configuration_of(DEFAULT, instances=8, samples=8))
    before = mean_gap(learner)
    for _ in range(100):
        learner.step(1e-2)
    assert before > 0.5
    assert mean_gap(learner) < before / 5
    assert learner.steps == 100


def test_leaving_one_out_teaches_as_well() -> None:
    training = {"baseline": "leave-one-out", "instances": 8, "samples": 8}
    learner = learner_of(configuration_of(DEFAULT, **training))
    before = mean_gap(learner)
    for _ in range(40):
        learner.step(1e-2)
    assert mean_gap(learner) < before / 2


def test_a_few_tours_of_many_teach_as_well() -> None:
    learner = learner_of(configuration_of(DEFAULT, instances=8, samples=16, learn_from=4))
    before = mean_gap(learner)
    for _ in range(40):
        learner.step(1e-2)
    assert mean_gap(learner) < before / 2


def test_the_reward_for_variety_keeps_choices_open() -> None:
    """With a large one the policy stays undecided; it is gone at the end of a training."""
    spread = []
    for share in (0.0, 1.0):
        learner = learner_of(configuration_of(DEFAULT, instances=8, samples=8, entropy=10.0))
        for _ in range(40):
            measures = learner.step(1e-2, share)
        spread.append(float(measures[1]))
    assert spread[0] > 2 * spread[1]


def test_the_greedy_baseline_teaches_the_paper_network() -> None:
    """In 60 steps, with a challenge every 20, some of which are won."""
    training = {"baseline": "greedy", "instances": 64, "samples": 1, "entropy": 0.0}
    learner = learner_of(configuration_of(PAPER, challenge=512, **training))
    before = mean_gap(learner)
    won = []
    for number in range(1, 61):
        learner.step(1e-2)
        if number % 20 == 0:
            won.append(learner.challenge())
    assert any(won)
    assert learner.policy.training
    assert mean_gap(learner) < 0.9 * before


@pytest.mark.parametrize("network", [DEFAULT, PAPER], ids=["default", "paper"])
def test_a_step_repeats_with_the_seed(network: NetworkConfiguration) -> None:
    found = []
    for _ in range(2):
        learner = learner_of(configuration_of(network))
        found.append([learner.step(1e-3) for _ in range(4)])
    assert all(map(torch.equal, *found))
    assert all(torch.isfinite(measures).all() for measures in found[0])


def test_averages_follow_the_weights() -> None:
    """By the decay, and faster at the beginning; without one the weights themselves are kept."""
    learner = learner_of(configuration_of(DEFAULT, average=0.9))
    name = "embed.weight"
    average = learner.average[name].clone()
    for number in range(1, 4):
        learner.step(1e-2)
        decay = min(0.9, (1 + number) / (10 + number))
        average = decay * average + (1 - decay) * learner.policy.state_dict()[name]
        torch.testing.assert_close(learner.best_weights()[name], average)
    plain = learner_of(configuration_of(DEFAULT, average=0.0))
    plain.step(1e-2)
    assert torch.equal(plain.best_weights()[name], plain.policy.state_dict()[name])


def test_the_running_statistics_of_batch_normalisation_are_learnt() -> None:
    learner = learner_of(configuration_of(PAPER, baseline="leave-one-out"))
    before = [buffer.clone() for buffer in learner.policy.buffers()]
    learner.step(1e-3)
    assert not any(map(torch.equal, before, learner.policy.buffers()))


def test_the_gradient_is_clipped() -> None:
    """No weight moves farther than the learning rate, whatever the costs."""
    configuration = configuration_of(DEFAULT)
    training = replace(configuration.training, clip_gradient=1e-12)
    learner = learner_of(Configuration(DEFAULT, training))
    before = [parameter.detach().clone() for parameter in learner.policy.parameters()]
    learner.step(1e-3)
    norm = torch.stack([p.grad.norm() for p in learner.policy.parameters() if p.grad is not None])
    assert norm.norm() <= 1e-12 * 1.01
    moved = [(a - b).abs().max() for a, b in zip(before, learner.policy.parameters(), strict=True)]
    assert max(moved) <= 1e-3


@pytest.mark.parametrize("instances", [3, 100, 1500])
def test_a_challenge_is_on_all_kinds_alike(instances: int, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = learner_of(configuration_of(PAPER, baseline="greedy", challenge=instances))
    drawn: Counter[tuple[InstanceKind, ...]] = Counter()

    def draw_some(kinds: tuple[InstanceKind, ...], count: int, device: torch.device) -> Batch:
        drawn[kinds] += count
        return draw_all(kinds, count, device)

    monkeypatch.setattr("arcload.neural.train.learner.draw_all", draw_some)
    learner.challenge()
    assert drawn.keys() == set(STEPS)
    assert len(set(drawn.values())) == 1
    assert instances <= drawn.total() <= instances + 2 * len(STEPS)


def test_steps_go_through_the_kinds_in_turn() -> None:
    learner = learner_of(configuration_of(DEFAULT, instances=None))
    assert [learner.rollouts(step) for step in range(4)] == [
        *(1024 * 4, 1024 * 4, 1024 * 4, 1024 * 4),
    ]
    small = learner_of(configuration_of(DEFAULT, instances=5))
    assert small.rollouts(0) == 20
