"""GraphML, as osmnx and networkx write it."""

import math
import sys
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import osmnx
import pytest

import arcload
from arcload import InputError, Instance
from arcload.model.types import Id
from tests.maps.formats.samples import GRAPHML, OSM
from tests.notes import noted


def read(file: Path, **changes: Any) -> Instance:
    return arcload.read(file, **({"curb_weight": 0} | changes))


def written(folder: Path, graph: Any) -> Path:
    """Return a file with a graph, as networkx writes it."""
    networkx.write_graphml(graph, folder / "town.graphml")
    return folder / "town.graphml"


def test_every_field_is_read(tmp_path: Path) -> None:
    (tmp_path / "town.graphml").write_text(GRAPHML)
    instance = read(tmp_path / "town.graphml", depot=1)
    assert instance.nodes == (1, 2, 3, 4)
    assert instance.names == ("High Street", "", "Mill Lane", "")
    assert instance.demands.tolist() == [7, 0, 3, 1]
    assert np.isfinite(instance.lengths).all()
    assert instance.lengths[:, 0] == pytest.approx([75.5, 111.2, 78.7, 111.2], abs=0.1)
    assert instance.geographic
    assert instance.edge(3).shape == ((8.541, 47.371), (8.5405, 47.3711), (8.54, 47.371))


def test_a_graph_that_osmnx_saved_is_the_same_as_its_osm_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One-way streets, a loop, parallel ways and a roundabout, through osmnx and through us."""
    extra = """
 <node id="6" lat="47.372" lon="8.541"/> <node id="7" lat="47.372" lon="8.542"/>
 <way id="15"><nd ref="3"/><nd ref="6"/><nd ref="7"/><nd ref="3"/>
  <tag k="highway" v="road"/><tag k="demand" v="5"/></way>
 <way id="16"><nd ref="2"/><nd ref="7"/><nd ref="3"/>
  <tag k="highway" v="road"/><tag k="oneway" v="-1"/><tag k="demand" v="6"/></way>
 <way id="17"><nd ref="1"/><nd ref="5"/><nd ref="2"/>
  <tag k="highway" v="road"/><tag k="junction" v="roundabout"/><tag k="demand" v="2"/></way>
</osm>"""
    (tmp_path / "town.osm").write_text(OSM.replace("</osm>", extra))
    tags = [*osmnx.settings.useful_tags_way, "demand"]
    monkeypatch.setattr(osmnx.settings, "useful_tags_way", tags)
    graph = osmnx.graph_from_xml(tmp_path / "town.osm", simplify=False, retain_all=True)
    graph = osmnx.simplify_graph(graph, edge_attrs_differ=["osmid"])
    osmnx.save_graphml(graph, tmp_path / "town.graphml")
    osm, graphml = (read(tmp_path / f"town.{kind}", depot=1) for kind in ("osm", "graphml"))

    def streets(instance: Instance) -> list[Any]:
        edges = [instance.edge(edge) for edge in instance.edges]
        one_way = [math.isinf(edge.length_back or 0) for edge in edges]
        return sorted(
            (edge.name, bool(way), *((edge.tail, edge.head) if way else sorted(edge[:2])))
            for edge, way in zip(edges, one_way, strict=True)
        )

    assert streets(osm) == streets(graphml)
    assert np.isinf(osm.lengths).any(axis=1).sum() > 2
    assert osm.lengths[np.isfinite(osm.lengths)].sum() == pytest.approx(
        graphml.lengths[np.isfinite(graphml.lengths)].sum(), rel=0.005
    )


def test_an_undirected_graph_has_streets_for_both_ways(tmp_path: Path) -> None:
    graph = networkx.MultiGraph()
    graph.add_edge("a", "b", length=2.0, demand=100)
    graph.add_edge("b", "c", length=1.0, demand=5, oneway="yes")
    graph.add_edge("a", "c", length=4.0, demand=5, oneway="-1")
    instance = read(written(tmp_path, graph), depot="a")
    assert instance.nodes == ("a", "b", "c")
    both = [math.isfinite(instance.edge(edge).length_back or 0) for edge in instance.edges]
    assert sorted(both) == [False, False, True]
    assert sorted(instance.edge(edge)[:2] for edge in instance.edges) == [
        *(("a", "b"), ("b", "c"), ("c", "a"))
    ]
    assert not instance.geographic
    assert instance.coordinates is None


def test_arcs_without_a_common_id_are_one_way(tmp_path: Path) -> None:
    graph = networkx.MultiDiGraph()
    graph.add_edge(1, 2, length=2.0, demand=1)
    graph.add_edge(2, 1, length=3.0, demand=1)
    assert read(written(tmp_path, graph), depot=1).lengths.tolist() == [
        [2, math.inf],
        [3, math.inf],
    ]


def test_parallel_arcs_and_loops_are_kept(tmp_path: Path) -> None:
    graph = networkx.MultiDiGraph()
    for tail, head, street in ((1, 2, "a"), (2, 1, "a"), (1, 2, "b"), (2, 1, "b"), (1, 1, "c")):
        graph.add_edge(tail, head, osmid=street, length=2.0, demand=1, oneway="False")
    instance = read(written(tmp_path, graph), depot=1)
    assert np.isfinite(instance.lengths).all()
    assert sorted(map(tuple, instance.ends.tolist())) == [(0, 0), (0, 1), (0, 1)]


def test_a_projected_graph_lies_in_a_plane(tmp_path: Path) -> None:
    text = GRAPHML.replace("epsg:4326", "EPSG:32632")
    (tmp_path / "town.graphml").write_text(text)
    instance = read(tmp_path / "town.graphml", depot=1)
    assert not instance.geographic
    assert instance.length_unit == "m"
    assert instance.edge(1).length == pytest.approx(0.001)


def test_lists_of_names_are_read_in_a_fixed_order(tmp_path: Path) -> None:
    (tmp_path / "a.graphml").write_text(GRAPHML.replace("Mill Lane", "['West Way', 'East Way']"))
    assert "East Way, West Way" in (read(tmp_path / "a.graphml", depot=1).names or ())


def test_an_entity_bomb_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;&b;">]>\n<graphml'
    (tmp_path / "a.graphml").write_text(GRAPHML.replace("<graphml", bomb))
    with pytest.raises(InputError, match=r"a.graphml, line 2: .*document type \(DTD\)"):
        read(tmp_path / "a.graphml", depot=1)


def test_without_networkx_the_user_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    (tmp_path / "town.graphml").write_text(GRAPHML)
    with pytest.raises(InputError, match=r"with networkx, which .* pip install 'arcload\[geo\]'"):
        read(tmp_path / "town.graphml", depot=1)


@pytest.mark.parametrize("place", [None, (47.37, 8.54)])
def test_a_city_survives(place: tuple[float, float] | None, tmp_path: Path) -> None:
    city = arcload.generate("city", edges=100, seed=4, at=place, name="town").replace(load_unit="")
    if place is None:
        city = city.replace(length_unit="")
    arcload.write(city, tmp_path / "town.graphml")
    again = read(tmp_path / "town.graphml", depot=city.depot, curb_weight=city.curb_weight)
    assert again.replace(nodes=city.nodes, ends=city.ends, coordinates=city.coordinates) == city
    graph = osmnx.load_graphml(tmp_path / "town.graphml") if place else None
    if graph is not None:
        assert len(graph) == len(city.nodes)


def test_a_one_way_edge_of_an_undirected_graph_leads_from_source_to_target(tmp_path: Path) -> None:
    rows = "".join(
        f'<edge source="{a}" target="{b}"><data key="l">1</data><data key="o">{way}</data></edge>'
        for a, b, way in (("b", "a", "yes"), ("a", "b", "yes"), ("a", "b", "no"))
    )
    (tmp_path / "a.graphml").write_text(
        '<graphml><key id="l" for="edge" attr.name="length"/>'
        '<key id="o" for="edge" attr.name="oneway"/><graph edgedefault="undirected">'
        f'<node id="a"/><node id="b"/>{rows}</graph></graphml>'
    )
    instance = read(tmp_path / "a.graphml", depot="a", demand_per_km=1)
    assert [instance.edge(edge)[:2] for edge in instance.edges] == [
        ("b", "a"),
        ("a", "b"),
        ("a", "b"),
    ]
    assert instance.lengths[:, 1].tolist() == [math.inf, math.inf, 1]


def two_way(*streets: tuple[int, int, dict[str, Any], dict[str, Any]]) -> Any:
    """Return a graph with two opposite arcs for each street."""
    graph = networkx.MultiDiGraph()
    for tail, head, there, back in streets:
        for ends, data in (((tail, head), there), ((head, tail), back)):
            graph.add_edge(*ends, **({"osmid": 7, "oneway": "False", "demand": 1} | data))
    return graph


def test_a_street_whose_lengths_differ_in_the_last_digit_is_one(tmp_path: Path) -> None:
    length = 0.1 + 0.2
    graph = two_way((1, 2, {"length": length}, {"length": 0.3}))
    assert read(written(tmp_path, graph), depot=1).lengths.tolist() == [[length, length]]


def test_ways_of_a_street_may_be_listed_in_any_order(tmp_path: Path) -> None:
    ways = {"length": 5.0, "osmid": "[3, 1, 2]"}, {"length": 5.0, "osmid": "[1, 2, 3]"}
    assert len(read(written(tmp_path, two_way((1, 2, *ways))), depot=1).edges) == 1


def test_two_parallel_streets_of_one_way_stay_two(tmp_path: Path) -> None:
    sides = ({"length": 5.0}, {"length": 5.0}), ({"length": 9.0}, {"length": 9.0})
    graph = two_way((1, 2, *sides[0]), (1, 2, *sides[1]))
    assert sorted(read(written(tmp_path, graph), depot=1).lengths.tolist()) == [[5, 5], [9, 9]]


def test_arcs_that_cannot_be_paired_are_said(tmp_path: Path) -> None:
    graph = two_way(
        (1, 2, {"length": 5.0}, {"length": 6.0}), (1, 2, {"length": 9.0}, {"length": 7.0})
    )
    instance = read(written(tmp_path, graph), depot=1)
    assert noted(instance.notes, "town.graphml: 4 arcs .* of its own")
    assert len(instance.edges) == 4


def test_two_directions_with_different_demands_are_refused(tmp_path: Path) -> None:
    graph = two_way((1, 2, {"length": 5.0, "demand": 4}, {"length": 5.0, "demand": 5}))
    with pytest.raises(InputError, match=r"line \d+: .* osmid '7', .* they state 4 and 5"):
        read(written(tmp_path, graph), depot=1)


def test_our_own_files_keep_what_they_say_to_the_letter(tmp_path: Path) -> None:
    """Lengths as on a sphere, names like lists, and bends that are nodes."""
    places: dict[Id, tuple[float, float]] = {
        1: (8.54, 47.37),
        2: (8.54, 47.371),
        3: (8.541, 47.371),
    }
    sphere = osmnx.distance.great_circle(47.37, 8.54, 47.371, 8.54)
    edges = [
        arcload.Edge(1, 2, sphere, sphere, name="['B', 'A']", shape=(places[1], places[2])),
        arcload.Edge(2, 3, 75.5, 75.5, name="['B', 'A']", shape=(places[2], places[3])),
    ]
    instance = Instance.from_edges(
        edges, depot=1, coordinates=places, geographic=True, length_unit="m", name="town"
    )
    arcload.write(instance, tmp_path / "town.graphml")
    assert read(tmp_path / "town.graphml", depot=1) == instance


def test_lengths_of_osmnx_are_measured_anew_unless_their_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "town.osm").write_text(OSM)
    osmnx.save_graphml(
        osmnx.graph_from_xml(tmp_path / "town.osm", simplify=False), tmp_path / "town.graphml"
    )
    rule = {"demand_per_km": 1, "depot": 1}
    ours = read(tmp_path / "town.graphml", **rule)
    theirs = read(tmp_path / "town.graphml", length_column="length", **rule)
    assert ours.lengths.sum() / theirs.lengths.sum() == pytest.approx(1.001, abs=0.001)


def test_an_arc_with_an_id_alone_leads_one_way(tmp_path: Path) -> None:
    """What from_networkx says of it holds for its file."""
    graph = networkx.DiGraph()
    graph.add_edge(1, 2, id="x", length=2.0, demand=1)
    graph.add_edge(2, 3, id="y", length=3.0, demand=1)
    graph.add_edge(3, 2, id="y", length=3.0, demand=1)
    graph.add_edge(2, 1, id="z", length=4.0, demand=1)
    instance = read(written(tmp_path, graph), depot=1)
    assert sorted(instance.lengths.tolist()) == [[2, math.inf], [3, 3], [4, math.inf]]
    assert sorted(arcload.from_networkx(graph, depot=1).lengths.tolist()) == sorted(
        instance.lengths.tolist()
    )


def test_rules_for_trucks_are_said(tmp_path: Path) -> None:
    graph = two_way(
        (1, 2, {"length": 5.0, "maxweight": "7.5"}, {"length": 5.0, "maxweight": "7.5"}),
        (
            2,
            3,
            {"length": 5.0, "access": "['yes', 'no']"},
            {"length": 5.0, "access": "['yes', 'no']"},
        ),
    )
    notes = read(written(tmp_path, graph), depot=1).notes
    assert len(notes) == 2
    assert noted(notes, "maxweight=7.5 on 1 street: 1 not applied")
    assert noted(notes, "access=yes;no on 1 street: 1 not understood")


def test_streets_that_osmnx_takes_as_two_way_against_the_custom_are_said(tmp_path: Path) -> None:
    circus = {"length": 5.0, "junction": "circular", "highway": "road"}
    assert noted(
        read(written(tmp_path, two_way((1, 2, circus, circus))), depot=1).notes,
        "1 street with junction=circular .* both ways",
    )


def test_a_graph_of_footways_alone_is_refused(tmp_path: Path) -> None:
    footway = {"length": 5.0, "highway": "footway", "demand": 0}
    with pytest.raises(InputError, match="no streets that may be driven"):
        read(written(tmp_path, two_way((1, 2, footway, footway))), depot=1)
