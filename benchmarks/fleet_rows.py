"""The runs behind docs/fleet_results.md, and the file that keeps them."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints

from arcload.model.errors import InputError
from arcload.model.files import at
from arcload.runs.lines_file import LinesFile, whole_lines

Key: TypeAlias = tuple[str, str, int, float, int]
"""Part, instance, seed, limit and threads of a run."""

PARTS = ("plain", "load", "speed", "large")


@dataclass(frozen=True, kw_only=True)
class FleetRow:
    """One finished run.

    Parameters
    ----------
    part
        ``plain``: least length (W = 1, b = 0); ``load``: the load in the cost (W half the
        capacity, b = 1); ``speed``: iterations of one thread; ``large``: a town.
    group, instance, seed
        What was run, and the set that it is of.
    limit, threads
        Seconds of search that it had, and threads.
    services, cost, bound, status, trips, routes, seconds, iterations
        The outcome; bound 0 where there is none.
    other
        Of ``plain`` the cost of its plan with the load in the cost, in its best directions; of
        ``large`` the cost of greedy insertion; else 0.
    memory
        The peak of the process of ``large``, in bytes; else 0.
    machine, commit
        Where it was run, and from which commit.
    """

    part: str
    group: str
    instance: str
    seed: int
    limit: float
    threads: int
    services: int
    cost: float
    bound: float
    status: str
    trips: int
    routes: int
    seconds: float
    iterations: int
    other: float = 0.0
    memory: float = 0.0
    machine: str = ""
    commit: str = ""

    @property
    def key(self) -> Key:
        """What tells it from other runs."""
        return self.part, self.instance, self.seed, self.limit, self.threads

    def to_line(self) -> str:
        """Return it as a line of CSV."""
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(getattr(self, name) for name in _COLUMNS)
        return line.getvalue()


_COLUMNS = tuple(field.name for field in fields(FleetRow))
_HEADER = ",".join(_COLUMNS) + "\n"
_TYPES: dict[str, Any] = get_type_hints(FleetRow)


def rows_file(path: Path) -> LinesFile:
    """Return the file to append rows to."""
    return LinesFile(path, _HEADER)


def read_rows(path: Path) -> list[FleetRow]:
    """Read the rows of a file; of two with one key the first counts."""
    text = whole_lines(path)
    if not text.startswith(_HEADER):
        raise at(path, 1, "this is no list of runs of this version of benchmarks/fleets.py")
    rows: dict[Key, FleetRow] = {}
    for line, cells in enumerate(csv.reader(io.StringIO(text)), start=1):
        if line == 1:
            continue
        try:
            values = {n: _TYPES[n](cell) for n, cell in zip(_COLUMNS, cells, strict=True)}
        except ValueError as error:
            raise at(path, line, f"this is no run ({error})") from error
        row = FleetRow(**values)
        rows.setdefault(row.key, row)
    return list(rows.values())


def merge_rows(path: Path, others: Iterable[Path]) -> int:
    """Add to a file the rows of others that it does not have; return how many."""
    rows = read_rows(path) if path.exists() else []
    keys = {row.key for row in rows}
    added = 0
    for other in others:
        if not other.exists():
            raise InputError(f"{other}: there is no such file to merge")
        with rows_file(path) as file:
            for row in read_rows(other):
                if row.key not in keys:
                    keys.add(row.key)
                    file.append(row.to_line())
                    added += 1
    return added


def of_part(rows: Sequence[FleetRow], part: str, group: Iterable[str] = ()) -> list[FleetRow]:
    """Return the rows of a part, and of some sets where these are named."""
    groups = set(group)
    return [row for row in rows if row.part == part and (not groups or row.group in groups)]
