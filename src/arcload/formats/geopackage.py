"""GeoPackage (``.gpkg``), through geopandas: every line of its first layer is a street."""

from pathlib import Path

from arcload.formats.draft import Draft
from arcload.formats.reading import Reading
from arcload.formats.tables import read_table, write_table
from arcload.instance import Instance

EXTENSIONS = (".gpkg",)


def read(path: Path, reading: Reading) -> Draft:
    """Return what a file in this format holds."""
    return read_table(path, reading, "GeoPackage")


def write(instance: Instance, path: Path) -> None:
    """Write an instance in this format."""
    write_table(instance, path, "GPKG", "GeoPackage")
