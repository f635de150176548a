"""Options that travel together as one object."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options, each as one object.

    Every parameter whose type is a dataclass is a group: its fields, annotated as Typer wants
    them, become options of the command line, in the place of the parameter.
    """
    own = inspect.signature(command)
    groups: dict[str, Any] = {
        name: parameter.annotation
        for name, parameter in own.parameters.items()
        if is_dataclass(parameter.annotation)
    }
    parameters: list[inspect.Parameter] = []
    for name, parameter in own.parameters.items():
        flat = [_option(field) for field in fields(groups[name])] if name in groups else [parameter]
        parameters += [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in flat]

    @functools.wraps(command)
    def flattened(**values: Any) -> None:
        objects = {
            name: group(**{field.name: values.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**values, **objects)

    flattened.__annotations__ = {one.name: one.annotation for one in parameters}
    setattr(flattened, "__signature__", own.replace(parameters=parameters))  # noqa: B010
    return flattened


def _option(field: "Field[Any]") -> inspect.Parameter:
    assert field.default is not MISSING, "an option of a group needs a default"
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=field.default,
        annotation=field.type,
    )
