"""Checkpoints: whole or refused, and nothing in them is run."""

import contextlib
import errno
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload import InputError
from arcload.neural.common.configuration import Configuration
from arcload.neural.train import checkpoint
from arcload.neural.train.learner import Learner
from tests.neural.small import DEFAULT, PAPER, STEPS, configuration_of

HERE = torch.device("cpu")
CONFIGURATION = configuration_of(PAPER, baseline="greedy")


def learner_of(configuration: Configuration, steps: int = 0) -> Learner:
    """Return a learner on tiny instances after some steps."""
    learner = Learner(configuration, HERE)
    learner.kinds = STEPS
    for _ in range(steps):
        learner.step(1e-3)
    return learner


def saved(folder: Path, **changes: Any) -> Path:
    """Return a checkpoint after two steps, with changes to its content."""
    path = folder / "checkpoint.pt"
    checkpoint.save(path, CONFIGURATION, learner_of(CONFIGURATION, 2), {"seconds": 1.5})
    if changes:
        content = torch.load(path, weights_only=True)
        torch.save({k: v for k, v in (content | changes).items() if v is not None}, path)
    return path


def test_a_learner_goes_on_where_another_stood(tmp_path: Path) -> None:
    """Weights, averages, optimiser, baseline, steps and random state."""
    learner = learner_of(CONFIGURATION, 3)
    checkpoint.save(tmp_path / "a.pt", CONFIGURATION, learner, {"seconds": 1.5, "epoch": 2})
    wanted = [learner.step(1e-3) for _ in range(3)]
    content = checkpoint.load(tmp_path / "a.pt")
    assert checkpoint.configuration_of(content, tmp_path) == CONFIGURATION
    torch.manual_seed(77)
    other = learner_of(CONFIGURATION)
    progress = checkpoint.restore(content, other, tmp_path / "a.pt")
    assert progress == {"seconds": 1.5, "epoch": 2, "steps": 3}
    assert all(map(torch.equal, [other.step(1e-3) for _ in range(3)], wanted))
    assert other.steps == learner.steps
    for name, value in learner.policy.state_dict().items():
        assert torch.equal(value, other.policy.state_dict()[name])
        assert torch.equal(learner.average[name], other.average[name])


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk gives one sentence, and leaves the checkpoint before as it was."""
    path = saved(tmp_path)
    before = path.read_bytes()

    def fail(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match="cannot be written"):
        checkpoint.save(path, CONFIGURATION, learner_of(CONFIGURATION), {})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


class _Trap:
    """Writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("kind", ["torch", "pickle"])
def test_code_in_a_file_is_not_run(tmp_path: Path, kind: str) -> None:
    path, trap = tmp_path / "trap.pt", tmp_path / "sprung"
    content = {"format": "arcload-checkpoint/1", "schema": 1, "policy": _Trap(trap)}
    if kind == "torch":
        torch.save(content, path)
    else:
        path.write_bytes(pickle.dumps(content))
    with pytest.raises(InputError, match="this is no checkpoint of arcload, or it is damaged"):
        checkpoint.load(path)
    assert not trap.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "other"}, "this is no checkpoint of arcload"),
        ({"format": None}, "this is no checkpoint of arcload"),
        ({"schema": 99}, "trained on inputs of version 99, and this arcload has version 2"),
        ({"schema": None}, "this is no whole checkpoint of arcload"),
        ({"configuration": None}, "this is no whole checkpoint of arcload"),
        ({"policy": None}, "this is no whole checkpoint of arcload"),
        ({"random": None}, "this is no whole checkpoint of arcload"),
        ({"configuration": {"network": {"widht": 3}}}, "did you mean 'width'"),
        ({"configuration": 3}, "the configuration is 3; it must be a table"),
    ],
)
def test_other_content_is_refused(changes: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    path = saved(tmp_path, **changes)
    with pytest.raises(InputError, match=sentence) as error:
        checkpoint.configuration_of(checkpoint.load(path), path)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.pt"
    for content in (b"", b"some text", b"PK\x03\x04", bytes(1000), b"\x80\x02}q\x00."):
        path.write_bytes(content)
        with pytest.raises(InputError, match="this is no checkpoint of arcload"):
            checkpoint.load(path)
    torch.save(torch.zeros(3), path)
    with pytest.raises(InputError, match="this is no checkpoint of arcload"):
        checkpoint.load(path)
    for missing in (tmp_path / "none.pt", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            checkpoint.load(missing)


@pytest.mark.parametrize("part", ["policy", "average", "baseline", "optimiser"])
@pytest.mark.parametrize("damage", ["missing", "more", "shape", "type"])
def test_weights_that_do_not_fit_are_refused(tmp_path: Path, part: str, damage: str) -> None:
    path = saved(tmp_path)
    content = checkpoint.load(path)
    weights = content[part]
    if part == "optimiser":
        weights = weights["state"]
        name: Any = 0
    else:
        name = "embed.weight"
    if damage == "missing":
        del weights[name]
    elif damage == "more":
        weights["more" if part != "optimiser" else 99] = weights[name]
    elif damage == "shape" and part == "optimiser":
        weights[name]["exp_avg"] = torch.zeros(3)
    elif damage == "shape":
        weights[name] = torch.zeros(3)
    else:
        content[part] = 3
    with pytest.raises(InputError, match="it does not fit its configuration"):
        checkpoint.restore(content, learner_of(CONFIGURATION), path)


def test_weights_of_another_configuration_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    other = learner_of(configuration_of(DEFAULT))
    with pytest.raises(InputError, match="it does not fit its configuration"):
        checkpoint.restore(checkpoint.load(path), other, path)


@settings(max_examples=30)
@given(st.data())
def test_damaged_files_are_refused_or_read_in_full(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Cut anywhere or with any byte changed, a file gives one sentence or a learner."""
    folder = tmp_path_factory.mktemp("damaged")
    content = bytearray(WHOLE.setdefault("bytes", saved(folder).read_bytes()))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        place = data.draw(st.integers(0, 3000) | st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    path = folder / "damaged.pt"
    path.write_bytes(content)
    with contextlib.suppress(InputError):
        found = checkpoint.load(path)
        learner = learner_of(checkpoint.configuration_of(found, path))
        checkpoint.restore(found, learner, path)
        assert learner.policy.state_dict().keys() == found["policy"].keys()


WHOLE: dict[str, bytes] = {}
