"""The compiled decoder chooses as the network does that was trained."""

from collections.abc import Callable

import numpy as np
import pytest
import torch

import arcload
from arcload import Instance
from arcload.kernels.decoding import decode
from arcload.neural.configuration import NetworkConfiguration
from arcload.neural.policy import Policy
from arcload.neural.rollout import roll_out
from arcload.neural.serving import TrainedPolicy, build_tours, load_policy, warm_up
from arcload.problem import Problem
from arcload.types import IntArray
from tests.examples import FOUR_EDGES
from tests.neural.small import INSTANCES, NETWORKS, policy_of, ready, scores_along

STREETS = arcload.Instance.from_edges(
    [
        *((1, 2, 30, 4), (2, 3, 20, 1, None, np.inf), (3, 4, 25, 3), (4, 1, 10, 2, None, 40)),
        *((2, 4, 35, 0), (3, 3, 12, 5), (3, 1, 60, 2), (2, 3, 22, 6), (4, 5, 5, 9)),
    ],
    start=1,
    end=5,
    curb_weight=7,
)
"""One-way, uneven and parallel streets, a loop, a dead end, another end than the start."""

ALL = {
    **INSTANCES,
    "four edges": FOUR_EDGES,
    "streets": STREETS,
    "collected": STREETS.replace(mode="collect"),
    "one edge": arcload.Instance.from_edges([(1, 2, 3, 4)], depot=1),
    "anywhere": INSTANCES["rural"].replace(start=arcload.FREE, end=arcload.FREE),
}
KINDS = pytest.mark.parametrize("instance", ALL.values(), ids=ALL)


def trained(policy: Policy) -> TrainedPolicy:
    """Return a policy as solving reads it."""
    weights = {name: value.detach().float().numpy() for name, value in policy.weights().items()}
    return TrainedPolicy(policy.configuration, weights)


def tours(policy: TrainedPolicy, instance: Instance, *, seed: int = 1, **given: float) -> IntArray:
    """Return the greedy tour and samples, [tours, m]."""
    found: list[IntArray] = []
    rng = np.random.default_rng(seed)
    build: Callable[..., None] = build_tours
    build(policy, Problem.of(instance), found.append, rng=rng, **given)
    return np.concatenate(found)


def shipped() -> Policy:
    """Return the policy that ships with arcload, in double precision."""
    known = load_policy("default")
    policy = Policy(known.network)
    policy.load_state_dict({name: torch.from_numpy(w) for name, w in known.weights.items()})
    return policy.double().eval()


def missed(policy: Policy, instance: Instance, order: IntArray) -> float:
    """Return by how much a tour's edges miss the highest score of torch, at the worst."""
    batch = ready([Problem.of(instance)])
    actions = torch.from_numpy(order)[None, None]
    with torch.no_grad():
        scores = scores_along(policy, batch, actions)
    chosen = scores.gather(3, actions[..., None])[..., 0]
    return float((scores.amax(-1) - chosen).max())


@KINDS
@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_greedy_tours_take_the_highest_scores(
    network: NetworkConfiguration, instance: Instance
) -> None:
    """With any weights, up to the precision of numbers with 32 bits."""
    for seed in range(2):
        policy = policy_of(network, seed=seed, sharp=1.0)
        (order,) = tours(trained(policy), instance)
        assert sorted(order) == list(range(len(instance.served)))
        assert missed(policy, instance, order) < 1e-4


@KINDS
def test_greedy_tours_of_the_shipped_weights_take_the_highest_scores(instance: Instance) -> None:
    policy = shipped()
    (order,) = tours(load_policy("default"), instance)
    assert missed(policy, instance, order) < 1e-3


@pytest.mark.parametrize("name", ["eulerian", "rural", "city", "part of a city"])
def test_greedy_tours_of_the_shipped_weights_are_those_of_torch(name: str) -> None:
    """The same edges in the same order: no two of them look alike here."""
    batch = ready([Problem.of(INSTANCES[name])])
    wanted = roll_out(shipped(), batch, 1, greedy=True)
    (order,) = tours(load_policy("default"), INSTANCES[name])
    assert order.tolist() == wanted.actions[0, 0].tolist()


@pytest.mark.parametrize("name", ["default", "paper"])
@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_samples_come_as_often_as_they_should(name: str, temperature: float) -> None:
    """The second edges of 4,000 tours, against the scores of torch over the temperature."""
    instance = arcload.Instance.from_edges([(1, 2, 2, 9), (2, 3, 1, 2), (3, 1, 3, 5)], depot=1)
    policy = policy_of(NETWORKS[name], sharp=1.0)
    found = tours(trained(policy), instance, samples=4000, temperature=temperature)[1:]
    batch = ready([Problem.of(instance)])
    orders = torch.tensor([[0, 1, 2], [1, 0, 2], [2, 0, 1]])[None]
    with torch.no_grad():
        chances = torch.softmax(scores_along(policy, batch, orders) / temperature, -1)[0]
    begins = np.bincount(found[:, 0], minlength=3) / 4000
    for edge in range(3):
        assert begins[edge] == pytest.approx(float(chances[0, 0, edge]), abs=0.03)
        after = found[found[:, 0] == edge, 1]
        seen = np.bincount(after, minlength=3) / len(after)
        np.testing.assert_allclose(seen, chances[edge, 1], atol=0.03 / begins[edge] ** 0.5)


def test_samples_depend_on_the_seed_alone() -> None:
    policy = trained(policy_of(NETWORKS["default"], sharp=1.0))
    city = INSTANCES["city"]
    one, same, other = (tours(policy, city, seed=seed, samples=9) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert np.array_equal(one[0], other[0])
    assert not np.array_equal(one[1:], other[1:])
    assert len({order.tobytes() for order in one}) == 10


def test_cold_samples_are_greedy_and_hot_ones_are_not() -> None:
    policy = load_policy("default")
    city = INSTANCES["city"]
    cold = tours(policy, city, samples=5, temperature=1e-3)
    assert len({order.tobytes() for order in cold}) == 1
    hot = tours(policy, city, samples=5, temperature=100.0)
    assert len({order.tobytes() for order in hot}) == 6


def test_it_is_compiled_once_for_all_networks() -> None:
    """What `arcload warmup` compiles is used by every model and every instance."""
    warm_up()
    for network in NETWORKS.values():
        for instance in ALL.values():
            tours(trained(policy_of(network)), instance, samples=1)
    assert len(getattr(decode, "signatures")) == 1  # noqa: B009
