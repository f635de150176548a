"""``arcload convert``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable


@grouped
def command(
    file: Annotated[Path, typer.Argument(metavar="IN", help="The instance to read.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    to: Annotated[
        str | None, typer.Option(metavar="NAME", help="Format of the output, such as geojson.")
    ] = None,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
) -> None:
    """Write an instance in another format.

    The format is chosen by the extension of OUT, or by --to.
    """
    from arcload.maps.formats.convert import format_of, read, write

    require_writable(out, file)
    format_of(out, to, "to")
    instance = read(file, **reading.changes(), **vehicle.changes())
    lost = write(instance, out, to)
    show.notes([*instance.notes, *lost])
    show.wrote(out, instance)
