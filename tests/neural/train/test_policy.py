"""The policy in training and out of it."""

import pytest
import torch

from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.common.environment import lookups
from arcload.neural.common.network import shapes
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import log_probabilities, roll_out
from tests.neural.small import DEFAULT, NETWORKS, PAPER, policy_of, problems, ready


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_it_has_the_weights_of_the_network(network: NetworkConfiguration) -> None:
    policy = Policy(network)
    wanted = shapes(network)
    assert {name: tuple(value.shape) for name, value in policy.weights().items()} == wanted
    assert policy.state_dict().keys() == wanted.keys()


def test_norms_begin_neutral() -> None:
    weights = Policy(PAPER).state_dict()
    wanted = {"weight": 1.0, "bias": 0.0, "running_mean": 0.0, "running_var": 1.0}
    for part, value in wanted.items():
        assert set(weights[f"layers.0.norm_attention.{part}"].tolist()) == {value}


@pytest.mark.parametrize("training", [False, True])
def test_padding_does_not_enter_batch_normalisation(training: bool) -> None:
    """In training, the statistics are those of the real edges alone."""
    policy = policy_of(PAPER).train(training)
    batch = ready(problems())
    edges, nodes = batch.real.shape[1], batch.distance.shape[1]
    wide = batch.padded(edges + 9, nodes + 5)
    with torch.no_grad():
        one, other = (policy.encode(each, lookups(each)) for each in (batch, wide))
    torch.testing.assert_close(one.graph, other.graph, rtol=1e-10, atol=1e-10)
    torch.testing.assert_close(one.keys, other.keys[..., :edges], rtol=1e-10, atol=1e-10)


def test_batch_normalisation_in_training_is_that_of_torch() -> None:
    """For one instance, where nothing is padded, also its running statistics."""
    policy = policy_of(PAPER).train()
    weights = policy.weights()
    name = "layers.0.norm_attention"
    norm = torch.nn.BatchNorm1d(16).double().train()
    state = {part: weights[f"{name}.{part}"].clone() for part in ("weight", "bias")}
    state |= {part: weights[f"{name}.{part}"].clone() for part in ("running_mean", "running_var")}
    norm.load_state_dict(state | {"num_batches_tracked": torch.tensor(0)})
    hidden = torch.randn(3, 7, 16).double()
    found = policy._batch_norm(weights, torch.ones(3, 7, dtype=torch.bool), hidden, name)
    torch.testing.assert_close(found, norm(hidden.flatten(0, 1)).view(hidden.shape))
    torch.testing.assert_close(weights[f"{name}.running_mean"], norm.running_mean)


def _statistics(policy: Policy) -> list[torch.Tensor]:
    return [buffer.clone() for buffer in policy.buffers()]


def _learn(policy: Policy, batch: Batch) -> None:
    log_probabilities(policy, batch, roll_out(policy, batch, 2))


def test_running_statistics_are_learnt_by_the_pass_that_learns_alone() -> None:
    policy, batch = policy_of(PAPER).train(), ready(problems())
    before = _statistics(policy)
    rollout = roll_out(policy, batch, 2)
    assert all(map(torch.equal, before, _statistics(policy)))
    log_probabilities(policy, batch, rollout)
    assert not any(map(torch.equal, before, _statistics(policy)))


def test_running_statistics_rest_out_of_training() -> None:
    policy, batch = policy_of(PAPER).eval(), ready(problems())
    before = _statistics(policy)
    _learn(policy, batch)
    assert all(map(torch.equal, before, _statistics(policy)))


def test_the_mode_matters_to_batch_normalisation_alone() -> None:
    batch = ready(problems())
    for network, same in ((DEFAULT, True), (PAPER, False)):
        policy = policy_of(network)
        with torch.no_grad():
            graphs = [
                policy.train(mode).encode(batch, lookups(batch)).graph for mode in (True, False)
            ]
        assert torch.equal(*graphs) is same
