"""Instances from networkx graphs and to them."""

import math

import networkx as nx
import pytest
from hypothesis import given

import arcload
from tests.examples import FOUR_EDGES
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
