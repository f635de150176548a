"""Whatever is given for anything: one of our own sentences, never an error from within."""

import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from typing import Any

import pytest

import arcload
from tests.examples import FOUR_EDGES

FRAMES: list[Any] = []
with suppress(ImportError):
    FRAMES.append(import_module("pandas").DataFrame({"a": [1.0, 2.0]}))

WRONG = [
    None,
    True,
    3,
    -2.5,
    float("nan"),
    "town.json",
    b"{",
    [1],
    ["a", None],
    {"a": 1},
    object,
    *FRAMES,
]
"""What people hand to a function by mistake."""


@cache
def _result() -> arcload.Result:
    return arcload.solve(FOUR_EDGES)


@cache
def _bound() -> arcload.Bound:
    return arcload.bound(FOUR_EDGES, time=1)


def _calls() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Return each public function with arguments that are right; all that take time are small."""
    result = _result()
    vehicle: dict[str, Any] = {
        "start": 1,
        "end": 1,
        "curb_weight": 1.0,
        "mode": "deliver",
        "label": "a",
    }
    vehicle |= {"capacity": 9.0, "load_factor": 1.0, "count": 2, "fixed_cost": 1.0, "closed": ()}
    vehicle |= {"max_hours": None, "max_length": None, "max_trips": 3, "serve_speed": 10}
    vehicle |= {"drive_speed": 30, "leave": "04:00", "fuel_empty": 30, "fuel_per_tonne": 1}
    search: dict[str, Any] = {
        "method": "greedy",
        "stop": None,
        "time": 1,
        "iterations": 1,
        "no_improvement": 1,
    }
    search |= {"target": 1, "gap": 0.1, "seed": 1, "threads": 1, "bound": False, "memory": 1e9}
    search |= {"parameters": None, "warm_start": None, "on_progress": None}
    instance: dict[str, Any] = {"instance": FOUR_EDGES}
    return {
        "AnyOf": (lambda first: arcload.AnyOf(first), {"first": arcload.MaxTime(1)}),  # noqa: PLW0108
        "Edge": (
            arcload.Edge,
            {"tail": 1, "head": 2, "length": 3, "demand": 4, "id": 1, "name": ""},
        ),
        "Facility": (arcload.Facility, {"node": 1, "visit_cost": 1, "stop_minutes": 1}),
        "Instance": (
            arcload.Instance.from_edges,
            {"edges": [(1, 2, 3, 4)], "depot": 1, "coordinates": {1: (0, 0), 2: (1, 1)}}
            | {"curb_weight": 1, "name": "", "facilities": (), "objective": "cost"}
            | {"turn_rules": None, "forbidden_turns": (), "priorities": None, "geographic": False}
            | {"attributes": {}, "serve_costs": None, "vehicle": None, "length_unit": "m"},
        ),
        "Instance.from_dict": (arcload.Instance.from_dict, {"data": FOUR_EDGES.to_dict()}),
        "Instance.replace": (
            FOUR_EDGES.replace,
            {
                "depot": 1,
                "demand": {1: 2},
                "lengths": FOUR_EDGES.lengths,
                "vehicles": FOUR_EDGES.vehicles,
            },
        ),
        "MaxIterations": (arcload.MaxIterations, {"iterations": 1}),
        "MaxTime": (arcload.MaxTime, {"seconds": 1}),
        "NoImprovement": (arcload.NoImprovement, {"iterations": 1}),
        "Plan": (arcload.Plan, instance | {"routes": result.plan.routes}),
        "ProvenGap": (arcload.ProvenGap, {"gap": 1}),
        "TargetCost": (arcload.TargetCost, {"cost": 1}),
        "Tour": (
            arcload.Tour,
            instance
            | {"order": result.plan.order, "directions": result.plan.directions, "walk": None},
        ),
        "TurnRules": (arcload.TurnRules, {}),
        "Vehicle": (arcload.Vehicle, vehicle),
        "best_directions": (arcload.best_directions, instance | {"order": result.plan.order}),
        "bound": (
            arcload.bound,
            instance | {"time": 0.01, "tour": result, "seed": 1, "threads": 1},
        ),
        "check": (arcload.check, {"solution": result.plan, "walk": None}),
        "check_bound": (arcload.check_bound, instance | {"bound": _bound()}),
        "compare": (
            arcload.compare,
            {"plan": result, "time": None, "seed": 1, "proof_seconds": 1, "today": None},
        ),
        "cut_streets": (arcload.cut_streets, instance | {"capacity": 50.0}),
        "from_networkx": (
            arcload.from_networkx,
            {"graph": arcload.to_networkx(FOUR_EDGES), "length": "length", "demand": "demand"}
            | {"demand_rule": None, "demand_per_km": None, "keep": "all", "depot": 1},
        ),
        "generate": (arcload.generate, {"kind": "city", "edges": 30, "seed": 1, "name": "x"}),
        "load_bound": (arcload.load_bound, {"path": _bound().to_dict()}),
        "load_result": (arcload.load_result, instance | {"path": result.to_dict()}),
        "read": (arcload.read, {"path": FOUR_EDGES.to_dict(), "format": "json", "depot": 1}),
        "slope_lengths": (
            arcload.slope_lengths,
            instance | {"elevation": [0, 1, 2, 3], "rolling": 0.01, "regained": 0.0},
        ),
        "solve": (arcload.solve, instance | search | {"progress": False}),
        "split": (arcload.split, {"tour": result, "instance": FOUR_EDGES, "capacity": 100}),
        "start": (
            lambda **given: arcload.start(**given).result(),
            instance | search,
        ),
        "to_networkx": (arcload.to_networkx, instance),
        "to_osmnx": (arcload.to_osmnx, instance),
    }


NAMES = (
    *("AnyOf", "Edge", "Facility", "Instance", "Instance.from_dict", "Instance.replace"),
    *("MaxIterations", "MaxTime", "NoImprovement", "Plan", "ProvenGap", "TargetCost", "Tour"),
    *("TurnRules", "Vehicle", "best_directions", "bound", "check", "check_bound", "compare"),
    *("cut_streets", "from_networkx", "generate", "load_bound", "load_result", "read"),
    *("slope_lengths", "solve", "split", "start", "to_networkx", "to_osmnx"),
)
ELSEWHERE = {"from_geodataframe", "read_today", "solve_many", "write", "write_route"}
"""Functions whose wrong arguments have tests of their own, below or beside their others."""


OURS = "as it should be"


def _said(call: Callable[[], Any]) -> str:
    """Return what a call came to: all is well if it works or is refused by one of our errors."""
    try:
        call()
    except arcload.ArcloadError as error:
        return OURS if str(error) else "an empty sentence"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return OURS


def test_every_public_function_is_here() -> None:
    assert set(_calls()) == set(NAMES)
    functions = {name for name in arcload.__all__ if inspect.isfunction(getattr(arcload, name))}
    assert functions <= {*NAMES, *ELSEWHERE}


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_argument_gets_our_own_sentence(name: str) -> None:
    function, right = _calls()[name]
    for parameter in right:
        for wrong in WRONG:
            said = _said(partial(function, **right | {parameter: wrong}))
            assert said.endswith(OURS), f"{name}({parameter}={wrong!r}): {said}"


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
def test_files_and_methods_take_no_wrong_argument_either(wrong: Any, tmp_path: Any) -> None:
    result, path = _result(), tmp_path / "four.json"
    calls: list[Callable[[], Any]] = [
        lambda: arcload.write(wrong, path),
        lambda: arcload.write(FOUR_EDGES, path, wrong),
        lambda: arcload.write_route(wrong, path),
        lambda: arcload.write_route(result, path, baseline=wrong),
        lambda: arcload.write_route(result, path, paper=wrong),
        lambda: arcload.write_route(result, path, format=wrong),
        lambda: list(arcload.solve_many(wrong)),
        lambda: list(arcload.solve_many([wrong])),
        lambda: list(arcload.solve_many([FOUR_EDGES], wrong)),
        lambda: arcload.from_geodataframe(wrong),
        lambda: arcload.read_today(wrong, "track.gpx"),
        lambda: arcload.read_today(FOUR_EDGES, wrong),
        lambda: FOUR_EDGES.plot(wrong),
        lambda: result.plot(ax=wrong),
        lambda: result.show(wrong),
    ]
    if not isinstance(wrong, str):
        calls += [
            lambda: arcload.write(FOUR_EDGES, wrong),
            lambda: arcload.write_route(result, wrong),
        ]
        calls += [lambda: result.save(wrong), lambda: _bound().save(wrong)]
    for number, call in enumerate(calls):
        said = _said(call)
        assert said.endswith(OURS), f"call {number} with {wrong!r}: {said}"


def test_the_sentence_says_what_to_do() -> None:
    with pytest.raises(arcload.InputError, match=r"arcload\.read\('town\.json'\)"):
        arcload.solve("town.json")  # type: ignore[arg-type]
