"""Gaps to the best tours known."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import arcload
from arcload import InputError
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.train.rollout import roll_out
from arcload.neural.train.validation import load_groups, validate
from tests.neural.small import DEFAULT, INSTANCES, PAPER, arrays_of, policy_of

EACH = pytest.mark.parametrize("network", [DEFAULT, PAPER], ids=["default", "paper"])


def write(path: Path, **changes: Any) -> Path:
    """Write some instances with the cost of a tour each."""
    columns: dict[str, Any] = {}
    for number, (name, instance) in enumerate(INSTANCES.items()):
        batch = arrays_of(Problem.of(instance))
        columns |= {f"{number}/{field}": column[0] for field, column in batch._asdict().items()}
        columns[f"{number}/group"] = "city" if "city" in name else "random"
        columns[f"{number}/best"] = arcload.solve(instance, "greedy").cost
    columns |= changes
    np.savez(path, **{name: value for name, value in columns.items() if value is not None})
    return path


@EACH
def test_gaps_are_those_of_the_greedy_tours(network: NetworkConfiguration, tmp_path: Path) -> None:
    policy = policy_of(network, sharp=1.0).float()
    groups = load_groups(write(tmp_path / "own.npz"), "cpu")
    gaps = validate(policy, groups)
    assert list(gaps) == ["random", "city"]
    for group in groups:
        orders = roll_out(policy, group.batch, 1, greedy=True).actions[:, 0].numpy()
        names = [name for name in INSTANCES if ("city" in name) == (group.name == "city")]
        found = []
        for order, name in zip(orders, names, strict=True):
            problem = Problem.of(INSTANCES[name])
            cost, _ = direction_program(order[: problem.size].copy(), *problem.arrays)
            found.append(cost / arcload.solve(INSTANCES[name], "greedy").cost - 1)
        assert gaps[group.name] == pytest.approx(100 * np.mean(found), rel=1e-3, abs=1e-3)


@EACH
@pytest.mark.parametrize("training", [False, True])
def test_the_policy_is_left_as_it_came(
    network: NetworkConfiguration, training: bool, tmp_path: Path
) -> None:
    """Its mode, its weights and the statistics of batch normalisation."""
    policy = policy_of(network).float().train(training)
    before = {name: value.clone() for name, value in policy.state_dict().items()}
    groups = load_groups(write(tmp_path / "own.npz"), "cpu")
    gaps = [validate(policy, groups) for _ in range(2)]
    assert gaps[0] == gaps[1]
    assert policy.training is training
    assert all(torch.equal(before[name], value) for name, value in policy.state_dict().items())


def test_samples_make_gaps_smaller(tmp_path: Path) -> None:
    policy = policy_of(DEFAULT, sharp=1.0).float()
    groups = load_groups(write(tmp_path / "own.npz"), "cpu")
    greedy, sampled = (validate(policy, groups, samples) for samples in (0, 20))
    assert all(sampled[name] <= greedy[name] for name in greedy)
    assert sampled != greedy


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    with pytest.raises(InputError, match="cannot be read as validation instances"):
        load_groups(path, "cpu")
    whole = write(path).read_bytes()
    for content in (b"", b"text", whole[:100], whole[:-100]):
        path.write_bytes(content)
        with pytest.raises(InputError, match="cannot be read as validation instances"):
            load_groups(path, "cpu")
    for changes in ({"0/best": None}, {"0/entry": None}, {"1/group": np.array([None])}):
        with pytest.raises(InputError, match="cannot be read as validation instances"):
            load_groups(write(path, **changes), "cpu")
