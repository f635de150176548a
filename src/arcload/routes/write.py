"""Write a route in the format that a file's name asks for."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from arcload.model.arguments import require, shown
from arcload.model.errors import InputError, NotWrittenError
from arcload.model.files import encode, write_bytes
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.plan import Plan
from arcload.model.plugins import Plugins
from arcload.model.result import Result
from arcload.model.sources import Target, is_path, name_of
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.today.todays_route import TodaysRoute
from arcload.views.printing.paper import require_paper

FORMATS = Plugins(
    "route format",
    "arcload.routes",
    {
        "json": "arcload.routes.json_result",
        "gpx": "arcload.routes.gpx",
        "geojson": "arcload.routes.geojson",
        "csv": "arcload.routes.driver_list",
        "html": "arcload.routes.page",
        "png": "arcload.routes.png",
        "svg": "arcload.routes.svg",
        "pdf": "arcload.routes.pdf",
    },
    needs=(("require", "dump"),),
)
"""Each is a `RouteFormat`, named as the extension of its files without the dot."""


class RouteFormat(Protocol):
    """What the module of a route format has."""

    def require(self, instance: Instance) -> None:
        """Refuse, before any search, an instance whose tours it cannot hold."""

    def dump(self, driven: DrivenPlan) -> str | bytes:
        """Return the content of the file.

        Where the module states ``PER_VEHICLE = True`` it is asked once per route.
        """


def write_route(
    plan: Plan | Result,
    *paths: Target,
    format: str | None = None,  # noqa: A002
    baseline: Plan | Result | TodaysRoute | None = None,
    paper: str = "a4",
    decimal_comma: bool = False,
) -> tuple[Note, ...]:
    """Write a plan to files, each in the format of its extension, at once or not at all.

    Return what the user should know of the files. Where several vehicles drive, ``plan.gpx``,
    ``plan.csv`` and ``plan.pdf`` become a file per vehicle: ``plan-1.gpx``, ``plan-2.gpx`` and so
    on.

    Parameters
    ----------
    plan
        What `solve` returned, or any plan.
    paths
        Files to write: ``.gpx`` for a device, ``.csv`` for the driver, ``.pdf`` for the printed
        map, ``.geojson`` for a map program, ``.html`` to watch it driven, ``.png`` and ``.svg`` for
        pictures, ``.json`` for arcload and other programs. An open file is written to at once, as
        long as the plan needs no file per vehicle.
    format
        The format of open files, such as ``"gpx"``; by default that of their names.
    baseline
        A plan that a page shows beside it, such as `arcload.compare` finds; or the route that is
        driven today, see `arcload.read_today`.
    paper
        The paper of the printed map: ``"a4"``, ``"a3"`` or ``"letter"``.
    decimal_comma
        Whether the driver's list has a comma in its numbers and semicolons between its columns, as
        spreadsheets of many countries expect it.

    Raises
    ------
    InputError
        If a file is of no known format or cannot hold the plan; then none is written.
    NotWrittenError
        If a file cannot be written; the others are.
    """
    require(plan, "plan", Plan, Result)
    if baseline is not None:
        require(baseline, "baseline", Plan, Result, TodaysRoute)
    require_paper(paper)
    files = [_file_of(path, format) for path in paths]
    if format is not None and all(is_path(path) for path in paths):
        raise InputError(
            f"format is {shown(format)}, and no open file is given; a name has its own"
        )
    driven = DrivenPlan(plan, baseline, paper=paper, decimal_comma=decimal_comma)
    require_formats(files, driven.instance)
    contents: dict[Path, tuple[Target, bytes]] = {}
    streams: list[tuple[Target, bytes]] = []
    for path, file in zip(paths, files, strict=True):
        parts = route_files(file, driven.plan)
        if not is_path(path):
            if parts != [file]:
                raise InputError(
                    f"{file}: {len(parts)} vehicles have a {file.suffix} file each; give a path"
                )
            streams.append((path, _content(driven, file)))
            continue
        for number, part in enumerate(parts, start=1):
            of_part = driven if part == file else driven.of_route(number)
            contents[part] = (part, _content(of_part, part))
        driven.notes.extend(_leftovers(file, driven.plan))
    failed: list[NotWrittenError] = []
    for target, content in [*contents.values(), *streams]:
        try:
            write_bytes(target, content)
        except NotWrittenError as error:
            failed.append(error)
    if failed:
        sentences = "; ".join(str(error) for error in failed)
        raise NotWrittenError(sentences, *(file for error in failed for file in error.files))
    return tuple(driven.notes)


def _file_of(target: Target, format: str | None) -> Path:  # noqa: A002
    """Return the name by which the format of a file is found."""
    file = name_of(target)
    if is_path(target):
        return file
    if format is not None:
        if not isinstance(format, str):
            raise InputError(f"format is {shown(format)}; it must be text such as 'gpx'")
        return Path(f"{file.stem}.{format.removeprefix('.')}")
    if not file.suffix:
        raise InputError(
            f"{file}: an open file without a name has no format", advice="name it with {format}"
        )
    return file


def route_files(path: Path, plan: Plan) -> list[Path]:
    """Return the files that a plan is written to under one name: one, or one per vehicle."""
    if len(plan.driven) < 2 or not _is_per_vehicle(path):
        return [path]
    return [_numbered(path, number) for number in range(1, len(plan.driven) + 1)]


def may_become(path: Path, other: Path) -> bool:
    """Return whether a plan that is written to `path` may be written to `other` in part."""
    beside = path.resolve().parent == other.resolve().parent and path.suffix == other.suffix
    stem, _, number = other.stem.rpartition("-")
    return beside and stem == path.stem and number.isdecimal() and _is_per_vehicle(path)


def require_formats(paths: Sequence[Path], instance: Instance | None = None) -> None:
    """Refuse, before any work, files that are of no known format or cannot hold the instance."""
    for path in paths:
        chosen = _format_of(path)
        if instance is not None:
            chosen.require(instance)


def _leftovers(path: Path, plan: Plan) -> list[Note]:
    """Return a note where a file of an earlier plan stays beside those of this one."""
    written = route_files(path, plan)
    following = _numbered(path, 1 if written == [path] else len(written) + 1)
    beside = [path] if written != [path] else []
    return [
        Note(f"{file} is there already and not part of this plan")
        for file in [*beside, following]
        if plan.instance.is_fleet and _is_per_vehicle(path) and file.exists()
    ]


def _is_per_vehicle(path: Path) -> bool:
    return _is_known(path) and bool(getattr(_format_of(path), "PER_VEHICLE", False))


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _content(driven: DrivenPlan, path: Path) -> bytes:
    content = _format_of(path).dump(driven)
    return encode(path, content) if isinstance(content, str) else content


def _is_known(path: Path) -> bool:
    name = path.suffix.lower()[1:]
    return name in FORMATS.built_in or name in FORMATS.installed_names()


def _format_of(path: Path) -> RouteFormat:
    name = path.suffix.lower()[1:]
    if not _is_known(path):
        *most, last = (f".{name}" for name in FORMATS.built_in)
        given = f"{path.suffix!r} is no format of a route" if name else "it has no extension"
        raise InputError(f"{path}: {given}; use {', '.join(most)} or {last}")
    return cast("RouteFormat", FORMATS.load(name).part)
