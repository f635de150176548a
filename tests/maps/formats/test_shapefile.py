"""Shapefiles are looked at before geopandas opens them."""

import struct
from pathlib import Path

import pytest

from arcload import InputError
from arcload.maps.formats import shapefile
from arcload.maps.formats.reading import Reading

HEADER = struct.pack(">i", 9994) + bytes(24) + struct.pack("<i", 1000) + bytes(68)


@pytest.mark.parametrize("content", [b"", HEADER[:99], bytes(100), HEADER[:28] + bytes(72)])
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    pytest.importorskip("geopandas")
    (tmp_path / "a.shp").write_bytes(content)
    with pytest.raises(InputError, match=r"a.shp: this cannot be read as a shapefile: its content"):
        shapefile.read(tmp_path / "a.shp", Reading())


def test_a_header_alone_is_handed_on_and_refused_by_geopandas(tmp_path: Path) -> None:
    pytest.importorskip("geopandas")
    (tmp_path / "a.shp").write_bytes(HEADER)
    with pytest.raises(InputError, match=r"a.shp: this cannot be read as a shapefile \("):
        shapefile.read(tmp_path / "a.shp", Reading())
