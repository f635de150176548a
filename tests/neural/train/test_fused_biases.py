"""What the kernels of a GPU add to the scores is what is added without them."""

import torch

from arcload.neural.common import network
from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.train.rollout import log_probabilities, roll_out
from tests.neural.small import policy_of
from tests.neural.train.conftest import DEVICE, require_triton

require_triton()
from arcload.neural.train import fused_biases  # noqa: E402


def test_probabilities_and_gradients_are_those_without_kernels(batch: Batch) -> None:
    policy = policy_of(NetworkConfiguration(layers=1)).to(DEVICE).float()
    rollout = roll_out(policy, batch, 3)
    found = []
    for biases in (network.biases, fused_biases.biases):
        policy.zero_grad()
        chances, entropy = log_probabilities(policy, batch, rollout, biases=biases)
        (chances.sum() + entropy.sum()).backward()  # type: ignore[no-untyped-call]
        gradients = [parameter.grad for parameter in policy.parameters()]
        found.append([chances.detach(), *(each for each in gradients if each is not None)])
    for wanted, given in zip(*found, strict=True):
        torch.testing.assert_close(given, wanted, rtol=1e-3, atol=1e-3)
