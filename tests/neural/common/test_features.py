"""What the network sees does not depend on units, on names or on the order in a file."""

import numpy as np
import pytest
import torch

from arcload import Instance
from arcload.engine.problem import Problem
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.common.environment import lookups
from arcload.neural.common.features import edge_inputs, near_end_first, pair_inputs, way_inputs
from arcload.neural.train.rollout import Rollout, roll_out
from tests.neural.small import DEFAULT, INSTANCES, PAPER, arrays_of, policy_of, ready

KINDS = pytest.mark.parametrize("instance", INSTANCES.values(), ids=INSTANCES)
EACH = pytest.mark.parametrize("network", [DEFAULT, PAPER], ids=["default", "paper"])


def greedy(network: NetworkConfiguration, instance: Instance) -> Rollout:
    policy = policy_of(network, sharp=1.0)  # far from its bounds, where scores would be equal
    return roll_out(policy, ready([Problem.of(instance)]), 1, greedy=True)


@KINDS
@EACH
def test_units_do_not_matter(network: NetworkConfiguration, instance: Instance) -> None:
    """Metres or kilometres, kilograms or tons: the same tour."""
    other = instance.replace(
        lengths=instance.lengths * 1e-3,
        demands=instance.demands * 1e4,
        curb_weight=instance.curb_weight * 1e4,
        capacity=None,
    )
    one, another = greedy(network, instance), greedy(network, other)
    assert torch.equal(one.actions, another.actions)
    torch.testing.assert_close(one.cost, another.cost, rtol=1e-9, atol=0)


@KINDS
@EACH
def test_the_order_of_the_ends_does_not_matter(
    network: NetworkConfiguration, instance: Instance
) -> None:
    turned = np.arange(len(instance.edges)) % 2 == 0
    other = instance.replace(
        ends=np.where(turned[:, None], instance.ends[:, ::-1], instance.ends),
        lengths=np.where(turned[:, None], instance.lengths[:, ::-1], instance.lengths),
        shapes=None,
    )
    one, another = greedy(network, instance), greedy(network, other)
    torch.testing.assert_close(one.cost, another.cost, rtol=1e-9, atol=0)


@KINDS
@EACH
def test_the_order_of_the_edges_does_not_matter(
    network: NetworkConfiguration, instance: Instance
) -> None:
    order = np.random.default_rng(1).permutation(len(instance.edges))
    other = instance.replace(
        ends=instance.ends[order],
        lengths=instance.lengths[order],
        demands=instance.demands[order],
        names=None,
        shapes=None,
    )
    one, another = greedy(network, instance), greedy(network, other)
    torch.testing.assert_close(one.cost, another.cost, rtol=1e-9, atol=0)


def test_the_near_end_comes_first() -> None:
    batch = ready([Problem.of(INSTANCES["city"])])
    away = batch.from_start[0][batch.entry[0]]
    assert (away[:, 0] <= away[:, 1]).all()
    again = near_end_first(batch)
    assert torch.equal(again.entry, batch.entry)


@pytest.mark.parametrize("kind", ["paper", "full"])
def test_inputs_are_numbers_of_a_moderate_size(kind: str) -> None:
    """Also where streets have no length, are one-way or far longer than others."""
    instance = Instance.from_edges(
        [(1, 2, 0.0, 5), (2, 3, 1e6, 1), (3, 3, 1, 1e-6), (3, 1, 2, 7, None, np.inf)], depot=1
    )
    batch = near_end_first(arrays_of(Problem.of(instance)).scaled()[0])
    where = lookups(batch)
    for inputs in (edge_inputs(batch, kind), pair_inputs(batch, where), way_inputs(where)[0]):
        assert np.isfinite(inputs).all()
        assert np.abs(inputs).max() < 25


def test_the_paper_sees_shares_of_length_and_demand_alone() -> None:
    instance = INSTANCES["eulerian"]
    inputs = edge_inputs(arrays_of(Problem.of(instance)).scaled()[0], "paper")[0]
    lengths = instance.lengths.min(1)
    np.testing.assert_allclose(inputs[:, 0], lengths / lengths.sum())
    np.testing.assert_allclose(inputs[:, 1], instance.demands / instance.demands.sum())
