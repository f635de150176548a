"""Which format a file has."""

from pathlib import Path

import pytest

import arcload
from arcload import InputError
from tests.examples import FOUR_EDGES
from tests.maps.formats.samples import CARP, CPPLC, CSV, GEOJSON, GRAPHML, JSON, OSM

TEXTS = {
    "cpplc": CPPLC,
    "json": JSON,
    "csv": CSV,
    "carp": CARP,
    "geojson": GEOJSON,
    "osm": OSM,
    "graphml": GRAPHML,
}


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize(
    "extension", ["", ".txt", ".json", ".geojson", ".csv", ".tsv", ".dat", ".DAT", ".osm", ".xyz"]
)
def test_the_content_counts_more_than_the_extension(
    format: str,  # noqa: A002
    extension: str,
    tmp_path: Path,
) -> None:
    file = tmp_path / f"town{extension}"
    file.write_text(TEXTS[format])
    assert arcload.read(file) == arcload.read(file, format)
    assert len(arcload.read(file).edges) == 4


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("town.txt", "Number of nodes:"),
        ("town.cpplc", "Number of nodes:"),
        ("town.JSON", "{"),
        ("town.dat", "NOMBRE : four edges"),
    ],
)
def test_the_extension_says_what_is_written(name: str, start: str, tmp_path: Path) -> None:
    arcload.write(FOUR_EDGES, tmp_path / name)
    assert (tmp_path / name).read_text().split("\n")[0] == start


def test_a_named_format_counts_more_than_the_extension(tmp_path: Path) -> None:
    arcload.write(FOUR_EDGES, tmp_path / "town.json", "csv")
    assert (tmp_path / "town.json").read_text().startswith("id,from,to,length,demand\n")
    with pytest.raises(InputError, match=r"town.json, line 1: this is not JSON"):
        arcload.read(tmp_path / "town.json", "json")


def test_unknown_formats_and_extensions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"format 'jsn' is unknown .did you mean 'json'\?"):
        arcload.write(FOUR_EDGES, tmp_path / "town.json", "jsn")
    with pytest.raises(InputError, match=r"format 'JSON' is unknown"):
        arcload.read(tmp_path / "town.json", "JSON")
    with pytest.raises(InputError, match=r"'.xyz' names no format; use one of .txt, .* format$"):
        arcload.write(FOUR_EDGES, tmp_path / "town.xyz")
    assert list(tmp_path.iterdir()) == []
