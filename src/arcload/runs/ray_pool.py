"""Runs side by side on the machines of a Ray cluster."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from arcload.runs.ray_cluster import RayCluster
from arcload.runs.task import MOST_ATTEMPTS, Outcome, Task, perform

_MOST_IN_FLIGHT = 1000  # runs handed to the cluster at a time


class RayPool:
    """The free cores of a cluster, each of which makes one run after the other.

    A run whose process or machine dies is made again elsewhere, and recorded as failed when that
    happens time and again.

    Parameters
    ----------
    address, jobs, threads
        As in `RayCluster`.
    """

    def __init__(self, address: str, jobs: int, threads: int = 1) -> None:
        self.cluster = RayCluster(address, threads, jobs)

    def run(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Give the outcomes as they come; ending this early takes the runs back."""
        with self.cluster.connected() as ray:
            remote = ray.remote(num_cpus=self.cluster.threads, max_retries=0)(perform)
            yield from _outcomes(ray, remote, iter(tasks))


def _outcomes(ray: Any, remote: Any, tasks: Iterator[Task]) -> Iterator[Outcome]:
    flying = {remote.remote(task): (task, 1) for task in islice(tasks, _MOST_IN_FLIGHT)}
    try:
        while flying:
            (reference,), _ = ray.wait(list(flying))
            task, attempt = flying.pop(reference)
            outcome = _fetch(ray, reference, task)
            if outcome is None and attempt < MOST_ATTEMPTS:
                flying[remote.remote(task)] = (task, attempt + 1)
                continue
            flying |= {remote.remote(task): (task, 1) for task in islice(tasks, 1)}
            yield outcome or Outcome(
                number=task.number,
                failure=f"its process was killed {MOST_ATTEMPTS} times; was there enough memory?",
            )
    finally:
        for reference in flying:
            ray.cancel(reference, force=True)


def _fetch(ray: Any, reference: Any, task: Task) -> Outcome | None:
    """Return what came of a task, None if its process died."""
    try:
        outcome: Outcome = ray.get(reference)
    except ray.exceptions.RayTaskError as error:  # the machine cannot even unpack the task
        failure = f"a machine of the cluster refuses it ({_last_line(error)})"
        return Outcome(number=task.number, failure=failure)
    except ray.exceptions.RayError:
        return None
    return None if outcome.cut_short else outcome


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]
