"""``arcload solve``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcload.cli import options, quick_start, show
from arcload.cli.keeping import Writer
from arcload.cli.progress import LOOKING, waiting, watch
from arcload.engine.interrupts import interrupts
from arcload.model.errors import InputError

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.model.result import Result

_POLISHED = 4  # tours that --polish improves
_SLOW_START, _FEW = 3.0, 2000  # seconds of getting started on streets that are soon read


@options.with_reading
@interrupts()
def command(
    file: options.File,
    method: Annotated[str, typer.Option(help="See 'arcload methods'.")] = "auto",
    time: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds of search at the most.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Iterations at the most.")
    ] = None,
    no_improvement: Annotated[
        int | None,
        typer.Option(metavar="N", help="Stop after N iterations without a better tour."),
    ] = None,
    target: Annotated[
        float | None, typer.Option(metavar="COST", help="Stop at a tour of this cost.")
    ] = None,
    gap: Annotated[
        float | None, typer.Option(metavar="G", help="Stop at this proven gap; 0.01 is 1 %.")
    ] = None,
    bound: Annotated[
        bool, typer.Option("--bound/--no-bound", help="Whether auto proves how good its tour is.")
    ] = True,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same tour.")] = 1,
    threads: options.Threads = None,
    memory: options.Memory = None,
    warm_start: Annotated[
        Path | None,
        typer.Option(metavar="RESULT.json", help="Start from this tour; never ends worse."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="arc-drl: the policy; default, paper or a file."),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(metavar="K", help="arc-drl: other tours drawn by chance, each once."),
    ] = None,
    temperature: Annotated[
        float | None,
        typer.Option(metavar="T", help="arc-drl: evenness of chances, 1 by default."),
    ] = None,
    polish: Annotated[
        bool, typer.Option("--polish", help="arc-drl: improve the best few by local search.")
    ] = False,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the method; repeatable."),
    ] = None,
    curb_weight: options.CurbWeight = None,
    curb_ratio: options.CurbRatio = None,
    depot: options.Depot = None,
    start: options.Start = None,
    end: options.End = None,
    mode: options.Mode = None,
    keep: options.Keep = None,
    format: options.Format = None,  # noqa: A002
    json: options.Json = False,
    output: options.Routes = None,
    *,
    reading: options.Reading,
) -> None:
    """Find a tour, check it, and write it where -o says."""
    from arcload.maps.formats import read
    from arcload.model.result import load_result
    from arcload.proofs.tiny import MOST_EDGES
    from arcload.routes.write import require_formats
    from arcload.solving.compare import quick_comparison
    from arcload.solving.methods.registry import load_method
    from arcload.solving.solve import solve

    load_method(method)
    outputs = output or []
    require_formats(outputs)
    for path in outputs:
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
    with show.notes(), watch(method, silent=json) as on_progress:
        instance = read(file, format, **reading, **said)
        require_formats(outputs, instance)
        if len(instance.served) > MOST_EDGES:  # fewer are mostly solved without it
            quick_start.load_numba()
        result = solve(
            instance,
            method,
            time=time,
            iterations=iterations,
            no_improvement=no_improvement,
            target=target,
            gap=gap,
            seed=seed,
            threads=threads,
            bound=bound,
            memory=options.bytes_of(memory),
            parameters=_of_policy(method, model, samples, temperature, polish)
            | _parameters(set_ or []),
            warm_start=None if warm_start is None else load_result(warm_start),
            on_progress=on_progress,
        )
    pages = [path for path in outputs if path.suffix.lower() == ".html"]  # they show both tours
    writer = Writer(result.save)
    with interrupts() as asked, show.notes():
        writer.write_routes(result, instance, [path for path in outputs if path not in pages])
        comparison = None
        if (pages or not json) and not asked.asked:
            with asked.skippable(), waiting(LOOKING, silent=json):
                comparison = quick_comparison(instance, result)
        shortest = None if comparison is None else comparison.shortest.tour
        writer.write_routes(result, instance, pages, baseline=shortest)
    if json:
        show.print_json(result.summary())
    else:
        show.print_result(result, len(instance.served), comparison)
        if _was_compiled(result, instance):
            show.note(
                f"{method} was compiled, which happens once; 'arcload warmup' does it for all"
            )
        if comparison is None and len(instance.served) > MOST_EDGES:
            show.note(f"'arcload compare {file}' tells what is saved against the shortest tour")
        for path in writer.written:
            show.note(f"wrote {path}")
    writer.finish()


def _was_compiled(result: "Result", instance: "Instance") -> bool:
    """Return whether only compiling explains how long it took to start, and it was kept."""
    from arcload.engine.kernels.cache import can_keep

    slow = result.startup_seconds > _SLOW_START and len(instance.edges) <= _FEW
    return slow and can_keep()


def _of_policy(
    method: str, model: str | None, samples: int | None, temperature: float | None, polish: bool
) -> dict[str, str | int | float]:
    """Return the parameters of arc-drl that have options of their own."""
    given: dict[str, str | int | float | None] = {
        "model": model,
        "samples": samples,
        "temperature": temperature,
        "polish": _POLISHED if polish else None,
    }
    said = {name: value for name, value in given.items() if value is not None}
    if said and method != "arc-drl":
        name = next(iter(said))
        raise InputError(f"--{name} is for --method arc-drl; {method} does not use it")
    return said


def _parameters(given: list[str]) -> dict[str, str | int | float]:
    """Return the parameters of ``--set``, numbers as numbers."""
    from arcload.model.files import parse_number, parse_whole

    parameters: dict[str, str | int | float] = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise InputError(f"--set {item!r} is not of the form NAME=VALUE")
        number = parse_whole(value)
        parameters[name] = next(v for v in (number, parse_number(value), value) if v is not None)
    return parameters
