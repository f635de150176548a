"""``arcload convert``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import options, show


def command(
    file: Annotated[Path, typer.Argument(metavar="IN", help="The instance to read.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    format: options.Format = None,  # noqa: A002
    to: Annotated[
        str | None, typer.Option(help="Write OUT as cpplc, json, csv or carp, whatever its name.")
    ] = None,
    keep: options.Keep = None,
    curb_weight: options.CurbWeight = None,
    curb_ratio: options.CurbRatio = None,
    depot: options.Depot = None,
    start: options.Start = None,
    end: options.End = None,
    mode: options.Mode = None,
) -> None:
    """Write an instance in another format, chosen by the extension of OUT."""
    from arcload.formats import read, write

    options.require_writable(out, file)
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
        write(instance, out, to)
    show.note(f"wrote {out}: {instance!r}")
