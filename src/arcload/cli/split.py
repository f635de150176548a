"""``arcload split``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable
from arcload.cli.writer import Writer

if TYPE_CHECKING:
    from arcload.maps.formats.draft import Draft
    from arcload.model.result_file import StatedResult


@grouped
def command(
    tour: Annotated[
        Path, typer.Argument(metavar="TOUR.json", help="The tour, as 'solve -o' wrote it.")
    ],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="The streets, for ways along those that the tour does not drive.",
        ),
    ] = None,
    output: options.Routes = None,
    json: options.Json = False,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
    writing: options.WritingOptions,
) -> None:
    """Cut a tour into the trips of a fleet, at the least cost.

    The streets are served in the order of the tour.

    The cuts, the directions, the facilities and the type of vehicle of each route are the best
    together. Of limits, those on lengths and hours are not known here: trips that break them are
    refused, and 'solve --warm-start' looks for others.
    """
    from arcload.model.result_file import read_result
    from arcload.model.sources import stated_in
    from arcload.routes.write import require_formats
    from arcload.solving.split import split

    outputs = output or []
    require_formats(outputs)
    settings = writing.settings(outputs)
    for path in outputs:
        require_writable(path, tour, *([] if file is None else [file]))
    stated = read_result(tour)
    draft = _draft(stated, tour, file, reading)
    instance = draft.instance(**vehicle.changes(stated))
    require_formats(outputs, instance)
    with stated_in(tour):
        result = split(stated.order, instance)
    show.notes([*instance.notes, *result.notes])
    writer = Writer(result.save)
    writer.write_routes(result, outputs, **settings)
    show.notes(writer.notes)
    if json:
        show.print_json(result.summary())
    else:
        show.print_result(result)
        for line in writer.lines():
            show.note(line)
    writer.finish()


def _draft(
    stated: "StatedResult", tour: Path, file: Path | None, reading: options.ReadingOptions
) -> "Draft":
    """Return the streets of the file, or else those that the tour drives."""
    if file is None:
        from arcload.maps.driven_streets import driven_streets

        return driven_streets(stated, tour)
    from arcload.maps.formats.convert import read_draft

    return read_draft(file, **reading.changes())
