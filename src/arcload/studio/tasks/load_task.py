"""Tasks by their names."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from arcload.studio.tasks.caller import Caller

TASKS = (
    "edit_plan",
    "edited_instance",
    "network_data",
    "read_example",
    "read_files",
    "read_today",
    "write_page",
    "write_route",
)
"""Each is a function of a value, in a module of the same name."""

SEARCHES = ("solve_plan", "ray_solve")
"""Those that also tell of what they find, and can be stopped."""


def load_task(name: str, caller: Caller) -> Callable[[dict[str, Any]], Any]:
    """Return a task, imported when it is asked for.

    Parameters
    ----------
    name
        One of `TASKS` and `SEARCHES`.
    caller
        Who hears of a search.
    """
    if name not in (*TASKS, *SEARCHES):
        raise KeyError(name)
    task = getattr(import_module(f"arcload.studio.tasks.{name}"), name)
    return partial(task, caller=caller) if name in SEARCHES else task
