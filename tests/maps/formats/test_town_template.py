"""New town files: they can be solved as they are, and say all that could be said."""

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload import FREE, Instance
from arcload.maps.formats.convert import extensions
from arcload.maps.formats.named_facilities import TABLE
from arcload.maps.formats.town_file import KEYS, VEHICLE_KEYS, TownFile
from arcload.maps.formats.town_template import town_template
from arcload.model.turn_rules import TurnRules
from tests.strategies import instances

EXAMPLES = Path(__file__).parents[3] / "examples"
CSV = "from,to,length,demand\nA,B,100,5\nB,C,50,2\n"
COMMENTED = re.compile(r"^#(?=[a-z\[])", re.MULTILINE)


def template(folder: Path, text: str, name: str = "streets.csv", **given: Any) -> str:
    (folder / name).write_text(text)
    return town_template(folder / name, folder / "town.toml", None, given)[0]


def test_it_holds_every_key_once(tmp_path: Path) -> None:
    text = template(tmp_path, CSV)
    data = tomllib.loads(COMMENTED.sub("", text))
    assert {*data} == {*KEYS}
    assert {*data["turn_rules"]} == {*TurnRules.__dataclass_fields__}
    assert {*data["facilities"][0]} == {*TABLE}
    assert {key for table in data["vehicles"] for key in table} < {*VEHICLE_KEYS}


def test_each_example_in_it_can_be_used(tmp_path: Path) -> None:
    """The next tables and what goes together in the same lines as one."""
    text = template(tmp_path, CSV)
    blocks = text.split("\n\n")
    file = tmp_path / "town.toml"
    used = 0
    for number, block in enumerate(blocks):
        table = re.search(r"^#\[", block, re.MULTILINE) is not None
        together = table or "Hours" in block
        lines = [block] if together else block.split("\n")
        for row, line in enumerate(lines):
            if COMMENTED.search(line):
                changed = [*lines[:row], COMMENTED.sub("", line), *lines[row + 1 :]]
                file.write_text(
                    "\n\n".join([*blocks[:number], "\n".join(changed), *blocks[number + 1 :]])
                )
                TownFile(file)
                used += 1
    assert used > 30


@pytest.mark.parametrize(
    "file",
    sorted(file for file in EXAMPLES.iterdir() if file.suffix in extensions()),
    ids=lambda file: file.name,
)
def test_each_example_file_makes_a_town_that_can_be_read(file: Path, tmp_path: Path) -> None:
    text, notes = town_template(file, tmp_path / "town.toml")
    (tmp_path / "town.toml").write_text(text)
    town = arcload.read(tmp_path / "town.toml")
    assert len(town.served) > 0
    assert {town.start, town.end} <= {*town.nodes}
    assert not [note for note in town.notes if "names no depot" in note.text]
    if file.name not in ("hamlet.osm", "market_town.osm"):
        given = {name: value for name, value in tomllib.loads(text).items() if name != "streets"}
        assert {*given} <= {"depot"}
        assert town == arcload.read(file, **given).replace(name="town")
    assert all(str(file) in note.text for note in notes)


def test_streets_without_a_demand_get_a_rule_by_their_classes(tmp_path: Path) -> None:
    text, notes = town_template(EXAMPLES / "hamlet.osm", tmp_path / "town.toml")
    said = tomllib.loads(text)
    classes = {*arcload.read(EXAMPLES / "hamlet.osm", demand_per_km=1).attributes["highway"]}
    assert {*re.findall(r"highway=(\w+): ", said["demand_rule"])} == classes
    assert said["load_unit"] == "kg"
    assert said["curb_weight"] > 0
    assert all(re.search(rf"# .*{name} \d+\.\d km", text) for name in classes)
    assert text.lower().count("a guess: change it") == 4
    assert "guesses" in notes[0].text
    assert said["depot"] == "Depot Road"


def test_streets_without_classes_get_a_demand_per_km(tmp_path: Path) -> None:
    said = tomllib.loads(template(tmp_path, "from,to,length\nA,B,100\n"))
    assert {*said} == {"streets", "demand_per_km", "load_unit", "curb_weight", "depot"}
    in_tonnes = tomllib.loads(template(tmp_path, "from,to,length\nA,B,100\n", load_unit="t"))
    assert in_tonnes["demand_per_km"] == said["demand_per_km"] / 1000
    assert in_tonnes["curb_weight"] == said["curb_weight"] / 1000


def test_where_parts_cannot_be_reached_the_depots_part_is_kept(tmp_path: Path) -> None:
    far = "from,to,length,demand\nX,Y,10,1\n" + CSV.split("\n", 1)[1]
    text = template(tmp_path, far)
    said = tomllib.loads(text)
    assert (said["keep"], said["depot"]) == ("depot", "A")
    notes = town_template(tmp_path / "streets.csv", tmp_path / "town.toml")[1]
    assert any("keep = 'depot'" in note.text for note in notes)
    assert any("left out 1 served edge" in note.text for note in notes)


def test_the_depot_is_a_point_of_the_map_that_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "a.geojson").write_text(
        '{"type": "FeatureCollection", "features": ['
        '{"type": "Feature", "properties": {"demand": 1}, "geometry":'
        ' {"type": "LineString", "coordinates": [[8.54, 47.37], [8.541, 47.37]]}},'
        '{"type": "Feature", "properties": {"name": "School"}, "geometry":'
        ' {"type": "Point", "coordinates": [8.54, 47.37]}},'
        '{"type": "Feature", "properties": {"name": "The \\"depot\\""}, "geometry":'
        ' {"type": "Point", "coordinates": [8.541, 47.37]}}]}'
    )
    text, _ = town_template(tmp_path / "a.geojson", tmp_path / "town.toml")
    assert tomllib.loads(text)["depot"] == 'The "depot"'
    (tmp_path / "town.toml").write_text(text)
    assert arcload.read(tmp_path / "town.toml").start == 2


def test_options_that_are_given_stand_in_it(tmp_path: Path) -> None:
    given: dict[str, Any] = {
        "depot": "B",
        "start": FREE,
        "capacity": 9.0,
        "count": float("inf"),
        "turn_rules": {"u_turn": float("inf"), "left": 30.0},
        "facilities": ["A"],
        "keep": "depot",
    }
    text = template(tmp_path, CSV, **given)
    (tmp_path / "town.toml").write_text(text)
    assert arcload.read(tmp_path / "town.toml") == arcload.read(
        tmp_path / "streets.csv", **given
    ).replace(name="town")


def test_the_streets_are_named_from_the_folder_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a b.csv").write_text(CSV)
    text, _ = town_template(tmp_path / "maps" / "a b.csv", tmp_path / "town.toml", "csv")
    said = tomllib.loads(text)
    assert (said["streets"], said["format"]) == ("maps/a b.csv", "csv")


@given(instance=instances())
def test_a_town_of_any_instance_is_that_instance(
    tmp_path_factory: pytest.TempPathFactory, instance: Instance
) -> None:
    folder = tmp_path_factory.mktemp("town")
    arcload.write(instance, folder / "streets.json")
    if not len(instance.served):
        with pytest.raises(arcload.InputError, match="nothing is to be served"):
            town_template(folder / "streets.json", folder / "town.toml")
        return
    text, _ = town_template(folder / "streets.json", folder / "town.toml")
    (folder / "town.toml").write_text(text)
    assert {*tomllib.loads(text)} == {"streets"}
    assert arcload.read(folder / "town.toml") == instance.replace(name="town")


@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from("ABCDEF"),
            st.sampled_from("ABCDEF"),
            st.sampled_from(["", "primary", "service", "service;track", 'a "b"', "x_link"]),
            st.sampled_from(["no", "yes", "-1"]),
            st.sampled_from(["", "Depot", 'The "Yard"', "Rue de l'Église \\ 5"]),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_streets_with_any_classes_and_parts_make_a_town(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]]
) -> None:
    """Parts that cannot be reached are left out, and all that is said is plain TOML."""
    folder = tmp_path_factory.mktemp("town")
    with (folder / "a.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["from", "to", "length", "highway", "oneway", "name"])
        writer.writerows([tail, head, 100, *others] for tail, head, *others in rows)
    ways = nx.DiGraph()
    for tail, head, _, one_way, _ in rows:
        ways.add_edges_from([(tail, head)] if one_way != "-1" else [])
        ways.add_edges_from([(head, tail)] if one_way != "yes" else [])
    parts = list(nx.strongly_connected_components(ways))
    kinds = {kind for _, _, kind, _, _ in rows}
    not_service = "service" in kinds and kinds & {"primary", "x_link"}  # then it needs nothing
    served = [{*ends} for *ends, kind, _, _ in rows if not (not_service and "service" in kind)]
    if not any(ends <= part for ends in served for part in parts):
        with pytest.raises(arcload.InputError, match="no node can be the depot"):
            town_template(folder / "a.csv", folder / "town.toml")
        return
    text, notes = town_template(folder / "a.csv", folder / "town.toml")
    (folder / "town.toml").write_text(text)
    town = arcload.read(folder / "town.toml")
    assert "guesses" in notes[0].text
    assert (town.keep == "depot") == ('keep = "depot"' in text.replace("#keep", ""))
