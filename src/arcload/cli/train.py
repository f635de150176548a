"""``arcload train``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.errors import InputError


def command(
    config: Annotated[
        str, typer.Option(metavar="NAME|FILE.toml", help="What to train: default, paper or a file.")
    ] = "default",
    minutes: Annotated[float, typer.Option(metavar="M", help="Minutes of this run.")] = 10.0,
    steps: Annotated[
        int | None, typer.Option(metavar="N", help="Gradient steps in all, in place of minutes.")
    ] = None,
    horizon: Annotated[
        float | None,
        typer.Option(metavar="M", help="Minutes of all runs together, for the learning rate."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="CHECKPOINT", help="Go on from this checkpoint.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the checkpoint and the log.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the random generators.")] = 1,
    device: Annotated[
        str | None, typer.Option(metavar="cuda|cpu", help="Where; a GPU if there is one.")
    ] = None,
    validation: Annotated[
        Path | None, typer.Option(metavar="FILE.npz", help="Instances with the best costs known.")
    ] = None,
    benchmark: Annotated[
        bool, typer.Option("--benchmark", help="Print how many tours a second it learns from.")
    ] = False,
) -> None:
    """Train a policy for the method arc-drl."""
    try:
        from arcload.neural.train import main
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise InputError(
            "training needs torch, which is not installed; 'pip install arcload[train]' brings it"
        ) from None
    said = {
        "--config": config,
        "--minutes": minutes,
        "--steps": steps,
        "--horizon": horizon,
        "--resume": resume,
        "--out": out,
        "--seed": seed,
        "--device": device,
        "--validation": validation,
    }
    arguments = [
        text for name, value in said.items() if value is not None for text in (name, str(value))
    ]
    main(arguments + ["--benchmark"] * benchmark)
