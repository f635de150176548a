"""arcload's own format."""

import codecs
import json
import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import FREE, Edge, InputError, Instance
from tests.examples import FOUR_EDGES
from tests.maps.formats.samples import JSON
from tests.notes import noted

SQUARE = Instance.from_edges(
    [
        Edge("a", "b", 2.5, 7, name="High Street"),
        Edge("b", "c", 1, length_back=math.inf),
        Edge("c", "d", 2, 3, shape=((1, 1), (0, 1))),
        Edge("d", "a", 4, 1, length_back=5),
    ],
    depot="a",
    curb_weight=10,
    capacity=11,
    name="square",
    length_unit="m",
    load_unit="kg",
    coordinates={"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)},
)


def read(folder: Path, content: Any, name: str = "town.json", **changes: Any) -> Instance:
    if isinstance(content, dict):
        content = json.dumps(content)
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return arcload.read(file, **changes)


def least(**fields: Any) -> dict[str, Any]:
    """Return the shortest file with one street, and more fields."""
    return {
        "schema": "arcload-instance/1",
        "nodes": [{"id": 1}, {"id": 2}],
        "edges": [{"id": 1, "from": 1, "to": 2, "length": 3, "demand": 4}],
        "start": 1,
        "end": 1,
    } | fields


def test_every_field_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, JSON) == SQUARE


def test_the_layout_has_one_line_for_each_node_and_edge(tmp_path: Path) -> None:
    arcload.write(SQUARE, tmp_path / "town.json")
    assert (tmp_path / "town.json").read_bytes() == JSON.encode()


@pytest.mark.parametrize(
    "content",
    [
        JSON.replace("\n", "\r\n").encode(),
        JSON.replace("\n", "\r").encode(),
        codecs.BOM_UTF8 + JSON.encode(),
        ("\n\n " + JSON).encode(),
        json.dumps(json.loads(JSON)).encode(),
        json.dumps(json.loads(JSON), indent=4, sort_keys=True).encode(),
        JSON.replace("High", "\\u0048igh").encode(),
        JSON.replace("2.5", "25e-1").replace("11", "11.0").encode(),
        JSON.replace('"id": 1', '"id": 1.0').encode(),
    ],
    ids=lambda content: repr(content[:30]),
)
def test_spacing_line_ends_and_order_do_not_matter(content: bytes, tmp_path: Path) -> None:
    assert read(tmp_path, content) == SQUARE
    assert read(tmp_path, content, "town.txt") == SQUARE


def test_all_but_the_network_may_be_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, least()) == Instance.from_edges([(1, 2, 3, 4)], depot=1, name="town")
    assert read(tmp_path, least(capacity=None, curb_weight=None)) == read(tmp_path, least())


def test_a_file_without_a_depot_starts_at_its_first_node_and_says_so(tmp_path: Path) -> None:
    content = least()
    del content["start"], content["end"]
    instance = read(tmp_path, content)
    assert noted(instance.notes, "town.json names no depot")
    assert instance.depot == 1
    assert read(tmp_path, content, depot=2).depot == 2


@pytest.mark.parametrize("start", [1, 2, None])
@pytest.mark.parametrize("end", [1, 2, None])
def test_null_is_anywhere(start: int | None, end: int | None, tmp_path: Path) -> None:
    instance = read(tmp_path, least(start=start, end=end))
    assert instance.start is (FREE if start is None else start)
    assert instance.end is (FREE if end is None else end)


def test_ids_keep_their_kind(tmp_path: Path) -> None:
    ids = [7, "7a", -1, 1.5, "", "ä\n", 10**30]
    content = least(
        nodes=[{"id": name} for name in ids],
        edges=[
            {"id": name, "from": 7, "to": name, "length": 1, "demand": 1} for name in reversed(ids)
        ],
        start=7,
        end=1.5,
    )
    instance = read(tmp_path, content)
    assert instance.nodes == tuple(ids)
    assert instance.edges == tuple(reversed(ids))
    assert [type(name) for name in instance.nodes] == [type(name) for name in ids]


def test_a_length_of_null_is_a_one_way_street_back(tmp_path: Path) -> None:
    edge = {"id": 1, "from": 1, "to": 2, "length": None, "length_back": 3, "demand": 0}
    instance = read(tmp_path, least(edges=[edge]))
    assert instance.lengths.tolist() == [[math.inf, 3]]


@pytest.mark.parametrize("separators", [None, (",", ":")])
@pytest.mark.parametrize("indent", [None, 0, 1, 4])
def test_the_line_of_a_fault_is_found_in_every_layout(
    indent: int | None, separators: tuple[str, str] | None, tmp_path: Path
) -> None:
    content = json.loads(JSON)
    content["edges"][2]["demand"] = "HERE"
    text = json.dumps(content, indent=indent, separators=separators)
    line = text[: text.index("HERE")].count("\n") + 1
    with pytest.raises(InputError, match=rf"town.json, line {line}: the demand of edge 3"):
        read(tmp_path, text)


def test_words_that_look_like_a_fault_elsewhere_do_not_lead_astray(tmp_path: Path) -> None:
    """The name of the instance holds the words that the messages look for."""
    for word in ("NaN", "1e999", "id", "demand"):
        text = JSON.replace('"square"', f'"{word} \\" {{[,:"')
        bad = text.replace('"demand": 3', '"demand": NaN')
        with pytest.raises(InputError, match="line 20: NaN is not a number"):
            read(tmp_path, bad)
        bad = text.replace('"demand": 3', '"demand": 3, "demand": 3')
        with pytest.raises(InputError, match="line 20: 'demand' is given twice"):
            read(tmp_path, bad)


def test_the_users_words_count_more_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "town.json"
    arcload.write(FOUR_EDGES, file)
    changed = arcload.read(file, depot="2", curb_ratio=0.5, mode="collect")
    assert changed == FOUR_EDGES.replace(depot=2, curb_weight=67.5, mode="collect")
    assert arcload.read(file, end=FREE) == FOUR_EDGES.replace(end=FREE)
