"""``arcload solve``."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcload.cli import options, quick_start, show
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable
from arcload.cli.writer import Writer
from arcload.engine.interrupts import interrupts
from arcload.model.errors import InputError
from arcload.solving.watch import LOOKING, waiting, watch

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.model.plan import Plan
    from arcload.model.result import Result

_SLOW_START, _FEW = 3.0, 2000  # seconds of getting started on streets that are soon read


@grouped
@interrupts()
def command(
    file: options.File,
    output: options.Routes = None,
    method: Annotated[
        str,
        typer.Option(metavar="NAME|FILE.py", help="See 'arcload methods'; or a file of your own."),
    ] = "auto",
    json: options.Json = False,
    *,
    vehicle: options.VehicleOptions,
    stop: options.StopOptions,
    reading: options.ReadingOptions,
    writing: options.WritingOptions,
    search: options.SearchOptions,
    bound: Annotated[
        bool,
        options.search_option(
            "--bound/--no-bound", help="Whether auto proves how good its tour is."
        ),
    ] = True,
    warm_start: Annotated[
        Path | None,
        options.search_option(
            metavar="RESULT.json",
            help="Start from this tour or plan; the result is never worse.",
        ),
    ] = None,
    set_: Annotated[
        list[str] | None,
        options.search_option(
            "--set", metavar="NAME=VALUE", help="A parameter of the method; repeatable."
        ),
    ] = None,
    policy: options.PolicyOptions,
) -> None:
    """Find a tour or plan, check it, and write it."""
    from arcload.maps.formats import read
    from arcload.model.result import Result
    from arcload.proofs.tiny import MOST_EDGES
    from arcload.routes.write import require_formats
    from arcload.solving.compare import quick_comparison
    from arcload.solving.job import DEFAULT_METHOD
    from arcload.solving.methods.registry import load_method
    from arcload.solving.no_dearer import no_dearer
    from arcload.solving.solve import solve

    name = load_method(method).name
    outputs = output or []
    require_formats(outputs)
    settings = writing.settings(outputs)
    for path in outputs:
        require_writable(path, file)
    with watch(name, silent=json) as on_progress:
        instance = read(file, **reading.changes(), **vehicle.changes())
        require_formats(outputs, instance)
        if len(instance.served) > MOST_EDGES:  # fewer are mostly solved without it
            quick_start.load_numba()
        result = solve(
            instance,
            method,
            **asdict(stop),
            **search.arguments(),
            bound=bound,
            parameters=policy.parameters(method) | _parameters(set_ or []),
            warm_start=None if warm_start is None else _start(warm_start, instance),
            on_progress=on_progress,
        )
    show.notes([*instance.notes, *result.notes])
    pages = [path for path in outputs if path.suffix.lower() == ".html"]  # they show both tours
    others = [path for path in outputs if path not in pages]
    writer = Writer(result.save)
    with interrupts() as asked:
        writer.write_routes(result, others, **settings)
        comparison = None
        if (pages or not json or name == DEFAULT_METHOD) and not asked.asked:
            with asked.skippable(), waiting(LOOKING, silent=json):
                comparison = quick_comparison(result)
        if comparison is not None:
            comparison = no_dearer(comparison)
            better = comparison.solution
            if isinstance(better, Result) and better is not result:
                result, writer = better, Writer(better.save)
                writer.write_routes(result, others, **settings)
        shortest = None if comparison is None else comparison.shortest.plan
        writer.write_routes(result, pages, baseline=shortest, **settings)
    show.notes(writer.notes)
    if json:
        show.print_json(result.summary())
    else:
        show.print_result(result, comparison)
        if _was_compiled(result, instance):
            show.note(
                f"{name} was compiled, which happens once; 'arcload warmup' compiles all methods"
            )
        if comparison is None and len(instance.served) > MOST_EDGES:
            saved = next((path for path in outputs if path.suffix.lower() == ".json"), None)
            which = "" if saved is None else f" --tour {saved}"
            needed = options.names(reading, *([vehicle] if saved is None else []))
            same = f" with the same {needed}" if needed else ""
            show.note(
                f"'arcload compare {file}{which}'{same} shows what is saved against the shortest"
                " one"
            )
        for line in writer.lines():
            show.note(line)
    writer.finish()


def _start(path: Path, instance: "Instance") -> "Plan":
    """Return the plan that a file states; of a tour, for a fleet, the trips of its order."""
    from arcload.model.result_file import read_result
    from arcload.model.sources import stated_in

    stated = read_result(path)
    with stated_in(path):
        if instance.is_fleet and stated.is_tour:
            from arcload.engine.kernel_fleet import KernelFleet
            from arcload.solving.split import split_order

            return split_order(KernelFleet.of(instance), stated.order)
        return stated.plan(instance)


def _was_compiled(result: "Result", instance: "Instance") -> bool:
    """Return whether only compiling explains how long it took to start, and it was kept."""
    from arcload.engine.kernels.cache import can_keep

    slow = result.startup_seconds > _SLOW_START and len(instance.edges) <= _FEW
    return slow and can_keep()


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
