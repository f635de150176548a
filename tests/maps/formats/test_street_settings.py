"""Costs of serving and priorities stay with their streets in every format that has streets."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from arcload import Edge, InputError, Instance
from tests.notes import noted

TOWN = Instance.from_edges(
    [
        Edge("a", "b", 300, 4, name="High Street", serve_cost=3, priority=2),
        Edge("b", "c", 200, 1, name="Mill Lane", length_back=np.inf, serve_cost=5, priority=1),
        Edge("c", "a", 350, 0, name="Ring"),
    ],
    depot="a",
    curb_weight=1,
    length_unit="m",
    geographic=True,
    coordinates={"a": (8.54, 47.37), "b": (8.543, 47.37), "c": (8.543, 47.3715)},
)


@pytest.mark.parametrize("extension", ["json", "geojson", "csv", "osm", "graphml", "gpkg", "shp"])
def test_they_come_back(extension: str, tmp_path: Path) -> None:
    if extension in ("gpkg", "shp"):
        pytest.importorskip("geopandas")
    arcload.write(TOWN, tmp_path / f"town.{extension}")
    again = arcload.read(tmp_path / f"town.{extension}", curb_weight=1, depot="High Street")
    assert again.serve_costs is not None
    assert again.serve_costs[:, 0] == pytest.approx([3, 5, 0])
    assert again.priorities is not None
    assert again.priorities.tolist() == [2, 1, 3]


def street(points: list[list[float]], **properties: Any) -> dict[str, Any]:
    geometry = {"type": "LineString", "coordinates": points}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def read(folder: Path, *features: dict[str, Any]) -> Instance:
    file = folder / "town.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}, indent=1))
    return arcload.read(file, curb_weight=1)


def test_pieces_of_a_street_share_its_cost_and_keep_its_priority(tmp_path: Path) -> None:
    long = [[8.54, 47.37], [8.541, 47.37], [8.544, 47.37]]
    instance = read(
        tmp_path,
        street(long, demand=4, serve_cost=8, priority=1),
        street([[8.541, 47.37], [8.541, 47.371]], demand=1),
    )
    assert instance.serve_costs is not None
    assert instance.serve_costs[:, 0] == pytest.approx([2, 6, 0], rel=1e-3)
    assert instance.priorities is not None
    assert instance.priorities.tolist() == [1, 1, 2]


def test_words_as_a_priority_are_left_alone_and_counted(tmp_path: Path) -> None:
    line = [[8.54, 47.37], [8.541, 47.37]]
    instance = read(tmp_path, street(line, demand=1, priority="forward"))
    assert noted(instance.notes, "the priority of 1 street is no number, such as 'forward'")
    assert instance.priorities is None


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"serve_cost": -1}, "serve_cost is -1; it must be 0 or more"),
        ({"serve_cost": "much"}, "serve_cost is 'much'; it must be a finite number"),
        ({"priority": 0}, "priority 0; it must be a whole number"),
        ({"priority": 1.5}, r"priority 1\.5; it must be a whole number"),
    ],
)
def test_a_wrong_value_is_refused(properties: dict[str, Any], words: str, tmp_path: Path) -> None:
    line = [[8.54, 47.37], [8.541, 47.37]]
    with pytest.raises(InputError, match=words) as caught:
        read(tmp_path, street(line, demand=1, **properties))
    assert "town.geojson, line " in str(caught.value)


@pytest.mark.parametrize(
    ("cell", "words"),
    [("-1,1", "serve_cost is -1"), ("1,0", "priority is '0'"), ("1,high", "priority is 'high'")],
)
def test_a_wrong_cell_is_refused(cell: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "town.csv"
    file.write_text(f"from,to,length,demand,serve_cost,priority\na,b,1,1,{cell}\n")
    with pytest.raises(InputError, match=f"town.csv, line 2: {words}"):
        arcload.read(file)


def test_what_is_left_out_takes_its_own_along(tmp_path: Path) -> None:
    file = tmp_path / "town.csv"
    rows = "x,y,1,1,7,1\na,b,1,1,3,2\nb,a,1,1,,3\n"
    file.write_text(f"from,to,length,demand,serve_cost,priority\n{rows}")
    instance = arcload.read(file, depot="a", curb_weight=1, keep="depot")
    assert instance.serve_costs is not None
    assert instance.serve_costs[:, 0].tolist() == [3, 0]
    assert instance.priorities is not None
    assert instance.priorities.tolist() == [2, 3]
