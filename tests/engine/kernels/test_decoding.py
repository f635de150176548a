"""The compiled decoder chooses as the network does that was trained."""

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
import torch

import arcload
from arcload import Instance
from arcload.engine.kernels import distinct
from arcload.engine.kernels.decoding import decode
from arcload.engine.problem import Problem
from arcload.model.types import IntArray
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.serve.serving import TrainedPolicy, build_tours, load_policy, warm_up
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import roll_out
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

THREE = arcload.Instance.from_edges([(1, 2, 2, 9), (2, 3, 1, 2), (3, 1, 3, 5)], depot=1)

ALL = {
    **INSTANCES,
    "three": THREE,
    "four edges": FOUR_EDGES,
    "streets": STREETS,
    "collected": STREETS.replace(mode="collect"),
    "one edge": arcload.Instance.from_edges([(1, 2, 3, 4)], depot=1),
    "anywhere": INSTANCES["rural"].replace(start=arcload.FREE, end=arcload.FREE),
}
KINDS = pytest.mark.parametrize("instance", ALL.values(), ids=ALL)
MODELS = pytest.mark.parametrize("model", ["default", "paper"])


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


def shipped(model: str) -> Policy:
    """Return a policy that ships with arcload, in double precision."""
    known = load_policy(model)
    policy = Policy(known.network)
    policy.load_state_dict({name: torch.from_numpy(w) for name, w in known.weights.items()})
    return policy.double().eval()


def chances_of(
    policy: Policy, instance: Instance, temperature: float
) -> dict[tuple[int, ...], float]:
    """Return the chance of every order, by the scores of torch."""
    orders = list(permutations(range(len(instance.served))))
    actions = torch.tensor(orders)[None]
    with torch.no_grad():
        scores = scores_along(policy, ready([Problem.of(instance)]), actions)
    steps = torch.softmax(scores / temperature, -1).gather(3, actions[..., None])
    return dict(zip(orders, steps[0, ..., 0].prod(-1).tolist(), strict=True))


def assert_often(seen: list[bool], chance: float) -> None:
    """Assert that what has this chance was seen as often as it should, to 4 deviations."""
    deviation = (chance * (1 - chance) / len(seen)) ** 0.5
    assert np.mean(seen) == pytest.approx(chance, abs=4 * deviation + 1 / len(seen))


def missed(policy: Policy, instance: Instance, order: IntArray) -> float:
    """Return by how much a tour's edges miss the highest score of torch, at the worst.

    By scores that are not clipped, for those differ where clipped ones are all alike.
    """
    batch = ready([Problem.of(instance)])
    actions = torch.from_numpy(order)[None, None]
    with torch.no_grad():
        scores = scores_along(policy, batch, actions, clipped=False)
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
@MODELS
def test_greedy_tours_of_the_shipped_weights_take_the_highest_scores(
    instance: Instance, model: str
) -> None:
    (order,) = tours(load_policy(model), instance)
    assert missed(shipped(model), instance, order) < 1e-3


@pytest.mark.parametrize("name", ["eulerian", "rural", "city", "part of a city"])
@MODELS
def test_greedy_tours_of_the_shipped_weights_are_those_of_torch(name: str, model: str) -> None:
    """The same edges in the same order: no two of them look alike here."""
    batch = ready([Problem.of(INSTANCES[name])])
    wanted = roll_out(shipped(model), batch, 1, greedy=True)
    (order,) = tours(load_policy(model), INSTANCES[name])
    assert order.tolist() == wanted.actions[0, 0].tolist()


@pytest.mark.parametrize("name", ["default", "paper"])
@pytest.mark.parametrize("temperature", [0.5, 3.0])
def test_samples_come_as_often_as_they_should(name: str, temperature: float) -> None:
    """The first two samples of 800 calls, against the scores of torch, less what came before."""
    policy = policy_of(NETWORKS[name], sharp=1.0)
    served = trained(policy)
    built = [
        tours(served, THREE, seed=seed, samples=2, temperature=temperature).tolist()
        for seed in range(800)
    ]
    chances = chances_of(policy, THREE, temperature)
    greedy = chances.pop(tuple(built[0][0]))
    for (a, p), (b, q) in permutations(chances.items(), 2):
        first, second = p / (1 - greedy), q / (1 - greedy - p)
        assert_often([orders[1] == list(a) for orders in built], first)
        assert_often([orders[1:] == [list(a), list(b)] for orders in built], first * second)


def test_samples_depend_on_the_seed_alone() -> None:
    policy = trained(policy_of(NETWORKS["default"], sharp=1.0))
    city = INSTANCES["city"]
    one, same, other = (tours(policy, city, seed=seed, samples=9) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert np.array_equal(one[0], other[0])
    assert not np.array_equal(one[1:], other[1:])
    assert len({order.tobytes() for order in one}) == 10


def test_cold_samples_are_the_likeliest_and_hot_ones_are_not() -> None:
    policy = policy_of(NETWORKS["default"], sharp=1.0)
    chances = chances_of(policy, FOUR_EDGES, 1.0)
    cold, hot = (
        tours(trained(policy), FOUR_EDGES, samples=5, temperature=temperature).tolist()
        for temperature in (0.01, 100.0)
    )
    assert sum(chances[tuple(order)] for order in cold) > 0.9 * sum(sorted(chances.values())[-6:])
    assert sum(chances[tuple(order)] for order in hot) < 0.9 * sum(sorted(chances.values())[-6:])


@pytest.mark.parametrize("name", ["three", "four edges"])
@pytest.mark.parametrize("temperature", [0.01, 1.0, 100.0])
def test_all_orders_come_once_and_then_it_stops(name: str, temperature: float) -> None:
    for policy in (load_policy("default"), trained(policy_of(NETWORKS["paper"]))):
        found = tours(policy, ALL[name], samples=1000, temperature=temperature)
        assert sorted(found.tolist()) == [list(p) for p in permutations(range(len(found[0])))]


def test_no_tour_comes_twice() -> None:
    """Not even where the policy is so sure that it would always take the same."""
    for name, temperature in (("eulerian", 0.2), ("city", 0.1), ("city", 1.0)):
        policy, instance = load_policy("default"), INSTANCES[name]
        found = tours(policy, instance, samples=500, temperature=temperature)
        assert len({order.tobytes() for order in found}) == 501


def test_tours_that_are_not_kept_can_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tree has no more room, and those that it holds still come once."""
    monkeypatch.setattr(distinct, "_MOST_NODES", 8)
    found = tours(load_policy("default"), FOUR_EDGES, samples=200).tolist()
    assert len(found) == 201
    assert found.count(found[0]) == found.count(found[1]) == 1
    assert len({tuple(order) for order in found}) < 201


def test_it_is_compiled_once_for_all_networks() -> None:
    """What `arcload warmup` compiles is used by every model and every instance."""
    warm_up()
    for network in NETWORKS.values():
        for instance in ALL.values():
            tours(trained(policy_of(network)), instance, samples=1)
    assert len(getattr(decode, "signatures")) == 1  # noqa: B009
