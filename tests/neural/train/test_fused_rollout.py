"""Tours built by the kernels of a GPU are those built without them."""

import pytest
import torch

from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import PRESETS, NetworkConfiguration
from arcload.neural.train.rollout import roll_out
from tests.neural.small import policy_of
from tests.neural.train.conftest import DEVICE, require_triton

require_triton()
from arcload.neural.train import fused_rollout  # noqa: E402

NETWORKS = {
    "default": NetworkConfiguration(layers=1),
    "paper": PRESETS["paper"].network,
    "no distances in the decoder": NetworkConfiguration(layers=1, decoder_distances=False),
}


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
    clear = real & (wanted.other > 1e-4)  # where both sides are as near, rounding chooses
    assert torch.equal(given.side * clear, wanted.side * clear)
    torch.testing.assert_close(given.other * real, wanted.other * real, rtol=1e-3, atol=1e-2)
