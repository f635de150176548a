"""The ``.dat`` format of capacitated arc routing, with its Spanish keywords.

The capacity counts; the number of vehicles does not bind, as nobody who publishes costs of these
files keeps to it. The format knows no curb weight: give one when reading. It knows no single tour
either: one that arcload wrote is known by its comment.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.losses import (
    note_losses,
    one_line,
    refuse_fleet,
    refuse_one_way,
    refuse_open_tour,
)
from arcload.maps.formats.reading import Reading
from arcload.model.errors import InputError, counted, did_you_mean
from arcload.model.files import at, parse_number, parse_whole, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note

EXTENSIONS = (".dat",)
LATIN1 = True

_COUNTS = ("VERTICES", "ARISTAS_REQ", "ARISTAS_NOREQ", "DEPOSITO")
_LISTS = ("LISTA_ARISTAS_REQ", "LISTA_ARISTAS_NOREQ")
_OTHERS = (
    "NOMBRE",
    "COMENTARIO",
    "VEHICULOS",
    "CAPACIDAD",
    "TIPO_COSTES_ARISTAS",
    "COSTE_TOTAL_REQ",
)
_KNOWN = (*_COUNTS, *_LISTS, *_OTHERS)
_MISSPELT = {"RISTAS_REQ": "ARISTAS_REQ", "RISTAS_NOREQ": "ARISTAS_NOREQ"}  # in published files

_ONE_TOUR = "one tour, written by arcload"

_EDGE = re.compile(
    r"\(\s*(?P<i>\d+)\s*,\s*(?P<j>\d+)\s*\)\s*coste\s+(?P<length>\S+)"
    r"(\s+demanda\s+(?P<demand>\S+))?",
    re.IGNORECASE | re.ASCII,
)


def looks_like(text: str) -> bool:
    """Return whether one of the keywords starts a line."""
    pattern = r"^[ \t]*(NOMBRE|VERTICES|A?RISTAS_REQ|LISTA_ARISTAS_REQ)[ \t]*:"
    return re.search(pattern, text, re.IGNORECASE | re.MULTILINE) is not None


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    reading.refuse_where_useless(path)
    counts: dict[str, tuple[int, int]] = {}
    edges: list[tuple[int, int, float, float]] = []
    lines: list[int] = []
    edge_counts = dict.fromkeys(_LISTS, 0)
    name, section, line = stem(path), "", 0
    heads: dict[str, tuple[str, int]] = {}
    for line, row in enumerate(text.rstrip().split("\n"), start=1):
        row = row.strip()  # noqa: PLW2901
        if not row or row.upper() == "END":
            continue
        if row.startswith("("):
            if not section:
                raise at(path, line, "an edge stands before LISTA_ARISTAS_REQ")
            edges.append(_edge(row, section, path, line))
            lines.append(line)
            edge_counts[section] += 1
            continue
        keyword, value = _keyword(row, path, line)
        if keyword == "NOMBRE" and value:
            name = value
        elif keyword in ("CAPACIDAD", "VEHICULOS", "COMENTARIO"):
            heads[keyword] = (value, line)
        elif keyword in _LISTS:
            section = keyword
        elif keyword in _COUNTS:
            if keyword in counts:
                raise at(path, line, f"{keyword} is given twice")
            counts[keyword] = (_count(keyword, value, path, line), line)
    for keyword in ("VERTICES", "ARISTAS_REQ"):
        if keyword not in counts:
            raise at(path, line, f"{keyword} is missing; the file is cut off or of another format")
    for keyword, listed in (("ARISTAS_REQ", _LISTS[0]), ("ARISTAS_NOREQ", _LISTS[1])):
        stated, where = counts.get(keyword, (edge_counts[listed], line))
        if stated != edge_counts[listed]:
            has = counted(edge_counts[listed], "edge")
            raise at(path, where, f"{keyword} is {stated}, and {listed} has {has}")
    n, where = counts["VERTICES"]
    if n == 0:
        raise at(path, where, "the network has no nodes; the depot is one of them")
    if n > 20 * line + 1000:
        raise at(path, where, f"VERTICES is {n}, and the file is far too short for it")
    for (i, j, _, _), where in zip(edges, lines, strict=True):
        for node in (i, j):
            if not 1 <= node <= n:
                raise at(path, where, f"node {node} is not one of the nodes 1 to {n}")
    table = np.array(edges).reshape(-1, 4)
    columns = Columns(
        name=name,
        nodes=range(1, n + 1),
        edges=range(1, len(edges) + 1),
        ends=table[:, :2].astype(np.int64) - 1,
        lengths=table[:, [2, 2]],
        demands=table[:, 3],
    )
    vehicle: dict[str, Any] = {}
    head = {keyword: value for keyword, (value, _) in heads.items()}
    if head.get("CAPACIDAD") and head.get("COMENTARIO") != _ONE_TOUR:
        vehicle["capacity"] = _capacity(*heads["CAPACIDAD"], path)
        note_vehicles(head.get("VEHICULOS", ""), path, reading.notes)
    if "DEPOSITO" in counts:
        depot = _depot(*counts["DEPOSITO"], n, path)
        vehicle |= {"start": depot, "end": depot}
    return Draft(path, columns, vehicle, edge_line=lines.__getitem__)


def _keyword(row: str, path: Path, line: int) -> tuple[str, str]:
    keyword, colon, value = row.partition(":")
    keyword = keyword.strip().upper()
    keyword = _MISSPELT.get(keyword, keyword)
    if not colon or keyword not in _KNOWN:
        hint = did_you_mean(keyword, _KNOWN)
        raise at(path, line, f"{row[:40]!r} is neither an edge nor a known keyword{hint}")
    return keyword, value.strip()


def _count(keyword: str, value: str, path: Path, line: int) -> int:
    """Return a whole number; a comment in brackets may follow it."""
    number = parse_number(value.partition("(")[0].rstrip())
    if number is None or number != int(number) or number < 0:
        raise at(path, line, f"{keyword} is {value[:40]!r}; it must be a whole number")
    return int(number)


def _edge(row: str, section: str, path: Path, line: int) -> tuple[int, int, float, float]:
    match = _EDGE.fullmatch(row)
    if match is None or (section == _LISTS[0]) != (match["demand"] is not None):
        tail = " demanda q" if section == _LISTS[0] else ""
        raise at(path, line, f"{row[:60]!r} is not an edge of the form '(i, j) coste d{tail}'")
    values = []
    for label, word in (("coste", match["length"]), ("demanda", match["demand"] or "0")):
        value = parse_number(word)
        if value is None:
            raise at(path, line, f"{label} {word[:40]!r} is not a finite number")
        values.append(value)
    if section == _LISTS[0] and values[1] == 0:
        raise at(path, line, "a required edge has demanda 0; list it under LISTA_ARISTAS_NOREQ")
    if max(len(match["i"]), len(match["j"])) > 15:
        raise at(path, line, "a node number has too many digits")
    return int(match["i"]), int(match["j"]), values[0], values[1]


def _depot(depot: int, line: int, n: int, path: Path) -> int:
    if not 1 <= depot <= n:
        raise at(path, line, f"DEPOSITO is {depot}, which is not one of the nodes 1 to {n}")
    return depot


def _capacity(value: str, line: int, path: Path) -> float:
    most = parse_number(value.partition("(")[0].rstrip())
    if most is None or most < 0:
        raise at(path, line, f"CAPACIDAD is {value[:40]!r}; it must be a number, 0 or more")
    return most


def note_vehicles(value: str, path: Path, notes: list[Note]) -> None:
    """Note that the number of vehicles in the head of a file does not bind, if it has one."""
    count = parse_whole(value.partition("(")[0].strip())
    if count is not None and count > 0:
        names = f"names {counted(count, 'vehicle')}"
        notes.append(
            Note(f"{path} {names}; that does not bind: any number may drive", "{count} sets one")
        )


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format: required edges first, nodes numbered from 1."""
    refuse_fleet(instance, but=("capacity",))
    refuse_one_way(instance)
    refuse_open_tour(instance)
    if instance.mode != "deliver":
        raise InputError("this format holds deliveries alone; write a .json file")
    required, others = instance.served, np.flatnonzero(instance.demands == 0)
    n, m = len(instance.nodes), len(instance.edges)
    in_order = tuple(instance.edges[k] for k in (*required, *others)) == tuple(range(1, m + 1))
    note_losses(
        instance,
        notes,
        labels=True,
        ids=not in_order or instance.nodes != tuple(range(1, n + 1)),
        the_curb_weight=instance.curb_weight > 0,
        coordinates=instance.coordinates is not None,
    )
    capacity = instance.total_demand if instance.capacity is None else instance.capacity
    rows = [
        f"NOMBRE : {one_line(instance.name)}",
        f"COMENTARIO : {_ONE_TOUR if instance.capacity is None else 'written by arcload'}",
        f"VERTICES : {n}",
        f"ARISTAS_REQ : {len(required)}",
        f"ARISTAS_NOREQ : {len(others)}",
        "VEHICULOS : 1",
        f"CAPACIDAD : {plain(capacity)}",
        "TIPO_COSTES_ARISTAS : EXPLICITOS",
        f"COSTE_TOTAL_REQ : {plain(float(instance.lengths[required, 0].sum()))}",
        "LISTA_ARISTAS_REQ :",
        *(_row(instance, k, demand=True) for k in required.tolist()),
    ]
    if len(others):
        rows += [
            "LISTA_ARISTAS_NOREQ :",
            *(_row(instance, k, demand=False) for k in others.tolist()),
        ]
    rows.append(f"DEPOSITO : {instance.start_index + 1}")
    return "\n".join(rows) + "\n"


def _row(instance: Instance, k: int, demand: bool) -> str:
    i, j = instance.ends[k] + 1
    text = f"( {i}, {j}) coste {plain(float(instance.lengths[k, 0]))}"
    return text + (f" demanda {plain(float(instance.demands[k]))}" if demand else "")
