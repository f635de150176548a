"""Read and write instances, the format chosen by content or by extension."""

from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from arcload.errors import InputError, did_you_mean
from arcload.files import read_text, write_text
from arcload.formats import carp, cpplc, csv_edges, json_instance
from arcload.formats.draft import Draft
from arcload.instance import Instance

FORMATS: dict[str, ModuleType] = {
    "cpplc": cpplc,
    "json": json_instance,
    "csv": csv_edges,
    "carp": carp,
}
"""Each has EXTENSIONS, LATIN1, looks_like(text), parse(text, path) and dump(instance)."""


def read(path: str | PathLike[str], format: str | None = None, **changes: Any) -> Instance:  # noqa: A002
    """Read an instance from a file.

    Parameters
    ----------
    path
        The file.
    format
        ``"cpplc"``, ``"json"``, ``"csv"`` or ``"carp"``; by default found from the content,
        or else from the extension.
    changes
        What to take in place of what the file says: depot, start, end, curb_weight,
        curb_ratio (a multiple of the total demand), mode, keep; see `Draft.instance`.
    """
    return read_draft(path, format).instance(**changes)


def read_draft(path: str | PathLike[str], format: str | None = None) -> Draft:  # noqa: A002
    """Read a file without yet making an instance of it."""
    file = Path(path)
    chosen = None if format is None else _by_name(format)
    latin1 = _by_extension(file) is carp if chosen is None else chosen.LATIN1
    text = read_text(file, latin1=latin1)
    if chosen is None:
        chosen = _by_content(text) or _by_extension(file)
    if chosen is None:
        raise InputError(
            f"{file}, line 1: the format is not recognised; name it with --format "
            f"({', '.join(FORMATS)})"
        )
    draft: Draft = chosen.parse(text, file)
    return draft


def write(
    instance: Instance,
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
) -> None:
    """Write an instance to a file, at once or not at all.

    A format that cannot hold the problem is refused; one that only loses names or labels
    warns with an `ArcloadWarning`.

    Parameters
    ----------
    instance
        What to write.
    path
        The file.
    format
        As in `read`; by default from the extension.
    """
    write_text(path, dumps(instance, path, format))


def dumps(instance: Instance, path: str | PathLike[str], format: str | None = None) -> str:  # noqa: A002
    """Return the text that `write` would write to `path`."""
    chosen = format_of(path, format)
    try:
        text: str = chosen.dump(instance)
    except InputError as error:
        raise InputError(f"{Path(path)}: {error}") from None
    return text


def format_of(path: str | PathLike[str], format: str | None, option: str = "format") -> ModuleType:  # noqa: A002
    """Return the module that writes `path`; `option` is what a user names a format by."""
    if format is not None:
        return _by_name(format)
    file = Path(path)
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


def _by_name(name: str) -> ModuleType:
    if name not in FORMATS:
        raise InputError(
            f"format {name!r} is unknown{did_you_mean(name, FORMATS)}; use {', '.join(FORMATS)}"
        )
    return FORMATS[name]


def _by_content(text: str) -> ModuleType | None:
    return next((module for module in FORMATS.values() if module.looks_like(text)), None)


def _by_extension(file: Path) -> ModuleType | None:
    suffix = file.suffix.lower()
    return next((module for module in FORMATS.values() if suffix in module.EXTENSIONS), None)
