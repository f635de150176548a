"""The Arc-MDP for agents: its costs are the checker's, and those of the batches of training."""

import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.utils.env_checker import check_env
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload import InputError, Instance
from arcload.gym import ArcEnv, ArcMDP, batch_of
from arcload.model.tour import Tour
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_gymnasium_finds_nothing_to_complain_of() -> None:
    env = gymnasium.make("arcload/ArcMDP-v0", options={"edges": 9, "nodes": 7})
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*modifying the spec.*")
        check_env(env.unwrapped, skip_render_check=True)
    _, info = env.reset(seed=3)
    assert info["mask"].tolist() == [1] * 9


@pytest.mark.parametrize("source", ["rural", "city"])
def test_nor_where_instances_serve_fewer_edges_than_there_is_room_for(source: str) -> None:
    """The checker takes no notice of masks."""
    env = ArcEnv(source, options={"served": 0.4} if source == "city" else {})
    for seed in range(3):
        env.action_space.seed(seed)
        check_env(env, skip_render_check=True)


def drive(env: ArcEnv, seed: int) -> tuple[list[int], float, Tour | None]:
    """Drive by chance to the end; return the actions, the sum of the rewards and the tour."""
    env.action_space.seed(seed)
    actions, total, done = [], 0.0, False
    while not done:
        action = env.action_space.sample(mask=env.action_masks())
        _, reward, done, _, info = env.step(action)
        actions.append(int(action))
        total += reward
    return actions, total, info["tour"]


@settings(max_examples=40)
@given(instances(min_served=1, max_served=6), st.integers(0, 1000))
def test_an_episode_costs_what_the_checker_says(instance: Instance, seed: int) -> None:
    env = ArcEnv(instance)
    observation, info = env.reset(seed=seed)
    assert observation in env.observation_space
    assert info["instance"] is instance
    actions, total, tour = drive(env, seed)
    assert sorted(actions) == list(range(len(instance.served)))
    assume(tour is not None)
    assert tour is not None
    arcload.check(tour)
    assert -total == tour.cost
    best = arcload.best_directions(instance, tour.order)
    assert tour.cost == pytest.approx(best.cost, rel=1e-9)


@settings(max_examples=25)
@given(
    st.lists(instances(min_served=1, max_served=5), min_size=1, max_size=3), st.integers(0, 1000)
)
def test_batches_have_the_same_masks_and_costs(several: list[Instance], seed: int) -> None:
    """For the same actions, however many instances of other sizes are in the batch."""
    batch, unit = batch_of(several).scaled()
    mdp = ArcMDP(batch)
    state = mdp.start(1)
    envs = [ArcEnv(several, room=batch.demand.shape[1]) for _ in several]
    rng = np.random.default_rng(seed)
    last: list[dict[str, object]] = [{} for _ in envs]
    for env, instance in zip(envs, several, strict=True):
        env.reset(options={"instance": instance})
    for _ in range(batch.demand.shape[1]):
        masks = np.stack([env.action_masks() for env in envs])
        assert np.array_equal(state.open[:, 0].numpy(), masks.astype(bool))
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        for number, env in enumerate(envs):
            if masks[number].any():
                last[number] = env.step(np.int64(actions[number]))[4]
        state = mdp.step(state, torch.tensor(actions)[:, None])
    costs = (mdp.cost(state)[:, 0] * unit).numpy()
    for cost, info in zip(costs, last, strict=True):
        if info["tour"] is not None:
            assert cost == pytest.approx(info["cost"], rel=1e-9, abs=1e-9)


def test_instances_come_from_generators_files_lists_and_functions(tmp_path: Path) -> None:
    file = tmp_path / "four.json"
    arcload.write(FOUR_EDGES, file)
    for source, name in ((file, "four edges"), ([FOUR_EDGES, FOUR_EDGES], "four edges")):
        env = ArcEnv(source)
        assert env.reset(seed=1)[1]["instance"].name == name
    made = ArcEnv(lambda seed: FOUR_EDGES.replace(name=str(seed)), room=6)
    names = [made.reset(seed=seed)[1]["instance"].name for seed in (1, 1, 2)]
    assert names[0] == names[1] != names[2]
    assert made.action_masks().tolist() == [1, 1, 1, 1, 0, 0]
    env = ArcEnv("rural", options={"edges": 9, "nodes": 6})
    first, second = (env.reset(seed=seed)[1]["instance"] for seed in (1, 2))
    assert first.lengths.tolist() != second.lengths.tolist()


def test_an_action_that_is_not_possible_ends_the_episode_dearly() -> None:
    env = ArcEnv(FOUR_EDGES)
    env.reset()
    assert not env.step(np.int64(2))[2]
    _, reward, done, cut, info = env.step(np.int64(2))
    assert (done, cut, info["tour"], info["impossible"]) == (True, False, None, 2)
    assert -reward == info["cost"] > 100 * arcload.solve(FOUR_EDGES).cost


def test_what_makes_no_sense_ends_in_a_sentence() -> None:
    env = ArcEnv(FOUR_EDGES)
    env.reset()
    for action in (4, -1):
        with pytest.raises(InputError, match=f"action .*{action}"):
            env.step(np.int64(action))
    with pytest.raises(InputError, match="room"):
        ArcEnv(lambda seed: FOUR_EDGES)
    with pytest.raises(InputError, match=r"4 edges.*3"):
        ArcEnv(FOUR_EDGES, room=3).reset()
    with pytest.raises(InputError, match="fleet"):
        ArcEnv(FOUR_EDGES.replace(capacity=120)).reset()


def test_a_reward_of_ones_own() -> None:
    class Shortest(ArcEnv):
        """Rewards short tours, whatever is on board."""

        def price(self, tour: Tour | None, cost: float) -> float:
            return cost if tour is None else tour.length

    env = Shortest(FOUR_EDGES)
    env.reset(seed=1)
    _, total, tour = drive(env, 1)
    assert tour is not None
    assert -total == tour.length != tour.cost
