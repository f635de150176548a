"""The text format of the paper's instances.

Nodes are 0..n-1 with the depot at 0; edges are numbered from 1 in file order; a demand of 0
means that the edge need not be served::

    Number of nodes:
    3
    Number of edges:
    3
    W:
    10
    Edges (node i, node j, d_ij, q_ij):
    0 1 2.5 7
    1 2 1 0
    2 0 2 3
    Coordinates:
    0 0
    1 0
    1 1
"""

import re
from pathlib import Path

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.losses import (
    note_losses,
    refuse_fleet,
    refuse_load_factor,
    refuse_one_way,
    refuse_open_tour,
)
from arcload.maps.formats.reading import Reading
from arcload.model.errors import InputError
from arcload.model.files import at, parse_number, parse_whole, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import FloatArray

EXTENSIONS = (".txt", ".cpplc")
LATIN1 = False

_HEADINGS = ("Number of nodes", "Number of edges", "W", "Edges", "Coordinates")


def looks_like(text: str) -> bool:
    """Return whether the text starts as these files do."""
    return re.match(r"\s*number of nodes", text, re.IGNORECASE) is not None


class _Rows:
    """The lines of a file that are not blank, one after the other."""

    def __init__(self, text: str, path: Path) -> None:
        self.path = path
        rows = ((number, row.strip()) for number, row in enumerate(text.split("\n"), start=1))
        self.rows = [(number, row) for number, row in rows if row]
        self.position = 0
        self.line = 1

    def next(self, expected: str) -> str:
        if self.position == len(self.rows):
            raise at(self.path, self.line, f"the file ends where {expected} should stand")
        self.line, row = self.rows[self.position]
        self.position += 1
        return row

    def heading(self, title: str) -> None:
        row = self.next(f"'{title}:'")
        if not re.match(rf"{title}\b", row, re.IGNORECASE):
            raise at(self.path, self.line, f"{row[:40]!r} stands where '{title}:' should")

    def count(self, title: str) -> int:
        self.heading(title)
        row = self.next("a whole number")
        value = parse_whole(row)
        if value is None or value < 0:
            raise at(self.path, self.line, f"{row[:40]!r} is not a count; give a whole number")
        if value > 20 * len(self.rows) + 1000:
            raise at(
                self.path, self.line, f"{value} is stated, and the file is far too short for it"
            )
        return value

    def numbers(self, names: tuple[str, ...], expected: str) -> list[float]:
        row = self.next(expected)
        words = row.split()
        if len(words) != len(names):
            raise at(
                self.path,
                self.line,
                f"{row[:40]!r} stands where {expected} should: {len(names)} numbers "
                f"({', '.join(names)})",
            )
        values = []
        for name, word in zip(names, words, strict=True):
            value = parse_number(word)
            if value is None:
                raise at(self.path, self.line, f"{name} {word[:40]!r} is not a finite number")
            values.append(value)
        return values


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    reading.refuse_where_useless(path)
    lines = _Rows(text, path)
    n = lines.count(_HEADINGS[0])
    if n == 0:
        raise at(path, lines.line, "the network has no nodes; the depot is node 0")
    m = lines.count(_HEADINGS[1])
    lines.heading(_HEADINGS[2])
    (curb_weight,) = lines.numbers(("W",), "the curb weight W")
    if curb_weight < 0:
        raise at(path, lines.line, f"W is {curb_weight:g}; it must be 0 or more")
    lines.heading(_HEADINGS[3])
    rows, edge_lines = [], []
    for number in range(1, m + 1):
        row = lines.numbers(("node i", "node j", "d", "q"), f"edge {number} of {m}")
        for name, node in zip(("node i", "node j"), row, strict=False):
            if node != int(node) or not 0 <= node < n:
                raise at(path, lines.line, f"{name} {node:g} is not one of the nodes 0 to {n - 1}")
        rows.append(row)
        edge_lines.append(lines.line)
    coordinates, node_lines = _coordinates(lines, n)
    table = np.array(rows).reshape(-1, 4)
    return Draft(
        path,
        Columns(
            name=stem(path),
            nodes=range(n),
            edges=range(1, m + 1),
            ends=table[:, :2].astype(np.int64),
            lengths=table[:, [2, 2]],
            demands=table[:, 3],
            coordinates=coordinates,
        ),
        {"curb_weight": curb_weight, "start": 0, "end": 0},
        edge_line=edge_lines.__getitem__,
        node_line=node_lines.__getitem__,
    )


def _coordinates(lines: _Rows, n: int) -> tuple[FloatArray | None, list[int]]:
    if lines.position == len(lines.rows):
        return None, []
    lines.heading(_HEADINGS[4])
    points, numbers = [], []
    for node in range(n):
        points.append(lines.numbers(("x", "y"), f"the coordinates of node {node}"))
        numbers.append(lines.line)
    if lines.position < len(lines.rows):
        row = lines.next("nothing")
        raise at(lines.path, lines.line, f"{row[:40]!r} stands after the last of {n} nodes")
    return np.array(points), numbers


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format; the depot becomes node 0."""
    refuse_fleet(instance)
    refuse_one_way(instance)
    refuse_open_tour(instance)
    refuse_load_factor(instance)
    if instance.mode != "deliver":
        raise InputError("this format holds deliveries alone; write a .json file")
    depot = instance.start_index
    others = [node for node in range(len(instance.nodes)) if node != depot]
    order = [depot, *others]
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    m = len(instance.edges)
    same_nodes = [instance.nodes[node] for node in order] == list(range(len(order)))
    note_losses(
        instance,
        notes,
        labels=True,
        ids=not same_nodes or instance.edges != tuple(range(1, m + 1)),
    )
    rows = [
        "Number of nodes:",
        len(order),
        "Number of edges:",
        m,
        "W:",
        plain(instance.curb_weight),
        "Edges (node i, node j, d_ij, q_ij):",
    ]
    for (i, j), d, q in zip(
        number[instance.ends], instance.lengths[:, 0], instance.demands, strict=True
    ):
        rows.append(f"{i} {j} {plain(d)} {plain(q)}")
    if instance.coordinates is not None:
        rows.append("Coordinates:")
        rows += [f"{plain(x)} {plain(y)}" for x, y in instance.coordinates[order]]
    return "\n".join(map(str, rows)) + "\n"
