"""What sampled costs are compared with."""

from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats
import torch
from torch import Tensor

from arcload.neural.common.batch import Batch
from arcload.neural.train.baseline import (
    GreedyBaseline,
    group_advantage,
    is_above_zero,
    leave_one_out_advantage,
    most_telling,
)
from arcload.neural.train.instances import InstanceKind, draw
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import roll_out
from tests.neural.small import DEFAULT, PAPER, policy_of, problems, ready

COSTS = torch.tensor([[1.0, 2.0, 6.0], [4.0, 4.0, 4.0]])


def test_a_group_is_compared_with_its_mean_in_units_of_the_batch_s_spread() -> None:
    """Of the two instances the second has no spread of its own."""
    found = group_advantage(COSTS)
    spread = np.sqrt(np.var([1, 2, 6]) / 2)
    np.testing.assert_allclose(found[0], np.array([-2, -1, 3]) / spread, rtol=1e-3)
    assert found[1].tolist() == [0, 0, 0]
    torch.testing.assert_close(group_advantage(1e6 * COSTS), found)


def test_tours_can_be_compared_with_a_cost_in_the_same_units() -> None:
    found = group_advantage(COSTS, torch.tensor([[2.0], [5.0]]))
    spread = np.sqrt(np.var([1, 2, 6]) / 2)
    np.testing.assert_allclose(found[0], np.array([-1, 0, 4]) / spread, rtol=1e-3)
    assert (found[1] < 0).all()


@pytest.mark.parametrize("advantage", [group_advantage, leave_one_out_advantage])
def test_tours_that_cost_nothing_spoil_no_others(advantage: Callable[[Tensor], Tensor]) -> None:
    found = advantage(torch.cat([COSTS, torch.zeros(1, 3)]))
    assert found[2].tolist() == [0, 0, 0]
    assert torch.isfinite(found).all()
    assert found[0, 0] < 0 < found[0, 2]


def test_the_best_and_the_worst_tours_tell_most() -> None:
    costs = torch.tensor([[5.0, 1.0, 4.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0, 5.0]])
    assert most_telling(costs, 3).tolist() == [[1, 3, 0], [0, 1, 4]]
    assert most_telling(costs, 2).tolist() == [[1, 0], [0, 4]]
    assert sorted(most_telling(costs, 5)[0].tolist()) == [0, 1, 2, 3, 4]


def test_each_tour_is_compared_with_the_others() -> None:
    found = leave_one_out_advantage(COSTS)
    torch.testing.assert_close(found[0], torch.tensor([1 - 4.0, 2 - 3.5, 6 - 1.5]) / 3)
    assert found[1].tolist() == [0, 0, 0]
    torch.testing.assert_close(leave_one_out_advantage(1e6 * COSTS), found)


def test_tours_are_compared_with_the_greedy_ones_of_the_baseline() -> None:
    policy, batch = policy_of(PAPER), ready(problems())
    baseline = GreedyBaseline(policy, 0.05)
    greedy = roll_out(policy, batch, 1, greedy=True).cost
    cost = greedy * torch.tensor([1.0, 1.5])
    found = baseline.advantage(batch, cost)
    wanted = torch.tensor([0.0, 0.5]) * greedy / batch.real.sum(-1, keepdim=True)
    torch.testing.assert_close(found, wanted)


@pytest.mark.parametrize("seed", range(20))
def test_the_test_decides_as_that_of_scipy(seed: int) -> None:
    values = np.random.default_rng(seed).normal(0.2, 1, 50)
    chance = scipy.stats.ttest_1samp(values, 0, alternative="greater").pvalue
    assert is_above_zero(torch.from_numpy(values), 0.05) == (chance < 0.05)


def test_a_mean_below_zero_wins_at_no_level() -> None:
    assert not is_above_zero(torch.tensor([-1.0, 0.9, 0.0]), 0.99)


def test_values_without_spread_need_no_test() -> None:
    assert is_above_zero(torch.full((9,), 2.0), 0.05)
    assert not is_above_zero(torch.zeros(9), 0.05)
    assert not is_above_zero(torch.full((9,), -2.0), 0.05)


def draws() -> Callable[[], Batch]:
    kind = InstanceKind("walk", (3, 6), (3, 5))
    return lambda: Batch(
        *(c.double() if c.is_floating_point() else c for c in draw(kind, 64, "cpu"))
    )


def near_first(policy: Policy) -> Policy:
    """Return a policy that prefers near edges, which is better than chance by far."""
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.zero_()
        for name in ("layers.0.norm_attention", "layers.0.norm_forward", "final"):
            policy.get_parameter(f"{name}.weight").fill_(1.0)
        first = 16 + 0  # the part of the query that is matched with what is known of ways
        policy.get_parameter("way_in.weight")[0, 0] = 1.0  # log(1 + distance)
        policy.get_parameter("way_out.weight")[0, 0] = 1.0
        policy.get_parameter("query_vehicle.weight")[first, 0] = -20.0  # times the load
        policy.get_parameter("query_vehicle.weight")[first, 4] = -20.0  # times the share left
    return policy


@pytest.mark.parametrize("training", [False, True])
def test_a_better_challenger_wins(training: bool) -> None:
    baseline = GreedyBaseline(policy_of(DEFAULT), 0.05)
    better = near_first(policy_of(DEFAULT)).train(training)
    assert baseline.challenge(better, draws(), 200)
    assert better.training is training
    for name, value in better.state_dict().items():
        assert torch.equal(baseline.policy.state_dict()[name], value)
    assert not baseline.policy.training
    assert not baseline.challenge(policy_of(DEFAULT), draws(), 200)


@pytest.mark.parametrize("training", [False, True])
def test_an_equal_challenger_does_not_win_and_keeps_its_mode(training: bool) -> None:
    """Batch normalisation neither stays frozen after a challenge nor learns from it."""
    policy = policy_of(PAPER).train(training)
    baseline = GreedyBaseline(policy, 0.05)
    before = {name: value.clone() for name, value in policy.state_dict().items()}
    assert not baseline.challenge(policy, draws(), 100)
    assert policy.training is training
    assert all(torch.equal(before[name], value) for name, value in policy.state_dict().items())


def test_the_baseline_does_not_follow_the_policy() -> None:
    policy = policy_of(DEFAULT).train()
    baseline = GreedyBaseline(policy, 0.05)
    before = [value.clone() for value in baseline.policy.parameters()]
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.add_(1.0)
    assert all(map(torch.equal, before, baseline.policy.parameters()))
    assert not baseline.policy.training
    assert policy.training
