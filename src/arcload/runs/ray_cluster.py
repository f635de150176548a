"""A cluster of machines that Ray connects."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from arcload.model.errors import InputError

LOCAL = "local"
"""The address of a cluster that is started here and ends with what it was started for."""

_PATIENCE = 10.0  # seconds for a cluster to answer
_OBJECT_STORE = 100_000_000  # bytes, for instances and results on their way
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_enable_metrics_collection": "0",
}


class RayCluster:
    """A cluster, refused at once where nothing listens. Every machine needs the same arcload.

    Parameters
    ----------
    address
        Of the cluster: ``"auto"`` for the one that runs on this machine, `LOCAL` to start one.
    threads
        Threads that each run may use.
    jobs
        How many runs at once, if it is started here.
    """

    def __init__(self, address: str, threads: int = 1, jobs: int = 1) -> None:
        self.address, self.threads, self.jobs = address, threads, jobs
        _import_ray()
        self._require_answer()

    @contextmanager
    def connected(self) -> Iterator[Any]:
        """Give Ray, connected to the cluster until this ends."""
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
