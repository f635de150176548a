"""Read and write instances, the format chosen by content or by extension."""

import os
import re
import shlex
from inspect import signature
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from arcload.maps.formats import (
    carp,
    cpplc,
    csv_edges,
    geojson,
    geopackage,
    graphml,
    json_instance,
    osm,
    shapefile,
)
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading
from arcload.model.arguments import path_of, require, shown
from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import read_text, write_text
from arcload.model.instance import Instance
from arcload.model.notes import Note

TEXTS: dict[str, ModuleType] = {
    "cpplc": cpplc,
    "json": json_instance,
    "geojson": geojson,
    "csv": csv_edges,
    "osm": osm,
    "graphml": graphml,
    "carp": carp,
}
"""Each has EXTENSIONS, LATIN1, looks_like(text), parse(text, path, reading) and
dump(instance, notes)."""

TABLES: dict[str, ModuleType] = {"gpkg": geopackage, "shp": shapefile}
"""Each has EXTENSIONS, read(path, reading) and write(instance, path, notes)."""

FORMATS = TEXTS | TABLES

_CHANGES = (*Reading.names(), *list(signature(Draft.instance).parameters)[1:])


def read(path: str | PathLike[str], format: str | None = None, **changes: Any) -> Instance:  # noqa: A002
    """Read an instance from a file.

    Parameters
    ----------
    path
        The file.
    format
        One of `FORMATS`, such as ``"geojson"``; by default found from the content, or else
        from the extension.
    changes
        How streets are read: demand_column, length_column, name_column, oneway_column,
        demand_per_km, snap, length_unit, load_unit; see `Reading`. And what to take in place of
        what the file says: depot, start, end, curb_weight, curb_ratio (a multiple of the total
        demand), mode, keep; see `Draft.instance`.
    """
    for name in changes:
        if name not in _CHANGES:
            known = ", ".join(_CHANGES)
            raise InputError(f"read has no {name!r}{did_you_mean(name, _CHANGES)}; use {known}")
    reading = {name: changes.pop(name) for name in Reading.names() if name in changes}
    return read_draft(path, format, **reading).instance(**changes)


def read_draft(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
    **reading: Any,
) -> Draft:
    """Read a file without yet making an instance of it."""
    file = path_of(path)
    how = Reading(**reading)
    chosen = None if format is None else _by_name(format)
    by_extension = _by_extension(file)
    table = by_extension if chosen is None else chosen
    if table is not None and table in TABLES.values():
        return _drafted(table.read(file, how)).labelled(how)
    _refuse_place(file)
    guess = by_extension if chosen is None else chosen
    latin1 = guess is not None and guess.LATIN1
    text = read_text(file, notes=how.notes if latin1 else None)
    if chosen is None:
        chosen = _by_content(text, by_extension) or by_extension
    if chosen is None:
        raise InputError(
            f"{file}, line 1: the format is not recognised; name it with --format "
            f"({', '.join(FORMATS)})"
        )
    return _drafted(chosen.parse(text, file, how)).labelled(how)


def write(
    instance: Instance,
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
) -> tuple[Note, ...]:
    """Write an instance to a file, at once or not at all; return what the file does not hold.

    A format that cannot hold the problem is refused. One that only loses names or labels is
    written, and the notes say what is lost.

    Parameters
    ----------
    instance
        What to write.
    path
        The file.
    format
        As in `read`; by default from the extension.
    """
    require(instance, "instance", Instance)
    chosen = format_of(path, format)
    notes: list[Note] = []
    if chosen in TABLES.values():
        chosen.write(instance, Path(path), notes)
        return tuple(notes)
    text, lost = dumps(instance, path, format)
    write_text(path, text)
    return lost


def dumps(
    instance: Instance,
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
) -> tuple[str, tuple[Note, ...]]:
    """Return the text that `write` would write to `path`, and what it does not hold."""
    chosen = format_of(path, format)
    if chosen in TABLES.values():
        raise InputError(f"{Path(path)}: this format is no text; name a file to write it to")
    notes: list[Note] = []
    try:
        text: str = chosen.dump(instance, notes)
    except InputError as error:
        raise InputError(f"{Path(path)}: {error}") from None
    return text, tuple(notes)


def format_of(path: str | PathLike[str], format: str | None, option: str = "format") -> ModuleType:  # noqa: A002
    """Return the module that writes `path`; `option` is what a user names a format by."""
    if format is not None:
        return _by_name(format)
    file = path_of(path)
    chosen = _by_extension(file)
    if chosen is None:
        known = ", ".join(
            extension for module in FORMATS.values() for extension in module.EXTENSIONS
        )
        raise InputError(
            f"{file}: the extension {file.suffix!r} names no format; "
            f"use one of {known}, or name the format with {option}"
        )
    return chosen


def _refuse_place(file: Path) -> None:
    """Refuse what is no file and reads like the name of a place, which is fetched first."""
    name = str(file)
    if len(file.parts) == 1 and not re.search(r"\.\w{2,8}$", name) and not os.path.lexists(file):
        raise InputError(
            f"{name}: no such file or directory; name a file, or if this is a place fetch its "
            f"streets first: arcload fetch {shlex.quote(name)} streets.graphml"
        )


def _by_name(name: str) -> ModuleType:
    if not isinstance(name, str) or name not in FORMATS:
        raise InputError(
            f"format {shown(name)} is unknown{did_you_mean(str(name), FORMATS)}; "
            f"use {', '.join(FORMATS)}"
        )
    return FORMATS[name]


def _by_content(text: str, by_extension: ModuleType | None) -> ModuleType | None:
    """Return the format that a text is in; if it may be in several, its extension decides."""
    alike = [module for module in TEXTS.values() if module.looks_like(text)]
    return by_extension if by_extension in alike else next(iter(alike), None)


def _by_extension(file: Path) -> ModuleType | None:
    suffix = file.suffix.lower()
    return next((module for module in FORMATS.values() if suffix in module.EXTENSIONS), None)


def _drafted(draft: Any) -> Draft:
    assert isinstance(draft, Draft)
    return draft
