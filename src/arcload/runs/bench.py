"""A benchmark: every method on every instance with every seed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from arcload.engine.stop import MaxIterations, MaxTime
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.spreadsheet import cell
from arcload.runs import curves
from arcload.runs.instances import digest
from arcload.runs.lines_file import LinesFile
from arcload.runs.pools import RunPool
from arcload.runs.run import HEADER, Run, read_runs, require_same_settings
from arcload.runs.task import Task
from arcload.solving.methods.registry import Choice, Portable, elsewhere, load_method

RUNS = "runs.csv"
CURVES = "curves.csv"


class Bench:
    """Every method on every instance with every seed, kept in a folder.

    Parameters
    ----------
    instances
        What to solve, by name.
    methods, seeds
        How.
    folder
        Where ``runs.csv`` and ``curves.csv`` are or will be.
    resume
        Whether to go on with the runs that are there.
    time, iterations
        Limits of each run; without any, each method has its own.
    threads
        Threads that each run may use.
    memory
        Bytes that the proofs of a run may take; by default as in `solve`.
    parameters
        Parameters of all these methods.
    label
        What runs call them: ``"best of 128"`` makes ``arc-drl`` into ``arc-drl, best of 128``.
        Parameters need one, as a row of ``runs.csv`` does not hold them.
    """

    def __init__(
        self,
        instances: Mapping[str, Instance],
        methods: Sequence[Choice],
        seeds: Sequence[int],
        folder: Path,
        *,
        resume: bool = False,
        time: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        memory: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        label: str = "",
    ) -> None:
        self._methods = _by_label(methods, label)
        _require_limits(time, iterations)
        if parameters and not label:
            raise InputError(
                f"the parameters {', '.join(parameters)} are not seen in the name of a run",
                advice="say by {label} what to call it",
            )
        self.folder = folder
        self._instances = _by_clean_name(instances)
        self._options: dict[str, Any] = {"time": time, "iterations": iterations, "threads": threads}
        if memory is not None:
            self._options["memory"] = memory
        if parameters:
            self._options["parameters"] = dict(parameters)
        planned = [
            _planned(name, instance, method, seed, self._options)
            for seed in seeds
            for name, instance in self._instances.items()
            for method in self._methods
        ]
        self.done = self._done(planned, resume)
        made = {run.key for run in self.done}
        self.left = [run for run in planned if run.key not in made]

    @property
    def file(self) -> Path:
        """The file of the runs."""
        return self.folder / RUNS

    def run(self, pool: RunPool) -> Iterator[Run]:
        """Make the runs that are left, and give each once it is on the disk."""
        tasks = [
            Task(
                number=number,
                instance=self._instances[run.instance],
                method=self._methods[run.method],
                seed=run.seed,
                options=self._options,
            )
            for number, run in enumerate(self.left)
        ]
        with ExitStack() as files:
            runs_file = files.enter_context(LinesFile(self.file, HEADER))
            curves_file = files.enter_context(LinesFile(self.folder / CURVES, curves.HEADER))
            for outcome in pool.run(tasks):
                run = self.left[outcome.number].filled(outcome)
                if outcome.result is not None:
                    curves_file.append(curves.curve_row(run.key, outcome.result))
                runs_file.append(run.to_row())  # last: a run counts once it is here
                yield run

    def _done(self, planned: list[Run], resume: bool) -> list[Run]:
        runs = read_runs(self.file) if self.file.exists() else []
        if runs and not resume:
            raise InputError(
                f"{self.file} is there already",
                advice="go on with it by {resume=True}, or name another place by {folder}",
            )
        by_instance = {run.instance: run for run in planned}
        for run in runs:
            require_same_settings(run, by_instance.get(run.instance, planned[0]), self.file)
        return runs


def _by_clean_name(instances: Mapping[str, Instance]) -> dict[str, Instance]:
    """Return instances by their names as a cell of a file holds them."""
    named: dict[str, Instance] = {}
    for name, instance in instances.items():
        if cell(name) in named:
            raise InputError(f"two instances are named {cell(name)!r} in a file; rename one")
        named[cell(name)] = instance
    return named


def _by_label(methods: Sequence[Choice], label: str) -> dict[str, Portable]:
    """Return methods, as other processes find them, by what the runs call them."""
    labelled: dict[str, Portable] = {}
    for choice in methods:
        name = ", ".join(filter(None, (load_method(choice).name, label)))
        if name in labelled:
            raise InputError(f"two methods are called {name}; rename one of their files")
        labelled[name] = elsewhere(choice)
    return labelled


def _require_limits(time: float | None, iterations: int | None) -> None:
    """Refuse limits that every single run would refuse."""
    if time is not None:
        MaxTime(time)
    if iterations is not None:
        MaxIterations(iterations)


def _planned(
    name: str, instance: Instance, method: str, seed: int, options: Mapping[str, Any]
) -> Run:
    return Run(
        method=method,
        instance=name,
        seed=seed,
        threads=options["threads"],
        edges=len(instance.edges),
        served=len(instance.served),
        time_limit=options["time"],
        iteration_limit=options["iterations"],
        digest=digest(instance),
    )
