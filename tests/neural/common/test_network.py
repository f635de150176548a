"""One definition of the network: NumPy and torch give the same numbers."""

from typing import Any

import numpy as np
import pytest
import torch

from arcload.neural.common.arrays import Array, library, whole_zeros
from arcload.neural.common.batch import Batch, joined
from arcload.neural.common.configuration import PRESETS, NetworkConfiguration
from arcload.neural.common.environment import ArcMDP, lookups
from arcload.neural.common.features import look_at, near_end_first
from arcload.neural.common.network import encode, logits, shapes
from tests.neural.small import NETWORKS, arrays_of, policy_of, problems, tensors

EACH = pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
PRECISE = pytest.mark.parametrize(
    ("dtype", "near"), [(np.float32, 1e-4), (np.float64, 1e-10)], ids=["single", "double"]
)


def scores_along(
    network: NetworkConfiguration, weights: dict[str, Array], batch: Batch, orders: Array
) -> list[Any]:
    """Return all that the network says along some orders, and what they cost."""
    batch = near_end_first(batch.scaled()[0])
    mdp = ArcMDP(batch)
    memory = encode(network, weights, batch, mdp.where)
    state = mdp.start(orders.shape[1])
    first = last = whole_zeros(orders.shape[:2], batch.demand)
    found = [*memory]
    for position in range(orders.shape[2]):
        look = look_at(state, batch, last, first, network.inputs)
        found.append(logits(network, weights, memory, batch, look))
        action = orders[..., position]
        state = mdp.step(state, action)
        last = action + 1
        first = last if position == 0 else first
    return [np.asarray(column) for column in (*found, *state, mdp.cost(state))]


@EACH
@PRECISE
def test_numpy_and_torch_agree(network: NetworkConfiguration, dtype: Any, near: float) -> None:
    """What the encoder keeps, the logits of every step, the states and the costs."""
    policy = policy_of(network, sharp=1.0).to(torch.from_numpy(np.empty(0, dtype)).dtype)
    parts = [arrays_of(problem, dtype) for problem in problems()]
    size = min(part.demand.shape[1] for part in parts)
    orders = np.stack([np.random.default_rng(k).permutation(size) for k in range(10)])
    orders = orders.reshape(5, 2, size)
    with torch.no_grad():
        wanted = scores_along(
            network, policy.weights(), tensors(joined(parts)), torch.from_numpy(orders)
        )
    arrays = {name: value.detach().numpy() for name, value in policy.weights().items()}
    found = scores_along(network, arrays, joined(parts), orders)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=near, atol=near)


def test_each_array_has_its_library() -> None:
    assert library(np.zeros(1)) is np
    assert library(torch.zeros(1)) is torch


def test_the_paper_network_is_that_of_the_paper() -> None:
    """Two inputs per edge, 3 layers of 8 heads, 128 wide, 512 feed-forward, no distances."""
    network = PRESETS["paper"].network
    found = shapes(network)
    assert found["embed.weight"] == found["embed_start.weight"] == (128, 2)
    assert found["layers.2.forward_in.weight"] == (512, 128)
    assert found["query_vehicle.weight"] == (128, 1)
    assert found["layers.0.norm_forward.running_mean"] == (128,)
    assert "layers.3.join.weight" not in found
    assert not [name for name in found if name.startswith(("pair", "way", "final"))]
    assert (network.heads, network.clip) == (8, 10.0)


@EACH
def test_scores_are_clipped(network: NetworkConfiguration) -> None:
    """However large the weights are, an open edge has a score within 10 of 0."""
    policy = policy_of(network, sharp=9.0)
    weights = {name: value.detach().numpy() for name, value in policy.weights().items()}
    batch = near_end_first(arrays_of(problems()[0]).scaled()[0])
    memory = encode(network, weights, batch, lookups(batch))
    none = whole_zeros((1, 1), batch.demand)
    look = look_at(ArcMDP(batch).start(1), batch, none, none, network.inputs)
    assert np.abs(logits(network, weights, memory, batch, look)).max() <= 10
