"""What the tests of the studio share: a town, and its files."""

from pathlib import Path

import arcload
from arcload.maps.formats import json_instance

EXAMPLES = Path(__file__).parents[2] / "examples"
TOWN = arcload.read(EXAMPLES / "town.json")
"""60 streets to serve: found soon, and not proven for a long time."""


def base_text(instance: arcload.Instance) -> str:
    """Return an instance as the studio keeps it."""
    return json_instance.dump(instance, [])


def options(**others: float | str) -> dict[str, float | str]:
    """Return how to solve."""
    usual: dict[str, float | str] = {"time": 60.0, "threads": 1, "seed": 1, "method": "auto"}
    return usual | others


def result_of(plan: arcload.Plan, **others: object) -> arcload.Result:
    """Return a result that no search found."""
    figures: dict[str, object] = {
        "method": "by hand",
        "lower_bound": None,
        "status": "feasible",
        "seconds": 1.0,
        "startup_seconds": 0.0,
        "iterations": 0,
        "seed": 1,
        "threads": 1,
        "version": arcload.__version__,
    }
    return arcload.Result(plan=plan, **figures | others)  # type: ignore[arg-type]


def value_of(result: arcload.Result, **others: object) -> dict[str, object]:
    """Return a result with its base and no edits, as tasks take it."""
    base = base_text(result.plan.instance)
    return {"base": base, "edits": {}, "result": result.to_json()} | others
