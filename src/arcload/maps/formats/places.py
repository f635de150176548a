"""Where the user wants a tour to start or end: a node, a street, a point, a place on earth."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.model.earth import earth_distances
from arcload.model.errors import InputError, not_in_network
from arcload.model.notes import Note
from arcload.model.types import FloatArray, Id
from arcload.model.vehicle import Free, Place

FAR = 5000.0
"""Metres from the nearest node at which a place is no longer taken to mean it."""

_DEGREES = re.compile(r"\s*([+-]?\d+(?:\.\d*)?)\s*[,;]\s*([+-]?\d+(?:\.\d*)?)\s*", re.ASCII)


def find_node(
    place: Place | tuple[float, float],
    what: str,
    columns: Columns,
    path: Path,
    notes: list[Note],
    points: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    bends: Mapping[Any, tuple[float, float]] | None = None,
) -> Place:
    """Return the node that is meant.

    Parameters
    ----------
    place
        The id of a node, the name of a point or a street, ``"LAT,LON"`` or (LAT, LON) for the
        nearest node, or `FREE`.
    what
        What it is for: depot, start or end.
    columns
        The network.
    path
        The file, for notes.
    notes
        Takes the note on a node that stands for another place.
    points
        Places of the file that are no nodes, by name.
    bends
        Points of nodes within streets, which stand for the nearest end or crossing.
    """
    nodes = columns.nodes
    if isinstance(place, tuple | list):
        place = ",".join(map(str, place))
    if isinstance(place, Free) or any(str(place) == str(node) for node in nodes):
        return place
    bend = next((xy for node, xy in (bends or {}).items() if str(node) == str(place)), None)
    if bend is not None:
        index, metres = _nearest_to(_points_of(columns), *bend)
        note = f"{metres:,.0f} m from {place!r}, which is no end of a street"
        return _noted(columns.nodes[index], note, what, path, notes)
    match = _DEGREES.fullmatch(str(place))
    named = {plain_name(name): name for name in points}
    if match is not None:
        node, note = _nearest(float(match[1]), float(match[2]), what, columns)
    elif plain_name(place) in named:
        name = named[plain_name(place)]
        node, note = _nearest_to_point(name, points[name], what, columns)
    else:
        node, note = _on_street(place, what, columns, points)
    return _noted(node, note, what, path, notes)


def split_places(
    text: Any,
    columns: Columns,
    points: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    bends: Mapping[Any, tuple[float, float]] | None = None,
) -> list[Any]:
    """Return the places that a text names between commas; what is no text is one place.

    A comma may be part of a name, or stand between latitude and longitude: two numbers are these
    if one of them has a fraction and they are no nodes.
    """
    if not isinstance(text, str):
        return [text]
    names = {plain_name(name) for name in (*columns.nodes, *points, *(columns.names or ()))}
    names |= {plain_name(name) for name in bends or ()}
    words = text.split(",")
    places: list[Any] = []
    while words:
        most = next(
            (n for n in range(len(words), 1, -1) if plain_name(",".join(words[:n])) in names), 1
        )
        pair = ",".join(words[:2])
        if (
            most == 1
            and plain_name(words[0]) not in names
            and "." in pair
            and _DEGREES.fullmatch(pair)
        ):
            most = 2
        places.append(",".join(words[:most]).strip())
        words = words[most:]
    return places


def is_called(
    place: Any,
    columns: Columns,
    points: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    bends: Mapping[Any, tuple[float, float]] | None = None,
) -> bool:
    """Return whether a node, a street, a point or a bend of the network is called so."""
    names = (*columns.nodes, *(columns.names or ()), *points, *(bends or ()))
    return plain_name(place) in map(plain_name, names)


def _noted(node: Id, note: str, what: str, path: Path, notes: list[Note]) -> Id:
    notes.append(Note(f"{path}: the {what} is at node {node!r}, {note}"))
    return node


def _nearest(latitude: float, longitude: float, what: str, columns: Columns) -> tuple[Id, str]:
    place = f"{what} {latitude:g},{longitude:g}"
    if not columns.geographic:
        raise InputError(
            f"the {place} is a latitude and longitude, and the network has none; name a node or "
            "a street"
        )
    points = _points_of(columns)
    node, metres = _nearest_to(points, longitude, latitude)
    if metres > FAR:
        _, swapped = _nearest_to(points, latitude, longitude)
        why = "; give LAT,LON"
        if swapped <= FAR:
            why = (
                f", and {longitude:g},{latitude:g} only {swapped:,.0f} m; give the latitude first, "
                "unless it is the file that has the two swapped"
            )
        raise InputError(f"the {place} is {metres / 1000:,.0f} km from the nearest street{why}")
    return columns.nodes[node], f"{metres:,.0f} m from {latitude:g},{longitude:g}"


def _nearest_to(points: FloatArray, longitude: float, latitude: float) -> tuple[int, float]:
    return _shortest(earth_distances(points, np.array([longitude, latitude])))


def _nearest_to_point(
    name: str, point: tuple[float, float], what: str, columns: Columns
) -> tuple[Id, str]:
    places = _points_of(columns)
    if columns.geographic:
        node, metres = _nearest_to(places, *point)
    else:
        node, metres = _shortest(np.hypot(*(places - point).T))
    if metres > FAR:
        raise InputError(
            f"the {what} {name!r} is {metres / 1000:,.0f} km from the nearest street; name another"
        )
    return columns.nodes[node], f"{metres:,.0f} m from the point {name}"


def _shortest(distances: FloatArray) -> tuple[int, float]:
    node = int(np.argmin(distances))
    return node, float(distances[node])


def _on_street(name: Id, what: str, columns: Columns, points: Iterable[str]) -> tuple[Id, str]:
    names = columns.names or ()
    wanted = plain_name(name)
    for edge, street in enumerate(names):
        if plain_name(street) == wanted and wanted:
            node = int(columns.ends[edge, 0])
            return columns.nodes[node], f"an end of {street}"
    named = dict.fromkeys([*points, *(street for street in names if street), *columns.nodes])
    raise not_in_network(what, name, named)


def plain_name(name: object) -> str:
    """Return a name without capitals and without more than one blank in a row."""
    return " ".join(str(name).casefold().split())


def _points_of(columns: Columns) -> FloatArray:
    assert columns.coordinates is not None
    return columns.coordinates
