"""Where a tour starts and ends, as people say it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from arcload import FREE, InputError, Instance
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.places import split_places
from tests.maps.formats.samples import CSV, GEOJSON
from tests.notes import noted


def read(folder: Path, text: str = GEOJSON, name: str = "town.geojson", **places: Any) -> Instance:
    (folder / name).write_text(text)
    return arcload.read(folder / name, curb_weight=0, **places)


@pytest.mark.parametrize("place", ["2", 2])
def test_a_node_is_named_by_its_id(place: Any, tmp_path: Path) -> None:
    assert read(tmp_path, depot=place).depot == 2


@pytest.mark.parametrize(
    ("place", "node", "words"),
    [
        ("Mill Lane", 3, "the depot is at node 3, an end of Mill Lane"),
        ("  mill  LANE ", 3, "the depot is at node 3, an end of Mill Lane"),
        ("47.3710,8.5411", 3, "the depot is at node 3, 8 m from 47.371,8.5411"),
        ("47.37, 8.54", 1, "the depot is at node 1, 0 m from 47.37,8.54"),
        ("47.37;8.5407", 2, "the depot is at node 2, 23 m from 47.37,8.5407"),
    ],
)
def test_a_street_or_a_place_stands_for_a_node(
    place: str, node: int, words: str, tmp_path: Path
) -> None:
    instance = read(tmp_path, depot=place)
    assert noted(instance.notes, words)
    assert instance.depot == node


def test_start_and_end_are_found_likewise(tmp_path: Path) -> None:
    instance = read(tmp_path, start="High Street", end="47.371,8.54")
    caught = instance.notes
    assert (instance.start, instance.end) == (1, 4)
    assert [str(w).split(": ")[1][:19] for w in caught] == [
        *("the start is at nod", "the end is at node "),
    ]
    instance = read(tmp_path, start=FREE, end="Ring")
    assert noted(instance.notes, "the end is at")
    assert instance.start is FREE


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("Mil Lane", r"depot 'Mil Lane' is not in the network \(did you mean 'Mill Lane'\?\)"),
        ("", "depot '' is not in the network"),
        ("8.54,47.37", r"5,\d\d\d km from .*, and 47.37,8.54 only 0 m; give the latitude first"),
        ("48,8.54", "the depot 48,8.54 is 70 km from the nearest street; give LAT,LON"),
    ],
)
def test_what_is_nowhere_near_is_refused(place: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rf"town.geojson: .*{words}"):
        read(tmp_path, depot=place)


def test_degrees_are_refused_where_the_network_has_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a latitude and longitude, and the network has none"):
        read(tmp_path, CSV, "town.csv", depot="47.37,8.54")


def test_an_id_wins_over_what_it_looks_like(tmp_path: Path) -> None:
    text = CSV.replace(",a,", ",'1,2',").replace("'1,2'", '"1,2"')
    assert read(tmp_path, text.replace(",a\n", ',"1,2"\n'), "town.csv", depot="1,2").depot == "1,2"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a,b", ["a", "b"]),
        (" a , b ", ["a", "b"]),
        ("47.37,8.54", ["47.37,8.54"]),
        ("a,47.37, 8.54,b", ["a", "47.37, 8.54", "b"]),
        ("1,2", ["1", "2"]),
        ("High Street, North,a", ["High Street, North", "a"]),
        ("nowhere,a", ["nowhere", "a"]),
        (7, [7]),
    ],
)
def test_places_between_commas(text: object, places: list[object]) -> None:
    columns = Columns(
        name="town",
        nodes=["a", "b", "1", "2"],
        edges=[1],
        ends=np.array([[0, 1]]),
        lengths=np.ones((1, 2)),
        demands=np.ones(1),
        names=["High Street, North"],
    )
    assert split_places(text, columns) == places
