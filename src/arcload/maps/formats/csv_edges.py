"""CSV edge lists: one street per row, the columns in any order.

``from``, ``to``, ``length`` and ``demand``; optional ``id``, ``name``, ``oneway`` (yes, no, -1
for one-way from ``to`` to ``from``), ``length_back``, ``serve_cost``, ``serve_cost_back``,
``priority`` (1 first), and coordinates: ``from_x``, ``from_y``,
``to_x``, ``to_y`` in a plane or ``from_lon``, ``from_lat``, ``to_lon``, ``to_lat`` in degrees.
They stand in for a missing ``length`` and, where streets meet, for ``from`` and ``to``. Other
columns are kept as attributes of the streets, unless they look like one of these misspelt. Commas,
semicolons or tabs separate; with semicolons a decimal comma is read too, and then no dot that may
stand for thousands.
"""

import csv
import io
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.column_names import ONE_WAY, named_attributes
from arcload.maps.formats.columns import Columns, with_last
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.losses import held_attributes, note_losses, one_line
from arcload.maps.formats.note_lengths import note_lengths
from arcload.maps.formats.reading import NEAR, ROLES, Reading, listed, refusal, way_in
from arcload.maps.formats.streets import Street, draft_streets
from arcload.model.attributes import attribute_columns
from arcload.model.earth import earth_distances
from arcload.model.errors import InputError, counted, did_you_mean
from arcload.model.files import at, parse_number, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.spreadsheet import guarded, unguarded
from arcload.model.types import Id
from arcload.model.units import METRES

EXTENSIONS = (".csv", ".tsv")
LATIN1 = True

PLANE = ("from_x", "from_y", "to_x", "to_y")
EARTH = ("from_lon", "from_lat", "to_lon", "to_lat")
COLUMNS = (
    *("id", "from", "to", "length", "length_back", "oneway", "demand", "name"),
    *("serve_cost", "serve_cost_back", "priority", *PLANE, *EARTH),
)

_UNUSED = "\0"  # starts the name of a column in whose place the user named another
_ADVICE = {
    "demand": "{demand_column} names another one, {demand_rule} or {demand_per_km} gives a rule",
    "length": "{length_column} names another one, and coordinates stand in for it",
}
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_AMOUNTS = ("length", "length_back", "demand", "serve_cost", "serve_cost_back")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}")  # or a decimal point
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+")
_SEPARATOR = re.compile(r'\s*"?sep=([,;\t|])"?[ \t;,]*\n', re.IGNORECASE)  # as Excel writes it


def looks_like(text: str) -> bool:
    """Return whether the first line names columns of an edge list."""
    line = _first_line(_SEPARATOR.sub("\n", text, count=1) if _SEPARATOR.match(text) else text)
    words = [word.strip().strip('"').lower() for word in re.split(r"[,;\t]", line)]
    return len(words) > 2 and len(set(words) & set(COLUMNS)) >= 2


def _id_from(text: str) -> Id:
    return int(text) if _WHOLE.fullmatch(text) else text


class _Row:
    """The cells of one row by column."""

    def __init__(self, cells: dict[str, str], line: int, path: Path, decimal_comma: bool) -> None:
        self.cells, self.line, self.path = cells, line, path
        self.decimal_comma = decimal_comma

    def refuse(self, message: str, advice: str = "") -> InputError:
        return at(self.path, self.line, message, advice)

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def number(self, column: str) -> float:
        text = self.text(column)
        value = parse_number(text.replace(",", ".") if self.decimal_comma else text)
        if value is None:
            given = f"is {text[:40]!r}" if text else "is empty"
            raise self.refuse(f"{column} {given}; it must be a finite number")
        return value

    def id_of(self, column: str) -> Id:
        text = self.text(column)
        if not text:
            kind = "an edge" if column == "id" else "a node"
            raise self.refuse(f"{column} is empty; name {kind} there")
        return _id_from(text)

    def demand(self, rule: bool) -> float:
        """Return the demand; not a number where a rule is to fill it in."""
        if not self.text("demand"):
            if rule:
                return math.nan
            raise self.refuse(
                "demand is empty; write 0 for a street that needs no service",
                advice="{demand_rule} or {demand_per_km} gives a rule",
            )
        return self.number("demand")

    def serve_costs(self) -> tuple[float, float]:
        """Return what serving costs beside driving, from ``from`` to ``to`` and back."""
        there = self._amount("serve_cost", 0.0)
        return there, self._amount("serve_cost_back", there)

    def priority(self) -> float:
        """Return the priority, not a number where there is none."""
        rank = self._amount("priority", math.nan)
        if not math.isnan(rank) and (rank < 1 or rank != int(rank)):
            text = self.text("priority")[:40]
            raise self.refuse(f"priority is {text!r}; it must be a whole number, 1 or more")
        return rank

    def attributes(self) -> dict[str, str]:
        """Return what the other columns say."""
        return {
            name: cell
            for name, cell in self.cells.items()
            if cell and name and name not in COLUMNS and not name.startswith(_UNUSED)
        }

    def _amount(self, column: str, default: float) -> float:
        value = self.number(column) if self.text(column) else default
        if value < 0:
            raise self.refuse(f"{column} is {value:g}; it must be 0 or more")
        return value

    def way(self) -> int:
        """Return 1, 0 or -1: one-way from ``from`` to ``to``, both ways, one-way back."""
        way = way_in(self.text("oneway"))
        if way is None:
            raise self.refuse(refusal("oneway", "oneway", self.text("oneway")))
        return way

    def points(self, columns: tuple[str, ...]) -> list[tuple[float, float]]:
        """Return the points of the two ends."""
        numbers = [self.number(column) for column in columns]
        if columns is EARTH:
            for column, value in zip(columns, numbers, strict=True):
                most = 90 if column.endswith("lat") else 180
                if abs(value) > most:
                    raise self.refuse(
                        f"{column} is {value:g}; it must lie between -{most} and {most}"
                    )
        return [(numbers[0], numbers[1]), (numbers[2], numbers[3])]

    def lengths(self, measured: float | None) -> tuple[float, float]:
        """Return the two lengths, from the cells or, where there are none, as measured."""
        if "length" not in self.cells and measured is not None:
            there = measured
        else:
            there = self.number("length")
        back = self.number("length_back") if self.text("length_back") else there
        way = self.way()
        if way and self.text("length_back"):
            raise self.refuse("a one-way street has a length_back; leave one of the two empty")
        return (there if way >= 0 else math.inf, back if way <= 0 else math.inf)


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    stated_separator = _SEPARATOR.match(text)
    if stated_separator is not None:  # an empty line in its place keeps the numbers of the others
        text = "\n" * stated_separator[0].count("\n") + text[stated_separator.end() :]
    delimiter = _delimiter(text) if stated_separator is None else stated_separator[1]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header, rows, reading = _table(reader, path, reading, decimal_comma=delimiter == ";")
    if not rows:
        raise at(path, reader.line_num, "the file has no streets, only its header")
    _refuse_thousands(rows)
    located = next((columns for columns in (EARTH, PLANE) if columns[0] in header), None)
    if located is not None and "from" not in header:
        return _draft_lines(path, rows, located, reading)
    others = [name for name in reading.names() if name != "snap"]
    reading.refuse_where_useless(path, others)
    return _draft_edges(path, header, rows, located, reading)


def _draft_lines(path: Path, rows: list[_Row], located: tuple[str, ...], reading: Reading) -> Draft:
    """Return the network of streets whose ends have coordinates and no names."""
    streets = []
    for row in rows:
        if row.text("length_back"):
            raise row.refuse("a length_back needs the columns 'from' and 'to'")
        if row.text("serve_cost_back"):
            raise row.refuse("a serve_cost_back needs the columns 'from' and 'to'")
        demand = row.demand(reading.fills_demands)
        streets.append(
            Street(
                [row.points(located)],
                row.text("name"),
                None if math.isnan(demand) else demand,
                row.number("length") if "length" in row.cells else None,
                row.way(),
                row.id_of("id") if "id" in row.cells else None,
                serve_cost=row.serve_costs()[0],
                priority=None if math.isnan(row.priority()) else row.priority(),
                tags=row.attributes(),
            )
        )
    measured = "length" not in rows[0].cells or bool(reading.lengths_in)
    return draft_streets(
        path,
        streets,
        reading,
        line_of=lambda k: rows[k].line,
        geographic=located is EARTH,
        length_unit="m" if located is EARTH and measured else "",
    )


def _draft_edges(
    path: Path,
    header: list[str],
    rows: list[_Row],
    located: tuple[str, ...] | None,
    reading: Reading,
) -> Draft:
    """Return the network of streets whose ends have names."""
    index: dict[Id, int] = {}
    points: dict[Id, tuple[float, float]] = {}
    ends, lengths, ids, distances = [], [], [], []
    for number, row in enumerate(rows, start=1):
        pair = [row.id_of("from"), row.id_of("to")]
        ends.append([index.setdefault(node, len(index)) for node in pair])
        measured = None
        if located is not None:
            places = row.points(located)
            for node, place in zip(pair, places, strict=True):
                if points.setdefault(node, place) != place:
                    raise row.refuse(f"node {node!r} had other coordinates before")
            measured = _distance(places, located)
            if math.isinf(measured):
                raise row.refuse("the two ends are too far apart; use a larger unit")
            distances.append(measured)
        lengths.append(row.lengths(measured))
        ids.append(row.id_of("id") if "id" in header else number)
    lines = [row.line for row in rows]
    given = np.array([row.demand(reading.fills_demands) for row in rows])
    measured = located is EARTH and "length" not in header
    unit = "m" if measured else reading.lengths_in
    if located is EARTH and not measured:
        stated = METRES[unit or "m"] * np.min(lengths, axis=1)
        apart = np.array([tail != head for tail, head in ends])  # a loop is not drawn
        note_lengths(path, stated[apart], np.array(distances)[apart], reading.notes, unit or "m")
    cells = attribute_columns(row.attributes() for row in rows)
    attributes = named_attributes(cells, path, reading.notes)
    names = [row.text("name") for row in rows]
    columns = Columns(
        name=stem(path),
        nodes=list(index),
        edges=ids,
        ends=np.array(ends),
        lengths=np.array(lengths),
        demands=reading.demands(
            given, np.min(lengths, axis=1), path, unit, attributes=attributes, names=names
        ),
        names=names,
        serve_costs=np.array([row.serve_costs() for row in rows]),
        priorities=with_last([row.priority() for row in rows]),
        attributes=attributes,
        coordinates=None if located is None else np.array([points[node] for node in index]),
        geographic=located is EARTH,
        length_unit=unit,
        load_unit=reading.loads_in,
    )
    return Draft(path, columns, edge_line=lines.__getitem__)


def _distance(places: list[tuple[float, float]], located: tuple[str, ...]) -> float:
    if located is EARTH:
        return float(earth_distances(*np.array(places)))
    return math.dist(*places)


def _first_line(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip()), "")


def _delimiter(text: str) -> str:
    line = _first_line(text)
    return max(",;\t", key=line.count)


def _table(
    reader: Any, path: Path, reading: Reading, decimal_comma: bool
) -> tuple[list[str], list[_Row], Reading]:
    """Return the header, the rows, and the reading with the units that the header tells."""
    header: list[str] = []
    rows: list[_Row] = []
    for line, cells in _numbered(reader, path):
        if any(cell.strip() for cell in cells):
            if not header:
                named = reading.with_units([cell.strip() for cell in cells])
                header = _header(cells, named, line, path)
                reading.tell_units(named, path)
                reading = named
            elif len(cells) != len(header):
                cell_count = counted(len(cells), "cell")
                raise at(path, line, f"this row has {cell_count}, the header {len(header)}")
            else:
                texts = [unguarded(cell.strip()) for cell in cells]
                values = dict(zip(header, texts, strict=True))
                rows.append(_Row(values, line, path, decimal_comma))
    return header, rows, reading


def _refuse_thousands(rows: list[_Row]) -> None:
    """Refuse a dot that may stand for thousands: one among decimal commas."""
    if not rows[0].decimal_comma:
        return
    numbers = (*_AMOUNTS, *PLANE, *EARTH)
    cells = ((row, name) for row in rows for name in numbers if name in row.cells)
    comma = next((cell for cell in cells if _DECIMAL_COMMA.fullmatch(cell[0].text(cell[1]))), None)
    if comma is None:
        return
    other, where = comma
    for row in rows:
        for name in _AMOUNTS:
            text = row.text(name)
            if _THOUSANDS.fullmatch(text):
                raise row.refuse(
                    f"{name} is {text!r}, and {where} in line {other.line} is "
                    f"{other.text(where)!r}: with decimal commas the dot may stand for thousands; "
                    f"write {text.replace('.', '')} or {text.replace('.', ',')}"
                )


def _numbered(reader: Any, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Give each row with the line on which it starts: line breaks in quotes make it longer."""
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise at(path, line, f"this row cannot be read as CSV ({error})") from None


def _renamed(header: list[str], reading: Reading, line: int, path: Path) -> list[str]:
    """Return the header with the columns that the user names called as they are used."""
    renamed = list(header)
    for role in ROLES:
        asked = getattr(reading, f"{role}_column")
        if asked is None:
            continue
        name = asked.strip().lower()
        if name not in header:
            raise at(
                path,
                line,
                f"there is no column {asked!r} for the {role}{did_you_mean(name, header)}; "
                f"{listed(header)}",
                f"{{{role}_column}} names it",
            )
        if role in renamed:
            renamed[renamed.index(role)] = f"{_UNUSED}{role}"
        renamed[header.index(name)] = role
    alias = next((name for name in ONE_WAY if name in renamed), None)
    if "oneway" not in header and reading.oneway_column is None and alias is not None:
        renamed[renamed.index(alias)] = "oneway"
        reading.notes.append(Note(f"{path}: read the column {alias!r} as oneway"))
    return renamed


def _header(own: list[str], reading: Reading, line: int, path: Path) -> list[str]:
    """Return the header; refuse one that lacks a column, and name columns that are not used."""
    header = _renamed([cell.strip().lower() for cell in own], reading, line, path)
    for name in COLUMNS:
        if header.count(name) > 1:
            raise at(path, line, f"the column {name!r} stands twice in the header")
    located = [columns for columns in (PLANE, EARTH) if set(columns) & set(header)]
    if len(located) > 1:
        raise at(path, line, "coordinates are given twice; use x and y, or lon and lat")
    needed = ["from", "to"]
    if located and not set(needed) & set(header):
        needed = []  # the ends are known by their coordinates
    needed += [] if reading.fills_demands else ["demand"]
    needed += located[0] if located else ["length"]
    missing = [name for name in needed if name not in header]
    others = [name for name in header if name not in COLUMNS and not name.startswith(_UNUSED)]
    has = f"{listed([cell.strip() for cell in own], 'this file has ')}; it needs {_words(needed)}"
    hint = _misspelt(others, missing, header, reading)
    if hint:
        raise at(path, line, f"{hint}; {has}")
    if missing:
        what = f"the column {missing[0]!r} is missing"
        if not set(header) & set(COLUMNS):
            what = "this line names no columns that arcload knows"
        raise at(path, line, f"{what}; {has}", _ADVICE.get(missing[0], ""))
    columns = zip(header, own, strict=True)
    reading.used.update({name: cell.strip() for name, cell in columns if name in ROLES})
    return _with_attributes(header, others, reading, path)


def _with_attributes(
    header: list[str], others: list[str], reading: Reading, path: Path
) -> list[str]:
    """Return the header with columns renamed that cannot be attributes; note which can and not."""
    held = [name for name in dict.fromkeys(others) if name]
    lost = [name or "(no name)" for name in others]
    for name in held:
        lost.remove(name)
    for what, names in (("kept {} as attributes of the streets", held), ("left out {}", lost)):
        if names:
            does = what.format(counted(len(names), "column"))
            again = ", without a name or of a name that stands twice" if names is lost else ""
            reading.notes.append(Note(f"{path}: {does}{again}: {listed(names, '')}"))
    used: set[str] = set()
    for k, name in enumerate(header):
        header[k] = f"{_UNUSED}{k}" if name in used or not name else name
        used.add(name)
    return header


def _misspelt(others: list[str], missing: list[str], header: list[str], reading: Reading) -> str:
    """Return what is wrong if a column looks like one of ours misspelt, else nothing.

    Who names the columns to use has looked at them, so then only those count that are needed.
    """
    named = any(getattr(reading, f"{role}_column") is not None for role in ROLES)
    optional = [] if named else [name for name in COLUMNS if name not in header]
    for name in others:
        hint = did_you_mean(name, missing) or did_you_mean(name, optional, NEAR)
        if hint:
            return f"the column {name[:40]!r} is unknown{hint}"
    return ""


def _words(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format; depot and vehicle are named again when it is read."""
    ids = (*instance.nodes, *instance.edges)
    for name in ids:
        if one_line(str(name)) != str(name) or name == "":
            raise InputError(f"the id {name!r} does not fit in a cell; write a .json file")
    if not len(instance.edges):
        raise InputError("the network has no streets to list; write a .json file")
    lonely = set(range(len(instance.nodes))) - set(instance.ends.ravel().tolist())
    if lonely:
        node = instance.nodes[min(lonely)]
        raise InputError(f"node {node!r} has no street, so an edge list cannot hold it")
    attributes = held_attributes(instance, _holds)
    note_losses(
        instance,
        notes,
        ids=any(_id_from(str(name)) != name for name in ids),
        names=any(one_line(name) != name for name in instance.names or ()),
        fleet=True,
        attributes=attributes,
        the_start_and_end=True,
        the_curb_weight=instance.curb_weight > 0,
        the_mode=instance.mode != "deliver",
    )
    both_ways = np.isfinite(instance.lengths).all(axis=1)
    different = both_ways & (instance.lengths[:, 0] != instance.lengths[:, 1])
    located = instance.coordinates is not None
    costs = instance.serve_costs
    used = {
        "length_back": bool(different.any()),
        "oneway": not bool(both_ways.all()),
        "name": instance.names is not None,
        "serve_cost": costs is not None,
        "serve_cost_back": costs is not None and bool((costs[:, 0] != costs[:, 1]).any()),
        "priority": instance.priorities is not None,
        **dict.fromkeys(PLANE, located and not instance.geographic),
        **dict.fromkeys(EARTH, located and instance.geographic),
    }
    header = [name for name in COLUMNS if used.get(name, True)]
    columns = list(attributes.values())
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*header, *attributes])
    for k in range(len(instance.edges)):
        own = [_cell(instance, k, name, bool(different[k])) for name in header]
        everything = own + [cells[k] for cells in columns]
        writer.writerow(guarded(one) if isinstance(one, str) else one for one in everything)
    return out.getvalue()


def _holds(name: str) -> bool:
    """Return whether a column of this name is read again as the attribute that it is."""
    return name == name.lower() and name not in COLUMNS and not did_you_mean(name, COLUMNS, NEAR)


def _cell(instance: Instance, k: int, column: str, different: bool) -> object:
    (there, back), costs = instance.lengths[k].tolist(), instance.serve_costs
    if column in (*PLANE, *EARTH):
        end, axis = column.split("_")
        node = instance.ends[k, 0 if end == "from" else 1]
        assert instance.coordinates is not None
        return plain(float(instance.coordinates[node, int(axis in ("y", "lat"))]))
    return {
        "id": instance.edges[k],
        "from": instance.nodes[instance.ends[k, 0]],
        "to": instance.nodes[instance.ends[k, 1]],
        "length": plain(min(there, back) if math.isinf(there) else there),
        "length_back": plain(back) if different else "",
        "oneway": "yes" if math.isinf(back) else "-1" if math.isinf(there) else "no",
        "demand": plain(float(instance.demands[k])),
        "name": one_line(instance.names[k]) if instance.names else "",
        "serve_cost": "" if costs is None else plain(costs.item(k, 0)),
        "serve_cost_back": "" if costs is None else plain(costs.item(k, 1)),
        "priority": "" if instance.priorities is None else instance.priorities.item(k),
    }[column]
