"""What a training writes down and tells."""

import csv
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from arcload import InputError
from arcload.neural.train import learner
from arcload.neural.train.command import run
from arcload.neural.train.train import train
from arcload.neural.train.training_log import require_logs
from arcload.neural.train.training_run import Budget
from tests.neural.small import DEFAULT, STEPS, configuration_of
from tests.neural.train.test_validation import write as write_validation


@pytest.fixture(autouse=True)
def tiny_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train on tiny instances."""
    monkeypatch.setattr(learner, "steps", lambda mix: STEPS)


def test_a_table_and_tensorboard_hold_what_the_lines_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a training that is resumed, too; the gap before the first step is the first of them."""
    scalars: list[tuple[str, Any, int]] = []

    class Writer:
        """Stands for TensorBoard's."""

        def __init__(self, folder: Path) -> None:
            assert folder == tmp_path / "out"

        def add_scalar(self, name: str, value: Any, step: int) -> None:
            scalars.append((name, value, step))

        def flush(self) -> None:
            """Do nothing."""

    module = ModuleType("torch.utils.tensorboard")
    monkeypatch.setattr(module, "SummaryWriter", Writer, raising=False)
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", module)
    told: list[str] = []
    given: dict[str, Any] = {"device": "cpu", "logs": ["csv", "tensorboard"], "tell": told.append}
    given["validation"] = write_validation(tmp_path / "own.npz")
    path = train(configuration_of(DEFAULT), tmp_path / "out", Budget(steps=1), **given)
    train(configuration_of(DEFAULT), path.parent, Budget(steps=2), resume=path, **given)
    lines = [json.loads(line) for line in (path.parent / "log.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["start", "step", "end", "end"]
    with (path.parent / "log.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["step"] for row in rows] == ["0", "1", "2"]
    for row, line in zip(rows, lines[1:], strict=True):
        assert float(row["gap city"]) == line["gaps"]["city"]
        assert ("gap/city", line["gaps"]["city"], line["step"]) in scalars
    assert rows[0]["cost"] == "" != rows[1]["cost"]
    assert told[0].startswith("training ")
    gaps = [sum(line["gaps"].values()) / 2 for line in lines[1:3]]
    assert all(f"{gap:.2f} %" in told[2] for gap in gaps)


def test_a_log_that_cannot_be_written_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(InputError, match="pip install tensorboard"):
        require_logs(["csv", "tensorboard"])
    with pytest.raises(InputError, match=r"'tensorbord'.*'tensorboard'"):
        require_logs(["tensorbord"])


def test_each_training_gets_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tiny configuration needs no option: it has its minutes, and its name is a folder's."""
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    for _ in range(2):
        run(["--config", "tiny", "--steps", "1", "--device", "cpu"], tell=told.append)
    assert (tmp_path / "training" / "tiny" / "checkpoint.pt").exists()
    assert (tmp_path / "training" / "tiny-2" / "checkpoint.pt").exists()
    assert any("training/tiny-2" in line for line in told)
