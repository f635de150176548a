"""Options that several commands share."""

import functools
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.model.errors import InputError

if TYPE_CHECKING:
    from arcload.model.result import Result
    from arcload.proofs.bound_file import Bound

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The streets: .geojson, .csv, .osm, .graphml, .gpkg, .shp, .json, .txt, .dat",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Format of the input, whatever its name; see the docs."),
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
Depot = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE",
        help="Where the tour starts and ends: a node, a street, a point or LAT,LON.",
    ),
]
Start = Annotated[
    str | None, typer.Option(metavar="PLACE|free", help="Where it starts; 'free' for anywhere.")
]
End = Annotated[
    str | None, typer.Option(metavar="PLACE|free", help="Where it ends; 'free' for anywhere.")
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

Reading = dict[str, Any]
"""What the user said about how streets are read, for `arcload.read`."""

_READING = {
    "demand_column": Annotated[
        str | None, typer.Option(metavar="NAME", help="Column with the demand, if not 'demand'.")
    ],
    "demand_per_km": Annotated[
        float | None, typer.Option(metavar="Q", help="Demand per km of streets that state none.")
    ],
    "length_column": Annotated[
        str | None, typer.Option(metavar="NAME", help="Column with the length, if not 'length'.")
    ],
    "name_column": Annotated[
        str | None, typer.Option(metavar="NAME", help="Column with the street name, if not 'name'.")
    ],
    "oneway_column": Annotated[
        str | None, typer.Option(metavar="NAME", help="Column that says one-way, if not 'oneway'.")
    ],
    "length_unit": Annotated[
        str | None, typer.Option(metavar="UNIT", help="Unit of the lengths: m, km, mi, ft or yd.")
    ],
    "load_unit": Annotated[
        str | None, typer.Option(metavar="UNIT", help="Unit of demand and curb weight, such as kg.")
    ],
    "snap": Annotated[
        float | None,
        typer.Option(metavar="M", help="Join street ends within M metres of a street (1)."),
    ],
}


_DEGREES = re.compile(r"[+-]?\d+(\.\d*)?", re.ASCII)
_PLACES = ("--depot", "--start", "--end", "--at")


def with_reading(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options on how streets are read, together as its parameter `reading`."""
    own = inspect.signature(command)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _READING.items()
    ]
    kept = [parameter for name, parameter in own.parameters.items() if name != "reading"]

    @functools.wraps(command)
    def wrapped(*arguments: Any, **given: Any) -> None:
        said = {name: given.pop(name, None) for name in _READING}
        reading = {name: value for name, value in said.items() if value is not None}
        command(*arguments, **given, reading=reading)

    hints = {name: kind for name, kind in command.__annotations__.items() if name != "reading"}
    wrapped.__annotations__ = hints | _READING
    setattr(wrapped, "__signature__", own.replace(parameters=[*kept, *added]))  # noqa: B010
    return wrapped


def point(text: str | None, name: str) -> tuple[float, float] | None:
    """Return the latitude and longitude that an option gives as LAT,LON."""
    from arcload.model.files import parse_number

    if text is None:
        return None
    numbers = [parse_number(word.strip()) for word in text.split(",")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise InputError(f"{name} is {text!r}; give LAT,LON such as 47.37,8.54")
    return numbers[0], numbers[1]


def joined_places(words: list[str]) -> list[str]:
    """Return the words of a command with those joined that are one place: ``47.3, 11.4``."""
    joined: list[str] = []
    for word in words:
        option, before = (["", "", *joined])[-2:]
        named, equals, value = before.partition("=")
        option, value = (named, value) if equals else (option, before)
        if (
            option in _PLACES
            and (value.endswith(",") or word.startswith(","))
            and _DEGREES.fullmatch(value.removesuffix(","))
            and _DEGREES.fullmatch(word.removeprefix(","))
        ):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


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
    from arcload.model.instance import FREE

    if curb_weight is not None and curb_ratio is not None:
        raise InputError("--curb-weight and --curb-ratio are two ways to say one thing; give one")
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
    from arcload.engine.context import DEFAULT_MEMORY

    if memory is None:
        return DEFAULT_MEMORY
    if not memory > 0:
        raise InputError(f"--memory is {memory:g}; it must be above 0")
    return memory * 1e9


def require_writable(path: Path, *inputs: Path) -> None:
    """Refuse, before any work, an output that cannot be written or is an input."""
    from arcload.model import files

    files.require_writable(path)
    try:
        for file in inputs:
            if path.exists() and file.exists() and path.samefile(file):
                raise InputError(f"{path}: this is the input; name another file to write to")
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be used ({error.strerror})") from error


def make_folder(path: Path) -> None:
    """Make a folder unless it is there, and refuse one in which nothing can be written."""
    from arcload.model.files import require_writable_folder

    try:
        if path.exists() and not path.is_dir():
            raise InputError(f"{path}: this is a file; name a folder")
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be made ({error.strerror})") from error
    require_writable_folder(path)
