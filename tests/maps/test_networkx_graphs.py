"""Instances from networkx graphs and to them."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

import arcload
from tests.examples import FOUR_EDGES
from tests.notes import noted
from tests.strategies import instances


@given(instances())
def test_there_and_back_is_the_same_instance(instance: arcload.Instance) -> None:
    assert arcload.from_networkx(arcload.to_networkx(instance)) == instance


def test_a_plain_graph() -> None:
    graph = nx.Graph()
    graph.add_edge("a", "b", length=2, demand=100)
    graph.add_edge("b", "c", length=1)
    instance = arcload.from_networkx(graph, depot="a", curb_weight=3)
    assert instance.demands.tolist() == [100, 0]
    assert instance.curb_weight == 3
    assert instance.edge(2).length_back == 1


def test_other_attribute_names() -> None:
    graph = nx.path_graph(3)
    nx.set_edge_attributes(graph, 7.0, "metres")
    nx.set_edge_attributes(graph, 2.0, "salt")
    instance = arcload.from_networkx(graph, depot=0, length="metres", demand="salt")
    assert (instance.lengths.tolist(), instance.total_demand) == ([[7, 7], [7, 7]], 4)
    with pytest.raises(arcload.InputError, match="no attribute 'length'"):
        arcload.from_networkx(graph, depot=0)


def test_arcs_are_one_way_and_pairs_with_one_id_are_one_street() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge(1, 2, id="hill", length=5, demand=4)
    graph.add_edge(2, 1, id="hill", length=3, demand=4)
    graph.add_edge(1, 2, id="lane", length=9, demand=1)
    instance = arcload.from_networkx(graph, depot=1)
    assert instance.edges == ("hill", "lane")
    assert instance.lengths.tolist() == [[5, 3], [9, math.inf]]


def test_arcs_with_one_id_that_are_no_street_are_refused() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge(1, 2, id="x", length=5, demand=4)
    graph.add_edge(2, 1, id="x", length=3, demand=5)
    with pytest.raises(arcload.InputError, match="not the two directions of one street"):
        arcload.from_networkx(graph, depot=1)


def test_another_depot_wins() -> None:
    graph = arcload.to_networkx(FOUR_EDGES)
    assert arcload.from_networkx(graph, depot=3).start == 3


def test_node_coordinates_are_taken() -> None:
    graph = nx.Graph()
    graph.add_node("a", x=1, y=2)
    graph.add_node("b", x=3, y=4)
    graph.add_edge("b", "a", length=1, demand=1)
    instance = arcload.from_networkx(graph, depot="a")
    assert instance.coordinates is not None
    assert dict(zip(instance.nodes, instance.coordinates.tolist(), strict=True)) == {
        "a": [1, 2],
        "b": [3, 4],
    }


def island() -> nx.Graph:
    graph = nx.Graph()
    graph.add_edge("a", "b", length=2, demand=100)
    graph.add_edge("x", "y", length=1, demand=5)
    return graph


def test_keeping_the_depots_part_was_advised_but_refused() -> None:
    with pytest.raises(arcload.InputError, match=r"cannot be reached from the depot 'a'.*keep"):
        arcload.from_networkx(island(), depot="a")
    instance = arcload.from_networkx(island(), depot="a", keep="depot")
    assert noted(instance.notes, "left out 1 served edge .* depot 'a'")
    assert (instance.nodes, instance.total_demand) == (("a", "b"), 100)


def test_a_rule_gives_the_demand_of_edges_that_state_none() -> None:
    graph = nx.Graph()
    graph.add_edge("a", "b", length=500, demand=7)
    graph.add_edge("b", "c", length=500)
    instance = arcload.from_networkx(graph, depot="a", demand_per_km=10)
    assert instance.demands.tolist() == [7, 5]


def test_an_unknown_parameter_is_named() -> None:
    with pytest.raises(arcload.InputError, match=r"no 'curb_wieght' \(did you mean 'curb_weight'"):
        arcload.from_networkx(island(), depot="a", curb_wieght=3)


def test_a_graph_without_a_depot_is_refused() -> None:
    with pytest.raises(arcload.InputError, match="no depot is given"):
        arcload.from_networkx(island(), start="a")


def test_one_way_edges_and_courses_of_an_undirected_graph() -> None:
    """The course is turned so that it starts where the edge does."""
    graph = nx.MultiGraph(crs="epsg:4326")
    for node, x in ((1, 8.54), (2, 8.541)):
        graph.add_node(node, x=x, y=47.37)
    course = "LINESTRING (8.541 47.37, 8.5405 47.371, 8.54 47.37)"
    graph.add_edge(1, 2, geometry=course, demand=1, oneway=True)
    graph.add_edge(1, 2, demand=1)
    instance = arcload.from_networkx(graph, depot=1)
    assert instance.geographic
    assert instance.lengths[0].tolist() == pytest.approx([234.83, math.inf], abs=0.1)
    assert instance.edge(1).shape[0] == (8.54, 47.37)
    assert instance.lengths[1].tolist() == pytest.approx([75.5, 75.5], abs=0.1)


def test_the_depot_stays_a_node_where_osmnx_has_one_at_every_bend() -> None:
    graph = nx.MultiDiGraph(crs="epsg:4326", created_with="OSMnx 2.0.0")
    for node in range(1, 5):
        graph.add_node(node, x=8.54 + node / 1000, y=47.37)
    for tail, head in ((1, 2), (2, 3), (3, 4)):
        for ends in ((tail, head), (head, tail)):
            graph.add_edge(*ends, osmid=7, oneway=False, highway="road")
    assert arcload.from_networkx(graph, depot=1, demand_per_km=1).nodes == (1, 4)
    assert arcload.from_networkx(graph, depot=3, demand_per_km=1).nodes == (1, 3, 4)
    graph.graph["simplified"] = True
    assert len(arcload.from_networkx(graph, depot=1, demand_per_km=1).nodes) == 4


def test_rules_for_trucks_are_said() -> None:
    graph = nx.Graph()
    graph.add_edge(1, 2, length=1, demand=1, hgv="no", maxweight=["7.5", "3.5"])
    graph.add_edge(2, 3, length=1, demand=1, hgv=["yes", "no"])
    notes = arcload.from_networkx(graph, depot=1).notes
    assert len(notes) == 2
    assert noted(notes, "graph: hgv=no, yes;no on 2 streets: 2 not applied")
    assert noted(notes, "graph: maxweight=7.5;3.5 on 1 street: 1 not applied")


def test_graphs_of_other_number_types_are_read() -> None:
    graph = nx.DiGraph()
    for node in (1, 2):
        graph.add_node(node, x=np.float32(node), y=np.int64(0))
    graph.add_edge(1, 2, osmid=np.int64(5), length=np.float32(2), demand=np.int64(3), oneway=False)
    graph.add_edge(2, 1, osmid=np.int64(5), length=np.float32(2), demand=np.int64(3), oneway=False)
    instance = arcload.from_networkx(graph, depot=1)
    assert (instance.lengths.tolist(), instance.total_demand) == ([[2, 2]], 3)


def test_a_graph_in_which_nothing_needs_service_is_said() -> None:
    instance = arcload.from_networkx(island().subgraph("ab"), depot="a", demand="salt")
    assert noted(instance.notes, "no edge has the attribute 'salt'")
    assert instance.total_demand == 0
