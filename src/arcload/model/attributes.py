"""What is known of each street beside its length and demand, as text by column."""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from arcload.model.arguments import shown
from arcload.model.errors import InputError, counted

OWN_COLUMNS = (
    *("id", "from", "to", "length", "length_back", "oneway", "demand", "name", "shape", "geometry"),
    *("serve_cost", "serve_cost_back", "priority", "key", "reversed"),
)
"""Columns with a meaning of their own, which are no attributes."""

Attributes = Mapping[str, tuple[str, ...]]


def checked_attributes(given: Any, edges: int) -> Attributes:
    """Return attributes that cannot be changed, without columns that say nothing.

    Parameters
    ----------
    given
        One text per edge for each column.
    edges
        How many edges there are.
    """
    if not isinstance(given, Mapping):
        raise InputError(f"the attributes are {shown(given)}; give a list per column")
    columns: dict[str, tuple[str, ...]] = {}
    for name, cells in given.items():
        if not isinstance(name, str) or not name:
            raise InputError(f"an attribute is called {shown(name)}; give its name as text")
        if name in OWN_COLUMNS:
            raise InputError(f"{name!r} is no attribute: an instance has a field of its own for it")
        if isinstance(cells, str) or not isinstance(cells, Sequence):
            raise InputError(f"the attribute {name!r} is {shown(cells)}; give a text per edge")
        if len(cells) != edges:
            raise InputError(
                f"the attribute {name!r} has {counted(len(cells), 'value')} for "
                f"{counted(edges, 'edge')}; give one each"
            )
        for cell in cells:
            if not isinstance(cell, str):
                raise InputError(f"the attribute {name!r} is {shown(cell)} once; give text")
        if any(cell.strip() for cell in cells):
            columns[name] = tuple(sys.intern(str(cell).strip()) for cell in cells)
    return MappingProxyType(columns)


def attribute_columns(
    streets: Iterable[Mapping[str, Any]], ignored: Iterable[str] = ()
) -> dict[str, list[str]]:
    """Return the attributes of streets by column, without `OWN_COLUMNS`.

    Parameters
    ----------
    streets
        What is known of each street; a value may be a list.
    ignored
        Columns that are used otherwise.
    """
    rows = list(streets)
    left_out = {*OWN_COLUMNS, *ignored}
    columns: dict[str, list[str]] = {}
    for k, row in enumerate(rows):
        for name, value in row.items():
            if name in left_out:
                continue
            text = as_text(value)
            if text:
                if name not in columns:
                    columns[name] = [""] * len(rows)
                columns[name][k] = text
    return columns


def as_text(value: Any) -> str:
    """Return a value as an attribute has it: empty if unknown, a list as ``a;b``."""
    if type(value) is str:
        return sys.intern(value.strip())
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, list | tuple):
        return ";".join(filter(None, map(as_text, value)))
    if isinstance(value, str | int | float):
        return sys.intern(str(value).strip())
    return ""
