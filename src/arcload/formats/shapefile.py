"""Shapefiles (``.shp`` and the files beside it), through geopandas: every line is a street."""

from pathlib import Path

from arcload.formats.draft import Draft
from arcload.formats.reading import Reading
from arcload.formats.tables import read_table, write_table
from arcload.instance import Instance

EXTENSIONS = (".shp",)


def read(path: Path, reading: Reading) -> Draft:
    """Return what a file in this format holds."""
    return read_table(path, reading, "shapefile")


def write(instance: Instance, path: Path) -> None:
    """Write an instance in this format."""
    write_table(instance, path, "ESRI Shapefile", "shapefile")
