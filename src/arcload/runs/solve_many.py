"""Solve many instances, side by side."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from arcload.engine.run import DEFAULT_MEMORY
from arcload.engine.stop import Stop
from arcload.model.arguments import require, shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.runs.pools import pool_for
from arcload.runs.task import Task
from arcload.solving.job import DEFAULT_METHOD
from arcload.solving.methods.registry import Choice, elsewhere, load_method


@dataclass(frozen=True, kw_only=True)
class Solved:
    """One of many instances, and its outcome.

    Parameters
    ----------
    position
        Its place among those given, from 0.
    instance
        The instance.
    result
        What `solve` found; None if it failed.
    failure
        Why it failed, in a sentence; empty if it did not.
    """

    position: int
    instance: Instance
    result: Result | None
    failure: str


def solve_many(
    instances: Iterable[Instance | str | PathLike[str]],
    method: Choice = DEFAULT_METHOD,
    *,
    stop: Stop | None = None,
    time: float | None = None,
    iterations: int | None = None,
    no_improvement: int | None = None,
    gap: float | None = None,
    seed: int = 1,
    threads: int = 1,
    bound: bool = True,
    memory: float = DEFAULT_MEMORY,
    parameters: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    ray: str | None = None,
) -> Iterator[Solved]:
    """Solve instances side by side, and give each as soon as it is done.

    A failure, even the death of a process, is one of the results and ends nothing else. Ending
    the loop early ends the work.

    Parameters
    ----------
    instances
        What to solve: instances, or files of them.
    method, stop, time, iterations, no_improvement, gap, seed, bound, memory, parameters
        As in `solve`, for each.
    threads
        Threads for each.
    jobs
        How many at a time; by default as many as the cores have room for.
    ray
        Address of a Ray cluster to use instead of this machine, ``"auto"`` for one that runs
        here, ``"local"`` to start one.

    Examples
    --------
    >>> for solved in arcload.solve_many(["north.json", "south.json"], time=60):
    ...     if solved.result is not None:
    ...         solved.result.save(f"{solved.instance.name}-tour.json")
    """
    load_method(method)
    portable = elsewhere(method)
    if isinstance(instances, Instance | str | PathLike) or not isinstance(instances, Iterable):
        raise InputError(f"the instances are {shown(instances)}; give a list of them")
    pool = pool_for(jobs, ray, threads)
    given = [_read(instance) for instance in instances]
    options = {
        "stop": stop,
        "time": time,
        "iterations": iterations,
        "no_improvement": no_improvement,
        "gap": gap,
        "threads": threads,
        "bound": bound,
        "memory": memory,
        "parameters": parameters,
    }
    tasks = [
        Task(number=number, instance=instance, method=portable, seed=seed, options=options)
        for number, instance in enumerate(given)
    ]
    return (
        Solved(
            position=outcome.number,
            instance=given[outcome.number],
            result=outcome.result,
            failure=outcome.failure,
        )
        for outcome in pool.run(tasks)
    )


def _read(instance: Instance | str | PathLike[str]) -> Instance:
    if not isinstance(instance, str | PathLike):
        require(instance, "instance", Instance)
        return instance
    from arcload.maps.formats import read

    return read(instance)
