"""Today's route from a driver's list that arcload wrote."""

import csv
import io
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import at, parse_number
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.roundabouts import roundabout_streets
from arcload.model.spreadsheet import cell
from arcload.model.vehicle import Free
from arcload.routes.today.recorded_route import RecordedDrive, RecordedRoute

_MOST_TRIED = 20_000  # walks along one street of which one is as long as a row says
_MOST_WAYS = 200  # that fit the rows so far


@dataclass(frozen=True)
class _Row:
    line: int
    street: str
    do: str
    length: float


@dataclass(frozen=True)
class _Way:
    """A way that fits all rows so far."""

    node: int
    served: int
    """A bit per street: 1 if it is served."""
    drives: tuple[RecordedDrive, ...] = ()
    """Those of the last row."""
    before: "_Way | None" = None
    is_visit: bool = False


_Ways = dict[tuple[int, int], _Way]


def is_driver_list(text: str) -> bool:
    """Return whether a text begins with the columns of a driver's list."""
    header = _header(text)
    return {"street", "do"} <= {*header} and any(name.startswith("distance") for name in header)


def route_of_rows(instance: Instance, text: str, path: Path) -> RecordedRoute:
    """Return the route of a driver's list.

    A row tells the name of a street and how far to drive along it, not the pieces of it, so all
    ways are followed that fit the rows so far.

    Parameters
    ----------
    instance
        The network.
    text
        The text of the list.
    path
        The file, for messages.
    """
    streets = _streets(instance, _separator(text))
    places = {instance.node_index(place.node) for place in instance.places}
    starts = [
        instance.node_index(vehicle.start)
        for vehicle in instance.vehicles
        if not isinstance(vehicle.start, Free)
    ]
    if len(starts) < len(instance.vehicles):
        starts = list(range(len(instance.nodes)))
    ways: _Ways = {(node, 0): _Way(node, 0) for node in starts}
    for row in _rows(text, path):
        if row.do in ("load", "unload"):
            ways = {
                key: _Way(way.node, way.served, before=way, is_visit=True)
                for key, way in ways.items()
                if way.node in places
            }
            if not ways:
                raise at(
                    path,
                    row.line,
                    f"{instance.name!r} has no place to {row.do} where the row before it ends",
                    "{facilities} names such places",
                )
        elif row.street not in streets:
            hint = did_you_mean(row.street, streets)
            raise at(path, row.line, f"the network has no street {row.street!r}{hint}")
        else:
            ways = _driven(instance, ways, streets[row.street], row)
        if not ways:
            raise at(
                path,
                row.line,
                f"no way along {row.street!r} is {row.length:g} long from where the row before it "
                "ends; is this the list of a route on these streets?",
            )
    ends = {
        -1 if isinstance(vehicle.end, Free) else instance.node_index(vehicle.end)
        for vehicle in instance.vehicles
    }
    chosen = max(ways.values(), key=lambda way: (way.node in ends, way.served.bit_count()))
    return _traced(chosen)


def _driven(instance: Instance, ways: _Ways, pieces: list[int], row: _Row) -> _Ways:
    """Return the ways that go on along a street as far as a row says.

    The way round a roundabout before the street belongs to its row.
    """
    rings = {*roundabout_streets(instance)}
    leaving: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for edge in sorted({*pieces, *rings}):
        for side in (0, 1):
            if math.isfinite(instance.lengths[edge, side]):
                leaving[int(instance.ends[edge, side])].append((edge, side))
    rounding = _rounding(row.length, instance.length_unit)
    following: _Ways = {}
    tried = 0
    for way in ways.values():
        open_: list[tuple[_Way, float]] = [(_Way(way.node, way.served, before=way), 0.0)]
        while open_ and tried < _MOST_TRIED and len(following) < _MOST_WAYS:
            tried += 1
            one, length = open_.pop()
            key = one.node, one.served
            along = any(drive.edge in pieces for drive in one.drives)
            if along and abs(length - row.length) <= rounding and key not in following:
                following[key] = one
            on_ring = all(drive.edge in rings for drive in one.drives)
            for edge, side in leaving.get(one.node, ()):
                total = length + float(instance.lengths[edge, side])
                turned = bool(one.drives) and one.drives[-1].edge == edge
                if (
                    total > row.length + rounding
                    or turned
                    or len(one.drives) >= len(instance.edges)
                ):
                    continue
                if edge in pieces or on_ring:
                    open_ += [
                        (after, total)
                        for after in _after(instance, one, edge, side, row.do, edge in rings)
                    ]
    return following


def _after(
    instance: Instance, way: _Way, edge: int, side: int, do: str, on_ring: bool
) -> Iterator[_Way]:
    """Give what a way may be after one more drive: on a roundabout it may be served or not."""
    node = int(instance.ends[edge, 1 - side])
    if on_ring or do != "serve":
        drives = (*way.drives, RecordedDrive(edge, side, False))
        yield _Way(node, way.served, drives, way.before)
    if do == "serve" and instance.demands[edge] > 0 and not way.served >> edge & 1:
        drives = (*way.drives, RecordedDrive(edge, side, True))
        yield _Way(node, way.served | 1 << edge, drives, way.before)


def _rounding(length: float, unit: str) -> float:
    """Return by how much a length may differ from the figure that the list has of it."""
    figure = 0.5 if unit == "m" else 0.005 * min(length, 1.0)
    return figure * (1 + 1e-9)


def _traced(way: _Way) -> RecordedRoute:
    """Return the route of a way that fits all rows."""
    parts = [way]
    while parts[-1].before is not None:
        parts.append(parts[-1].before)
    drives: list[RecordedDrive] = []
    visits = []
    for part in reversed(parts):
        if part.is_visit:
            visits.append(len(drives))
        drives += part.drives
    return RecordedRoute(tuple(drives), tuple(visits) or None)


def _streets(instance: Instance, separator: str) -> dict[str, list[int]]:
    """Return the pieces of each street by what a list calls it."""
    streets: dict[str, list[int]] = defaultdict(list)
    names = instance.names or ("",) * len(instance.edges)
    for edge, name in enumerate(names):
        label = one_line(name) or f"unnamed street ({instance.edges[edge]})"
        streets[cell(label, separator)].append(edge)
    return streets


def _rows(text: str, path: Path) -> list[_Row]:
    separator = _separator(text)
    header = _header(text)
    street, do = header.index("street"), header.index("do")
    distance = next(k for k, name in enumerate(header) if name.startswith("distance"))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows = []
    try:
        next(reader)
        for row in reader:
            if any(value.strip() for value in row):
                rows.append(_row(row, (street, do, distance), reader.line_num, path))
    except csv.Error as error:
        raise at(path, reader.line_num, f"this is not CSV ({error})") from None
    if not any(row.do in ("serve", "deadhead") for row in rows):
        raise InputError(f"{path}: the list drives along no street")
    return rows


def _row(row: list[str], columns: tuple[int, int, int], line: int, path: Path) -> _Row:
    if len(row) <= max(columns):
        raise at(path, line, f"the row has {len(row)} columns; the header has more")
    street, do, distance = (row[column].strip() for column in columns)
    if do not in ("serve", "deadhead", "load", "unload"):
        raise at(path, line, f"{do!r} is none of serve, deadhead, load and unload")
    length = parse_number(distance.replace(",", "."))
    if length is None or length < 0:
        raise at(path, line, f"the distance is {distance!r}; it must be a number, 0 or more")
    return _Row(line, street, do, length)


def _separator(text: str) -> str:
    first = text.split("\n", 1)[0]
    return ";" if first.count(";") > first.count(",") else ","


def _header(text: str) -> list[str]:
    first = text.split("\n", 1)[0]
    try:
        return next(csv.reader([first], delimiter=_separator(text)), [])
    except csv.Error:
        return []
