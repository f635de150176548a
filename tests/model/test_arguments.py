"""Whatever is handed to a public function, the answer is a result or one sentence of ours."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

import arcload
from arcload.views.page import write_page
from arcload.views.plotting import (
    plot_convergence,
    plot_load,
    plot_network,
    plot_overview,
    plot_tour,
    write_picture,
)
from tests.examples import FOUR_EDGES

RESULT = arcload.solve(FOUR_EDGES, threads=1)
AXES = Figure().add_subplot()
BOUND = arcload.bound(FOUR_EDGES, time=5, threads=1)

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, "10", "", "town.json", Path("town.json"), b"x"),
    *(float("nan"), float("inf"), 10**400, [], [1, "a"], {}, (1, 2), object(), len),
    *(np.float64(2), np.int64(2), np.array([1.0]), FOUR_EDGES, RESULT, BOUND),
)


@dataclass(frozen=True)
class Call:
    """A function and arguments with which it works."""

    function: Callable[..., Any]
    arguments: dict[str, Any] = field(default_factory=dict)


CALLS = [
    Call(arcload.solve, {"instance": FOUR_EDGES, "threads": 1, "time": 0.01}),
    Call(arcload.bound, {"instance": FOUR_EDGES, "threads": 1, "time": 0.01}),
    Call(arcload.compare, {"plan": RESULT}),
    Call(arcload.check, {"solution": FOUR_EDGES, "walk": RESULT.plan.walk}),
    Call(arcload.write_route, {"plan": RESULT}),
    Call(arcload.check_bound, {"instance": FOUR_EDGES, "bound": BOUND}),
    Call(arcload.best_directions, {"instance": FOUR_EDGES, "order": (1, 2, 3, 4)}),
    Call(arcload.generate, {"kind": "city", "edges": 30}),
    Call(arcload.generate, {"kind": "rural", "edges": 9}),
    Call(arcload.read, {"path": "four.json"}),
    Call(arcload.write, {"instance": FOUR_EDGES, "path": "out.json"}),
    Call(arcload.load_result, {"path": "result.json", "instance": FOUR_EDGES}),
    Call(arcload.load_bound, {"path": "bound.json"}),
    Call(arcload.Tour, {"instance": FOUR_EDGES, "order": (1, 2, 3, 4), "directions": (1,) * 4}),
    Call(arcload.Instance.from_edges, {"edges": [(1, 2, 3, 4)], "depot": 1}),
    Call(FOUR_EDGES.replace),
    Call(RESULT.save, {"path": "out.json"}),
    Call(write_picture, {"shown": None, "path": "a.svg", "kind": "network"}),
    Call(write_page, {"plan": RESULT, "path": "a.html"}),
    Call(plot_network, {"instance": None, "ax": AXES}),
    Call(plot_tour, {"plan": RESULT, "ax": AXES}),
    Call(plot_load, {"plan": None, "ax": AXES}),
    Call(plot_convergence, {"result": None, "ax": AXES}),
    Call(plot_overview, {"result": RESULT, "figure": Figure()}),
]

MORE = {
    "read": (
        *("depot", "start", "end", "curb_weight", "curb_ratio", "mode", "keep", "snap"),
        *("demand_column", "demand_per_km", "lod_unit"),
    ),
    "from_edges": ("curb_weight", "capacity", "mode", "name", "load_unit", "curb"),
    "replace": ("curb_weight", "capacity", "lengths", "demands", "ends", "names", "nodes", "curb"),
}
"""Parameters that are not in a signature."""


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.function.__name__)
def test_odd_arguments_end_in_one_sentence(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arcload.write(FOUR_EDGES, "four.json")
    RESULT.save("result.json")
    BOUND.save("bound.json")
    named = inspect.signature(call.function).parameters.values()
    names = [one.name for one in named if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
    said = []
    for name in (*names, *MORE.get(call.function.__name__, ())):
        for value in ODD if name not in ("ax", "figure") else ():
            if name == "method" and callable(value):
                continue  # a function is a method
            try:
                call.function(**(call.arguments | {name: value}))
            except arcload.ArcloadError as error:
                said.append(str(error))
            except Exception as error:
                error.add_note(f"{call.function.__name__}({name}={value!r})")
                raise
    assert said
    assert not [sentence for sentence in said if "\n" in sentence]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: arcload.solve("town.json"), ("'town.json'", "read it first", "arcload.read")),  # type: ignore[arg-type]
        (lambda: arcload.check(FOUR_EDGES, "tour.json"), ("arcload.load_result",)),  # type: ignore[arg-type]
        (lambda: arcload.solve(FOUR_EDGES, time="10"), ("time", "'10'", "number")),  # type: ignore[arg-type]
        (lambda: arcload.solve(FOUR_EDGES, seed=1.5), ("seed", "1.5", "whole number")),  # type: ignore[arg-type]
        (lambda: arcload.solve(FOUR_EDGES, threads=True), ("threads", "True")),
        (lambda: arcload.solve(FOUR_EDGES, gap=float("nan")), ("gap", "nan")),
        (lambda: arcload.read("four.json", lod_unit="kg"), ("'lod_unit'",)),
        (lambda: arcload.Instance.from_edges([(1, 2)], depot=1), ("edge 1", "length")),
        (
            lambda: arcload.Instance.from_edges([(1, 2, 3, 4), (1, 2, "3", 1)], depot=1),
            ("edge 2 (1-2) has length '3'; it must be a number",),
        ),
        (
            lambda: FOUR_EDGES.replace(demands=[1, 2, "3", 4]),
            ("one of the demands, in row 3, is '3'; it must be a number",),
        ),
        (
            lambda: FOUR_EDGES.replace(serve_speed=-3.0, drive_speed=5.0),
            ("the serve speed is -3; it must be above 0",),
        ),
        (lambda: arcload.solve_many(FOUR_EDGES), ("instances", "Instance", "list")),  # type: ignore[arg-type]
        (lambda: arcload.solve_many([{}]), ("instance", "dict")),  # type: ignore[list-item]
        (lambda: arcload.solve_many([], threads="2"), ("threads", "'2'")),  # type: ignore[arg-type]
        (lambda: arcload.write_route(RESULT, 5), ("5", "file")),  # type: ignore[arg-type]
    ],
)
def test_the_sentence_says_what_was_given_and_what_is_needed(
    call: Callable[[], object], words: tuple[str, ...]
) -> None:
    with pytest.raises(arcload.InputError) as error:
        call()
    assert all(word in str(error.value) for word in words), str(error.value)


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    seed, most = np.int64(3), np.int32(5)
    result = arcload.solve(FOUR_EDGES, "ils", seed=int(seed), iterations=int(most), threads=1)
    other = arcload.solve(FOUR_EDGES, "ils", seed=seed, iterations=most, threads=np.int64(1))  # type: ignore[arg-type]
    other.save(tmp_path / "result.json")
    assert arcload.load_result(tmp_path / "result.json", FOUR_EDGES).plan == result.plan
