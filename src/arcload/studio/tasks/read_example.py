"""Make an example town."""

from typing import Any

from arcload.studio.examples import make_example
from arcload.studio.tasks.new_plan import new_plan


def read_example(value: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of the example that has this ``name``, see `new_plan`."""
    return new_plan(make_example(value["name"]), source="")
