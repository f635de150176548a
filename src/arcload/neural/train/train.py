"""Training: ``python -m arcload.neural.train`` is the same as ``arcload train``.

It needs torch, NumPy and SciPy alone, so that it runs on bare machines. With ``torchrun`` it trains
in several processes.
"""

import copy
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import fmean
from typing import Any

import torch

from arcload.model.errors import InputError, NotWrittenError
from arcload.model.files import require_writable
from arcload.neural.common.configuration import Configuration, to_dict
from arcload.neural.train import checkpoint
from arcload.neural.train.learner import Learner
from arcload.neural.train.training_log import TrainingLog, require_logs
from arcload.neural.train.training_run import Budget, TrainingRun
from arcload.neural.train.validation import OWN, Group, load_groups, validate
from arcload.neural.train.world import World, find_device


def train(
    config: Configuration,
    out: Path,
    budget: Budget,
    *,
    resume: Path | None = None,
    seed: int = 1,
    device: str | None = None,
    validation: Path | None = None,
    logs: Sequence[str] = (),
    learner_class: type[Learner] = Learner,
    save_every: float = 60.0,
    tell: Callable[[str], object] = lambda line: None,
) -> Path:
    """Train a policy; return the checkpoint.

    Parameters
    ----------
    config
        What to train. A resumed training keeps its own.
    out
        Folder for ``checkpoint.pt`` and ``log.jsonl``; a new training overwrites no other.
    budget
        When to end.
    resume
        The checkpoint to go on from.
    seed
        Seed of the random generators.
    device
        Where to train; a GPU if there is one.
    validation
        File with instances and the costs of the best tours known; by default those of our own
        that are not much larger than what is drawn for training.
    logs
        Logs beside ``log.jsonl``: ``"csv"``, ``"tensorboard"``.
    learner_class
        What makes the steps, with a network and a reward of its own if it is a subclass.
    save_every
        Seconds between two checkpoints.
    tell
        Called with a line for the user now and then.
    """
    began = time.monotonic()
    target = out / "checkpoint.pt"
    if resume is None and target.exists():
        raise InputError(
            f"{target}: this folder holds a training already; resume it, or name another folder"
        )
    require_logs(logs)
    where = find_device(device)
    world = World.join(where)
    if where.type == "cuda":
        where = torch.device("cuda", world.local_rank)
        torch.cuda.set_device(where)
        torch.set_float32_matmul_precision("high")
    torch.manual_seed(seed)  # the same first weights everywhere
    content = None if resume is None else checkpoint.load(resume)
    if content is not None and resume is not None:
        config = checkpoint.configuration_of(content, resume)
    learner = learner_class(config, where, world.size)
    before = {"seconds": 0.0, "rollouts": 0, "epoch": 0, "epoch_instances": 0}
    if content is not None and resume is not None:
        before |= checkpoint.restore(content, learner, resume)
    if world.size > 1:
        torch.manual_seed(seed + 1000 * (world.rank + 1) + learner.steps)
    run = TrainingRun(config.training, learner, budget, world, before, began)
    groups = _groups(validation, learner) if world.rank == 0 else []
    _make_folder(out)
    require_writable(target)
    watch: _Watch | None = None
    if world.rank == 0:
        parameters = sum(parameter.numel() for parameter in learner.policy.parameters())
        tell(f"training {parameters:,} weights on {_machine(where)['device']}, into {out}")
        watch = _Watch(run, groups, out, logs, resume is not None, tell)
        if content is None:
            settings = {"configuration": to_dict(config), "seed": seed, **_machine(where)}
            watch.log.write({"event": "start", **settings})
            watch.look()
    saved = time.monotonic()
    with _answered(signal.default_int_handler):
        try:
            while not run.over():
                run.step()
                if watch is not None and run.due():
                    watch.look()
                if world.rank == 0 and time.monotonic() - saved > save_every:
                    _save_now(target, config, learner, run, tell)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            tell("interrupted: the checkpoint keeps what was learnt")
        if watch is not None:
            with _answered(signal.SIG_IGN):
                _save_or_keep(target, config, learner, run, tell)
            watch.look(event="end")
            tell(watch.summary())
    world.leave()
    return target


@contextmanager
def _answered(answer: Any) -> Iterator[None]:
    """Answer Ctrl-C and the wish of the system to end this process (SIGTERM) in one way."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, answer) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _save_now(
    target: Path,
    config: Configuration,
    learner: Learner,
    run: TrainingRun,
    tell: Callable[[str], object],
) -> None:
    """Write a checkpoint; where that fails the training goes on, and the next may be written."""
    try:
        checkpoint.save(target, config, learner, run.progress())
    except NotWrittenError as error:
        tell(f"{error}; the training goes on")


def _save_or_keep(
    target: Path,
    config: Configuration,
    learner: Learner,
    run: TrainingRun,
    tell: Callable[[str], object],
) -> None:
    """Write the last checkpoint; where that fails keep it in the nearest folder that works."""
    try:
        checkpoint.save(target, config, learner, run.progress())
    except NotWrittenError:
        for folder in (os.curdir, tempfile.gettempdir()):
            with suppress(OSError, NotWrittenError):
                file = Path(tempfile.mkdtemp(prefix="arcload-", dir=folder)) / target.name
                checkpoint.save(file, config, learner, run.progress())
                tell(f"the weights are kept in {file}")
                break
        raise


class _Watch:
    """Looks at a training now and then: measures, validates, writes it down and tells the user."""

    def __init__(
        self,
        run: TrainingRun,
        groups: list[Group],
        out: Path,
        logs: Sequence[str],
        append: bool,
        tell: Callable[[str], object],
    ) -> None:
        self._run, self._groups, self._tell = run, groups, tell
        names = [group.name for group in groups]
        self.log = TrainingLog(out, logs, names, append=append, tell=tell)
        self._entries: list[dict[str, Any]] = []

    def look(self, event: str = "step") -> None:
        """Look at it now."""
        entry = self._run.report() | {"event": event}
        if self._groups:
            entry |= {"gaps": self._gaps()}
        self.log.write(entry)
        if event != "end":
            self._tell(_line(entry))
        self._entries.append(entry)
        self._run.go_on()

    def summary(self) -> str:
        """Return how far it has come, from the first look to the last."""
        first, last = self._entries[0], self._entries[-1]
        steps = f"{last['step'] - first['step']:,} steps"
        if not self._groups:
            return f"{steps} in {last['seconds'] - first['seconds']:.0f} s"
        gaps = [fmean(entry["gaps"].values()) for entry in (first, last)]
        return (
            f"mean gap to the best tours known: {gaps[0]:.2f} % after {first['seconds']:.0f} s, "
            f"{gaps[1]:.2f} % after {last['seconds']:.0f} s and {steps} more"
        )

    def _gaps(self) -> dict[str, float]:
        """Return the gaps of the weights that would be exported."""
        policy = copy.deepcopy(self._run.learner.policy)
        policy.load_state_dict(self._run.learner.best_weights())
        return validate(policy, self._groups)


def _groups(validation: Path | None, learner: Learner) -> list[Group]:
    """Return the instances on which a training is watched."""
    if validation is not None:
        return load_groups(validation, learner.device)
    largest = max(kind.room for kinds in learner.kinds for kind in kinds)
    own = load_groups(OWN, learner.device)
    return [group for group in own if group.batch.real.shape[1] <= 2 * largest]


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be made ({error.strerror})") from error


def _machine(device: torch.device) -> dict[str, str]:
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"
    return {"device": name, "torch": torch.__version__}


def _line(entry: dict[str, Any]) -> str:
    gaps = "  ".join(f"{name} {gap:.2f}" for name, gap in entry.get("gaps", {}).items())
    cost = "" if entry["cost"] is None else f"cost {entry['cost']:.4f}  "
    return (
        f"{entry['seconds']:7.0f} s  step {entry['step']:6d}  "
        f"{entry['rollouts_per_second']:8,d} tours/s  {cost}{gaps}"
    )
