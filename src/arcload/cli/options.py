"""Options that several commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.errors import InputError

if TYPE_CHECKING:
    from arcload.bound_file import Bound
    from arcload.result import Result

File = Annotated[Path, typer.Argument(metavar="FILE", help="The instance: .txt, .json, .csv, .dat")]
Format = Annotated[
    str | None,
    typer.Option(help="Format of the input: cpplc, json, csv or carp, whatever its name."),
]
Keep = Annotated[
    str | None,
    typer.Option(help="'depot': leave out what cannot be reached from the depot."),
]
CurbWeight = Annotated[
    float | None, typer.Option("--curb-weight", metavar="W", help="Weight of the empty vehicle.")
]
CurbRatio = Annotated[
    float | None,
    typer.Option("--curb-ratio", metavar="R", help="The same as a multiple of the total demand."),
]
Depot = Annotated[str | None, typer.Option(metavar="NODE", help="Where the tour starts and ends.")]
Start = Annotated[
    str | None, typer.Option(metavar="NODE|free", help="Where it starts; 'free' for anywhere.")
]
End = Annotated[
    str | None, typer.Option(metavar="NODE|free", help="Where it ends; 'free' for anywhere.")
]
Mode = Annotated[
    str | None, typer.Option(metavar="deliver|collect", help="Whether the load falls or grows.")
]
Threads = Annotated[
    int | None, typer.Option(metavar="N", help="Threads to use; all cores by default.")
]
Memory = Annotated[
    float | None, typer.Option(metavar="GB", help="Memory that proofs may take; 6 by default.")
]
Routes = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="OUT",
        help="Write the tour: .json, .gpx, .csv (the driver's list), .geojson, .html (a map to "
        "play), .png, .svg, .pdf; repeatable.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def changes(
    *,
    keep: str | None = None,
    curb_weight: float | None = None,
    curb_ratio: float | None = None,
    depot: str | None = None,
    start: str | None = None,
    end: str | None = None,
    mode: str | None = None,
) -> dict[str, Any]:
    """Return what `arcload.read` should take in place of what the file says."""
    from arcload.instance import FREE

    if curb_weight is not None and curb_ratio is not None:
        raise InputError("--curb-weight and --curb-ratio are two ways to say one thing; give one")
    if curb_ratio is not None and not curb_ratio >= 0:
        raise InputError(f"--curb-ratio is {curb_ratio:g}; it must be 0 or more")
    if keep not in (None, "all", "depot"):
        raise InputError(f"--keep is {keep!r}; it must be 'all' or 'depot'")
    places = {"depot": depot, "start": start, "end": end}
    said: dict[str, Any] = {
        name: FREE if place == "free" and name != "depot" else place
        for name, place in places.items()
    }
    said |= {"keep": keep, "curb_weight": curb_weight, "curb_ratio": curb_ratio, "mode": mode}
    return {name: value for name, value in said.items() if value is not None}


def solved_for(stated: "Result | Bound | None", said: dict[str, Any]) -> dict[str, Any]:
    """Return the vehicle and places to use: those stated, unless told otherwise."""
    settings = {} if stated is None else stated.problem()
    if "curb_ratio" in said:
        settings.pop("curb_weight", None)
    if "depot" in said:
        settings.pop("start", None)
        settings.pop("end", None)
    return settings | said


def bytes_of(memory: float | None) -> float:
    """Return the bytes of so many GB, the default where none are said."""
    from arcload.context import DEFAULT_MEMORY

    if memory is None:
        return DEFAULT_MEMORY
    if not memory > 0:
        raise InputError(f"--memory is {memory:g}; it must be above 0")
    return memory * 1e9


def require_writable(path: Path, *inputs: Path) -> None:
    """Refuse, before any work, an output that cannot be written or is an input."""
    try:
        if not path.parent.is_dir():
            raise InputError(f"{path}: the folder {path.parent} is not there; make it first")
        if path.is_dir():
            raise InputError(f"{path}: this is a folder; name a file")
        for file in inputs:
            if path.exists() and file.exists() and path.samefile(file):
                raise InputError(f"{path}: this is the input; name another file to write to")
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be used ({error.strerror})") from error


def make_folder(path: Path) -> None:
    """Make a folder unless it is there."""
    try:
        if path.exists() and not path.is_dir():
            raise InputError(f"{path}: this is a file; name a folder")
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be made ({error.strerror})") from error
