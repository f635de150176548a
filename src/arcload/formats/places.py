"""Where the user wants a tour to start or end: a node, a street, or a place on earth."""

import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from arcload.earth import earth_distances
from arcload.errors import ArcloadWarning, InputError, not_in_network
from arcload.instance import Free, Place
from arcload.types import FloatArray, Id

FAR = 5000.0
"""Metres from the nearest node at which a place is no longer taken to mean it."""

_DEGREES = re.compile(r"\s*([+-]?\d+(?:\.\d*)?)\s*[,;]\s*([+-]?\d+(?:\.\d*)?)\s*", re.ASCII)


def find_node(
    place: Place,
    what: str,
    columns: dict[str, Any],
    path: Path,
    bends: Mapping[Any, tuple[float, float]] | None = None,
) -> Place:
    """Return the node that is meant.

    Parameters
    ----------
    place
        The id of a node, the name of a street, ``"LAT,LON"`` for the nearest node, or `FREE`.
    what
        What it is for: depot, start or end.
    columns
        Columns of an instance.
    path
        The file, for notes.
    bends
        Points of nodes within streets, which stand for the nearest end or crossing.
    """
    nodes = columns["nodes"]
    if isinstance(place, Free) or any(str(place) == str(node) for node in nodes):
        return place
    bend = next((xy for node, xy in (bends or {}).items() if str(node) == str(place)), None)
    if bend is not None:
        points = np.asarray(columns["coordinates"], dtype=np.float64)
        index, metres = _nearest_to(points, *bend)
        note = f"{metres:,.0f} m from {place!r}, which is no end of a street"
        return _noted(columns["nodes"][index], note, what, path)
    match = _DEGREES.fullmatch(str(place))
    if match is not None:
        node, note = _nearest(float(match[1]), float(match[2]), what, columns)
    else:
        node, note = _on_street(place, what, columns)
    return _noted(node, note, what, path)


def _noted(node: Id, note: str, what: str, path: Path) -> Id:
    warnings.warn(f"{path}: the {what} is at node {node!r}, {note}", ArcloadWarning, stacklevel=6)
    return node


def _nearest(
    latitude: float, longitude: float, what: str, columns: dict[str, Any]
) -> tuple[Id, str]:
    said = f"{what} {latitude:g},{longitude:g}"
    if not columns.get("geographic"):
        raise InputError(
            f"the {said} is a latitude and longitude, and the network has none; name a node or "
            "a street"
        )
    points = np.asarray(columns["coordinates"], dtype=np.float64)
    node, metres = _nearest_to(points, longitude, latitude)
    if metres > FAR:
        _, swapped = _nearest_to(points, latitude, longitude)
        why = "; give LAT,LON"
        if swapped <= FAR:
            why = (
                f", and {longitude:g},{latitude:g} only {swapped:,.0f} m; give the latitude first, "
                "unless it is the file that has the two swapped"
            )
        raise InputError(f"the {said} is {metres / 1000:,.0f} km from the nearest street{why}")
    return columns["nodes"][node], f"{metres:,.0f} m from {latitude:g},{longitude:g}"


def _nearest_to(points: FloatArray, longitude: float, latitude: float) -> tuple[int, float]:
    distances = earth_distances(points, np.array([longitude, latitude]))
    node = int(np.argmin(distances))
    return node, float(distances[node])


def _on_street(name: Id, what: str, columns: dict[str, Any]) -> tuple[Id, str]:
    names = columns.get("names") or ()
    wanted = " ".join(str(name).casefold().split())
    for edge, street in enumerate(names):
        if " ".join(street.casefold().split()) == wanted and wanted:
            node = int(np.asarray(columns["ends"]).reshape(-1, 2)[edge, 0])
            return columns["nodes"][node], f"an end of {street}"
    known = dict.fromkeys([*(street for street in names if street), *columns["nodes"]])
    raise not_in_network(what, name, known)
