"""Chooses where runs are made."""

import os
from collections.abc import Iterable, Iterator
from typing import Protocol

from arcload.model.arguments import checked_whole, shown
from arcload.model.errors import InputError
from arcload.runs.task import Outcome, Task


class RunPool(Protocol):
    """Where runs are made."""

    def run(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Give the outcomes as they come."""


def pool_for(jobs: int | None, ray: str | None, threads: int) -> RunPool:
    """Return processes of this machine, or with `ray` a cluster.

    Parameters
    ----------
    jobs
        Runs at a time; by default as many as the cores have room for.
    ray
        Address of a cluster, ``"local"`` to start one; None for processes.
    threads
        Threads that each run may use.
    """
    threads = checked_whole(threads, "threads", 1)
    jobs = None if jobs is None else checked_whole(jobs, "jobs", 1)
    if not isinstance(ray, str | None):
        raise InputError(f"ray is {shown(ray)}; it must be the address of a cluster")
    if ray is None:
        from arcload.runs.process_pool import ProcessPool

        return ProcessPool(jobs or default_jobs(threads), threads)
    from arcload.runs.ray_cluster import LOCAL
    from arcload.runs.ray_pool import RayPool

    if ray != LOCAL and jobs is not None:
        raise InputError(f"the cluster at {ray} decides how many runs it makes; leave jobs out")
    return RayPool(ray, jobs or default_jobs(threads), threads)


def default_jobs(threads: int) -> int:
    """Return how many runs of so many threads the cores of this machine have room for."""
    return max(1, cores() // threads)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
