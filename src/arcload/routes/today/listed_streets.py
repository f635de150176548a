"""Today's route from a list of streets, by name or id, in the order in which they are served."""

import csv
import io
import math
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

from arcload.model.errors import did_you_mean
from arcload.model.files import at, parse_number
from arcload.model.instance import Instance
from arcload.model.network import drives_by_node, search_from
from arcload.model.notes import Note
from arcload.model.one_line import one_line
from arcload.routes.today.recorded_route import RecordedDrive, RecordedRoute

_Row: TypeAlias = tuple[int, list[str]]

_ORDERS = ("order", "sequence", "position")
_HEADERS = ("edge", "edge id", "id", "street", "street name", "name")  # the most exact one first


def route_of_list(
    instance: Instance, text: str, path: Path, start: int, notes: list[Note]
) -> RecordedRoute:
    """Return the route that serves the streets of a list, in its order.

    A name stands for all pieces of that street, of which the nearest is driven next. A street that
    is listed again is driven again.

    Parameters
    ----------
    instance
        The network.
    text
        One street per line; of a table in CSV one per row, in a column ``street``, ``name``,
        ``edge`` or ``id``, or in the first one. The rows are taken by a column ``order``,
        ``sequence`` or ``position`` where there is one, else as they stand.
    path
        The file, for messages.
    start
        Index of the node where the route starts; -1 for anywhere.
    notes
        Takes what the user should know of how a table was read.
    """
    streets = _Streets(instance)
    drives: list[RecordedDrive] = []
    here = start
    for line, word in _words(text, path, notes):
        pieces = streets.pieces(word)
        if not pieces:
            raise at(
                path,
                line,
                f"no street is called {word!r}, by name or by id"
                f"{did_you_mean(word, streets.all_names())}",
            )
        while pieces:
            edge, side = streets.nearest(here, pieces)
            pieces.remove(edge)
            drives.append(RecordedDrive(edge, side, None))
            here = int(instance.ends[edge, 1 - side])
    return RecordedRoute(tuple(drives))


class _Streets:
    """The streets of a network by what people call them."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._by_name: dict[str, list[int]] = defaultdict(list)
        for edge, name in enumerate(instance.names or ()):
            if one_line(name):
                self._by_name[one_line(name).casefold()].append(edge)
        self._by_id = {str(edge).casefold(): k for k, edge in enumerate(instance.edges)}
        self._leaving = drives_by_node(instance)

    def pieces(self, word: str) -> list[int]:
        """Return the pieces of a street by its name, or by the id of one."""
        name = one_line(word).casefold()
        if name in self._by_name:
            return list(self._by_name[name])
        return [self._by_id[name]] if name in self._by_id else []

    def all_names(self) -> list[str]:
        """Return all names and ids."""
        names = (one_line(name) for name in self._instance.names or ())
        return [*dict.fromkeys(filter(None, names)), *map(str, self._instance.edges)]

    def nearest(self, here: int, pieces: list[int]) -> tuple[int, int]:
        """Return the piece that is nearest to a node, and the side from which it is entered."""
        instance = self._instance
        ways = [
            (edge, side, int(instance.ends[edge, side]))
            for edge in pieces
            for side in (0, 1)
            if math.isfinite(instance.lengths[edge, side])
        ]
        at_once = [(edge, side) for edge, side, entry in ways if entry == here]
        if at_once or here < 0:
            return (at_once or [(ways[0][0], ways[0][1])])[0]
        _, distance = search_from(here, {entry for _, _, entry in ways}, self._leaving)
        edge, side, _ = min(ways, key=lambda way: distance.get(way[2], math.inf))
        return edge, side


def _words(text: str, path: Path, notes: list[Note]) -> list[tuple[int, str]]:
    """Return what the list names, each with its line."""
    if path.suffix.lower() != ".csv":
        lines = enumerate(text.split("\n"), start=1)
        return [(number, line.strip()) for number, line in lines if line.strip()]
    rows = _rows(text, path)
    header = [cell.casefold() for cell in rows[0][1]] if rows else []
    column = next((header.index(name) for name in _HEADERS if name in header), None)
    if column is not None:
        order = next((header.index(name) for name in _ORDERS if name in header), None)
        _note_columns(rows[0][1], column, order, path, notes)
        rows = rows[1:] if order is None else _ordered(rows[1:], order, header[order], path)
    elif len(header) > 1:
        notes.append(
            Note(
                f"{path}: no column is called street, name, edge or id: the first one is read, and "
                "no other"
            )
        )
    words = []
    for line, row in rows:
        word = row[column or 0] if len(row) > (column or 0) else ""
        if not word:
            raise at(path, line, "this row names no street")
        words.append((line, word))
    if not words:
        raise at(path, 1, "the list names no street")
    return words


def _rows(text: str, path: Path) -> list[_Row]:
    """Return the rows of a table that are not empty, each with its line."""
    first = text.split("\n", 1)[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise at(path, reader.line_num, f"this is not CSV ({error})") from None
    return rows


def _ordered(rows: list[_Row], column: int, name: str, path: Path) -> list[_Row]:
    """Return rows by the numbers in a column."""
    line_of: dict[float, int] = {}
    by_number = {}
    for line, row in rows:
        text = row[column] if len(row) > column else ""
        number = parse_number(text)
        if number is None:
            given = f"is {text[:40]!r}" if text else "is empty"
            raise at(path, line, f"{name} {given}; it must be a number")
        if number in line_of:
            raise at(path, line, f"{name} is {text}, as in line {line_of[number]}; give each once")
        line_of[number] = line
        by_number[number] = (line, row)
    return [by_number[number] for number in sorted(by_number)]


def _note_columns(
    header: list[str], column: int, order: int | None, path: Path, notes: list[Note]
) -> None:
    """Say which columns of a table were read where there are others."""
    others = [name for k, name in enumerate(header) if k not in (column, order) and name]
    if order is None and not others:
        return
    by = "" if order is None else f", in the order of the column {header[order]!r}"
    rest = f"; not used: {', '.join(others)}" if others else ""
    notes.append(Note(f"{path}: read the column {header[column]!r}{by}{rest}"))
