"""Which format a file has."""

from pathlib import Path

import pytest

import arcload
from arcload import InputError
from tests.examples import FOUR_EDGES
from tests.maps.formats.samples import CARP, CPPLC, CSV, GEOJSON, GRAPHML, JSON, OSM
from tests.packages import install

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


LINES = '''"""JSON after a line that says STREETS."""
from arcload.maps.formats.json_instance import dump as dump_json
from arcload.maps.formats.json_instance import parse as parse_json

EXTENSIONS = (".streets",)
LATIN1 = False


def looks_like(text):
    return text.startswith("STREETS")


def parse(text, path, reading):
    return parse_json(text.partition("\\n")[2], path, reading)


def dump(instance, notes):
    return "STREETS\\n" + dump_json(instance, notes)
'''


def test_a_format_of_a_file_reads_and_writes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LINES)
    file = tmp_path / "town.text"
    arcload.write(FOUR_EDGES, file, tmp_path / "mine.py")
    assert file.read_text().startswith("STREETS\n")
    assert arcload.read(file, str(tmp_path / "mine.py")) == FOUR_EDGES
    (tmp_path / "half.py").write_text("EXTENSIONS = ()\nLATIN1 = False\n")
    with pytest.raises(InputError, match=r"half\.py has no"):
        arcload.read(file, tmp_path / "half.py")


def test_a_package_adds_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    points = "streets = kit_of_streets\nbroken = kit_of_no_streets"
    install(tmp_path, "townkit", "arcload.formats", points, kit_of_streets=LINES)
    file = tmp_path / "town.streets"
    arcload.write(FOUR_EDGES, file)
    assert arcload.read(file) == FOUR_EDGES
    other = file.rename(tmp_path / "town.xyz")
    assert arcload.read(other) == FOUR_EDGES
    other.write_text("nothing that anybody knows")
    with pytest.raises(InputError, match=r"not recognised.*'broken' of townkit 1\.2"):
        arcload.read(other)
    with pytest.raises(InputError, match="kit_of_no_streets"):
        arcload.read(other, "broken")


def test_a_format_that_reads_no_draft_is_refused(tmp_path: Path) -> None:
    code = "EXTENSIONS = ()\nread = lambda path, reading: {}\nwrite = print\n"
    (tmp_path / "mine.py").write_text(code)
    with pytest.raises(InputError, match=r"town\.x: .*Draft"):
        arcload.read(tmp_path / "town.x", tmp_path / "mine.py")
