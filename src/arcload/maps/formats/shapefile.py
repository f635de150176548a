"""Shapefiles (``.shp`` and the files beside it), through geopandas: every line is a street."""

import struct
from pathlib import Path

from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading
from arcload.maps.formats.tables import read_table, write_table
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.notes import Note

EXTENSIONS = (".shp",)

_HEADER = 100  # bytes
_CODE, _VERSION = struct.pack(">i", 9994), struct.pack("<i", 1000)  # at bytes 0 and 28


def read(path: Path, reading: Reading) -> Draft:
    """Return what a file in this format holds."""
    return read_table(path, reading, "shapefile", _require)


def _require(path: Path) -> None:
    """Refuse what is no shapefile."""
    try:
        with path.open("rb") as file:
            start = file.read(_HEADER)
    except OSError as error:
        raise InputError(f"{path}: this cannot be read as a shapefile ({error})") from None
    if len(start) < _HEADER or (start[:4], start[28:32]) != (_CODE, _VERSION):
        raise InputError(f"{path}: this cannot be read as a shapefile: its content is none")


def write(instance: Instance, path: Path, notes: list[Note]) -> None:
    """Write an instance in this format."""
    write_table(instance, path, notes, "ESRI Shapefile", "shapefile")
