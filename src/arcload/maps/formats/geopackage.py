"""GeoPackage (``.gpkg``), through geopandas: every line of its first layer is a street."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading
from arcload.maps.formats.tables import read_table, write_table
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.notes import Note

EXTENSIONS = (".gpkg",)

_DATABASE = b"SQLite format 3\0"
_KINDS = (b"GPKG", b"GP10", b"GP11")  # at byte 68 of the database
_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*", re.S)
_VIRTUAL = re.compile(r"\s*create\s+virtual\b", re.I)
_NAME = r"""(?:"(?:[^"]|"")*"|'[^']*'|`[^`]*`|\[[^]]*\]|\w+)"""
_INDEX = re.compile(rf"\s*create\s+virtual\s+table\s+{_NAME}\s+using\s+rtree\s*\([^()]*\)\s*", re.I)


def read(path: Path, reading: Reading) -> Draft:
    """Return what a file in this format holds."""
    return read_table(path, reading, "GeoPackage", _require)


def _require(path: Path) -> None:
    """Refuse what is no GeoPackage, or has tables that are read from somewhere else."""
    try:
        with path.open("rb") as file:
            start = file.read(100)
        if not start.startswith(_DATABASE) or start[68:72] not in _KINDS:
            raise InputError(f"{path}: this cannot be read as a GeoPackage: its content is none")
        tables = _schema(path)
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"{path}: this cannot be read as a GeoPackage ({error})") from None
    for name, sql in tables:
        if _VIRTUAL.match(_COMMENT.sub(" ", sql)) and not _INDEX.fullmatch(sql):
            raise InputError(
                f"{path}: the table {name!r} is computed, maybe from other files; save it as a "
                "plain one"
            )


def _schema(path: Path) -> list[tuple[str, str]]:
    """Return the names of all tables, and the words that made them."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    wanted = "SELECT name, sql FROM sqlite_master WHERE sql NOTNULL"
    try:
        with closing(sqlite3.connect(address, uri=True)) as base:
            return base.execute(wanted).fetchall()
    except sqlite3.OperationalError:  # such as a database in use, on a disk that is read-only
        with closing(sqlite3.connect(f"{address}&immutable=1", uri=True)) as base:
            return base.execute(wanted).fetchall()


def write(instance: Instance, path: Path, notes: list[Note]) -> None:
    """Write an instance in this format."""
    write_table(instance, path, notes, "GPKG", "GeoPackage")
