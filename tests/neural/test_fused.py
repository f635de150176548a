"""What kernels of a GPU do is what is done without them, there or in Triton's interpreter.

Without a GPU: ``pip install triton`` and ``TRITON_INTERPRET=1 pytest tests/neural``.
"""

import os

import pytest
import torch

from arcload.neural.common import network
from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import PRESETS, NetworkConfiguration
from arcload.neural.train.instances import InstanceKind, draw_all
from arcload.neural.train.rollout import log_probabilities, roll_out
from tests.neural.small import policy_of

GPU = torch.cuda.is_available()
if not GPU and os.environ.get("TRITON_INTERPRET") != "1":
    pytest.skip("neither a GPU nor Triton's interpreter", allow_module_level=True)
pytest.importorskip("triton")
from arcload.neural.train import fused_biases, fused_rollout  # noqa: E402

DEVICE = "cuda" if GPU else "cpu"
NETWORKS = {
    "default": NetworkConfiguration(layers=1),
    "paper": PRESETS["paper"].network,
    "no distances in the decoder": NetworkConfiguration(layers=1, decoder_distances=False),
}
KINDS = {
    "walks": InstanceKind("walk", (5, 12), (4, 8)),
    "rural": InstanceKind("rural", (1, 16), (5, 12), served=0.3),
    "streets": InstanceKind("street", (1, 20), (24, 24), served=0.25, grid=(4, 6)),
}

IDS = [*KINDS, "all in one batch"]


@pytest.fixture(params=[*((kind,) for kind in KINDS.values()), tuple(KINDS.values())], ids=IDS)
def batch(request: pytest.FixtureRequest) -> Batch:
    """Return some instances of up to 20 edges."""
    torch.manual_seed(1)
    return draw_all(request.param, 3, DEVICE)


@pytest.mark.parametrize("greedy", [True, False], ids=["greedy", "sampled"])
@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_tours_are_those_of_single_steps(
    network: NetworkConfiguration, batch: Batch, greedy: bool
) -> None:
    policy = policy_of(network).to(DEVICE).float().eval()
    assert fused_rollout.supports(policy)
    found = []
    for build in (roll_out, fused_rollout.roll_out):
        torch.manual_seed(2)
        found.append(build(policy, batch, 19, greedy=greedy))  # more than a program builds
    wanted, given = found
    assert torch.equal(given.actions, wanted.actions)
    torch.testing.assert_close(given.cost, wanted.cost)
    real = (torch.arange(batch.demand.shape[1]).to(DEVICE) < batch.real.sum(-1)[:, None])[:, None]
    assert torch.equal(given.side * real, wanted.side * real)
    torch.testing.assert_close(given.other * real, wanted.other * real, rtol=1e-3, atol=1e-2)


def test_probabilities_and_gradients_are_those_without_kernels(batch: Batch) -> None:
    policy = policy_of(NETWORKS["default"]).to(DEVICE).float()
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
