"""How the cost of each run fell over time, and the file that keeps it."""

import csv
import io
from pathlib import Path
from typing import NamedTuple

from arcload.model.result import Result
from arcload.runs.lines_file import whole_lines
from arcload.runs.run import Key

HEADER = "method,instance,seed,seconds,costs\n"


class Curve(NamedTuple):
    """The improvements of a run: when, and the cost from then on."""

    seconds: tuple[float, ...]
    costs: tuple[float, ...]


def curve_row(key: Key, result: Result) -> str:
    """Return the improvements of a run as a line of CSV."""
    line = io.StringIO()
    seconds = " ".join(f"{second:.6g}" for second, _, _ in result.history)
    costs = " ".join(repr(cost) for _, _, cost in result.history)
    csv.writer(line, lineterminator="\n").writerow((*key, seconds, costs))
    return line.getvalue()


def read_curves(file: Path) -> dict[Key, Curve]:
    """Read the improvements by run; of two rows of one run, the last counts."""
    if not file.exists():
        return {}
    curves: dict[Key, Curve] = {}
    for row in csv.DictReader(io.StringIO(whole_lines(file), newline="")):
        key = row["method"], row["instance"], int(row["seed"])
        curves[key] = Curve(
            tuple(map(float, row["seconds"].split())), tuple(map(float, row["costs"].split()))
        )
    return curves
