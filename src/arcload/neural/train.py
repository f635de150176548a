"""Training: ``python -m arcload.neural.train`` is the same as ``arcload train``.

It imports torch and numpy alone, so that it runs on bare machines. With ``torchrun`` it trains in
several processes.
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from arcload.errors import ArcloadError, InputError
from arcload.neural import checkpoint
from arcload.neural.configuration import (
    Configuration,
    TrainingConfiguration,
    configuration,
    to_dict,
)
from arcload.neural.learner import Learner
from arcload.neural.policy import Policy
from arcload.neural.validation import OWN, load_groups, validate

Log = Callable[[dict[str, Any]], None]

_LAST_RATE = 0.01  # of the learning rate, at the end of a cosine schedule


@dataclass(frozen=True)
class Budget:
    """When a training ends.

    Parameters
    ----------
    minutes
        Minutes of this run.
    steps
        Gradient steps in all, if they end it and set the schedule, instead of the time.
    horizon
        Minutes of all runs together, over which the learning rate falls; by default those that
        were run before and those of this run.
    """

    minutes: float = 10.0
    steps: int | None = None
    horizon: float | None = None

    def __post_init__(self) -> None:
        for name in ("minutes", "steps", "horizon"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise InputError(f"{name} is {value!r}; it must be 0 or more")


def train(
    config: Configuration,
    out: Path,
    budget: Budget,
    *,
    resume: Path | None = None,
    seed: int = 1,
    device: str | None = None,
    validation: Path = OWN,
    save_every: float = 60.0,
    tell: Callable[[str], None] = print,
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
        File with instances and the best tours known.
    save_every
        Seconds between two checkpoints.
    tell
        Called with a line for the user now and then.
    """
    began = time.monotonic()
    target = out / "checkpoint.pt"
    if resume is None and target.exists():
        raise InputError(f"{target}: here is a training already; resume it, or name another folder")
    where = _device(device)
    world = _World.join(where)
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
    run = _Run(config.training, learner, budget, world, before, began)
    known = validation != OWN or OWN.exists()
    groups = load_groups(validation, where) if world.rank == 0 and known else []
    _make_folder(out)
    log = _logger(out / "log.jsonl", append=resume is not None) if world.rank == 0 else _silence
    if content is None:
        log({"event": "start", "configuration": to_dict(config), "seed": seed, **_machine(where)})
    saved = time.monotonic()
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
            if world.rank == 0 and time.monotonic() - saved > save_every:
                checkpoint.save(target, config, learner, run.progress())
                saved = time.monotonic()
    except KeyboardInterrupt:
        tell("interrupted: the checkpoint keeps what was learnt")
    if world.rank == 0:
        entry = run.report() | ({"gaps": _validate(learner, groups)} if groups else {})
        log(entry | {"event": "end"})
        checkpoint.save(target, config, learner, run.progress())
    world.leave()
    return target


class _Run:
    """One run of a training: its schedule, its clock and what it measured."""

    def __init__(
        self,
        training: TrainingConfiguration,
        learner: Learner,
        budget: Budget,
        world: "_World",
        before: dict[str, Any],
        began: float,
    ) -> None:
        self.training, self.learner, self.budget, self.world = training, learner, budget, world
        self.before = before
        self.began = began
        self.rollouts = int(before["rollouts"])
        self.epoch = int(before["epoch"])
        self.in_epoch = int(before["epoch_instances"])
        self.measures: list[torch.Tensor] = []
        self.reported = time.monotonic()
        self.counted = self.rollouts
        self.rate = training.learning_rate

    @property
    def seconds(self) -> float:
        """Seconds of training, those of earlier runs included."""
        return float(self.before["seconds"]) + time.monotonic() - self.began

    def progress(self) -> dict[str, Any]:
        """Return what the next run needs to go on."""
        return {
            "seconds": self.seconds,
            "rollouts": self.rollouts,
            "epoch": self.epoch,
            "epoch_instances": self.in_epoch,
        }

    def over(self) -> bool:
        """Return whether to end; all processes end together."""
        if self.training.epochs is not None and self.epoch >= self.training.epochs:
            return True
        if self.budget.steps is not None:
            return self.learner.steps >= self.budget.steps
        if self.world.size > 1 and self.learner.steps % 10:
            return False
        return self.world.any(time.monotonic() - self.began > 60 * self.budget.minutes)

    def share(self) -> float:
        """Return how much of the training is done, 0 to 1."""
        if self.budget.steps is not None:
            return min(1.0, self.learner.steps / self.budget.steps)
        horizon = self.budget.horizon
        if horizon is None:
            horizon = float(self.before["seconds"]) / 60 + self.budget.minutes
        return min(1.0, self.seconds / (60 * horizon)) if horizon else 1.0

    def step(self) -> None:
        """Make a gradient step, and challenge the baseline at the end of an epoch."""
        share = self.share()
        self.rate = learning_rate(self.training, self.learner.steps, share)
        count = self.learner.rollouts(self.learner.steps) * self.world.size
        self.measures.append(self.learner.step(self.rate, share))
        self.rollouts += count
        self.in_epoch += count // self.training.samples
        if self.in_epoch >= self.training.epoch:
            self.in_epoch -= self.training.epoch
            self.epoch += 1
            if self.learner.baseline is not None:
                self.learner.challenge()

    def due(self) -> bool:
        """Return whether it is time for a report."""
        every = 30 if self.learner.device.type == "cuda" else 5
        return self.world.rank == 0 and time.monotonic() - self.reported > every

    def report(self) -> dict[str, Any]:
        """Return what was measured since the last report; this waits for the device."""
        means = torch.stack(self.measures).mean(0).tolist() if self.measures else [math.nan] * 3
        now = time.monotonic()
        speed = (self.rollouts - self.counted) / max(now - self.reported, 1e-9)
        self.measures, self.reported, self.counted = [], now, self.rollouts
        return {
            "event": "step",
            "step": self.learner.steps,
            "seconds": round(self.seconds, 1),
            "epoch": self.epoch,
            "rollouts": self.rollouts,
            "rollouts_per_second": round(speed),
            "learning_rate": self.rate,
            "cost": means[0],
            "spread": means[1],
            "gradient": means[2],
        }


def learning_rate(training: TrainingConfiguration, step: int, share: float) -> float:
    """Return the learning rate of a step.

    Parameters
    ----------
    training
        The training.
    step
        Number of the step.
    share
        How much of the training is done, 0 to 1.
    """
    rate = training.learning_rate
    if training.schedule == "cosine":
        rate *= _LAST_RATE + (1 - _LAST_RATE) * (1 + math.cos(math.pi * share)) / 2
    return rate * min(1.0, (step + 1) / max(1, training.warm_up))


def benchmark(
    config: Configuration, *, seconds: float = 16.0, device: str | None = None
) -> dict[int, float]:
    """Return how many tours a second are sampled and learnt from, by the paper's large sizes.

    Making the instances and the gradient step are counted. The first round, which records the
    steps, is not.
    """
    where = _device(device)
    torch.set_float32_matmul_precision("high")
    training = replace(config.training, mix="large")
    learner = Learner(Configuration(config.network, training), where)
    for _ in learner.kinds:
        learner.step(training.learning_rate)
    _wait(where)
    speeds = {}
    for number, kind in enumerate(learner.kinds):
        began, done = time.monotonic(), 0
        while time.monotonic() - began < seconds / len(learner.kinds):
            learner.steps = number
            learner.step(training.learning_rate)
            _wait(where)
            done += learner.rollouts(number)
        speeds[kind.edges[1]] = done / (time.monotonic() - began)
    return speeds


def _device(name: str | None) -> torch.device:
    """Return a device by its name, or a GPU if there is one."""
    if name in (None, "cuda") and torch.cuda.is_available():
        return torch.device("cuda")
    if name in (None, "cpu"):
        return torch.device("cpu")
    known = "cuda or cpu" if torch.cuda.is_available() else "cpu, the only one here"
    raise InputError(f"device {name!r} cannot be used; name {known}")


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


@dataclass(frozen=True)
class _World:
    """The processes that train together, as torchrun started them."""

    rank: int = 0
    local_rank: int = 0
    size: int = 1

    device: str = "cpu"

    @classmethod
    def join(cls, device: torch.device) -> "_World":
        size = int(os.environ.get("WORLD_SIZE", "1"))
        if size == 1:
            return cls()
        torch.distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
        return cls(int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"]), size, device.type)

    def any(self, here: bool) -> bool:
        """Return whether it is so in any process."""
        if self.size == 1:
            return here
        said = torch.tensor(float(here), device=self.device)
        torch.distributed.all_reduce(said, torch.distributed.ReduceOp.MAX)
        return bool(said > 0)

    def leave(self) -> None:
        if self.size > 1:
            torch.distributed.destroy_process_group()


def _validate(learner: Learner, groups: list[Any]) -> dict[str, float]:
    """Return the gaps of the weights that would be kept; no random number is used up."""
    with torch.random.fork_rng([]):
        policy = Policy(learner.policy.configuration).to(learner.device)
    policy.load_state_dict(learner.best_weights())
    return validate(policy, groups)


def _logger(path: Path, append: bool) -> Log:
    if not append:
        path.write_text("", encoding="utf-8")

    def log(entry: dict[str, Any]) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

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


def _print_benchmark(speeds: dict[int, float]) -> None:
    for edges, speed in speeds.items():
        print(f"{edges:4d} edges  {speed:12,.0f} tours a second")
    mixed = len(speeds) / sum(1 / speed for speed in speeds.values())
    print(f"as many of each {mixed:9,.0f} tours a second")


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="arcload train", description="Train a policy.")
    parser.add_argument("--config", default="default", help="default, paper or a .toml file")
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes of this run")
    parser.add_argument("--steps", type=int, help="gradient steps in all, in place of minutes")
    parser.add_argument("--horizon", type=float, help="minutes of all runs together")
    parser.add_argument("--resume", type=Path, metavar="CHECKPOINT", help="go on from here")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for checkpoint and log")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", help="cuda or cpu; a GPU if there is one")
    parser.add_argument("--validation", type=Path, default=OWN, help="instances with best costs")
    parser.add_argument("--benchmark", action="store_true", help="print tours a second and end")
    given = parser.parse_args(arguments)
    try:
        config = configuration(given.config)
        if given.benchmark:
            _print_benchmark(benchmark(config, device=given.device))
            return
        if given.out is None:
            raise InputError("--out is missing; name a folder for the checkpoint and the log")
        train(
            config,
            given.out,
            Budget(given.minutes, given.steps, given.horizon),
            resume=given.resume,
            seed=given.seed,
            device=given.device,
            validation=given.validation,
        )
    except ArcloadError as error:
        print(f"arcload: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(2 if isinstance(error, InputError) else 1)


if __name__ == "__main__":
    main()
