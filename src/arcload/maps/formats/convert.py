"""Read and write instances, the format chosen by content or by extension."""

import os
import re
import shlex
from os import PathLike
from pathlib import Path
from typing import Any

from arcload.maps.formats.draft import Draft
from arcload.maps.formats.read_options import OPTIONS
from arcload.maps.formats.reading import Reading
from arcload.model.arguments import require, shown
from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import read_text, write_text
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.plugins import Choice, Plugins
from arcload.model.sources import Source, Target, is_path, name_of, without_lines

_TEXT = ("EXTENSIONS", "LATIN1", "looks_like", "parse", "dump")
_TABLE = ("EXTENSIONS", "read", "write")

FORMATS = Plugins(
    "format",
    "arcload.formats",
    {
        "cpplc": "arcload.maps.formats.cpplc",
        "json": "arcload.maps.formats.json_instance",
        "geojson": "arcload.maps.formats.geojson",
        "csv": "arcload.maps.formats.csv_edges",
        "osm": "arcload.maps.formats.osm",
        "graphml": "arcload.maps.formats.graphml",
        "mixed": "arcload.maps.formats.mixed",
        "carp": "arcload.maps.formats.carp",
        "gpkg": "arcload.maps.formats.geopackage",
        "shp": "arcload.maps.formats.shapefile",
    },
    needs=(_TEXT, _TABLE),
)
"""A text is read by the first format whose `looks_like` says so, in this order.

A format of text has EXTENSIONS, LATIN1, looks_like(text), parse(text, path, reading) and
dump(instance, notes); any other has EXTENSIONS, read(path, reading) and
write(instance, path, notes).
"""


def read(path: Source, format: Choice | None = None, **changes: Any) -> Instance:  # noqa: A002
    """Read an instance from a file.

    Parameters
    ----------
    path
        The file; or a town file (``.toml``), which names the file and any of the options below.
        A format of text can also be given as an open file, as bytes, or, of JSON and GeoJSON, as
        the dictionary that it is.
    format
        Name of a format, such as ``"geojson"``, or the path of a ``.py`` file that is one; by
        default found from the content, or else from the extension.
    changes
        How streets are read: demand_column, length_column, name_column, oneway_column,
        demand_rule, demand_per_km, snap, length_unit, load_unit; see `Reading`. And what to take
        in place of what the file says: depot, start, end, curb_weight, curb_ratio (a multiple of
        the total demand), load_factor, mode, keep, serve_speed, drive_speed, leave, fuel_empty,
        fuel_per_tonne, fuel_price; and of a fleet capacity, count, fixed_cost, max_hours,
        max_length, max_trips, vehicles, facilities, refill_at_depot, objective, allow_unserved,
        cut_streets; and turn_rules; see `Draft.instance`.
    """
    reading = reading_in(changes, "read")
    with without_lines(path):
        return read_draft(path, format, **reading).instance(**changes)


def reading_in(changes: dict[str, Any], function: str) -> dict[str, Any]:
    """Take out of options those that say how streets are read; refuse unknown ones.

    Parameters
    ----------
    changes
        Options of `read`, by name.
    function
        What the user called, for the message.
    """
    for name in changes:
        if name not in OPTIONS:
            options = ", ".join(OPTIONS)
            raise InputError(
                f"{function} has no {name!r}{did_you_mean(name, OPTIONS)}; use {options}"
            )
    return {name: changes.pop(name) for name in Reading.names() if name in changes}


def read_draft(
    path: Source,
    format: Choice | None = None,  # noqa: A002
    **reading: Any,
) -> Draft:
    """Read a file without yet making an instance of it."""
    file = name_of(path)
    if file.suffix.lower() == ".toml":
        if not is_path(path):
            raise InputError(f"{file}: a town file names other files; give its path")
        return _read_town(file, format, reading)
    how = Reading(**reading)
    by_extension = _by_extension(file)
    guess = by_extension if format is None else _by_name(format)
    if guess is not None and not _is_text(guess):
        if not is_path(path):
            raise InputError(f"{file}: this format is no text; save it and give its path")
        return _drafted(guess.read(file, how), file).labelled(how)
    if is_path(path):
        _refuse_place(file)
    latin1 = guess is not None and guess.LATIN1
    text = read_text(path, notes=how.notes if latin1 else None)
    chosen = guess if format is not None else _by_content(text, by_extension)
    if chosen is None:
        broken = "".join(f"; {plugin.problem}" for plugin in FORMATS.installed() if plugin.problem)
        raise InputError(
            f"{file}, line 1: the format is not recognised{broken}",
            advice=f"name it with {{format}} ({', '.join(FORMATS.built_in)})",
        )
    return _drafted(chosen.parse(text, file, how), file).labelled(how)


def write(
    instance: Instance,
    path: Target,
    format: Choice | None = None,  # noqa: A002
) -> tuple[Note, ...]:
    """Write an instance to a file, at once or not at all; return what the file does not hold.

    A format that cannot hold the problem is refused. One that only loses names or labels is
    written, and the notes say what is lost.

    Parameters
    ----------
    instance
        What to write.
    path
        The file; a format of text can be written to an open file, too.
    format
        As in `read`; by default from the extension, which an open file may lack.
    """
    require(instance, "instance", Instance)
    chosen = format_of(path, format)
    notes: list[Note] = []
    if not _is_text(chosen):
        if not is_path(path):
            raise InputError(f"{name_of(path)}: this format is no text; give the path of a file")
        chosen.write(instance, name_of(path), notes)
        return tuple(notes)
    text, lost = dumps(instance, path, format)
    write_text(path, text)
    return lost


def dumps(
    instance: Instance,
    path: Target,
    format: Choice | None = None,  # noqa: A002
) -> tuple[str, tuple[Note, ...]]:
    """Return the text that `write` would write to `path`, and what it does not hold."""
    chosen = format_of(path, format)
    if not _is_text(chosen):
        raise InputError(f"{name_of(path)}: this format is no text; name a file to write it to")
    notes: list[Note] = []
    try:
        text: str = chosen.dump(instance, notes)
    except InputError as error:
        raise error.found_in(name_of(path)) from None
    return text, tuple(notes)


def format_of(
    path: Target,
    format: Choice | None,  # noqa: A002
    parameter: str = "format",
) -> Any:
    """Return the module that writes `path`; `parameter` is what a user names a format by."""
    if format is not None:
        return _by_name(format)
    file = name_of(path)
    chosen = _by_extension(file)
    if chosen is None:
        raise InputError(
            f"{file}: the extension {file.suffix!r} names no format; use one of "
            f"{', '.join(extensions())}",
            advice=f"or name the format with {{{parameter}}}",
        )
    return chosen


def _read_town(file: Path, format: Choice | None, reading: dict[str, Any]) -> Draft:  # noqa: A002
    """Read the streets of a town file as it says; what is given here comes first."""
    from arcload.maps.formats.town_draft import TownDraft
    from arcload.maps.formats.town_file import TownFile

    town = TownFile(file)
    given = {name: value for name, value in reading.items() if value is not None}
    try:
        streets = read_draft(town.streets, format or town.format, **town.reading | given)
    except InputError as error:
        raise town.located(error, given) from None
    return TownDraft.of(town, streets)


def _refuse_place(file: Path) -> None:
    """Refuse what is no file and reads like the name of a place, which is fetched first."""
    name = str(file)
    if len(file.parts) == 1 and not re.search(r"\.\w{2,8}$", name) and not os.path.lexists(file):
        raise InputError(
            f"{name}: no such file or directory; name a file, or if this is a place fetch its "
            f"streets first: arcload fetch {shlex.quote(name)} streets.graphml"
        )


def extensions() -> list[str]:
    """Return the extensions of all formats that arcload has itself."""
    return [extension for module in _built_in() for extension in module.EXTENSIONS]


def _by_name(name: Choice) -> Any:
    if not isinstance(name, str | PathLike):
        raise InputError(f"format {shown(name)} is no name of a format and no .py file")
    return FORMATS.load(name).part


def _by_content(text: str, by_extension: Any) -> Any:
    """Return the format that a text is in; if it may be in several, its extension decides.

    The other formats are imported only where the extension does not fit the text.
    """
    if by_extension is not None and by_extension.looks_like(text):
        return by_extension
    for modules in (_built_in, _installed):
        for module in modules():
            if _is_text(module) and module.looks_like(text):
                return module
    return by_extension


def _by_extension(file: Path) -> Any:
    suffix = file.suffix.lower()
    if not suffix:
        return None
    if suffix[1:] in FORMATS.built_in:  # it is mostly named so, and the others need no import
        module = FORMATS.load(suffix[1:]).part
        if suffix in module.EXTENSIONS:
            return module
    for modules in (_built_in, _installed):
        for module in modules():
            if suffix in module.EXTENSIONS:
                return module
    return None


def _built_in() -> list[Any]:
    return [FORMATS.load(name).part for name in FORMATS.built_in]


def _installed() -> list[Any]:
    return [plugin.part for plugin in FORMATS.installed() if not plugin.problem]


def _is_text(module: Any) -> bool:
    return hasattr(module, "parse")


def _drafted(draft: Any, file: Path) -> Draft:
    if not isinstance(draft, Draft):
        raise InputError(
            f"{file}: the format read {shown(draft)}; its parse or read must return a Draft"
        )
    return draft
