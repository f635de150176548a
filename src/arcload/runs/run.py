"""Finished runs, and the file that keeps them."""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, fields
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from arcload._version import __version__
from arcload.model.errors import InputError
from arcload.model.files import at, parse_number, parse_whole
from arcload.model.result import Result
from arcload.model.spreadsheet import cell
from arcload.runs.lines_file import whole_lines
from arcload.runs.task import Outcome

Key: TypeAlias = tuple[str, str, int]
"""Method, instance and seed of a run."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One finished run, a row of ``runs.csv``; None where there is nothing to say.

    Parameters
    ----------
    method, instance, seed
        What was run.
    cost, bound, gap
        Cost of the plan, the proven lower bound, and cost / bound - 1.
    seconds
        Time of the search; preparing it is not counted.
    iterations
        Steps taken, counted as the method counts them.
    time_to_best
        Seconds after which the plan was found.
    threads, version, machine
        How and where it was run.
    status
        As in `Result`, or ``"failed"``.
    proof
        How the bound was proven.
    trips, routes
        How many trips the plan of a fleet has, and how many routes; None for one tour.
    edges, served
        Size of the instance.
    startup_seconds
        Time of preparing the search.
    time_limit, iteration_limit
        When the search had to end, if anything was said.
    digest
        Short digest of the instance, by which another one of the same name is noticed.
    failure
        Why a run failed.
    """

    method: str
    instance: str
    seed: int
    cost: float | None = None
    bound: float | None = None
    gap: float | None = None
    seconds: float | None = None
    iterations: int | None = None
    time_to_best: float | None = None
    threads: int
    version: str = __version__
    machine: str = ""
    status: str = ""
    proof: str = ""
    trips: int | None = None
    routes: int | None = None
    edges: int
    served: int
    startup_seconds: float | None = None
    time_limit: float | None = None
    iteration_limit: int | None = None
    digest: str = ""
    failure: str = ""

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.type is str:  # on one line, and no formula to a spreadsheet
                object.__setattr__(self, field.name, cell(getattr(self, field.name)))

    @property
    def key(self) -> Key:
        """What tells it from other runs."""
        return self.method, self.instance, self.seed

    @property
    def failed(self) -> bool:
        """Whether there is no plan."""
        return self.cost is None

    @property
    def proven(self) -> bool:
        """Whether the plan is proven to be optimal."""
        return self.status == "optimal"

    def filled(self, outcome: Outcome) -> "Run":
        """Return this run with its outcome."""
        figures = {} if outcome.result is None else _figures(outcome.result)
        failed = {"status": "failed", "failure": outcome.failure}
        values = {name: getattr(self, name) for name in COLUMNS}
        return Run(**values | {"machine": outcome.machine} | (figures or failed))

    def to_row(self) -> str:
        """Return the run as a line of CSV."""
        line = io.StringIO()
        cells = [getattr(self, name) for name in COLUMNS]
        csv.writer(line, lineterminator="\n").writerow(cells)
        return line.getvalue()


COLUMNS = tuple(field.name for field in fields(Run))
HEADER = ",".join(COLUMNS) + "\n"


def _figures(result: Result) -> dict[str, Any]:
    plan = result.plan
    of_fleet = {"trips": plan.trips, "routes": len(plan.routes)} if plan.instance.is_fleet else {}
    return of_fleet | {
        "cost": result.cost,
        "bound": result.lower_bound,
        "gap": result.gap,
        "seconds": result.seconds,
        "iterations": result.iterations,
        "time_to_best": result.history[-1][0] if result.history else 0.0,
        "status": result.status,
        "proof": "" if result.certificate is None else result.certificate.kind,
        "startup_seconds": result.startup_seconds,
    }


def read_runs(path: str | PathLike[str]) -> list[Run]:
    """Read the runs of a ``runs.csv``; a last row that was torn is left out."""
    file = Path(path)
    text = whole_lines(file)
    if text and not text.startswith(HEADER):
        raise at(file, 1, "this is no list of runs of this version of arcload")
    runs: dict[Key, Run] = {}
    for number, line in enumerate(text.splitlines()[1:], start=2):
        run = _parse(line, number, file)
        if run.key in runs:
            raise at(file, number, f"the run {', '.join(map(str, run.key))} stands twice")
        runs[run.key] = run
    return list(runs.values())


def _parse(line: str, number: int, file: Path) -> Run:
    cells = next(csv.reader([line]), [])
    if len(cells) != len(COLUMNS):
        raise at(file, number, f"this row has {len(cells)} cells, the header {len(COLUMNS)}")
    values: dict[str, Any] = {}
    for field, words in zip(fields(Run), cells, strict=True):
        parse = _PARSERS[str(field.type)]
        value = parse(words)
        if value is None and (words or "None" not in str(field.type)):
            raise at(file, number, f"{field.name} is {words[:40]!r}; it must be a number")
        values[field.name] = value
    return Run(**values)


_PARSERS: dict[str, Callable[[str], Any]] = {
    str(kind): parse
    for kind, parse in (
        (str, str),
        (int, parse_whole),
        (float | None, parse_number),
        (int | None, parse_whole),
    )
}


def require_same_settings(before: Run, now: Run, file: Path) -> None:
    """Refuse to go on with a run that was made with other settings, or of another instance."""
    made = f"{file}: {before.method} on {before.instance} was run with"
    for name, words, none in _SETTINGS:
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            was, asked = (none if each is None else words.format(each) for each in (old, new))
            raise InputError(
                f"{made} {was}, not {asked}; give the same settings",
                advice="or name another place by {folder}",
            )
    if before.instance == now.instance and before.digest != now.digest:
        raise InputError(
            f"{made} another {before.instance} than this one",
            advice="name another place by {folder}",
        )


_SETTINGS = (
    ("time_limit", "a time limit of {:g} s", "no time limit"),
    ("iteration_limit", "a limit of {} iterations", "no limit of iterations"),
    ("threads", "{} thread(s)", ""),
)
