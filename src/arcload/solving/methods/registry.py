"""What a method is, and where methods are found."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import signature
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from arcload.engine.stop import Stop
from arcload.model.arguments import shown
from arcload.model.errors import InputError, did_you_mean
from arcload.model.plugins import Plugin, Plugins, is_file, modules_of

Portable: TypeAlias = str | Callable[..., None]
"""What other processes find a method by: its name, the full path of its file, or a function."""

Choice: TypeAlias = Portable | PathLike[str]
"""How a user chooses a method: by its name, by the path of a ``.py`` file, or as a function."""

METHODS = Plugins(
    "method",
    "arcload.methods",
    modules_of("arcload.solving.methods", "registry"),
    needs=(("run",),),
    functions=True,
)


def _compile_nothing(size: int) -> None:
    """Do nothing: the method needs no kernels of its own."""


class Method(NamedTuple):
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
    run_fleet
        Searches for the plan of a fleet, offering every better one to the `FleetContext` that it
        gets; None if the method makes one tour.
    warm_up_fleet
        Compiles what `run_fleet` needs.
    """

    name: str
    run: Callable[..., None]
    summary: str = ""
    warm_up: Callable[[int], None] = _compile_nothing
    memory: Callable[[int, int], int] = lambda nodes, size: 0
    default_limits: Callable[[int], tuple[Stop, ...]] = lambda size: ()
    parameters: type | None = None
    run_fleet: Callable[..., None] | None = None
    warm_up_fleet: Callable[[int], None] = _compile_nothing

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


def load_method(choice: Choice) -> Method:
    """Return a method by its name, its file, or the function that it is."""
    if not isinstance(choice, str | PathLike):
        if not callable(choice) or isinstance(choice, type):
            raise InputError(f"method {shown(choice)} is no name, no .py file and no function")
        return Method(f"{getattr(choice, '__name__', type(choice).__name__)}()", choice)
    return method_of(METHODS.load(choice))


def method_of(plugin: Plugin) -> Method:
    """Return the method that a plug-in has: a module with `run`, or a function that is it."""
    part = plugin.part
    summary = (part.__doc__ or "").strip().split("\n")[0]
    if not hasattr(part, "run"):
        return Method(plugin.name, part, summary)
    optional = {
        "warm_up": "warm_up",
        "memory": "memory",
        "default_limits": "default_limits",
        "parameters": "Parameters",
        "run_fleet": "run_fleet",
        "warm_up_fleet": "warm_up_fleet",
    }
    others = {
        field: getattr(part, attribute)
        for field, attribute in optional.items()
        if hasattr(part, attribute)
    }
    return Method(plugin.name, part.run, summary, **others)


def elsewhere(choice: Choice) -> Portable:
    """Return by what another process finds a method.

    Raises
    ------
    InputError
        If no other process can find it.
    """
    if isinstance(choice, str | PathLike):
        return str(Path(choice).resolve() if is_file(choice) else choice)
    name = getattr(choice, "__qualname__", "")
    if getattr(choice, "__module__", "__main__") == "__main__" or not name or "<" in name:
        raise InputError(
            f"method {load_method(choice).name} is out of reach of other processes; write it to "
            "a .py file and give that"
        )
    return choice
