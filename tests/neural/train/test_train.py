"""Training: repeatable, resumable, in one process or in several."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from arcload import InputError
from arcload.model import files
from arcload.model.errors import NotWrittenError
from arcload.neural.common.configuration import Configuration
from arcload.neural.train import checkpoint, learner
from arcload.neural.train.learner import Learner
from arcload.neural.train.train import train
from arcload.neural.train.training_run import Budget
from tests.neural.small import DEFAULT, NETWORKS, PAPER, STEPS, configuration_of
from tests.neural.train.test_validation import write as write_validation

GREEDY = {"baseline": "greedy", "epoch": 12, "challenge": 20, "significance": 0.9}
TRAININGS = {
    "default": configuration_of(DEFAULT),
    "paper": configuration_of(PAPER, **GREEDY),
    "no average": configuration_of(DEFAULT, average=0.0, schedule="constant"),
}


@pytest.fixture(autouse=True)
def tiny_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train on tiny instances."""
    monkeypatch.setattr(learner, "steps", lambda mix: STEPS)


def run(configuration: Configuration, out: Path, steps: int, **given: Any) -> dict[str, Any]:
    """Train for some steps; return the checkpoint but for its times."""
    path = train(configuration, out, Budget(steps=steps), device="cpu", **given)
    content: dict[str, Any] = torch.load(path, weights_only=True)
    del content["progress"]["seconds"]
    return content


def assert_same(one: Any, other: Any) -> None:
    """Check that two contents agree bit for bit."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_same(one[name], other[name])
    elif isinstance(one, list | tuple):
        for first, second in zip(one, other, strict=True):
            assert_same(first, second)
    elif isinstance(one, torch.Tensor):
        assert torch.equal(one, other)
    else:
        assert one == other


def interrupt(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Let the user press Ctrl-C when some steps are done."""
    step = Learner.step

    def interrupted(self: Learner, *given: float) -> torch.Tensor:
        if self.steps == at:
            raise KeyboardInterrupt
        return step(self, *given)

    monkeypatch.setattr(Learner, "step", interrupted)


@pytest.mark.parametrize("configuration", TRAININGS.values(), ids=TRAININGS)
def test_an_interrupted_training_goes_on_bit_for_bit(
    configuration: Configuration, tmp_path: Path
) -> None:
    """Weights, averages, optimiser, baseline, epochs, schedule and random state."""
    whole = run(configuration, tmp_path / "whole", 11)
    with pytest.MonkeyPatch.context() as monkeypatch:
        interrupt(monkeypatch, at=5)
        half = run(configuration, tmp_path / "parts", 11)
    assert half["progress"]["steps"] == 5
    torch.manual_seed(123)
    resume = tmp_path / "parts" / "checkpoint.pt"
    after = run(TRAININGS["default"], tmp_path / "parts", 11, resume=resume, seed=9)
    assert_same(after, whole)
    assert whole["progress"]["steps"] == 11
    assert (whole["progress"]["epoch"] > 0) is (configuration is TRAININGS["paper"])
    assert not torch.equal(half["policy"]["embed.weight"], whole["policy"]["embed.weight"])


def test_a_training_that_the_system_ends_is_saved(tmp_path: Path) -> None:
    """As Ctrl-C does; a second signal in the midst of saving changes nothing."""
    step, save = Learner.step, checkpoint.save

    def ended(self: Learner, *given: float) -> torch.Tensor:
        if self.steps == 5:
            os.kill(os.getpid(), signal.SIGTERM)
        return step(self, *given)

    def save_undisturbed(*given: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        save(*given)

    before = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Learner, "step", ended)
        monkeypatch.setattr(checkpoint, "save", save_undisturbed)
        half = run(TRAININGS["default"], tmp_path, 11)
    assert half["progress"]["steps"] == 5
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_was_learnt_is_kept_elsewhere_where_the_disk_gets_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write = files._write_bytes

    def full(file: Path, data: bytes) -> None:
        if file.parent.name == "out" and data:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(file, data)

    monkeypatch.setattr(files, "_write_bytes", full)
    told: list[str] = []
    with pytest.raises(NotWrittenError, match=r"checkpoint.pt: cannot be written \(No space left"):
        train(TRAININGS["default"], Path("out"), Budget(steps=2), device="cpu", tell=told.append)
    (kept,) = [line.rpartition(" ")[2] for line in told if "kept in" in line]
    assert checkpoint.load(Path(kept))["progress"]["steps"] == 2


def test_the_seed_decides(tmp_path: Path) -> None:
    one, same, other = (
        run(TRAININGS["default"], tmp_path / str(k), 3, seed=seed)
        for k, seed in enumerate((1, 1, 2))
    )
    assert_same(one, same)
    assert not torch.equal(one["policy"]["embed.weight"], other["policy"]["embed.weight"])


def test_epochs_end_a_training(tmp_path: Path) -> None:
    """Two epochs of 12 instances are 6 steps of 4."""
    configuration = configuration_of(PAPER, **GREEDY, epochs=2)
    content = run(configuration, tmp_path, 100)
    assert content["progress"]["steps"] == 6
    assert content["progress"]["epoch"] == 2
    assert content["progress"]["rollouts"] == 6 * 4 * 4


def test_the_log_tells_all(tmp_path: Path) -> None:
    """One JSON object a line: how it began, what was measured, gaps on validation instances."""
    known = write_validation(tmp_path / "known.npz")
    run(TRAININGS["default"], tmp_path, 3, validation=known)
    resume = tmp_path / "checkpoint.pt"
    run(TRAININGS["default"], tmp_path, 5, validation=known, resume=resume)
    first, *others = map(json.loads, (tmp_path / "log.jsonl").read_text().splitlines())
    assert first["event"] == "start"
    assert first["configuration"]["network"]["width"] == 16
    assert [entry["event"] for entry in others] == ["step", "end", "end"]
    assert [entry["step"] for entry in others] == [0, 3, 5]
    for entry in others:
        assert entry["gaps"].keys() == {"random", "city"}
        assert entry["step"] == 0 or entry["cost"] > 0


def test_a_validation_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.npz: cannot be read"):
        run(TRAININGS["default"], tmp_path / "out", 1, validation=tmp_path / "none.npz")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        run(TRAININGS["default"], tmp_path / "file" / "out", 1)


def test_a_training_prints_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        interrupt(monkeypatch, at=1)
        run(TRAININGS["default"], tmp_path / "quiet", 2)
    assert capsys.readouterr() == ("", "")
    lines: list[str] = []
    with pytest.MonkeyPatch.context() as monkeypatch:
        interrupt(monkeypatch, at=1)
        run(TRAININGS["default"], tmp_path / "told", 2, tell=lines.append)
    assert [line.startswith("interrupted") for line in lines] == [False, False, True, False]
    assert capsys.readouterr() == ("", "")


def test_two_processes_learn_the_same(tmp_path: Path) -> None:
    """From instances of their own: gradients are averaged, the baseline is one, one writes."""
    config = tmp_path / "own.toml"
    small = (
        "width = 16\nheads = 2\nlayers = 1\nfeed_forward = 16\nhidden = 4\n[training]\nepoch = 16"
        "\ninstances = 4\nsamples = 2\nchallenge = 20\nsignificance = 0.99\nlearning_rate = 1e-2\n"
    )
    config.write_text(f'base = "paper"\n[network]\n{small}')
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    begin = [sys.executable, "-m", "torch.distributed.run", "--nproc_per_node=2"]
    begin += ["--master_addr=127.0.0.1", f"--master_port={port}"]
    begin += ["-m", "tests.neural.two_processes"]
    given = ["--config", str(config), "--device", "cpu", "--steps", "8", "--out", str(tmp_path)]
    done = subprocess.run(begin + given, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    first: list[torch.Tensor] = []
    for step in range(1, 9):
        one, other = (torch.load(tmp_path / f"{step}-{rank}.pt") for rank in range(2))
        assert_same(one[:-1], other[:-1])
        assert not torch.equal(one[-1][:2], other[-1][:2])  # costs of other instances
        assert not first or not torch.equal(first[0], one[0])
        first = one
    content = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert content["progress"]["steps"] == 8
    assert content["progress"]["epoch"] == 8 * 4 * 2 // 16
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    events = [json.loads(line)["event"] for line in lines]
    assert [event for event in events if event != "step"] == ["start", "end"]  # one of them writes


@pytest.mark.parametrize("name", NETWORKS)
def test_every_network_can_be_trained(name: str, tmp_path: Path) -> None:
    content = run(configuration_of(NETWORKS[name]), tmp_path, 2)
    assert all(torch.isfinite(value).all() for value in content["policy"].values())


def test_a_new_training_overwrites_no_other(tmp_path: Path) -> None:
    run(TRAININGS["default"], tmp_path, 1)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(InputError, match=r"checkpoint\.pt: this folder holds a training already"):
        run(TRAININGS["default"], tmp_path, 1)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
