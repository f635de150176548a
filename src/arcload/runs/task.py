"""One run to be made in some process, and its outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from arcload._version import __version__
from arcload.model.errors import ArcloadError
from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.runs.machine import machine
from arcload.solving.methods.registry import Portable, load_method
from arcload.solving.solve import solve

MOST_ATTEMPTS = 3
"""How often a run is begun whose process dies."""

_ANY_SIZE = 1_000_000  # served edges: every kernel is compiled for a problem as large


@dataclass(frozen=True, kw_only=True)
class Task:
    """One run of a method on an instance.

    Parameters
    ----------
    number
        Its place in the list of all.
    instance, method, seed
        What to run.
    options
        What else `solve` takes, by name.
    version
        Version of arcload that asks; another one refuses it.
    """

    number: int
    instance: Instance
    method: Portable
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    version: str = __version__


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The outcome of a task.

    Parameters
    ----------
    number
        The task's.
    result
        What the search found, its plan checked; None if it failed.
    failure
        Why it failed, in a sentence; empty if it did not.
    machine
        Where it ran.
    """

    number: int
    result: Result | None = None
    failure: str = ""
    machine: str = ""

    @property
    def cut_short(self) -> bool:
        """Whether someone stopped the search, so that it says nothing about the method."""
        return self.result is not None and self.result.status == "interrupted"


def perform(task: Task) -> Outcome:
    """Make a run in this process; what goes wrong is part of the outcome."""
    result, failure = None, ""
    try:
        result = _solve(task)
    except MemoryError:
        failure = "the memory of the machine was not enough"
    except ArcloadError as error:
        failure = _one_line(str(error))
    except Exception as error:  # a bug in one method must not end the others' runs
        failure = _one_line(f"{type(error).__name__}: {error}")
    return Outcome(number=task.number, result=result, failure=failure, machine=machine())


def _solve(task: Task) -> Result:
    if task.version != __version__:
        raise ArcloadError(
            f"arcload is {__version__} on this machine and {task.version} where the run was "
            "asked for; install the same"
        )
    _make_ready(task.method, task.options.get("threads"), task.instance.is_fleet)
    return solve(task.instance, task.method, seed=task.seed, **task.options)


@cache
def _make_ready(method: Portable, threads: int | None, fleet: bool) -> None:
    """Compile and load all that a method needs, so that the seconds of a run do not count it."""
    from arcload.maps.generators import generate
    from arcload.solving.methods import exact

    chosen = load_method(method)
    example = generate("eulerian", nodes=9, edges=24, seed=1)
    if fleet:
        if chosen.run_fleet is None:
            return  # the run itself is refused, with its reason
        example = example.replace(capacity=example.total_demand / 3)
        chosen.warm_up_fleet(_ANY_SIZE)
    else:
        chosen.warm_up(_ANY_SIZE)
        exact.warm_up(_ANY_SIZE)  # the proofs beside a search
    solve(example, method, time=0.05, threads=threads)  # imports where they are first used


def _one_line(text: str) -> str:
    return " ".join(text.split())
