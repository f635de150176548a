"""Functions of the layers above that methods of the model ask for by name.

A plan can be drawn by its own method, and yet the model knows no picture: the method asks for
``"plot"``, and the package, which knows every layer, says which function that is.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

_HOMES: dict[str, str] = {}


def bind(homes: Mapping[str, str]) -> None:
    """Say where functions live: the module of each, in which it has the same name."""
    _HOMES.update(homes)


def late(name: str) -> Callable[..., Any]:
    """Return a function by its name; its module is imported when it is first asked for."""
    function: Callable[..., Any] = getattr(import_module(_HOMES[name]), name)
    return function
