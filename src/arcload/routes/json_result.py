"""The result itself as JSON, which every command reads again."""

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.routes.route import Route


def require(instance: Instance) -> None:
    """Refuse nothing: every result can be written."""


def dump(route: Route) -> str:
    """Return the text of the result."""
    if not isinstance(route.solution, Result):
        raise InputError("a tour alone cannot be written as .json; write the result of solve")
    return route.solution.to_json()
