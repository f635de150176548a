"""Files from paths, streams, bytes and dictionaries, and to streams."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from tests.examples import FOUR_EDGES
from tests.fleet_strategies import fleets
from tests.strategies import instances

VILLAGE = Path(__file__).parents[2] / "examples" / "village.geojson"


@given(instance=instances() | fleets())
@settings(max_examples=25)
def test_an_instance_comes_back_from_all_that_holds_its_json(instance: arcload.Instance) -> None:
    data = instance.to_dict()
    text = io.StringIO()
    arcload.write(instance, text, "json")
    assert json.loads(text.getvalue()) == data == json.loads(json.dumps(data, allow_nan=False))
    content = text.getvalue().encode()
    for source in (data, content, bytearray(content), io.BytesIO(content)):
        assert arcload.read(source) == instance
    text.seek(0)
    assert arcload.read(text) == instance
    assert arcload.Instance.from_dict(data) == instance


def test_maps_are_read_from_streams_and_dictionaries() -> None:
    by_path = arcload.read(VILLAGE, demand_per_km=10, depot=1)
    with VILLAGE.open(encoding="utf-8") as file:
        assert arcload.read(file, demand_per_km=10, depot=1) == by_path
    data = json.loads(VILLAGE.read_text(encoding="utf-8"))
    unnamed = arcload.read(data, demand_per_km=10, depot=1)
    assert unnamed.replace(name=by_path.name) == by_path


def test_numbers_of_numpy_are_numbers() -> None:
    data = FOUR_EDGES.to_dict()
    data["edges"][0]["length"] = np.float64(7.5)
    data["edges"][1]["demand"] = np.int64(3)
    made = arcload.Instance.from_dict(data, curb_weight=2)
    assert (made.lengths[0, 0], made.demands[1], made.curb_weight) == (7.5, 3, 2)


def test_a_mistake_in_a_dictionary_is_named_without_a_line() -> None:
    data = FOUR_EDGES.to_dict()
    data["edges"][2]["length"] = "long"
    with pytest.raises(arcload.InputError, match=r"^dict: the length of edge 3 is 'long'"):
        arcload.Instance.from_dict(data)
    del data["schema"]
    with pytest.raises(arcload.InputError, match=r"^dict: the schema is not stated"):
        arcload.read(data)
    with pytest.raises(arcload.InputError, match="cannot be JSON"):
        arcload.read({"schema": {1, 2}})


def _closed() -> io.StringIO:
    file = io.StringIO("{}")
    file.close()
    return file


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"", "bytes: the file is empty"),
        (b"\xff\xfe", "UTF-16"),
        (_closed(), "stream: cannot be read"),
        ('{"schema": 1}', r"io.StringIO\(text\)"),
        (3, "3 is given for a file"),
        (None, "None is given for a file"),
        ([1], "a list is given for a file"),
    ],
)
def test_what_cannot_be_read_is_refused(source: Any, words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        arcload.read(source)


def test_a_town_file_and_a_geopackage_need_a_path(tmp_path: Path) -> None:
    town = VILLAGE.with_name("hamlet.toml")
    with town.open(encoding="utf-8") as file, pytest.raises(arcload.InputError, match="its path"):
        arcload.read(file)
    with pytest.raises(arcload.InputError, match="no text"):
        arcload.read(b"SQLite format 3\0", "gpkg")
    with pytest.raises(arcload.InputError, match="no text"):
        arcload.write(FOUR_EDGES, io.BytesIO(), "gpkg")


def test_results_and_bounds_go_through_streams_and_dictionaries() -> None:
    result = arcload.solve(FOUR_EDGES)
    text, data = io.StringIO(), io.BytesIO()
    result.save(text)
    arcload.write_route(result, data, format="json")
    assert text.getvalue().encode() == data.getvalue()
    for source in (data.getvalue(), result.to_dict(), io.StringIO(text.getvalue())):
        assert arcload.load_result(source, FOUR_EDGES).cost == 275
    bound = arcload.bound(FOUR_EDGES, time=1)
    proof = io.BytesIO()
    bound.save(proof)
    for held in (proof.getvalue(), json.loads(proof.getvalue())):
        assert arcload.check_bound(FOUR_EDGES, arcload.load_bound(held)) == 275


def test_a_stream_that_cannot_be_written_is_refused() -> None:
    result = arcload.solve(FOUR_EDGES)
    with pytest.raises(arcload.InputError, match="cannot be written"):
        result.save(_closed())
    with pytest.raises(arcload.InputError, match="give its name as text or a path"):
        result.save(7)  # type: ignore[arg-type]
    with pytest.raises(arcload.InputError, match="names no format"):
        arcload.write(FOUR_EDGES, io.StringIO())
