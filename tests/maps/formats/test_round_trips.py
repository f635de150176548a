"""What is written and read again is the same, up to what a format cannot hold."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload import FREE, Edge, Instance, Vehicle
from arcload.model.attributes import OWN_COLUMNS
from arcload.model.settings import changes_in, settings_of
from arcload.model.types import Id
from tests.fleet_strategies import fleets
from tests.strategies import instances


def reread(instance: Instance, extension: str, **changes: Any) -> Instance:
    """Return the instance after it was written to a file and read from it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"town.{extension}"
        arcload.write(instance, path)
        return arcload.read(path, **changes)


def renumbered(instance: Instance, first: int, nodes: Sequence[int], edges: Sequence[int]) -> Any:
    """Return the fields of an instance with its nodes and edges put in another order."""
    number = {node: position for position, node in enumerate(nodes)}
    return {
        "name": "town",
        "nodes": tuple(range(first, first + len(nodes))),
        "edges": tuple(range(1, len(edges) + 1)),
        "ends": np.array([[number[n] for n in instance.ends[k]] for k in edges]).reshape(-1, 2),
        "lengths": instance.lengths[list(edges)],
        "demands": instance.demands[list(edges)],
    }


def one_line(text: str) -> str:
    """Return a label as a line of text can hold it."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text).strip()


@settings(deadline=None)
@given(instances())
def test_json_is_lossless(instance: Instance) -> None:
    assert reread(instance, "json") == instance


@settings(deadline=None)
@given(fleets(), st.data())
def test_json_and_networkx_hold_every_fleet(instance: Instance, data: st.DataObject) -> None:
    ranks = data.draw(ranks_of(instance))
    instance = instance.replace(priorities=ranks, allow_unserved=data.draw(st.booleans()))
    assert reread(instance, "json") == instance
    assert arcload.from_networkx(arcload.to_networkx(instance)) == instance
    points = np.array([[k, k % 2] for k in range(len(instance.nodes))])
    drawn = reread(instance.replace(coordinates=points), "geojson")
    assert drawn.replace(coordinates=None, shapes=None) == instance


@settings(deadline=None)
@given(fleets(), st.data())
def test_csv_keeps_costs_of_serving_and_priorities(instance: Instance, data: st.DataObject) -> None:
    ranks = data.draw(ranks_of(instance))
    instance = instance.replace(priorities=ranks, name="town", length_unit="m")
    again = reread(instance, "csv", **changes_in(settings_of(instance)), length_unit="m")
    assert [again.edge(edge) for edge in instance.edges] == [
        instance.edge(edge) for edge in instance.edges
    ]


def ranks_of(instance: Instance) -> st.SearchStrategy[list[int]]:
    """Give a priority for each street."""
    size = len(instance.edges)
    return st.lists(st.integers(1, 3), min_size=size, max_size=size)


@settings(deadline=None)
@given(instances(symmetric=True, closed=True, deliver=True, unit_factor=True))
def test_cpplc_puts_the_depot_first_and_keeps_the_rest(instance: Instance) -> None:
    depot = instance.start_index
    order = [depot, *(node for node in range(len(instance.nodes)) if node != depot)]
    points = instance.coordinates
    expected = Instance(
        **renumbered(instance, 0, order, range(len(instance.edges))),
        vehicles=(Vehicle(curb_weight=instance.curb_weight, start=0, end=0),),
        coordinates=None if points is None else points[order],
    )
    assert reread(instance, "txt") == expected


@settings(deadline=None)
@given(instances(symmetric=True, closed=True, deliver=True))
def test_carp_puts_required_edges_first_and_keeps_the_network(instance: Instance) -> None:
    nodes = range(len(instance.nodes))
    edges = [*instance.served, *np.flatnonzero(instance.demands == 0)]
    fields = renumbered(instance, 1, nodes, edges)
    fields["name"] = one_line(instance.name) or "town"
    depot = 1 + instance.start_index
    expected = Instance(**fields, vehicles=(Vehicle(curb_weight=7, start=depot, end=depot),))
    assert reread(instance, "dat", curb_weight=7) == expected


@settings(deadline=None)
@given(instances(min_served=1))
def test_csv_keeps_the_streets(instance: Instance) -> None:
    """Depot and vehicle are said again; whole numbers written as text become numbers."""
    assume(set(instance.ends.ravel().tolist()) == set(range(len(instance.nodes))))
    streets = [instance.edge(edge) for edge in instance.edges]
    points = instance.coordinates
    places = [FREE if end is FREE else as_read(end) for end in (instance.start, instance.end)]
    vehicle = {"curb_weight": instance.curb_weight, "mode": instance.mode}
    expected = Instance.from_edges(
        [
            Edge(
                *(as_read(street.tail), as_read(street.head), street.length, street.demand),
                id=None if street.id is None else as_read(street.id),
                length_back=street.length_back,
                name=one_line(street.name),
            )
            for street in streets
        ],
        start=places[0],
        end=places[1],
        name="town",
        coordinates=None
        if points is None
        else {as_read(n): tuple(point) for n, point in zip(instance.nodes, points, strict=True)},
        geographic=instance.geographic,
        **vehicle,
    )
    assert reread(instance, "csv", start=places[0], end=places[1], **vehicle) == expected


def as_read(name: Id) -> Id:
    """Return an id as a cell gives it back: a whole number as such, all else as text."""
    text = str(name)
    return (
        int(text)
        if text.isascii() and text.lstrip("-").isdigit() and str(int(text)) == text
        else text
    )


@pytest.mark.parametrize("kind", ["eulerian", "rural", "city"])
@pytest.mark.parametrize("extension", ["json", "csv"])
def test_generated_instances_survive(kind: str, extension: str) -> None:
    instance = arcload.generate(kind, edges=40, seed=5, name="town")
    said: dict[str, Any] = {}
    if extension == "csv":
        said = {"depot": instance.depot, "curb_weight": instance.curb_weight}
    again = reread(instance, extension, **said)
    assert [again.edge(edge)[:4] for edge in instance.edges] == [
        instance.edge(edge)[:4] for edge in instance.edges
    ]
    assert (again.depot, again.curb_weight) == (instance.depot, instance.curb_weight)


@pytest.mark.parametrize("value", [0.1, 1 / 3, 5e-324, 1e300, 123456789012345680.0, 2.0**60])
@pytest.mark.parametrize("extension", ["json", "txt", "dat", "csv"])
def test_numbers_keep_their_last_digit(value: float, extension: str) -> None:
    instance = Instance.from_edges([(1, 2, value, 1e-3)], depot=1)
    again = reread(instance, extension, **({"depot": 1} if extension == "csv" else {}))
    assert float(again.lengths[0, 0]) == value


KNOWN = Instance.from_edges(
    [
        Edge("a", "b", 111, 1, name="Elm", shape=((0.0, 0.0), (0.001, 0.0))),
        Edge("b", "c", 111, 1, name="Oak", shape=((0.001, 0.0), (0.001, 0.001))),
    ],
    depot="a",
    coordinates={"a": (0.0, 0.0), "b": (0.001, 0.0), "c": (0.001, 0.001)},
    geographic=True,
    length_unit="m",
    curb_weight=5,
    attributes={
        "highway": ["primary", "residential"],
        "lanes": ["2", ""],
        "long_surface": ["", "x"],
    },
)


@settings(deadline=None)
@given(instances(), st.data())
def test_any_attributes_come_back(instance: Instance, data: st.DataObject) -> None:
    size = len(instance.edges)
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
    names = texts.filter(lambda name: name not in ("", *OWN_COLUMNS, "osmid"))
    column = st.lists(texts, min_size=size, max_size=size)
    attributes = data.draw(st.dictionaries(names, column, max_size=3))
    instance = instance.replace(attributes=attributes)
    assert reread(instance, "json") == instance
    assert arcload.from_networkx(arcload.to_networkx(instance)) == instance


@pytest.mark.parametrize("extension", ["json", "geojson", "csv", "graphml", "osm", "gpkg", "shp"])
def test_attributes_come_back_from_every_format_of_maps(extension: str, tmp_path: Path) -> None:
    file = tmp_path / f"town.{extension}"
    lost = arcload.write(KNOWN, file)
    again = arcload.read(file, depot="0,0" if extension not in ("json", "csv") else "a")
    expected = dict(KNOWN.attributes)
    if extension == "shp":
        del expected["long_surface"]
        assert "long_surface" in lost[0].text
    assert dict(again.attributes) == expected


@pytest.mark.parametrize("extension", ["txt", "dat"])
def test_formats_without_attributes_say_so(extension: str, tmp_path: Path) -> None:
    plain = KNOWN.replace(geographic=False)
    lost = arcload.write(plain, tmp_path / f"town.{extension}")
    assert all(name in lost[0].text for name in ("'highway'", "'lanes'", "'long_surface'"))


def test_attributes_survive_networkx_and_cutting() -> None:
    assert arcload.from_networkx(arcload.to_networkx(KNOWN)) == KNOWN
    cut = arcload.cut_streets(KNOWN, 0.5)
    assert cut.attributes["highway"] == ("primary", "primary", "residential", "residential")
