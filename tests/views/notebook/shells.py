"""Shells of IPython as the display sees them."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class Display:
    """A notebook that remembers what was displayed."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def display(self, *things: Any, **_: Any) -> "Display":
        self.shown += things
        return self

    def update(self, thing: Any, **_: Any) -> None:
        self.shown.append(thing)


def notebook(monkeypatch: pytest.MonkeyPatch, *, kernel: bool = True) -> Display:
    """Return the display of a notebook, or of a terminal of IPython, in which the code runs."""
    made = Display()
    shell = SimpleNamespace(kernel=object()) if kernel else SimpleNamespace()
    package: Any = ModuleType("IPython")
    package.get_ipython = lambda: shell
    display: Any = ModuleType("IPython.display")
    display.display = made.display
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return made
