"""Demands by rule in every reader of streets."""

from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import arcload
from arcload import InputError, Instance, Note

RULE = "kind=main: 30/km; kind=lane: 5/lane-km"
PLACE: dict[str, Any] = {"depot": 1, "curb_weight": 1}
CSV = """\
from,to,length,demand,kind
1,2,2000,,main
2,3,1000,,lane
3,1,500,7,main
1,3,800,,path
"""
OSM = """\
<osm version="0.6">
<node id="1" lon="8.54" lat="47.37"/><node id="2" lon="8.55" lat="47.37"/>
<node id="3" lon="8.55" lat="47.38"/><node id="4" lon="8.56" lat="47.38"/>
<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
<way id="2"><nd ref="2"/><nd ref="4"/><tag k="highway" v="service"/><tag k="lanes" v="3"/></way>
</osm>
"""


def texts(notes: tuple[Note, ...]) -> str:
    """Return all notes in one text."""
    return "\n".join(note.text for note in notes)


def read(folder: Path, name: str, text: str, **changes: Any) -> Instance:
    """Return the instance of a file with this text."""
    file = folder / name
    file.write_text(text)
    return arcload.read(file, **(PLACE | changes))


def test_a_stated_demand_comes_first_then_the_rule_then_the_demand_per_km(tmp_path: Path) -> None:
    town = read(tmp_path, "town.csv", CSV, demand_rule=RULE, demand_per_km=100)
    assert town.demands.tolist() == [60, 10, 7, 80]
    assert "1 street fits no part of the demand rule" in texts(town.notes)


def test_streets_that_no_part_fits_need_no_service(tmp_path: Path) -> None:
    town = read(tmp_path, "town.csv", CSV, demand_rule=RULE)
    assert town.demands.tolist() == [60, 10, 7, 0]
    assert "1 street fits no part of the demand rule: no service" in texts(town.notes)
    assert "1 street has no lanes" in texts(town.notes)
    file = tmp_path / "town.json"
    arcload.write(town, file)
    again = arcload.read(file)
    assert again.demands.tolist() == town.demands.tolist()
    assert again.attributes == town.attributes


@pytest.mark.parametrize(("unit", "metres"), [("km", 1000), ("mi", 1609.344), ("ft", 0.3048)])
def test_the_unit_of_the_lengths_is_known(tmp_path: Path, unit: str, metres: float) -> None:
    town = read(tmp_path, "town.csv", CSV, demand_rule=RULE, length_unit=unit)
    assert town.demands[0] == pytest.approx(60 * metres)


def test_ways_of_openstreetmap(tmp_path: Path) -> None:
    """The first way is cut in two at the junction, and its pieces share what is per street."""
    rule = "highway=primary: 10; highway=service: 2/lane-km"
    town = read(tmp_path, "town.osm", OSM, demand_rule=rule)
    primary = np.array([kind == "primary" for kind in town.attributes["highway"]])
    assert town.demands[primary].sum() == pytest.approx(10)
    assert (town.demands[primary] > 0).sum() == 2
    assert town.demands[~primary] == pytest.approx(6 * town.lengths[~primary, 0] / 1000)


def test_lines_of_a_map_share_what_is_per_street(tmp_path: Path) -> None:
    line = "[[8.54, 47.37], [8.55, 47.37], [8.56, 47.37]]"
    other = "[[8.55, 47.37], [8.55, 47.38]]"
    features = ",".join(
        f'{{"type": "Feature", "properties": {{"kind": "{kind}"}}, "geometry": '
        f'{{"type": "LineString", "coordinates": {points}}}}}'
        for kind, points in (("main", line), ("lane", other))
    )
    text = f'{{"type": "FeatureCollection", "features": [{features}]}}'
    town = read(tmp_path, "town.geojson", text, demand_rule="kind=main: 8; else 1/m2")
    assert sorted(town.demands.tolist())[:2] == pytest.approx([4, 4], rel=1e-3)
    assert town.demands.max() == pytest.approx(5.5 * 1112, rel=1e-3)


def test_streets_may_be_named(tmp_path: Path) -> None:
    text = CSV.replace("kind\n", "kind,name\n").replace("path\n", "path,Mill & Co. Road\n")
    text = text.replace("main\n", "main,\n").replace("lane\n", "lane,\n")
    speeds = {"serve_speed": 9, "drive_speed": "name=*: 5; else 50", "length_unit": "m"}
    rule = 'name="mill & co. road": 3; else 1/km'
    town = read(tmp_path, "town.csv", text, demand_rule=rule, **speeds)
    assert town.demands.tolist() == [2, 1, 7, 3]


def test_graphs() -> None:
    graph = nx.Graph()
    graph.add_edge(1, 2, length=2000, kind="main")
    graph.add_edge(2, 3, length=1000, kind="path")
    town = arcload.from_networkx(graph, demand_rule=RULE, **PLACE)
    assert town.demands.tolist() == [60, 0]


def test_a_rule_that_does_not_fit_the_file_is_refused_with_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"town\.csv: the demand rule, part 1 .*'knd'.*'kind'"):
        read(tmp_path, "town.csv", CSV, demand_rule="knd=main: 3")
    with pytest.raises(InputError, match=r"the demand rule, part 1 .*'3/mile'"):
        read(tmp_path, "town.csv", CSV, demand_rule="kind=main: 3/mile")
    arcload.write(read(tmp_path, "town.csv", CSV, demand_per_km=1), tmp_path / "town.json")
    with pytest.raises(InputError, match="demand rule has no meaning in this format"):
        arcload.read(tmp_path / "town.json", demand_rule="else 3")


def test_speeds_by_rule_are_read_and_noted(tmp_path: Path) -> None:
    speeds: dict[str, Any] = {"serve_speed": 10, "drive_speed": "kind=mian: 50; maxspeed; else 30"}
    town = read(tmp_path, "town.csv", CSV, demand_per_km=1, length_unit="m", **speeds)
    assert "kind=mian (did you mean 'main'?)" in texts(town.notes)
    assert "4 streets have no maxspeed" in texts(town.notes)
    speeds["drive_speed"] = "kind=main: 50"
    with pytest.raises(InputError, match=r"town\.csv, line 3: edge 2 .*'kind=main: 50'"):
        read(tmp_path, "town.csv", CSV, demand_per_km=1, length_unit="m", **speeds)
