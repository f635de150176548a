"""``arcload generate``."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import show
from arcload.cli.lat_lon import parse_lat_lon
from arcload.cli.outputs import make_folder, require_writable
from arcload.model.errors import InputError


def command(
    kind: Annotated[str, typer.Argument(metavar="eulerian|rural|city|paper", help="What to make.")],
    out: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="The file; a folder for 'paper'."),
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Number of nodes.")] = None,
    edges: Annotated[int | None, typer.Option(metavar="M", help="Number of edges.")] = None,
    demand: Annotated[
        str | None, typer.Option(metavar="random|proportional|clustered", help="Kind of demand.")
    ] = None,
    curb_ratio: Annotated[
        float, typer.Option(metavar="R", help="Curb weight as a multiple of the total demand.")
    ] = 0.5,
    served: Annotated[
        float | None, typer.Option(metavar="SHARE", help="Share of the edges that need service.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same instance.")] = 1,
    at: Annotated[
        str | None, typer.Option(metavar="LAT,LON", help="Where on earth to place a city.")
    ] = None,
    capacity_trips: Annotated[
        float | None,
        typer.Option(metavar="K", help="A capacity by which about K trips are needed."),
    ] = None,
    format: Annotated[  # noqa: A002
        str | None, typer.Option(metavar="NAME", help="Format of the output, such as geojson.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="OUT", help="The same as OUT.")
    ] = None,
) -> None:
    """Make a random instance, or with 'paper' a whole set.

    The set has the sizes of the paper's table. The format is chosen by the extension of OUT, or
    by --format. Without OUT the instance goes to standard output, as JSON unless --format says
    otherwise.
    """
    from arcload.maps.formats.convert import dumps, format_of, write
    from arcload.maps.generators import generate
    from arcload.model.files import stem

    if out is not None and output is not None:
        raise InputError("the output is named twice; give OUT or -o, not both")
    target = out or output
    if kind == "paper":
        _paper(target, seed)
        return
    if target is not None:
        require_writable(target)
        format_of(target, format)
    instance = generate(
        kind,
        nodes=nodes,
        edges=edges,
        demand=demand,
        curb_ratio=curb_ratio,
        served=served,
        seed=seed,
        at=None if at is None else parse_lat_lon(at, "--at"),
        name=None if target is None else stem(target),
        capacity_trips=capacity_trips,
    )
    show.notes(instance.notes)
    if target is None:
        text, lost = dumps(instance, f"-.{format or 'json'}", format or "json")
        sys.stdout.write(text)
        show.notes(lost)
    else:
        show.notes(write(instance, target, format))
        show.wrote(target, instance)


def _paper(folder: Path | None, seed: int) -> None:
    from arcload.maps.formats.convert import write
    from arcload.maps.generators import paper_set

    if folder is None:
        raise InputError("'generate paper' needs a folder to write to")
    instances = list(paper_set(seed))
    make_folder(folder)
    for instance in instances:
        write(instance, folder / f"{instance.name}.txt")
    show.note(f"wrote {len(instances)} instances to {folder}")
