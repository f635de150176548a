"""Finds the methods by the files of this folder."""

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from inspect import signature
from typing import Any, TypeAlias

import arcload.solving.methods
from arcload.engine.stop import Stop
from arcload.model.arguments import shown
from arcload.model.errors import InputError, did_you_mean

Choice: TypeAlias = str | Callable[..., None]
"""How a user names a method: by its name, or as a function ``run(context)``."""


def _compile_nothing(size: int) -> None:
    """Do nothing: the method needs no kernels of its own."""


@dataclass(frozen=True)
class Method:
    """How to search.

    Parameters
    ----------
    name
        What results call it.
    run
        Searches, offering every better tour to the `Context` that it gets.
    summary
        What it does, in a line.
    warm_up
        Compiles what `run` needs for a problem of so many served edges.
    memory
        Returns the bytes that it takes beside the distances, from the numbers of nodes and of
        served edges.
    default_limits
        Returns when to stop where nothing else ends a search of so many served edges.
    parameters
        The dataclass that `run` takes as ``parameters``; None if it takes none, or any mapping.
    """

    name: str
    run: Callable[..., None]
    summary: str = ""
    warm_up: Callable[[int], None] = _compile_nothing
    memory: Callable[[int, int], int] = lambda nodes, size: 0
    default_limits: Callable[[int], tuple[Stop, ...]] = lambda size: ()
    parameters: type | None = None

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keyword for `run` that holds the parameters, if any are given."""
        if not isinstance(given, Mapping):
            raise InputError(
                f"parameters is {shown(given)}; give names and values: {{'k_max': 200}}"
            )
        if not given:
            return {}
        if self.parameters is None:
            if "parameters" in signature(self.run).parameters:
                return {"parameters": dict(given)}
            raise InputError(f"{self.name} has no parameter {next(iter(given))!r}; it has none")
        names = [field.name for field in fields(self.parameters)]
        for name in given:
            if name not in names:
                raise InputError(
                    f"{self.name} has no parameter {name!r}{did_you_mean(name, names)}; "
                    f"it has {', '.join(names)}"
                )
        return {"parameters": self.parameters(**given)}


def method_names() -> list[str]:
    """Return the names of all methods."""
    modules = (module.name for module in pkgutil.iter_modules(arcload.solving.methods.__path__))
    return [
        name.replace("_", "-")
        for name in modules
        if name != "registry" and not name.startswith("_")
    ]


def load_method(choice: Choice) -> Method:
    """Return a method by its name, or that of a function."""
    if callable(choice):
        return Method(f"{getattr(choice, '__name__', type(choice).__name__)}()", choice)
    names = method_names()
    if choice not in names:
        raise InputError(
            f"method {shown(choice)} is unknown{did_you_mean(str(choice), names)}; "
            f"the methods are {', '.join(names)}"
        )
    return _of_module(choice, import_module(f"arcload.solving.methods.{choice.replace('-', '_')}"))


def _of_module(name: str, module: Any) -> Method:
    optional = {
        "warm_up": "warm_up",
        "memory": "memory",
        "default_limits": "default_limits",
        "parameters": "Parameters",
    }
    return Method(
        name,
        module.run,
        (module.__doc__ or "").split("\n")[0],
        **{
            field: getattr(module, attribute)
            for field, attribute in optional.items()
            if hasattr(module, attribute)
        },
    )
