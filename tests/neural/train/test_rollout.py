"""Tours that a policy builds, and their probabilities."""

import pytest
import torch
from torch import Tensor

from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.common.environment import ArcMDP
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import log_probabilities, roll_out
from tests.neural.small import NETWORKS, policy_of, problems, ready, scores_along

EACH = pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)


def step_by_step(policy: Policy, batch: Batch, actions: Tensor) -> Tensor:
    """Return the log-probability of every action, each in a state reached by single steps."""
    chances = torch.log_softmax(scores_along(policy, batch, actions), -1)
    chosen = chances.gather(3, actions[..., None])[..., 0]
    going = torch.arange(actions.shape[2]) < batch.real.sum(-1)[:, None, None]
    return torch.where(going, chosen, 0)


@EACH
@pytest.mark.parametrize("training", [False, True])
def test_one_pass_gives_the_probabilities_of_single_steps(
    network: NetworkConfiguration, training: bool
) -> None:
    batch = ready(problems())
    policy = policy_of(network).train(training)
    rollout = roll_out(policy, batch, 5)
    with torch.no_grad():
        wanted = step_by_step(policy, batch, rollout.actions)
        found, _ = log_probabilities(policy, batch, rollout)
    torch.testing.assert_close(found, wanted, rtol=1e-10, atol=1e-10)
    assert wanted.std() > 0.1


@EACH
def test_one_pass_gives_the_gradients_of_single_steps(network: NetworkConfiguration) -> None:
    """For every weight, and none of them is idle."""
    batch = ready(problems())
    policy = policy_of(network, sharp=1.0)
    rollout = roll_out(policy, batch, 2)
    weights = dict(policy.named_parameters())
    gradients = [
        torch.autograd.grad(chances.sum(), list(weights.values()))
        for chances in (
            log_probabilities(policy, batch, rollout)[0],
            step_by_step(policy, batch, rollout.actions),
        )
    ]
    for name, one, other in zip(weights, *gradients, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-8, atol=1e-8)
        # The inputs of the virtual edge at the depot are 0: only its bias learns.
        assert (one != 0).any() or name == "embed_start.weight", name


@EACH
def test_tours_are_complete_and_cost_what_is_said(network: NetworkConfiguration) -> None:
    batch = ready(problems())
    rollout = roll_out(policy_of(network), batch, 7)
    everything = torch.arange(batch.real.shape[1]).expand_as(rollout.actions)
    assert torch.equal(rollout.actions.sort(-1).values, everything)
    for number, order in zip(batch.real.sum(-1), rollout.actions, strict=True):
        assert (order[:, :number] < number).all()
    torch.testing.assert_close(ArcMDP(batch).cost_of(rollout.actions), rollout.cost)


@EACH
def test_padding_changes_nothing(network: NetworkConfiguration) -> None:
    """Alone or beside larger instances: the same greedy tour, cost and probabilities."""
    policy = policy_of(network)
    together = roll_out(policy, ready(problems()), 1, greedy=True)
    chances, _ = log_probabilities(policy, ready(problems()), together)
    for number, problem in enumerate(problems()):
        batch, size = ready([problem]), problem.size
        alone = roll_out(policy, batch, 1, greedy=True)
        assert torch.equal(alone.actions[0], together.actions[number, :, :size])
        torch.testing.assert_close(alone.cost[0], together.cost[number], rtol=1e-12, atol=0)
        known = log_probabilities(policy, batch, alone)[0][0]
        torch.testing.assert_close(known, chances[number, :, :size], rtol=1e-9, atol=1e-9)
        assert (chances[number, :, size:] == 0).all()


@EACH
def test_greedy_tours_are_the_same_twice(network: NetworkConfiguration) -> None:
    batch = ready(problems())
    policy = policy_of(network)
    tours = [roll_out(policy, batch, 2, greedy=True) for _ in range(2)]
    assert torch.equal(tours[0].actions, tours[1].actions)
    assert torch.equal(tours[0].cost, tours[1].cost)
    assert torch.equal(tours[0].actions[:, 0], tours[0].actions[:, 1])


def test_samples_depend_on_the_seed_alone() -> None:
    batch = ready(problems())
    policy = policy_of(NETWORKS["default"])
    tours = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        tours.append(roll_out(policy, batch, 4).actions)
    assert torch.equal(tours[0], tours[1])
    assert not torch.equal(tours[0], tours[2])


def test_samples_come_as_often_as_they_should() -> None:
    """The first edges of 4,000 tours, against the probabilities of the policy."""
    batch = ready(problems()[:1])
    policy = policy_of(NETWORKS["default"], sharp=1.0)
    rollout = roll_out(policy, batch, 4000)
    seen = torch.bincount(rollout.actions[0, :, 0], minlength=batch.real.shape[1]) / 4000
    chances = log_probabilities(policy, batch, rollout)[0][0, :, 0].exp()
    for edge in set(rollout.actions[0, :, 0].tolist()):
        wanted = chances[rollout.actions[0, :, 0] == edge][0]
        assert abs(seen[edge] - wanted) < 5 * (wanted * (1 - wanted) / 4000).sqrt()
