"""Runs side by side on the machines of a Ray cluster."""

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from arcload.model.errors import InputError
from arcload.runs.task import MOST_ATTEMPTS, Outcome, Task, perform

LOCAL = "local"
"""The address of a cluster that is started here and ends with the runs."""

_MOST_IN_FLIGHT = 1000  # runs handed to the cluster at a time
_PATIENCE = 10.0  # seconds for a cluster to answer
_OBJECT_STORE = 100_000_000  # bytes, for instances and results on their way
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_enable_metrics_collection": "0",
}


class RayPool:
    """The free cores of a cluster, each of which makes one run after the other.

    A run whose process or machine dies is made again elsewhere, and recorded as failed when that
    happens time and again. Every machine needs the same version of arcload.

    Parameters
    ----------
    address
        Of the cluster: ``"auto"`` for the one that runs on this machine, `LOCAL` to start one.
    jobs
        How many runs at once, if it is started here.
    threads
        Threads that each run may use.
    """

    def __init__(self, address: str, jobs: int, threads: int = 1) -> None:
        self.address, self.jobs, self.threads = address, jobs, threads
        _import_ray()
        self._require_answer()

    def run(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Give the outcomes as they come; ending this early takes the runs back."""
        with self._connection() as ray:
            remote = ray.remote(num_cpus=self.threads, max_retries=0)(perform)
            yield from _outcomes(ray, remote, iter(tasks))

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        ray = _import_ray()
        if ray.is_initialized():  # by the caller, who ends it too
            yield ray
            return
        try:
            ray.init(**self._how_to_connect())
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise self._no_answer() from error
        try:
            self._require_cores(ray)
            yield ray
        finally:
            ray.shutdown()

    def _require_answer(self) -> None:
        """Refuse at once an address where nothing listens: Ray itself waits for minutes."""
        host, _, port = self.address.removeprefix("ray://").rpartition(":")
        if port.isdigit():
            try:
                socket.create_connection((host, int(port)), timeout=_PATIENCE).close()
            except (OSError, OverflowError) as error:
                raise self._no_answer() from error

    def _no_answer(self) -> InputError:
        return InputError(
            f"no Ray cluster answers at {self.address!r}; start one with 'ray start --head', or "
            "give no address for a local one"
        )

    def _how_to_connect(self) -> dict[str, Any]:
        how: dict[str, Any] = {
            "address": self.address,
            "logging_level": logging.ERROR,
            "log_to_driver": False,
        }
        if not self.address.startswith("ray://"):  # where the working folder does not count
            how["job_config"] = _job_config()
        if self.address == LOCAL:
            how |= {
                "num_cpus": self.jobs * self.threads,
                "include_dashboard": False,
                "object_store_memory": _OBJECT_STORE,
            }
        return how

    def _require_cores(self, ray: Any) -> None:
        """Refuse runs that no machine has the cores for: they would wait for ever."""
        most = max((node["Resources"].get("CPU", 0) for node in ray.nodes()), default=0)
        if most < self.threads:
            raise InputError(
                f"a run takes {self.threads} threads, and no machine of the cluster has more "
                f"than {most:g} cores; give fewer threads"
            )


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


def _import_ray() -> Any:
    os.environ.update({name: os.environ.get(name, value) for name, value in _QUIET.items()})
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise InputError("running on a cluster needs ray; install arcload[cluster]") from None
    return ray


def _job_config() -> Any:
    """Return how runs find modules: where arcload is installed, not in the working folder.

    Ray puts that first unless a folder is shipped with the runs, and a file beside the instances
    could stand in for any module.
    """
    from ray.job_config import JobConfig

    class Installed(JobConfig):
        def _runtime_env_has_working_dir(self) -> bool:
            return True

    return Installed()


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]
