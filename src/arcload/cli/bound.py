"""``arcload bound``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable
from arcload.cli.writer import Writer
from arcload.engine.interrupts import interrupts
from arcload.model.gap_words import gap_words
from arcload.model.units import CostUnit
from arcload.solving.watch import watch


@grouped
@interrupts()
def command(
    file: options.File,
    time: Annotated[float, typer.Option(metavar="S", help="Seconds that it may take.")] = 60.0,
    tour: Annotated[
        Path | None,
        typer.Option(
            metavar="RESULT.json",
            help="Compare the bound with this plan, instead of searching for one.",
        ),
    ] = None,
    json: options.Json = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="BOUND.json", help="Write the bound and its proof."),
    ] = None,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
    search: options.SearchOptions,
) -> None:
    """Prove how far a plan is from the best one, at most.

    'arcload check FILE --bound BOUND.json' proves it again with separate, simple code.
    """
    from arcload.engine.kernel_notes import kernel_notes
    from arcload.maps.formats import read
    from arcload.model.certificate import KINDS
    from arcload.model.result_file import read_result
    from arcload.model.sources import stated_in
    from arcload.proofs.bound_notes import bound_notes
    from arcload.solving.bound import bound

    if output is not None:
        require_writable(output, file, *([] if tour is None else [tour]))
    with watch("bound", silent=json) as on_progress:
        given = None if tour is None else read_result(tour)
        instance = read(file, **reading.changes(), **vehicle.changes(given))
        with stated_in(tour):
            known = None if given is None else given.plan(instance)
        proven = bound(
            instance,
            time=time,
            tour=known,
            **search.arguments(),
            on_progress=on_progress,
        )
    show.notes([*instance.notes, *kernel_notes(), *bound_notes(instance, proven.kind)])
    writer = Writer(proven.save)
    if output is not None:
        writer.write(lambda: proven.save(output), [output])
    if json:
        show.print_json(proven.summary())
        writer.finish()
        return
    unit = CostUnit.of(proven.best, instance.length_unit, instance.load_unit)
    what = "plan" if instance.is_fleet else "tour"
    show.print_facts(
        f"{proven.instance}: no {what} costs less than the lower bound",
        [
            ("lower bound", unit.text(proven.lower_bound)),
            (f"best {what}", unit.text(proven.best)),
            ("gap", gap_words(proven.gap, what, "exact" if tour is None else "")),
            ("proof", KINDS[proven.kind]),
            ("time", f"{proven.seconds:.2f} s"),
        ],
    )
    for path in writer.written:
        show.note(f"wrote {path}; 'arcload check {file} --bound {path}' proves it again")
    writer.finish()
