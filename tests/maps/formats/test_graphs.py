"""The edges of a graph become streets."""

import math
from typing import Any

import pytest

from arcload import InputError, Note
from arcload.maps.formats.graphs import Graph, GraphEdge, are_degrees, name_of, streets_of

FOUND = {"length": "length", "demand": "demand", "name": "name", "oneway": "oneway"}


def graph(*edges: tuple[str, str, dict[str, Any]], directed: bool = True, **about: Any) -> Graph:
    rows = [GraphEdge(tail, head, data, f"edge {tail}-{head}") for tail, head, data in edges]
    return Graph("graph", rows, directed, None, False, about)


def test_two_opposite_arcs_of_one_street_are_one() -> None:
    both = graph(
        ("a", "b", {"osmid": 1, "length": 5, "demand": 3}),
        ("b", "a", {"osmid": 1, "length": 5}),
        ("b", "c", {"osmid": 2, "length": 4, "oneway": True}),
    )
    first, second = streets_of(both, FOUND, [])
    assert (first.tail, first.head, first.lengths, first.demand) == ("a", "b", (5, 5), 3)
    assert (second.lengths, math.isnan(second.demand)) == ((4, math.inf), True)


def test_an_arc_against_its_street_is_turned() -> None:
    (street,) = streets_of(graph(("a", "b", {"length": 5, "oneway": "-1"})), FOUND, [])
    assert (street.tail, street.head, street.lengths) == ("b", "a", (5, math.inf))


def test_rules_and_odd_two_way_streets_are_noted() -> None:
    notes: list[Note] = []
    data = {"length": 5, "osmid": 1, "junction": "circular", "highway": "road", "maxheight": "3"}
    streets_of(graph(("a", "b", data), ("b", "a", data)), FOUND, notes)
    rule, both_ways = (str(note) for note in notes)
    assert "maxheight=3 is not obeyed on 1 street" in rule
    assert "junction=circular" in both_ways


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "edge a-b: .* no attribute 'length'"),
        ({"length": 5, "oneway": "maybe"}, "edge a-b: oneway is 'maybe'"),
        ({"length": 5, "geometry": "POINT (0 0)"}, "edge a-b: the geometry is 'POINT"),
    ],
)
def test_a_wrong_edge_is_named(data: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        streets_of(graph(("a", "b", data)), FOUND, [])


def test_a_street_is_called_by_its_name_or_number() -> None:
    names: list[dict[str, Any]] = [{"name": ["B", "A"]}, {"ref": "L 12"}, {}]
    edges = [("a", "b", {"length": 1, "osmid": k, **tags}) for k, tags in enumerate(names)]
    assert [name_of(s, FOUND) for s in streets_of(graph(*edges), FOUND, [])] == ["A, B", "L 12", ""]


def test_degrees_are_told_by_the_name_of_the_system() -> None:
    assert [are_degrees(crs) for crs in ("epsg:4326", "OGC:CRS84", "epsg:2056", None)] == [
        *(True, True),
        *(False, False),
    ]
