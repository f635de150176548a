"""GeoPackages are looked at before geopandas opens them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arcload import InputError
from arcload.maps.formats import geopackage
from arcload.maps.formats.reading import Reading


def database(path: Path, *commands: str) -> Path:
    """Return a database that says it is a GeoPackage."""
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA application_id = 0x47504B47")
        for command in commands:
            base.execute(command)
        base.commit()
    return path


@pytest.mark.parametrize(
    "made",
    [
        "CREATE VIRTUAL TABLE streets USING fts5(name)",
        "CREATE VIRTUAL TABLE streets/**/USING/**/fts5(name)",
        "CREATE VIRTUAL TABLE/* using rtree(a) */streets -- using rtree(a)\nUSING fts5(name)",
    ],
)
def test_a_table_that_is_computed_is_refused(made: str, tmp_path: Path) -> None:
    pytest.importorskip("geopandas")
    file = database(tmp_path / "a.gpkg", made)
    with pytest.raises(InputError, match=r"a.gpkg: the table 'streets' is computed"):
        geopackage.read(file, Reading())


@pytest.mark.parametrize("name", ['"rtree_a b"', "rtree_a", "[rtree a]", "`rtree a`"])
def test_an_index_is_not_computed(name: str, tmp_path: Path) -> None:
    pytest.importorskip("geopandas")
    made = f'CREATE VIRTUAL TABLE {name} USING rtree(id, "minx", maxx)'
    file = database(tmp_path / "a.gpkg", made)
    with pytest.raises(InputError) as caught:
        geopackage.read(file, Reading())
    assert "is computed" not in caught.value.message


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + bytes(84), b"<osm/>" * 30])
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    pytest.importorskip("geopandas")
    (tmp_path / "a.gpkg").write_bytes(content)
    with pytest.raises(InputError, match=r"a.gpkg: this cannot be read as a GeoPackage"):
        geopackage.read(tmp_path / "a.gpkg", Reading())
