"""Streets that are closed to the vehicles are left out, and said so."""

import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Edge, InputError, Instance, Vehicle
from tests.notes import noted

STREETS = [
    Edge("a", "b", 100, 1, id="ab"),
    Edge("b", "c", 100, 2, id="bc"),
    Edge("c", "a", 100, 4, id="ca"),
    Edge("c", "d", 100, 8, id="cd"),
]


def read(folder: Path, attributes: dict[str, list[str]], **changes: Any) -> Instance:
    """Return a triangle and a dead end with these attributes, as an arcload file has them."""
    plain = Instance.from_edges(STREETS, depot="a", load_unit="kg", attributes=attributes)
    arcload.write(plain, folder / "town.json")
    return arcload.read(folder / "town.json", **({"curb_weight": 5000} | changes))


def test_a_street_closed_to_the_vehicle_goes_with_its_demand(tmp_path: Path) -> None:
    instance = read(tmp_path, {"hgv": ["", "no", "", ""], "maxweight": ["", "", "", "3.5"]})
    assert instance.edges == ("ab", "ca")
    assert instance.nodes == ("a", "b", "c")
    assert instance.total_demand == 5
    assert noted(instance.notes, "town.json: hgv=no on 1 street: 1 left out with a demand of 2 kg")
    assert noted(instance.notes, "maxweight=3.5 on 1 street: 1 left out with a demand of 8 kg")


@pytest.mark.parametrize(
    ("changes", "streets"),
    [
        ({"curb_weight": 3000}, 4),
        ({"curb_weight": 3000, "capacity": 500}, 4),  # 3.5 t is not above 3.5 t
        ({"curb_weight": 3000, "capacity": 501}, 3),
        ({"curb_weight": 3490}, 3),  # and 15 kg to deliver
        ({"curb_weight": 0}, 4),
        ({"curb_ratio": 1000}, 3),
    ],
)
def test_the_gross_weight_decides(changes: dict[str, Any], streets: int, tmp_path: Path) -> None:
    assert len(read(tmp_path, {"hgv": ["", "no", "", ""]}, **changes).edges) == streets


def test_a_vehicle_of_unknown_weight_is_said(tmp_path: Path) -> None:
    notes = read(tmp_path, {"maxweight": ["", "2", "", ""]}, curb_weight=0).notes
    assert noted(notes, "maxweight=2 on 1 street: 1 not applied, .*curb_weight gives it")


def test_streets_closed_to_some_types_stay_for_the_others(tmp_path: Path) -> None:
    vans = Vehicle(start="a", end="a", curb_weight=2000, capacity=100, label="van")
    lorries = Vehicle(start="a", end="a", curb_weight=7000, capacity=100, label="lorry")
    attributes = {"hgv": ["", "no", "", ""], "goods": ["no", "", "", ""]}
    instance = read(tmp_path, attributes, vehicles=[vans, lorries], curb_weight=None)
    assert len(instance.edges) == 4
    assert [vehicle.closed for vehicle in instance.vehicles] == [("ab",), ("bc",)]
    assert noted(instance.notes, "hgv=no on 1 street: 1 closed to some of the vehicles")


def test_a_direction_that_is_closed_makes_a_street_one_way(tmp_path: Path) -> None:
    instance = read(tmp_path, {"hgv:backward": ["no", "", "", ""]})
    assert instance.lengths[0].tolist() == [100, math.inf]
    assert noted(instance.notes, "hgv:backward=no on 1 street: 1 closed in one direction")


def test_an_exception_opens_a_one_way_street(tmp_path: Path) -> None:
    streets = [STREETS[0]._replace(length_back=math.inf), *STREETS[1:]]
    plain = Instance.from_edges(
        streets, depot="a", attributes={"oneway:hgv": ["no", "", "", ""]}, curb_weight=5000
    )
    arcload.write(plain, tmp_path / "town.json")
    heavy, light = (arcload.read(tmp_path / "town.json", curb_weight=w) for w in (5000, 1000))
    assert heavy.lengths[0].tolist() == [100, 100]
    assert light.lengths[0].tolist() == [100, math.inf]
    assert noted(heavy.notes, "oneway:hgv=no on 1 street: 1 open in both directions")


def test_an_edge_closed_to_a_type_that_is_not_there_is_refused(tmp_path: Path) -> None:
    van = Vehicle(start="a", end="a", curb_weight=2000, closed=("xy",))
    with pytest.raises(InputError, match="'xy'"):
        read(tmp_path, {"hgv": ["", "no", "", ""]}, vehicles=[van], curb_weight=None)


def test_a_street_without_a_length_is_not_taken_for_a_closed_one(tmp_path: Path) -> None:
    read(tmp_path, {"hgv": ["", "", "", "yes"]})
    file = tmp_path / "town.json"
    file.write_text(file.read_text().replace('"length": 100', '"length": null', 1))
    with pytest.raises(InputError, match=r"'ab' .* may not be driven in either direction"):
        arcload.read(file, curb_weight=5000)


def test_a_depot_on_closed_streets_alone_is_refused(tmp_path: Path) -> None:
    attributes = {"access": ["", "", "", "private"]}
    with pytest.raises(InputError, match=r"depot 'd' lies on closed streets .*access=private"):
        read(tmp_path, attributes, depot="d")


def test_nothing_left_to_serve_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing is left to serve: all 4 streets .*hgv=no"):
        read(tmp_path, {"hgv": ["no"] * 4})


def test_reading_what_was_read_changes_nothing(tmp_path: Path) -> None:
    attributes = {"hgv": ["", "", "destination", "no"], "hgv:backward": ["no", "", "", ""]}
    instance = read(tmp_path, attributes)
    arcload.write(instance, tmp_path / "again.json")
    assert arcload.read(tmp_path / "again.json") == instance


def test_an_error_names_the_line_of_the_street_that_is_meant(tmp_path: Path) -> None:
    attributes = {"access": ["no", "", "", ""]}
    with pytest.raises(InputError) as caught:
        read(tmp_path, attributes, capacity=6)
    line = 1 + next(
        k
        for k, row in enumerate((tmp_path / "town.json").read_text().splitlines())
        if '"id": "cd"' in row
    )
    assert f"line {line}" in str(caught.value)
