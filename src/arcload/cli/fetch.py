"""``arcload fetch``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import show
from arcload.cli.outputs import require_writable
from arcload.model.errors import InputError


def command(
    place: Annotated[str, typer.Argument(metavar="PLACE", help="Such as 'Zug, Switzerland'.")],
    out: Annotated[Path, typer.Argument(metavar="OUT.graphml", help="The file to write.")],
) -> None:
    """Fetch the streets of a place from OpenStreetMap.

    Only this command needs the internet. The file is then used without it, for example by
    'arcload solve OUT.graphml --demand-per-km 120 --depot LAT,LON'.
    """
    from arcload.maps.formats.fetching import fetch_place

    if out.suffix.lower() != ".graphml":
        raise InputError(f"{out}: places are written as .graphml; rename it")
    require_writable(out)
    nodes, arcs = fetch_place(place, out)
    show.note(f"wrote {out}: {nodes:,} nodes, {arcs:,} directions of streets")
    show.note("turn restrictions are not fetched, and no tour obeys them")
