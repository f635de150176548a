"""In which directions streets are open to vehicles, by their attributes."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from arcload.maps.formats.access import GROUPS, SIDES, WEIGHTS, verdicts
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.reading import way_in
from arcload.maps.formats.weights import HEAVY
from arcload.model.types import BoolArray, IntArray

_SUFFIXES = (*SIDES, "both_ways", "hgv", "goods")
_ONE_WAY = ("vehicle", "motor_vehicle", "motorcar", "goods", "hgv")
_AS_DRAWN = 9  # no exception to the direction of a street


class _Verdict(NamedTuple):
    """What streets of the same tags are to one type of vehicles.

    Parameters
    ----------
    forward, backward
        Whether each direction is open, as far as access and weight say.
    way
        1, -1 or 0 where an exception to ``oneway`` says so, else `_AS_DRAWN`.
    cause
        The tag that closes a direction; empty if none does.
    """

    forward: bool
    backward: bool
    way: int
    cause: str


@cache
def is_rule(name: str) -> bool:
    """Return whether an attribute says which vehicles may drive a street, and is read."""
    group, *suffixes = name.split(":")
    if group == "oneway":
        return len(suffixes) == 1 and suffixes[0] in _ONE_WAY
    return group in (*GROUPS, *WEIGHTS) and set(suffixes) <= set(_SUFFIXES)


def open_directions(
    columns: Columns, names: Sequence[str], weights: Sequence[float | None]
) -> tuple[BoolArray, list[str]]:
    """Return for each type and street whether its two directions are open, and what closes it.

    Parameters
    ----------
    columns
        The network.
    names
        The attributes that are rules.
    weights
        Kilograms of a loaded vehicle of each type, None if unknown.
    """
    combinations, of_street = _combinations(columns, names)
    drawn = np.isfinite(columns.lengths)
    open_to = []
    causes = [""] * len(of_street)
    for weight in weights:
        found = [_verdict(dict(zip(names, cells, strict=True)), weight) for cells in combinations]
        access = np.array([one[:2] for one in found], dtype=np.bool_)[of_street]
        ways = np.array([one.way for one in found])[of_street]
        told = np.column_stack([ways >= 0, ways <= 0])
        open_to.append(access & np.where((ways == _AS_DRAWN)[:, None], drawn, told))
        for k, number in enumerate(of_street.tolist()):
            causes[k] = causes[k] or found[number].cause
    return np.array(open_to, dtype=np.bool_), causes


def _combinations(columns: Columns, names: Sequence[str]) -> tuple[list[tuple[str, ...]], IntArray]:
    """Return the different tags that streets have, and which each street has."""
    number: dict[tuple[str, ...], int] = {}
    cells = zip(*(columns.attributes[name] for name in names), strict=True)
    of_street = [number.setdefault(row, len(number)) for row in cells]
    return list(number), np.array(of_street, dtype=np.int64)


def _verdict(tags: Mapping[str, str], gross: float | None) -> _Verdict:
    closing = [[one.tag for one in verdicts(tags, gross, side) if one.closed] for side in SIDES]
    cause = next((tag for tags_closing in closing for tag in tags_closing), "")
    exceptions = [
        (way, tag)
        for group in reversed(_ONE_WAY)
        if _concerns(group, gross)
        and (way := way_in(tags.get(tag := f"oneway:{group}") or "?")) is not None
    ]
    way, tag = exceptions[0] if exceptions else (_AS_DRAWN, "")
    forward, backward = (not tags_closing for tags_closing in closing)
    return _Verdict(forward, backward, way, cause or (tag if way else ""))


def _concerns(group: str, gross: float | None) -> bool:
    """Return whether an exception to one-way streets holds for a weight."""
    if group in ("vehicle", "motor_vehicle"):
        return True
    return gross is not None and (gross > HEAVY) == (group == "hgv")
