"""Functions of the layers above, asked for by name."""

import inspect
from importlib import import_module

import pytest

import arcload
from arcload.model import late


def test_every_name_is_that_of_a_function() -> None:
    assert arcload.__version__  # the package has bound its names
    for name, home in late._HOMES.items():
        assert late.late(name) is getattr(import_module(home), name)
        assert inspect.isfunction(late.late(name))


def test_a_name_is_looked_up_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late, "_HOMES", {})
    late.bind({"sqrt": "math"})
    assert late.late("sqrt")(9) == 3
