"""The result itself as JSON, which every command reads again."""

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.routes.driven_plan import DrivenPlan


def require(instance: Instance) -> None:
    """Refuse nothing: every result can be written."""


def dump(driven: DrivenPlan) -> str:
    """Return the text of the result."""
    if not isinstance(driven.solution, Result):
        raise InputError("a tour alone cannot be written as .json; write the result of solve")
    return driven.solution.to_json()
