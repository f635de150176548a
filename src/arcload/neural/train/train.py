"""Training: ``python -m arcload.neural.train`` is the same as ``arcload train``.

It needs torch, NumPy and SciPy alone, so that it runs on bare machines. With ``torchrun`` it trains
in several processes.
"""

import json
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import torch

from arcload.model.errors import InputError, NotWrittenError
from arcload.model.files import not_written, require_writable, write_text
from arcload.neural.common.configuration import Configuration, to_dict
from arcload.neural.train import checkpoint
from arcload.neural.train.learner import Learner
from arcload.neural.train.policy import Policy
from arcload.neural.train.training_run import Budget, TrainingRun
from arcload.neural.train.validation import OWN, load_groups, validate
from arcload.neural.train.world import World, find_device

Log = Callable[[dict[str, Any]], None]


def train(
    config: Configuration,
    out: Path,
    budget: Budget,
    *,
    resume: Path | None = None,
    seed: int = 1,
    device: str | None = None,
    validation: Path | None = None,
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
        File with instances and the costs of the best tours known; by default our own.
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
    learner = Learner(config, where, world.size)
    before = {"seconds": 0.0, "rollouts": 0, "epoch": 0, "epoch_instances": 0}
    if content is not None and resume is not None:
        before |= checkpoint.restore(content, learner, resume)
    if world.size > 1:
        torch.manual_seed(seed + 1000 * (world.rank + 1) + learner.steps)
    run = TrainingRun(config.training, learner, budget, world, before, began)
    if validation is None and OWN.exists():
        validation = OWN
    groups = []
    if world.rank == 0 and validation is not None:
        groups = load_groups(validation, where)
    _make_folder(out)
    require_writable(target)
    log: Log = _silence
    if world.rank == 0:
        log = _logger(out / "log.jsonl", resume is not None, tell)
    if content is None:
        log({"event": "start", "configuration": to_dict(config), "seed": seed, **_machine(where)})
    saved = time.monotonic()
    with _answered(signal.default_int_handler):
        try:
            while not run.over():
                run.step()
                if run.due():
                    entry = run.report()
                    if groups:
                        entry |= {"gaps": _validate(learner, groups)}
                    log(entry)
                    if world.rank == 0:
                        tell(_line(entry))
                    run.go_on()
                if world.rank == 0 and time.monotonic() - saved > save_every:
                    _save_now(target, config, learner, run, tell)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            tell("interrupted: the checkpoint keeps what was learnt")
        if world.rank == 0:
            with _answered(signal.SIG_IGN):
                _save_or_keep(target, config, learner, run, tell)
            entry = run.report() | ({"gaps": _validate(learner, groups)} if groups else {})
            log(entry | {"event": "end"})
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


def _validate(learner: Learner, groups: list[Any]) -> dict[str, float]:
    """Return the gaps of the weights that would be exported; no random number is used up."""
    with torch.random.fork_rng([]):
        policy = Policy(learner.policy.configuration).to(learner.device)
    policy.load_state_dict(learner.best_weights())
    return validate(policy, groups)


def _logger(path: Path, append: bool, tell: Callable[[str], object]) -> Log:
    if not append:
        write_text(path, "")

    def log(entry: dict[str, Any]) -> None:
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
        except OSError as error:
            tell(f"{not_written(path, error)}; the training goes on")

    return log


def _silence(entry: dict[str, Any]) -> None:
    """Log nothing."""


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
    return (
        f"{entry['seconds']:7.0f} s  step {entry['step']:6d}  "
        f"{entry['rollouts_per_second']:8,d} tours/s  cost {entry['cost']:.4f}  {gaps}"
    )
