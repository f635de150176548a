"""What a user sees while a benchmark runs."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import fmean
from typing import TYPE_CHECKING

from arcload.model.printable import printable
from arcload.model.units import figure

if TYPE_CHECKING:
    from arcload.runs.run import Run

_UNKNOWN = 1.0  # seconds a run may take, before any was seen
_ROOM_FOR_BAR, _ROOM_FOR_CLOCK = 76, 52  # columns of a terminal


@contextmanager
def watch_runs(done: int, left: "Sequence[Run]", jobs: int) -> "Iterator[Callable[[Run], None]]":
    """Give a callback for finished runs: it moves a bar in a terminal, and is quiet elsewhere.

    Parameters
    ----------
    done
        Runs that were there before.
    left
        Runs to be made.
    jobs
        Runs made at a time.
    """
    if not sys.stderr.isatty():
        yield lambda run: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Column

    console = Console(stderr=True)
    rest = Column(ratio=1, no_wrap=True)  # the only one that is cut where there is little room
    columns = (
        *([BarColumn(bar_width=24)] if console.width >= _ROOM_FOR_BAR else []),
        TextColumn("{task.completed} done, {task.fields[left]} left{task.fields[to_go]}"),
        *([TimeElapsedColumn()] if console.width >= _ROOM_FOR_CLOCK else []),
        TextColumn("{task.fields[last]}", style="dim", markup=False, table_column=rest),
    )
    estimate = Estimate(left, jobs)
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        total = done + len(left)
        first = "getting started (the first time on a machine it compiles)"
        task = bar.add_task("", total=total, completed=done, left=len(left), to_go="", last=first)

        def tell(run: "Run") -> None:
            estimate.add(run)
            count = len(estimate.left)
            to_go = f", {_clock(estimate.seconds())} to go" if count else ""
            bar.update(task, completed=total - count, left=count, to_go=to_go, last=_last(run))

        yield tell


class Estimate:
    """How long the runs that are left will take, from those that were made.

    Parameters
    ----------
    left
        Runs to be made.
    jobs
        Runs made at a time.
    """

    def __init__(self, left: "Sequence[Run]", jobs: int) -> None:
        self.left = {run.key: run for run in left}
        self._jobs = jobs
        self._took: dict[str, list[float]] = {}

    def add(self, run: "Run") -> None:
        """Count a run as made."""
        del self.left[run.key]
        seconds = (run.seconds or 0.0) + (run.startup_seconds or 0.0)
        self._took.setdefault(run.method, []).append(seconds)

    def seconds(self) -> float:
        """Return the seconds to go: for each run the mean of its method, or its time limit."""
        return sum(self._expected(run) for run in self.left.values()) / self._jobs

    def _expected(self, run: "Run") -> float:
        if run.method in self._took:
            return fmean(self._took[run.method])
        return _UNKNOWN if run.time_limit is None else run.time_limit


def _last(run: "Run") -> str:
    where = printable(f"{run.instance} by {run.method}")
    return f"{where} failed" if run.cost is None else f"{where}: {figure(run.cost)}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
