"""The names that people give to columns."""

from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Instance, Note
from arcload.maps.formats.column_names import named_attributes
from tests.notes import noted


@pytest.mark.parametrize(
    ("column", "tag", "value"),
    [
        ("fclass", "highway", "5"),
        ("Road Class", "highway", "5"),
        ("HIGHWAY", "highway", "5"),
        ("speed_limit", "maxspeed", "5"),
        ("max_speed_mph", "maxspeed", "5 mph"),
        ("maxspeed_kmh", "maxspeed", "5"),
        ("num_lanes", "lanes", "5"),
        ("road_width_ft", "width", "5 ft"),
        ("width_m", "width", "5"),
        ("max_weight", "maxweight", "5"),
        ("weight_limit_kg", "maxweight", "5 kg"),
        ("weight_res", "maxweight", "5"),  # what a shapefile leaves of weight_restriction
        ("trucks_allowed", "hgv", "5"),
    ],
)
def test_columns_are_known_by_many_names(column: str, tag: str, value: str) -> None:
    notes: list[Note] = []
    assert named_attributes({column: ["5", ""]}, "town", notes) == {
        column: ["5", ""],
        tag: [value, ""],
    }
    assert noted(notes, f"town: read the column '{column}' as {tag}")


def test_the_plain_name_comes_first_and_others_stay_as_they_are() -> None:
    notes: list[Note] = []
    columns = {"speed": ["1"], "maxspeed": ["2"], "colour": ["red"]}
    assert named_attributes(columns, "town", notes) == columns
    assert not notes


def test_a_speed_of_0_stands_for_none() -> None:
    assert named_attributes({"maxspeed": ["0", "50"]}, "town", []) == {"maxspeed": ["", "50"]}


ROWS = [
    ("a", "b", "residential", "no", "40", "yes"),
    ("b", "c", "service", "", "3.5", "no"),
    ("c", "a", "primary", "", "", "no"),
]
NAMES = ("from", "to", "Road_Class", "trucks", "max_weight", "one_way")


def test_a_csv_file_with_other_names_closes_streets(tmp_path: Path) -> None:
    lines = [",".join((*NAMES, "length", "demand"))]
    lines += [",".join((*row, "100", "1")) for row in [*ROWS, ("c", "b", "x", "", "", "")]]
    file = tmp_path / "town.csv"
    file.write_text("\n".join(lines))
    check(arcload.read(file, depot="c", curb_weight=5000))


def test_a_table_with_other_names_closes_streets(tmp_path: Path) -> None:
    geopandas: Any = pytest.importorskip("geopandas")
    shapely: Any = pytest.importorskip("shapely")
    places = {"a": (0.0, 0.0), "b": (0.001, 0.0), "c": (0.001, 0.001)}
    rows = [*ROWS, ("c", "b", "x", "", "", "")]
    frame = geopandas.GeoDataFrame(
        {name: [row[k] for row in rows] for k, name in enumerate(NAMES) if k > 1},
        geometry=[
            shapely.LineString([places[a], (0.002 * k, 0.002), places[b]])
            for k, (a, b, *_) in enumerate(rows)
        ],
        crs=4326,
    )
    for name in ("town.shp", "town.gpkg", "town.geojson"):
        frame.to_file(tmp_path / name)
        instance = arcload.read(
            tmp_path / name, depot="0.001,0.001", curb_weight=5000, demand_per_km=1
        )
        check(instance)


def check(instance: Instance) -> None:
    """Hold that the first street is closed to trucks, and the second carries 3.5 t."""
    assert len(instance.edges) == 2
    assert instance.attributes["highway"] == ("primary", "x")
    for words in (
        "'Road_Class' as highway|'road_class' as highway",
        "'trucks' as hgv",
        "'max_weight' as maxweight",
        "'one_way' as oneway",
        "hgv=no on 1 street: 1 left out",
        "maxweight=3.5, 40 on 2 streets: .*1 left out",
    ):
        assert noted(instance.notes, words), words


def test_letters_for_one_way_streets_of_a_shapefile(tmp_path: Path) -> None:
    geopandas: Any = pytest.importorskip("geopandas")
    shapely: Any = pytest.importorskip("shapely")
    lines = [shapely.LineString([(0, 0), (0.0005, 0.0001 * k), (0.001, 0)]) for k in range(3)]
    frame = geopandas.GeoDataFrame({"oneway": ["F", "T", "B"]}, geometry=lines, crs=4326)
    frame.to_file(tmp_path / "town.shp")
    instance = arcload.read(tmp_path / "town.shp", depot="0,0", curb_weight=0, demand_per_km=1)
    assert (instance.lengths < float("inf")).tolist() == [
        [True, False],
        [False, True],
        [True, True],
    ]
    assert noted(instance.notes, "F as along the line")
