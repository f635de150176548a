"""What a training writes down: JSON lines, and on request CSV or TensorBoard."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import not_written, write_text

KINDS = ("csv", "tensorboard")
"""Logs that can be asked for beside ``log.jsonl``."""

_COLUMNS = (
    *("event", "step", "seconds", "epoch", "rollouts", "rollouts_per_second"),
    *("learning_rate", "cost", "spread", "gradient"),
)


class TrainingLog:
    """The logs of a training in its folder; where one cannot be written the training goes on.

    Parameters
    ----------
    folder
        Where they are: ``log.jsonl``, and ``log.csv`` or the events of TensorBoard.
    kinds
        Which of `KINDS` to write besides.
    groups
        Names of the groups of instances whose gaps are measured.
    append
        Whether to go on with the logs that are there.
    tell
        Called with a line if one cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        kinds: Sequence[str],
        groups: Sequence[str],
        *,
        append: bool,
        tell: Callable[[str], object],
    ) -> None:
        self._tell = tell
        self._groups = groups
        self._lines = folder / "log.jsonl"
        self._table = folder / "log.csv" if "csv" in kinds else None
        self._writer = tensorboard_writer(folder) if "tensorboard" in kinds else None
        if not append:
            write_text(self._lines, "")
        if self._table is not None and not (append and self._table.exists()):
            gaps = (f"gap {name}" for name in groups)
            write_text(self._table, _as_csv((*_COLUMNS, *gaps)))

    def write(self, entry: dict[str, Any]) -> None:
        """Write an entry; in the table and to TensorBoard only what was measured."""
        self._append(self._lines, json.dumps(entry) + "\n")
        if entry["event"] == "start":
            return
        gaps = entry.get("gaps", {})
        if self._table is not None:
            values = [entry[name] for name in _COLUMNS]
            self._append(self._table, _as_csv((*values, *map(gaps.get, self._groups))))
        if self._writer is not None:
            scalars = {name: entry[name] for name in _COLUMNS[2:] if entry[name] is not None}
            for name, value in (
                scalars | {f"gap/{group}": gap for group, gap in gaps.items()}
            ).items():
                self._writer.add_scalar(name, value, entry["step"])
            self._writer.flush()

    def _append(self, path: Path, text: str) -> None:
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            self._tell(f"{not_written(path, error)}; the training goes on")


def require_logs(kinds: Sequence[str]) -> None:
    """Refuse a log that cannot be written, before any training."""
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(
                f"log {kind!r} is unknown{did_you_mean(kind, KINDS)}; use csv or tensorboard"
            )
    if "tensorboard" in kinds:
        tensorboard_writer(None)


def tensorboard_writer(folder: Path | None) -> Any:
    """Return what writes TensorBoard's events into a folder; without one, see that it could."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise InputError(
            "the package tensorboard is not installed; 'pip install tensorboard' brings it, and "
            "'csv' needs nothing"
        ) from None
    return SummaryWriter(folder) if folder is not None else None


def _as_csv(values: Sequence[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
