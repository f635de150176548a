"""The options of training, for ``arcload train`` and ``python -m arcload.neural.train``."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from arcload.model.errors import InputError

Tell = Callable[[str], object]
"""Something that shows a line, or several, to the user."""


class _Parser(argparse.ArgumentParser):
    """Ends in an `InputError`, where argparse would print and exit."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; '{self.prog} --help' lists the options")


def run(arguments: list[str], tell: Tell) -> None:
    """Do what the arguments ask for: train, measure the speed, or show the options."""
    parser = _options()
    given = parser.parse_args(arguments)
    if given.help:
        tell(parser.format_help().rstrip())
        return
    from arcload.neural.common.configuration import configuration
    from arcload.neural.train.throughput import as_text, benchmark
    from arcload.neural.train.train import train
    from arcload.neural.train.training_run import Budget

    config = configuration(given.config)
    if given.benchmark:
        tell(as_text(benchmark(config, device=given.device)))
        return
    minutes = config.training.minutes if given.minutes is None else given.minutes
    train(
        config,
        given.out or _folder(given.config, given.resume),
        Budget(minutes, given.steps, given.horizon),
        resume=given.resume,
        seed=given.seed,
        device=given.device,
        validation=given.validation,
        logs=given.log,
        tell=tell,
    )


def _folder(config: str, resume: Path | None) -> Path:
    """Return the folder of a training: that of its checkpoint, or a new one named for it."""
    if resume is not None:
        return resume.parent
    name = Path(config).stem
    folder, number = Path("training") / name, 1
    while (folder / "checkpoint.pt").exists():
        number += 1
        folder = folder.with_name(f"{name}-{number}")
    return folder


def _options() -> _Parser:
    parser = _Parser(
        prog="arcload train",
        description="Train a policy for the method arc-drl.",
        add_help=False,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add(
        "--config",
        default="default",
        metavar="NAME|FILE.toml",
        help="default, paper, tiny or a file",
    )
    add("--minutes", type=float, metavar="M", help="minutes of this run (10, and 1 for tiny)")
    add("--steps", type=int, metavar="N", help="gradient steps in all, in place of minutes")
    add("--horizon", type=float, metavar="M", help="minutes of all runs, for the learning rate")
    add("--resume", type=Path, metavar="CHECKPOINT", help="go on from this checkpoint")
    add("--out", type=Path, metavar="DIR", help="folder for checkpoint and log (training/NAME)")
    add("--log", action="append", default=[], metavar="csv|tensorboard", help="one more log")
    add("--seed", type=int, default=1, metavar="N", help="seed of the random generators (1)")
    add("--device", metavar="cuda|cpu", help="where to train; a GPU if there is one")
    add("--validation", type=Path, metavar="FILE.npz", help="instances with the best costs known")
    add("--benchmark", action="store_true", help="show how many tours it learns from per second")
    add("-h", "--help", action="store_true", help="show this text")
    return parser
