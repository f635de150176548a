"""Finds the methods by the files of this folder."""

import pkgutil
from importlib import import_module
from typing import Any, Protocol, cast

import arcload.solving.methods
from arcload.engine.context import Context
from arcload.model.errors import InputError, did_you_mean


class Method(Protocol):
    """What a method's module offers."""

    __doc__: str

    def run(self, context: Context, **settings: Any) -> None:
        """Search, offering every better tour to the context.

        A method with parameters takes a `Parameters` of its module as ``parameters``.
        """

    def warm_up(self, size: int) -> None:
        """Compile what `run` needs for a problem of so many served edges."""


def method_names() -> list[str]:
    """Return the names of all methods."""
    found = (module.name for module in pkgutil.iter_modules(arcload.solving.methods.__path__))
    return [
        name.replace("_", "-") for name in found if name != "registry" and not name.startswith("_")
    ]


def load_method(name: str) -> Method:
    """Return a method by its name."""
    known = method_names()
    if name not in known:
        raise InputError(
            f"method {name!r} is unknown{did_you_mean(name, known)}; "
            f"the methods are {', '.join(known)}"
        )
    return cast(Method, import_module(f"arcload.solving.methods.{name.replace('-', '_')}"))


def summary(method: Method) -> str:
    """Return the first line of a method's description."""
    return method.__doc__.splitlines()[0]
