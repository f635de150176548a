"""``arcload bound``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show
from arcload.cli.keeping import Writer
from arcload.cli.progress import watch
from arcload.engine.interrupts import interrupts
from arcload.model.units import CostUnit


@options.with_reading
@interrupts()
def command(
    file: options.File,
    time: Annotated[float, typer.Option(metavar="S", help="Seconds it may take.")] = 60.0,
    tour: Annotated[
        Path | None,
        typer.Option(
            metavar="RESULT.json", help="Hold the bound against this tour instead of a search's."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the search.")] = 1,
    threads: options.Threads = None,
    memory: options.Memory = None,
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
        Path | None,
        typer.Option("-o", "--output", metavar="BOUND.json", help="Write the bound and its proof."),
    ] = None,
    *,
    reading: options.Reading,
) -> None:
    """Prove how far a tour is at the most from the best one.

    'arcload check FILE --bound BOUND.json' proves it again with separate, simple code.
    """
    from arcload.maps.formats import read
    from arcload.model.certificate import KINDS
    from arcload.model.result import load_result
    from arcload.solving.bound import bound

    if output is not None:
        options.require_writable(output, file, *([] if tour is None else [tour]))
    said = options.changes(
        keep=keep,
        curb_weight=curb_weight,
        curb_ratio=curb_ratio,
        depot=depot,
        start=start,
        end=end,
        mode=mode,
    )
    with show.notes(), watch("bound", silent=json) as on_progress:
        given = None if tour is None else load_result(tour)
        instance = read(file, format, **reading, **options.solved_for(given, said))
        found = bound(
            instance,
            time=time,
            tour=given,
            seed=seed,
            threads=threads,
            memory=options.bytes_of(memory),
            on_progress=on_progress,
        )
    writer = Writer(found.save)
    if output is not None:
        writer.write(lambda: found.save(output), [output])
    if json:
        show.print_json(found.summary())
        writer.finish()
        return
    unit = CostUnit.of(found.best, instance.length_unit, instance.load_unit)
    show.print_facts(
        f"{found.instance}: no tour costs less",
        [
            ("lower bound", unit.text(found.lower_bound)),
            ("best tour", unit.text(found.best)),
            ("gap", show.gap_in_words(found.gap)),
            ("proof", KINDS[found.kind]),
            ("time", f"{found.seconds:.2f} s"),
        ],
    )
    for path in writer.written:
        show.note(f"wrote {path}; 'arcload check {file} --bound {path}' proves it again")
    writer.finish()
