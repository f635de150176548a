"""One town is the same network, whichever way it comes to us."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import osmnx
import pytest

import arcload
from arcload import Instance
from tests.maps.formats.towns import Town
from tests.notes import noted

SEEDS = range(5)
RULE: dict[str, Any] = {"demand_per_km": 120, "depot": 5, "curb_weight": 0}

Facts = tuple[int, int, float, float]


def facts(instance: Instance) -> Facts:
    """Return the numbers of streets and of one-way streets, the total length and demand."""
    one_way = int(np.isinf(instance.lengths).any(axis=1).sum())
    length = float(instance.lengths.min(axis=1).sum())
    return len(instance.edges), one_way, length, instance.total_demand


def written(folder: Path, seed: int, *, named: bool = False) -> Path:
    file = folder / "town.osm"
    file.write_text(Town(seed, named=named).text)
    return file


def graphs(file: Path) -> Iterator[tuple[str, Any]]:
    """Give the graphs that osmnx makes of a file, by what was done to them."""
    raw = osmnx.graph_from_xml(file, simplify=False)
    yield "not simplified", raw
    yield "simplified", osmnx.graph_from_xml(file)
    yield "simplified by name", osmnx.simplify_graph(raw, edge_attrs_differ=["name"])


@pytest.mark.parametrize("seed", SEEDS)
def test_osmnx_streets_were_read_twice(seed: int, tmp_path: Path) -> None:
    """Also by name: osmnx's sums of lengths differ in the last digit with the direction."""
    file = written(tmp_path, seed)
    expected = facts(arcload.read(file, **RULE))
    for what, graph in graphs(file):
        osmnx.save_graphml(graph, tmp_path / "town.graphml")
        found = facts(arcload.read(tmp_path / "town.graphml", **RULE))
        assert found == pytest.approx(expected, rel=1e-9), what


@pytest.mark.parametrize("seed", SEEDS)
def test_from_networkx_made_every_arc_a_street(seed: int, tmp_path: Path) -> None:
    file = written(tmp_path, seed)
    instance = arcload.read(file, **RULE)
    for what, graph in graphs(file):
        found = arcload.from_networkx(graph, **RULE)
        assert facts(found) == pytest.approx(facts(instance), rel=1e-9), what
        assert found.geographic
        assert sorted(found.nodes) == sorted(instance.nodes)
        assert _courses(found) == _courses(instance)


def _courses(instance: Instance) -> list[Any]:
    return sorted(min(shape, shape[::-1]) for shape in instance.shapes or ())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_town_survives_as_geojson(seed: int, tmp_path: Path) -> None:
    """Also without our own member, as map programs save it."""
    instance = arcload.read(written(tmp_path, seed), **RULE)
    file = tmp_path / "town.geojson"
    arcload.write(instance, file)
    assert arcload.read(file) == instance
    data = json.loads(file.read_text())
    del data["arcload"]
    data["features"] = [f for f in data["features"] if f["geometry"]["type"] != "Point"]
    file.write_text(json.dumps(data))
    again = _read_at_depot(file, instance, snap=0)
    assert facts(again) == pytest.approx(facts(instance), rel=1e-9)


@pytest.mark.parametrize("extension", ["geojson", "gpkg"])
def test_the_edges_that_osmnx_exports_were_read_twice(extension: str, tmp_path: Path) -> None:
    file = written(tmp_path, 2)
    instance = arcload.read(file, **RULE)
    edges = osmnx.graph_to_gdfs(osmnx.graph_from_xml(file), nodes=False).reset_index()
    edges["osmid"], edges["reversed"] = edges["osmid"].astype(str), edges["reversed"].astype(str)
    edges.to_file(tmp_path / f"town.{extension}")
    again = _read_at_depot(
        tmp_path / f"town.{extension}", instance, snap=0, demand_per_km=RULE["demand_per_km"]
    )
    assert facts(again) == pytest.approx(facts(instance), rel=1e-9)


def _read_at_depot(file: Path, instance: Instance, **changes: Any) -> Instance:
    assert instance.coordinates is not None
    x, y = instance.coordinates[instance.start_index].tolist()
    instance = arcload.read(file, depot=f"{y},{x}", curb_weight=0, **changes)
    assert noted(instance.notes, f"depot is at node .*0 m from {y:g}")
    return instance


@pytest.mark.parametrize("seed", SEEDS)
def test_names_do_not_change_lengths_and_demands(seed: int, tmp_path: Path) -> None:
    """Streets of two names that meet at a bend are joined by osmnx, and by us never."""
    file = written(tmp_path, seed, named=True)
    expected = facts(arcload.read(file, **RULE))
    found = {what: facts(arcload.from_networkx(graph, **RULE)) for what, graph in graphs(file)}
    assert found.pop("simplified")[2:] == pytest.approx(expected[2:], rel=1e-9)
    for what, values in found.items():
        assert values == pytest.approx(expected, rel=1e-9), what


def test_demands_that_the_arcs_state_count_once(tmp_path: Path) -> None:
    file = written(tmp_path, 3)
    instance = arcload.read(file, **RULE)
    for what, graph in graphs(file):
        for *_, data in graph.edges(data=True):
            data["demand"] = 0.12 * data["length"]
        found = arcload.from_networkx(graph, depot=5)
        assert facts(found)[:2] == facts(instance)[:2], what
        assert found.total_demand == pytest.approx(instance.total_demand, rel=0.005), what


def test_an_undirected_graph_of_osmnx_is_the_same_town(tmp_path: Path) -> None:
    file = written(tmp_path, 1)
    graph = osmnx.convert.to_undirected(osmnx.graph_from_xml(file))
    instance = arcload.read(file, **RULE)
    found = arcload.from_networkx(graph, **RULE)
    assert facts(found) == pytest.approx(facts(instance), rel=1e-9)
    assert _one_way(found) == _one_way(instance)
    osmnx.save_graphml(graph, tmp_path / "town.graphml")
    assert _one_way(arcload.read(tmp_path / "town.graphml", **RULE)) == _one_way(instance)


def _one_way(instance: Instance) -> list[tuple[Any, Any, Any]]:
    edges = map(instance.edge, instance.edges)
    return sorted((e.tail, e.head, e.shape) for e in edges if e.length_back == np.inf)


def test_a_graph_loaded_with_networkx_alone_is_the_same_town(tmp_path: Path) -> None:
    """Every attribute is a text then, and so are lists."""
    file = written(tmp_path, 4)
    osmnx.save_graphml(osmnx.graph_from_xml(file), tmp_path / "town.graphml")
    graph = networkx.read_graphml(tmp_path / "town.graphml", force_multigraph=True)
    found = arcload.from_networkx(graph, **RULE)
    assert facts(found) == pytest.approx(facts(arcload.read(file, **RULE)), rel=1e-9)


def test_a_projected_graph_is_the_same_town_in_a_plane(tmp_path: Path) -> None:
    file = written(tmp_path, 0)
    found = arcload.from_networkx(osmnx.project_graph(osmnx.graph_from_xml(file)), **RULE)
    assert facts(found) == pytest.approx(facts(arcload.read(file, **RULE)), rel=0.005)
    assert not found.geographic
    assert found.length_unit == "m"


def test_footways_and_closed_streets_of_a_graph_are_left_out(tmp_path: Path) -> None:
    """A crossing where only these joined is no crossing: the street goes on there."""
    town = Town(1)
    town.add([5, *town.crossings[:1]], highway="footway")
    town.add([town.ways[0][0][1], 5], access="no")
    (tmp_path / "town.osm").write_text(town.text)
    instance = arcload.read(tmp_path / "town.osm", **RULE)
    assert noted(instance.notes, "left out 1 street with access=no$")
    for what, graph in graphs(tmp_path / "town.osm"):
        found = arcload.from_networkx(graph, **RULE)
        notes = found.notes
        assert [str(note) for note in notes] == [
            "graph: left out 1 way with highway=footway",
            "graph: left out 1 street with access=no",
        ]
        assert facts(found) == pytest.approx(facts(instance), rel=1e-9), what


def test_a_footway_that_states_a_demand_is_served(tmp_path: Path) -> None:
    """A small vehicle clears footways: who gives them a demand means them."""
    town = Town(1)
    town.add([5, town.crossings[-1]], highway="footway")
    (tmp_path / "town.osm").write_text(town.text)
    graph = osmnx.graph_from_xml(tmp_path / "town.osm")
    for *_, data in graph.edges(data=True):
        data["demand"] = 1.0 if data["highway"] == "footway" else 0.0
    instance = arcload.from_networkx(graph, depot=5)
    assert (len(instance.served), instance.total_demand) == (1, 1.0)
