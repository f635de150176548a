"""Ids of nodes and edges: text and numbers that users give."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from arcload.model.arguments import shown
from arcload.model.errors import InputError, not_in_network
from arcload.model.types import Id


def checked_ids(kind: str, ids: Iterable[Any]) -> tuple[Id, ...]:
    """Return the ids as plain text and numbers; refuse two that read the same."""
    if not isinstance(ids, Iterable):
        raise InputError(f"the {kind}s are {shown(ids)}; give a list of ids")
    seen: set[str] = set()
    checked: list[Id] = []
    for position, raw in enumerate(ids):
        value = raw.item() if isinstance(raw, np.generic) else raw
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        finite = not isinstance(value, float) or math.isfinite(value)
        if isinstance(value, bool) or not isinstance(value, str | int | float) or not finite:
            raise _wrong_id(kind, position, f"{raw!r} is neither text nor a number")
        text = str(value)
        if text in seen:
            raise _wrong_id(kind, position, f"{value!r} is given twice")
        seen.add(text)
        checked.append(value)
    return tuple(checked)


def _wrong_id(kind: str, position: int, why: str) -> InputError:
    edge, node = (position if kind == each else None for each in ("edge", "node"))
    return InputError(f"{kind} id {why}", edge=edge, node=node)


def index_of(index: dict[Id, int], name: object, what: str) -> int:
    """Return the position of a node or an edge, named by its id or by the text of its id."""
    plain = name.item() if isinstance(name, np.generic) else name
    position_of_name = index.get(plain) if isinstance(plain, str | int | float) else None
    if position_of_name is not None:
        return position_of_name
    for other, position in index.items():
        if str(other) == str(name):
            return position
    raise not_in_network(what, name, index)
