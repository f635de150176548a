"""Mixed networks of capacitated arc routing: edges, arcs and nodes with two costs.

Files come in two spellings. In one (``REQ_EDGES``, ``LIST_REQ_ARCS``) a line is
``( 1, 2) serv_cost 5 trav_cost 3 demand 4``; in the other (``#Required N``, ``ReN.``), that of the
node, edge and arc routing problem, it is a row of a table. ``trav_cost`` is the length, and
``serv_cost`` what driving along the street and serving it cost together. A node to be served is a
loop of length 0. ``DUMPING_COST`` is the cost of each visit at the depot. The number of vehicles
does not bind, and no curb weight is known: give one when reading, 1 with a load factor of 0 for
the costs that are published.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from arcload.maps.formats.carp import note_vehicles
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.losses import (
    note_losses,
    one_line,
    refuse_fleet,
    refuse_open_tour,
    refuse_uneven,
)
from arcload.maps.formats.reading import Reading
from arcload.model.errors import InputError, counted, did_you_mean
from arcload.model.facility import Facility
from arcload.model.files import at, parse_number, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note

EXTENSIONS = (".mcarp",)
LATIN1 = True

_HEADS = ("NAME", "NODES", "VEHICLES", "DEPOT", "CAPACITY", "DUMPING_COST")
_REMARKS = ("UPPER_BOUND", "LOWER_BOUND", "BEST_KNOWN", "COMMENT", "OPTIMAL_VALUE", "EDGES", "ARCS")
_LISTS = ("REQ_EDGES", "NOREQ_EDGES", "REQ_ARCS", "NOREQ_ARCS", "REQ_NODES")
_KNOWN = (*_HEADS, *_LISTS, *(f"LIST_{name}" for name in _LISTS), *_REMARKS)
_NEARP = {"REQUIRED_N": "REQ_NODES", "REQUIRED_E": "REQ_EDGES", "REQUIRED_A": "REQ_ARCS"}
_TABLES = {
    "REN.": "REQ_NODES",
    "REE.": "REQ_EDGES",
    "EDGE": "NOREQ_EDGES",
    "REA.": "REQ_ARCS",
    "ARC": "NOREQ_ARCS",
}
_FIELDS = {
    "REQ_NODES": ("demand", "serv_cost"),
    "REQ_EDGES": ("i", "j", "trav_cost", "demand", "serv_cost"),
    "NOREQ_EDGES": ("i", "j", "trav_cost"),
    "REQ_ARCS": ("i", "j", "trav_cost", "demand", "serv_cost"),
    "NOREQ_ARCS": ("i", "j", "trav_cost"),
}
_ALIASES = {"cost": "trav_cost"}  # as files have it where nothing is served
_PAIR = re.compile(r"\(\s*(\d{1,15})\s*(?:,\s*(\d{1,15})\s*)?\)\s*(.*)", re.ASCII)
_ROW = re.compile(r"(?:N|E|A|NrE|NrA)(\d{1,15})\s+(.*)", re.ASCII | re.IGNORECASE)


class _Street(NamedTuple):
    """An edge, an arc or a node of the file."""

    tail: int
    head: int
    length: float
    serve_cost: float
    demand: float
    one_way: bool
    line: int


@dataclass
class _File:
    """What was read of a file so far."""

    path: Path
    heads: dict[str, tuple[str, int]] = field(default_factory=dict)
    streets: list[_Street] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    section: str = ""

    def number(self, name: str) -> float | None:
        """Return a number of the head, None where it has none."""
        value, line = self.heads.get(name, ("", 0))
        if not value:
            return None
        number = parse_number(value.partition("(")[0].strip())
        if number is None or number < 0:
            raise at(self.path, line, f"{name} is {value[:40]!r}; it must be a number, 0 or more")
        return number

    def whole(self, name: str) -> int | None:
        """Return a whole number of the head, None where it has none."""
        number = self.number(name)
        if number is not None and number != int(number):
            value, line = self.heads[name]
            raise at(self.path, line, f"{name} is {value[:40]!r}; it must be a whole number")
        return None if number is None else int(number)

    def add(self, values: dict[str, str], line: int, row: str) -> None:
        """Take a line of a list."""
        names = _FIELDS[self.section]
        if self.section == "REQ_NODES":
            names = ("i", *names)
        if set(values) != set(names):
            form = ", ".join(names)
            raise at(self.path, line, f"{row[:60]!r} is no line of {self.section}: it has {form}")
        numbers = {}
        for name, word in values.items():
            number = parse_number(word)
            if number is None or number < 0:
                wrong = f"{name} is {word[:40]!r}; it must be a number, 0 or more"
                raise at(self.path, line, wrong)
            numbers[name] = number
        length, cost = numbers.get("trav_cost", 0.0), numbers.get("serv_cost")
        if cost is not None and cost < length:
            why = f"serv_cost {cost:g} is below trav_cost {length:g}; serving includes driving"
            raise at(self.path, line, why)
        if numbers.get("demand") == 0:
            why = f"a line of {self.section} has demand 0; what is to be served has more"
            raise at(self.path, line, why)
        node = int(numbers["i"])
        self.counts[self.section] = self.counts.get(self.section, 0) + 1
        self.streets.append(
            _Street(
                node,
                int(numbers.get("j", node)),
                length,
                0.0 if cost is None else cost - length,
                numbers.get("demand", 0.0),
                self.section.endswith("ARCS"),
                line,
            )
        )


def looks_like(text: str) -> bool:
    """Return whether a list of edges or arcs with two costs, or of nodes, starts a line."""
    lists = r"^[ \t]*LIST_(REQ|NOREQ)_(EDGES|ARCS|NODES)[ \t]*:"
    tables = r"^[ \t]*#[ \t]*Required[ \t]+[NEA][ \t]*:"
    return re.search(f"{lists}|{tables}", text, re.IGNORECASE | re.MULTILINE) is not None


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    reading.refuse_where_useless(path)
    file = _File(path)
    for line, row in enumerate(text.rstrip().split("\n"), start=1):
        row = row.strip()  # noqa: PLW2901
        if row and not row.startswith("%") and row.upper() not in ("END", "EOF"):
            _take(file, row, line)
    n = file.whole("NODES")
    if n is None or not file.streets:
        raise at(path, line, "NODES or a list is missing; the file is cut off or of another format")
    for name in _LISTS:
        stated = file.whole(name)
        if stated is not None and stated != file.counts.get(name, 0):
            has = counted(file.counts.get(name, 0), "line")
            raise at(path, file.heads[name][1], f"{name} is {stated}, and its list has {has}")
    for street in file.streets:
        for node in (street.tail, street.head):
            if not 1 <= node <= n:
                raise at(path, street.line, f"node {node} is not one of the nodes 1 to {n}")
    if n > 20 * line + 1000:
        raise at(
            path, file.heads["NODES"][1], f"NODES is {n}, and the file is far too short for it"
        )
    vehicle, rules = _vehicle(file, n, reading.notes)
    lengths = np.array(
        [(one.length, np.inf if one.one_way else one.length) for one in file.streets]
    )
    costs = np.array([one.serve_cost for one in file.streets])
    columns = Columns(
        name=file.heads.get("NAME", ("", 0))[0].removesuffix(".dat") or stem(path),
        nodes=range(1, n + 1),
        edges=range(1, len(file.streets) + 1),
        ends=np.array([(one.tail - 1, one.head - 1) for one in file.streets], dtype=np.int64),
        lengths=lengths,
        demands=np.array([one.demand for one in file.streets]),
        serve_costs=np.column_stack([costs, costs]),
    )
    return Draft(
        path, columns, vehicle, edge_line=lambda edge: file.streets[edge].line, rules=rules
    )


def _take(file: _File, row: str, line: int) -> None:
    """Take one line: of the head, the title of a list, or of the list."""
    pair, table = _PAIR.fullmatch(row), _ROW.fullmatch(row)
    title = _TABLES.get(row.split(maxsplit=1)[0].upper())
    if pair is not None and file.section:
        words = pair[3].split()
        if len(words) % 2:
            raise at(file.path, line, f"{row[:60]!r} is not a line such as '( i, j) trav_cost 3'")
        names = (_ALIASES.get(word.lower(), word.lower()) for word in words[::2])
        values = dict(zip(names, words[1::2], strict=True))
        ends = {"i": pair[1]} | ({} if pair[2] is None else {"j": pair[2]})
        file.add(ends | values, line, row)
    elif title is not None and ":" not in row:
        file.section = title
    elif table is not None and file.section and ":" not in row:
        cells, columns = table[2].split(), _FIELDS[file.section]
        if len(cells) != len(columns):
            form = ", ".join(columns)
            raise at(file.path, line, f"{row[:60]!r} is no line of its table: after its id {form}")
        values = dict(zip(columns, cells, strict=True))
        file.add(values if "i" in values else {"i": table[1], **values}, line, row)
    else:
        _take_head(file, row, line)


def _take_head(file: _File, row: str, line: int) -> None:
    keyword, colon, value = row.partition(":")
    name = re.sub(r"[\s_]+", "_", keyword.strip().lstrip("#").strip().upper())
    name = {"DEPOT_NODE": "DEPOT", **_NEARP}.get(name, name)
    if not colon or name not in _KNOWN:
        hint = did_you_mean(name, _KNOWN)
        raise at(file.path, line, f"{row[:40]!r} is neither a street nor a known keyword{hint}")
    if name.startswith("LIST_"):
        file.section = name.removeprefix("LIST_")
    elif name in file.heads and name not in _REMARKS:
        raise at(file.path, line, f"{name} is given twice")
    else:
        file.heads[name] = (value.strip(), line)


def _vehicle(file: _File, n: int, notes: list[Note]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the head says of the vehicle, and of the fleet."""
    vehicle: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    depot = file.whole("DEPOT")
    if depot is not None:
        if not 1 <= depot <= n:
            line = file.heads["DEPOT"][1]
            raise at(file.path, line, f"DEPOT is {depot}, which is not one of the nodes 1 to {n}")
        vehicle = {"start": depot, "end": depot}
    capacity, cost = file.number("CAPACITY"), file.number("DUMPING_COST")
    if capacity is not None:
        vehicle["capacity"] = capacity
        note_vehicles(file.heads.get("VEHICLES", ("", 0))[0], file.path, notes)
    if cost:
        if depot is None:
            line = file.heads["DUMPING_COST"][1]
            raise at(file.path, line, "DUMPING_COST needs a DEPOT, where it is paid; give one")
        rules["facilities"] = (Facility(depot, visit_cost=cost),)
    return vehicle, rules


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format, nodes and streets numbered from 1."""
    held = ("capacity", "serve_costs", "facilities")
    refuse_fleet(instance, but=held)
    refuse_uneven(instance)
    refuse_open_tour(instance)
    depot = instance.start
    if instance.mode != "deliver" or instance.capacity is None:
        raise InputError("this format holds deliveries with a capacity alone; write a .json file")
    if any(place.node != depot or place.stop_minutes for place in instance.facilities):
        raise InputError(
            "this format holds no facility but the depot, without stop times; write a .json file"
        )
    n, lists = len(instance.nodes), _listed(instance)
    order = [k for one in lists.values() for k in one]
    note_losses(
        instance,
        notes,
        ids=instance.nodes != tuple(range(1, n + 1))
        or [instance.edges[k] for k in order] != list(range(1, len(order) + 1)),
        labels=True,
        the_curb_weight=instance.curb_weight > 0,
        coordinates=instance.coordinates is not None,
    )
    cost = instance.facilities[0].visit_cost if instance.facilities else 0.0
    rows = [
        f"NAME : {one_line(instance.name)}",
        f"NODES : {n}",
        *(f"{name} : {len(streets)}" for name, streets in lists.items()),
        f"CAPACITY : {plain(instance.capacity)}",
        f"DUMPING_COST : {plain(cost)}",
    ]
    for name, streets in lists.items():
        rows += [f"LIST_{name} :", *(_row(instance, k) for k in streets)] if streets else []
    return "\n".join([*rows, f"DEPOT : {instance.start_index + 1}"]) + "\n"


def _listed(instance: Instance) -> dict[str, list[int]]:
    one_way = ~np.isfinite(instance.lengths).all(axis=1)
    served = instance.demands > 0
    return {
        "REQ_EDGES": np.flatnonzero(served & ~one_way).tolist(),
        "NOREQ_EDGES": np.flatnonzero(~served & ~one_way).tolist(),
        "REQ_ARCS": np.flatnonzero(served & one_way).tolist(),
        "NOREQ_ARCS": np.flatnonzero(~served & one_way).tolist(),
    }


def _row(instance: Instance, k: int) -> str:
    side = 0 if np.isfinite(instance.lengths[k, 0]) else 1
    i, j = (instance.ends[k] + 1)[:: 1 - 2 * side]
    length, demand = instance.lengths.item(k, side), instance.demands.item(k)
    if not demand:
        return f"( {i}, {j}) cost {plain(length)}"
    cost = 0.0 if instance.serve_costs is None else instance.serve_costs.item(k, side)
    costs = f"serv_cost {plain(cost + length)} trav_cost {plain(length)}"
    return f"( {i}, {j}) {costs} demand {plain(demand)}"
