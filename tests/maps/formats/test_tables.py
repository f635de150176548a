"""GeoPackages and shapefiles, through geopandas."""

import math
import shutil
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import geopandas
import pytest
import shapely

import arcload
from arcload import InputError, Instance
from tests.notes import noted

LINES = [
    shapely.LineString([(8.54, 47.37), (8.541, 47.37)]),
    shapely.MultiLineString([[(8.541, 47.37), (8.541, 47.371)]]),
    shapely.LineString([(8.541, 47.371), (8.5405, 47.3711), (8.54, 47.37)]),
]


def saved(folder: Path, kind: str = "gpkg", crs: Any = 4326, **columns: Any) -> Path:
    values = {"salt": [7.0, None, 3.0], "name": ["High Street", None, "Mühle"]} | columns
    frame = geopandas.GeoDataFrame(values, geometry=LINES, crs=4326)
    if crs != 4326:
        frame = frame.to_crs(crs) if crs else frame.set_crs(None, allow_override=True)
    frame.to_file(folder / f"town.{kind}")
    return folder / f"town.{kind}"


def read(path: Path, **changes: Any) -> Instance:
    said: dict[str, Any] = {"depot": 1, "curb_weight": 0, "demand_column": "salt"} | changes
    return arcload.read(path, **said)


@pytest.mark.parametrize("kind", ["gpkg", "shp"])
@pytest.mark.parametrize("crs", [4326, 2056, 3857])
def test_streets_are_read_from_any_coordinate_system(kind: str, crs: int, tmp_path: Path) -> None:
    instance = read(saved(tmp_path, kind, crs))
    assert instance.ends.tolist() == [[0, 1], [1, 2], [2, 0]]
    assert instance.demands.tolist() == [7, 0, 3]
    assert instance.names == ("High Street", "", "Mühle")
    assert instance.geographic
    assert instance.lengths[:, 0] == pytest.approx([75.5, 111.2, 167.36], abs=0.1)


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["yes", "no", "-1"], [1, 0, -1]), ([1, 0, -1], [1, 0, -1]), ([True, False, None], [1, 0, 0])],
)
def test_one_way_words(words: list[Any], expected: list[int], tmp_path: Path) -> None:
    extra = {"demand_per_km": 1.0, "keep": "all"}
    file = saved(tmp_path, oneway=words, salt=[0.0, 0.0, 0.0])
    lengths = read(file, **extra).lengths
    found = [int(math.isinf(back)) - int(math.isinf(there)) for there, back in lengths.tolist()]
    assert found == expected


@pytest.mark.filterwarnings("ignore:'crs' was not provided:UserWarning")
def test_a_table_without_a_coordinate_system_is_taken_for_what_it_looks_like(
    tmp_path: Path,
) -> None:
    words = "no coordinate system is named; the coordinates are taken as longitude and latitude"
    instance = read(saved(tmp_path, crs=None), demand_per_km=1)
    assert noted(instance.notes, words)
    assert instance.geographic


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"salt": ["7", "0", "much"]}, "town.gpkg, row 3: salt is 'much'; it must be a finite"),
        ({"salt": [7.0, -1.0, 3.0]}, "town.gpkg, row 2: salt is -1.0; it must be 0 or more"),
        ({"oneway": ["no", "B", "F"]}, "town.gpkg, row 2: oneway is 'B'; use yes, no or -1"),
    ],
)
def test_a_wrong_value_is_named_with_its_row(
    columns: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words):
        read(saved(tmp_path, **columns))


def test_a_column_that_is_not_there_is_refused(tmp_path: Path) -> None:
    words = r"there is no column 'slat' for the demand \(did you mean 'salt'\?\); it has salt, name"
    with pytest.raises(InputError, match=words):
        read(saved(tmp_path), demand_column="slat")


def test_rows_without_a_line_are_left_out_and_counted(tmp_path: Path) -> None:
    lines = [*LINES[:2], shapely.Point(8, 47)]
    frame = geopandas.GeoDataFrame({"salt": [1, 2, 3]}, geometry=lines, crs=4326)
    frame.to_file(tmp_path / "town.gpkg")
    instance = read(tmp_path / "town.gpkg")
    assert noted(instance.notes, "left out 1 row without a line")
    assert len(instance.edges) == 2


@pytest.mark.parametrize("name", ["town.gpkg", "town.shp"])
@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_table_is_refused_in_one_sentence(
    name: str, content: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=rf"{name}: this cannot be read as a ") as caught:
        read(tmp_path / name)
    assert "\n" not in str(caught.value)


class Server:
    """A server in the network of this machine that counts what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append(self.path)
                self.send_error(404)

            do_HEAD = do_GET  # noqa: N815

            def log_message(self, *words: object) -> None:
                """Print nothing."""

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/streets.geojson"


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.http.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.http.shutdown()
    thread.join()
    server.http.server_close()


@pytest.mark.parametrize("name", ["town.gpkg", "town.shp"])
@pytest.mark.parametrize("remote", [True, False])
def test_a_list_of_other_files_and_addresses_is_not_followed(
    name: str, remote: bool, server: Server, tmp_path: Path
) -> None:
    saved(tmp_path, "geojson")
    source = f"/vsicurl/{server.address}" if remote else str(tmp_path / "town.geojson")
    (tmp_path / name).write_text(
        f"<OGRVRTDataSource><OGRVRTLayer name='town'><SrcDataSource>{source}</SrcDataSource>"
        "</OGRVRTLayer></OGRVRTDataSource>"
    )
    with pytest.raises(InputError, match=rf"{name}: this cannot be read as a "):
        read(tmp_path / name)
    assert server.asked == []


def test_a_table_that_is_computed_from_elsewhere_is_refused(tmp_path: Path) -> None:
    file = saved(tmp_path)
    with closing(sqlite3.connect(file)) as base:
        base.execute("CREATE VIRTUAL TABLE streets USING fts5(name)")
        base.commit()
    with pytest.raises(InputError, match=r"town.gpkg: the table 'streets' is computed"):
        read(file)


@pytest.mark.parametrize("name", ["a!town.gpkg", "town.gpkg;b.gpkg", "a.zip!town.gpkg"])
def test_a_name_that_geopandas_takes_for_another_file_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(saved(tmp_path), name)
    with pytest.raises(InputError, match=r"means another file; rename it"):
        read(Path(name))


def test_a_name_that_is_a_prefix_of_a_driver_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    saved(tmp_path).rename("GPKG:town.gpkg")
    assert len(read(Path("GPKG:town.gpkg"), demand_per_km=1).edges) == 3


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"town.gpkg: no such file"):
        read(tmp_path / "town.gpkg")


def test_without_geopandas_the_user_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "geopandas", None)
    words = r"town.shp: shapefile files are read with geopandas, .* pip install 'arcload\[geo\]'"
    with pytest.raises(InputError, match=words):
        read(tmp_path / "town.shp")


@pytest.mark.parametrize("kind", ["gpkg", "shp"])
def test_a_city_survives_but_for_its_ids(kind: str, tmp_path: Path) -> None:
    city = arcload.generate("city", edges=80, seed=3, at=(-33.92, 18.42), name="town", served=0.7)
    arcload.write(city, tmp_path / f"town.{kind}")
    again = arcload.read(tmp_path / f"town.{kind}", snap=0, depot=1, curb_weight=city.curb_weight)
    assert again.replace(
        nodes=city.nodes, edges=city.edges, ends=city.ends, coordinates=city.coordinates,
        load_unit="kg", start=city.start, end=city.end,
    ) == city  # fmt: skip
    assert len(again.nodes) == len(city.nodes)


def test_a_network_in_a_plane_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"town.gpkg: the network has no longitudes and latitudes"):
        arcload.write(arcload.generate("city", edges=40), tmp_path / "town.gpkg")
    assert list(tmp_path.iterdir()) == []


def test_a_plane_that_lies_nowhere_on_earth_is_not_read_as_degrees(tmp_path: Path) -> None:
    local = 'LOCAL_CS["yard plan",UNIT["metre",1]]'
    frame = geopandas.GeoDataFrame(
        {"name": ["A", "Yard"], "salt": [1.0, None]},
        geometry=[shapely.LineString([(0, 0), (100, 0)]), shapely.Point(90, 5)],
        crs=local,
    )
    frame.to_file(tmp_path / "town.gpkg")
    instance = read(tmp_path / "town.gpkg", depot="yard")
    said = instance.notes
    assert (instance.geographic, instance.lengths[0, 0], instance.start) == (False, 100, 2)
    texts = [str(one) for one in said]
    assert any("are taken as metres in a plane" in text for text in texts)
    assert any("node 2, 11 m from the point Yard" in text for text in texts)


def test_units_come_from_the_columns(tmp_path: Path) -> None:
    path = saved(tmp_path, salt_kg=[1.0, 2.0, 3.0], length_km=[0.076, 0.112, 0.168])
    instance = read(path, demand_column="salt_kg")
    assert noted(instance.notes, "demands are in kg .* and lengths are in km")
    assert instance.lengths[:, 0] == pytest.approx([76, 112, 168])
    assert (instance.length_unit, instance.load_unit) == ("m", "kg")


def test_no_part_of_a_shapefile_is_written_where_one_is_read_only(tmp_path: Path) -> None:
    city = arcload.generate("city", edges=30, seed=3, at=(47.4, 8.5))
    (tmp_path / "town.dbf").write_text("before")
    (tmp_path / "town.dbf").chmod(0o444)
    with pytest.raises(InputError, match=r"town.dbf: the file is read-only"):
        arcload.write(city, tmp_path / "town.shp")
    assert [file.name for file in tmp_path.iterdir()] == ["town.dbf"]


@pytest.mark.parametrize("kind", ["gpkg", "shp"])
def test_a_disk_that_gets_full_gives_one_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(geopandas.GeoDataFrame, "to_file", full)
    city = arcload.generate("city", edges=30, seed=3, at=(47.4, 8.5))
    with pytest.raises(InputError, match=rf"town.{kind}: cannot be written \(No space left"):
        arcload.write(city, tmp_path / f"town.{kind}")
    assert list(tmp_path.iterdir()) == []
