"""The files of results."""

import json
import math
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload import FREE, InputError, Instance, Result
from arcload.model.result_file import StatedResult, read_result
from tests.examples import FOUR_EDGES
from tests.strategies import instances

RESULT = Result(
    plan=arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4]),
    method="by hand",
    lower_bound=250.0,
    status="feasible",
    seconds=1.5,
    startup_seconds=0.25,
    iterations=7,
    seed=3,
    threads=1,
    version="0.1.0",
    history=((0.5, 1, 300.0), (1.0, 4, 275.0)),
    bound_history=((0.0, 225.0), (0.75, 250.0)),
)


def reloaded(result: Result) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        result.save(Path(folder) / "result.json")
        return arcload.load_result(Path(folder) / "result.json", result.plan.instance)


def test_a_result_is_read_as_it_was_saved() -> None:
    assert reloaded(RESULT) == RESULT


@settings(deadline=None, max_examples=50)
@given(instances(max_served=4))
def test_any_result_is_read_as_it_was_saved(instance: Instance) -> None:
    order = [instance.edges[edge] for edge in instance.served]
    directions = [1 if length < math.inf else 2 for length in instance.lengths[instance.served, 0]]
    tour = arcload.Tour(instance, order, directions)
    try:
        result = replace(RESULT, plan=tour, history=(), bound_history=(), lower_bound=tour.cost / 2)
    except InputError:
        result = None  # one-way streets cut this order off
    assume(result is not None)
    assert result is not None
    if tour.cost == 0:
        result = replace(result, status="optimal")
    assert reloaded(result) == result
    assert reloaded(result).plan.walk == tour.walk


def test_a_solved_result_is_read_as_it_was_saved_and_checks() -> None:
    result = arcload.solve(FOUR_EDGES, "greedy")
    assert reloaded(result) == result
    assert arcload.check(reloaded(result)).cost == result.cost


def test_a_walk_that_takes_no_shortest_paths_stays_as_it_is(tmp_path: Path) -> None:
    """There and back along street 3, before the tour begins."""
    there = arcload.Crossing(3, 1, 4, 1, False, 1.0, 135.0, 135.0, 135.0)
    back = arcload.Crossing(3, 4, 1, 2, False, 1.0, 135.0, 135.0, 135.0)
    plan = RESULT.plan
    longer = arcload.Tour(FOUR_EDGES, plan.order, plan.directions, (there, back, *plan.walk))
    result = replace(RESULT, plan=longer, history=(), bound_history=())
    assert (result.cost, longer.length) == (275 + 270, 22)
    assert reloaded(result).plan.walk == longer.walk
    assert reloaded(result) != replace(result, plan=plan)


def test_the_summary_is_json_without_walk_and_history() -> None:
    summary = json.loads(json.dumps(RESULT.summary()))
    left_out = {"walk", "history", "bound_history"}
    assert set(json.loads(json.dumps(RESULT.to_dict()))) - set(summary) == left_out
    assert (summary["schema"], summary["gap"]) == ("arcload-result/1", pytest.approx(0.1))


def test_the_vehicle_is_stated_as_read_takes_it() -> None:
    opened = FOUR_EDGES.replace(end=FREE)
    result = replace(RESULT, plan=arcload.best_directions(opened, [1, 2, 3, 4]))
    vehicle = {"curb_weight": 0.0, "load_factor": 1.0, "start": 1, "end": FREE, "mode": "deliver"}
    assert vehicle.items() <= StatedResult.of(result).vehicle().items()


def test_the_file_has_a_line_for_each_crossing_and_each_list(tmp_path: Path) -> None:
    RESULT.save(tmp_path / "result.json")
    text = (tmp_path / "result.json").read_text()
    assert json.loads(text) == json.loads(json.dumps(RESULT.to_dict()))
    lines = text.splitlines()
    assert ' "order": [1, 2, 3, 4],' in lines
    assert ' "directions": [1, 1, 1, 2],' in lines
    walk = RESULT.plan.walk
    assert sum(line.startswith('  {"edge": ') for line in lines) == len(walk)
    listed = len(walk) + len(RESULT.history) + len(RESULT.bound_history)
    assert len(lines) == len(RESULT.to_dict()) + listed + 5


def test_figures_of_a_crossing_may_be_left_out(tmp_path: Path) -> None:
    """What a file states has NaN for them; the result has those of the walk."""
    data = RESULT.to_dict()
    for step in data["walk"]:
        for name in ("length", "load_before", "load_after", "cost", "direction"):
            del step[name]
    (tmp_path / "bare.json").write_text(json.dumps(data))
    bare = read_result(tmp_path / "bare.json")
    assert math.isnan(bare.walk[0].length)
    assert bare.walk[0].direction is None
    assert bare.result(FOUR_EDGES) == RESULT


def test_what_may_be_missing_has_a_default(tmp_path: Path) -> None:
    data = RESULT.to_dict()
    may = ("settings", "length_unit", "load_unit", "history", "bound_history", "gap")
    for name in (*may, "trips", "routes"):
        del data[name]
    (tmp_path / "short.json").write_text(json.dumps(data))
    result = arcload.load_result(tmp_path / "short.json", FOUR_EDGES)
    assert result == replace(RESULT, history=(), bound_history=())


def put(*steps: str | int) -> Callable[[dict[str, Any], Any], None]:
    """Return a function that puts a value where these steps lead."""

    def change(data: Any, value: Any) -> None:
        for step in steps[:-1]:
            data = data[step]
        data[steps[-1]] = value

    return change


NUMBERS = ("cost", "length", "deadhead_length", "load_distance", "seconds", "startup_seconds")
TEXTS = ("instance", "method", "status", "version", "length_unit", "load_unit")
DAMAGED: list[tuple[tuple[str | int, ...], Any, str]] = [
    *(((name,), value, "must be a number") for name in NUMBERS for value in ("1", None, True)),
    *(((name,), 10**400, "must be a finite number") for name in NUMBERS),
    *(((name,), value, "must be text") for name in TEXTS for value in (1, None, ["a"])),
    *(((name,), 1.5, "must be a whole number") for name in ("iterations", "seed", "threads")),
    *(((name,), True, "must be a whole number") for name in ("iterations", "seed", "threads")),
    *(((name,), {}, "must be a list") for name in ("order", "directions", "walk", "history")),
    (("lower_bound",), "250", "must be a number"),
    (("status",), "perfect", "use optimal, feasible, interrupted"),
    (("settings",), [1], "must be an object"),
    (("settings", "curb_weight"), "heavy", "must be a number"),
    (("settings", "load_factor"), -1, "load_factor is -1; it must be 0 or more"),
    (("settings", "curb_weight"), [1], "must be a number"),
    (("settings", "start"), {}, "must be text or a number"),
    (("settings", "end"), [1], "must be text or a number"),
    (("settings", "mode"), "carry", "'deliver' or 'collect'"),
    (("settings", "mode"), [], "'deliver' or 'collect'"),
    (("settings", "keep"), 1, "'all' or 'depot'"),
    (("order", 1), [1], "must be text or a number"),
    (("order", 1), None, "must be text or a number"),
    (("order", 1), True, "must be text or a number"),
    (("directions", 1), "1", "must be a whole number"),
    (("directions", 1), 1.5, "must be a whole number"),
    (("history", 0), 5, "[seconds, iteration, cost]"),
    (("history", 0), [1, 2], "[seconds, iteration, cost]"),
    (("history", 0), [1, 2.5, 3], "must be a whole number"),
    (("history", 0), ["1", 2, 3], "must be a number"),
    (("bound_history", 0), [1, 2, 3], "[seconds, bound]"),
    (("bound_history", 1), [1, None], "the bound is null; it must be a number"),
    (("walk", 2), 7, "stands where an object"),
    (("walk", 2), {}, "this crossing has no 'edge'"),
    (("walk", 2, "edge"), [], "must be text or a number"),
    (("walk", 2, "edge"), True, "must be text or a number"),
    (("walk", 2, "from"), None, "must be text or a number"),
    (("walk", 2, "to"), {}, "must be text or a number"),
    (("walk", 2, "served"), 1, "'served' must be true or false"),
    (("walk", 2, "direction"), "1", "must be a whole number"),
    (("walk", 2, "direction"), [1], "must be a whole number"),
    (("walk", 2, "length"), "far", "must be a number"),
    (("walk", 2, "cost"), 10**400, "must be a finite number"),
    (("walk", 2, "colour"), "red", "'colour' is unknown"),
]


@pytest.mark.parametrize(("steps", "value", "words"), DAMAGED)
def test_a_damaged_result_is_refused_at_its_line(
    steps: tuple[str | int, ...], value: Any, words: str, tmp_path: Path
) -> None:
    data = json.loads(json.dumps(RESULT.to_dict()))
    put(*steps)(data, "HERE")
    text = json.dumps(data, indent=1)
    first = text[: text.index("HERE")].count("\n") + 1
    last = first + json.dumps(value, indent=1).count("\n")
    put(*steps)(data, value)
    file = tmp_path / "result.json"
    file.write_text(json.dumps(data, indent=1))
    with pytest.raises(InputError) as caught:
        read_result(file)
    message = str(caught.value)
    assert words in message
    assert first <= int(message.removeprefix(f"{file}, line ").split(":")[0]) <= last
    assert "\n" not in message


@pytest.mark.parametrize(
    "name",
    sorted(
        set(RESULT.to_dict())
        - {"settings", "parameters", "gap", "history", "bound_history", "trips", "routes"}
        - set(TEXTS[-2:])
    ),
)
def test_a_missing_field_is_named(name: str, tmp_path: Path) -> None:
    data = RESULT.to_dict()
    del data[name]
    (tmp_path / "result.json").write_text(json.dumps(data))
    words = "schema is not stated" if name == "schema" else f"'{name}' is missing"
    with pytest.raises(InputError, match=words):
        read_result(tmp_path / "result.json")


@pytest.mark.parametrize("depth", [10, 500, 800, 900, 950, 980, 100_000])
@pytest.mark.parametrize("steps", [("schema",), ("order",), ("settings",), ("walk", 0)])
def test_deep_nesting_is_refused(depth: int, steps: tuple[str | int, ...], tmp_path: Path) -> None:
    data = RESULT.to_dict()
    put(*steps)(data, "HERE")
    text = json.dumps(data).replace('"HERE"', "[" * depth + "]" * depth)
    (tmp_path / "result.json").write_text(text)
    with pytest.raises(InputError):
        read_result(tmp_path / "result.json")


def test_every_cut_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    RESULT.save(file)
    content = file.read_bytes().rstrip()
    for end in range(0, len(content), 7):
        file.write_bytes(content[:end])
        with pytest.raises(InputError, match=r"result.json(, line \d+)?: "):
            read_result(file)


@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_changed_bytes_never_surprise(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What is still a result is then followed street by street, or refused by the check."""
    file = tmp_path_factory.getbasetemp() / "changed.json"
    RESULT.save(file)
    content = bytearray(file.read_bytes())
    spots = st.integers(0, len(content) - 1)
    for spot, byte in data.draw(st.lists(st.tuples(spots, st.integers(32, 126)), max_size=3)):
        content[spot] = byte
    file.write_bytes(bytes(content))
    with suppress(arcload.ArcloadError):
        arcload.load_result(file, FOUR_EDGES)


@pytest.mark.parametrize("changes", [{"gap": 0.0}, {"gap": None}, {"lower_bound": 270.0}])
def test_a_gap_that_is_not_that_of_cost_and_bound_is_refused(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    data = RESULT.to_dict() | changes
    (tmp_path / "r.json").write_text(json.dumps(data))
    words = f"r.json: the gap stated is {data['gap']}; the cost 275.0 and the lower bound"
    with pytest.raises(arcload.CheckError, match=words):
        read_result(tmp_path / "r.json")
