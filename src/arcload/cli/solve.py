"""``arcload solve``."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show
from arcload.errors import InputError


def command(
    file: options.File,
    method: Annotated[str, typer.Option(help="See 'arcload methods'.")] = "greedy",
    time: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds of search at the most.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Iterations at the most.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same tour.")] = 1,
    threads: Annotated[int, typer.Option(metavar="N", help="Threads to use.")] = 1,
    curb_weight: options.CurbWeight = None,
    curb_ratio: options.CurbRatio = None,
    depot: options.Depot = None,
    start: options.Start = None,
    end: options.End = None,
    mode: options.Mode = None,
    keep: options.Keep = None,
    format: options.Format = None,  # noqa: A002
    json: options.Json = False,
    output: Annotated[
        list[Path] | None,
        typer.Option("-o", "--output", metavar="OUT", help="Write the result (.json); repeatable."),
    ] = None,
) -> None:
    """Find a tour, check it, and write it where -o says."""
    from arcload.formats import read
    from arcload.methods.registry import load_method
    from arcload.solver import solve

    load_method(method)
    outputs = output or []
    for path in outputs:
        if path.suffix.lower() != ".json":
            raise InputError(f"{path}: results are written as .json; rename it")
        options.require_writable(path, file)
    said = options.changes(
        keep=keep,
        curb_weight=curb_weight,
        curb_ratio=curb_ratio,
        depot=depot,
        start=start,
        end=end,
        mode=mode,
    )
    with show.notes():
        instance = read(file, format, **said)
        result = solve(
            instance, method, time=time, iterations=iterations, seed=seed, threads=threads
        )
    if keep == "depot":
        result = replace(result, settings={**result.settings, "keep": keep})
    for path in outputs:
        result.save(path)
    if json:
        show.print_json(result.summary())
    else:
        show.print_result(result, len(instance.served))
        for path in outputs:
            show.note(f"wrote {path}")
