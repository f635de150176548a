"""``arcload convert``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show


@options.with_reading
def command(
    file: Annotated[Path, typer.Argument(metavar="IN", help="The instance to read.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    format: options.Format = None,  # noqa: A002
    to: Annotated[
        str | None, typer.Option(metavar="NAME", help="Format of the output, such as geojson.")
    ] = None,
    keep: options.Keep = None,
    curb_weight: options.CurbWeight = None,
    curb_ratio: options.CurbRatio = None,
    depot: options.Depot = None,
    start: options.Start = None,
    end: options.End = None,
    mode: options.Mode = None,
    *,
    reading: options.Reading,
) -> None:
    """Write an instance in another format.

    The format is chosen by the extension of OUT, or by --to.
    """
    from arcload.maps.formats.convert import format_of, read, write

    options.require_writable(out, file)
    format_of(out, to, "--to")
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
        instance = read(file, format, **reading, **said)
        write(instance, out, to)
    show.wrote(out, instance)
