"""A solve on a machine of a Ray cluster."""

import threading
from collections.abc import Callable
from typing import Any

from arcload._version import __version__
from arcload.model.errors import InputError
from arcload.runs.ray_cluster import RayCluster
from arcload.studio.errors import Failed
from arcload.studio.tasks.caller import Caller
from arcload.studio.tasks.sentence import sentence
from arcload.studio.tasks.solve_plan import solve_plan

_LOOK = 0.2  # seconds between two looks for events


def ray_solve(value: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Do `solve_plan` on a cluster: the same value and events, and it stops as soon.

    Parameters
    ----------
    value
        As `solve_plan` takes it, and the ``address`` of the cluster.
    caller
        As there.
    """
    threads = value["options"]["threads"]
    with RayCluster(value["address"], threads).connected() as ray:
        remote = ray.remote(num_cpus=threads, max_restarts=0, max_concurrency=3)(Solver)
        solver = remote.remote()
        try:
            return _followed(ray, solver, value, caller)
        except ray.exceptions.RayError as error:
            raise Failed(
                "the process that solved it on the cluster died; maybe the memory of its machine "
                "was not enough"
            ) from error
        finally:
            ray.kill(solver)


def _followed(ray: Any, solver: Any, value: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Have a plan solved, hand on all events, and return the value."""
    caller.on_stop(solver.stop.remote)
    running = solver.solve.remote(value, __version__)
    ended: list[Any] = []
    while not ended:
        ended, _ = ray.wait([running], timeout=0)  # first: its last events come before its end
        for event, facts in ray.get(solver.events.remote(_LOOK)):
            caller.post(event, **facts)
    answer, said, kind = ray.get(running)
    if answer is None:
        raise (InputError if kind == "input" else Failed)(said)
    solved: dict[str, Any] = answer
    return solved


class Solver(Caller):
    """Solves one plan on a machine of the cluster, and keeps its events until they are fetched."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._events: list[tuple[str, dict[str, Any]]] = []
        self._stop: Callable[[], None] | None = None
        self._stopped = False

    def solve(self, value: dict[str, Any], version: str) -> tuple[dict[str, Any] | None, str, str]:
        """Return the value of `solve_plan`, or None, the sentence of its error and whose it is."""
        if version != __version__:
            return (
                None,
                f"arcload is {__version__} on a machine of the cluster and {version} on the "
                "server; install the same",
                "input",
            )
        try:
            return solve_plan(value, self), "", ""
        except BaseException as error:
            return None, *sentence(error)

    def events(self, seconds: float) -> list[tuple[str, dict[str, Any]]]:
        """Return the events since the last call; wait for some seconds where there is none."""
        with self._news:
            if not self._events:
                self._news.wait(seconds)
            events, self._events = self._events, []
            return events

    def stop(self) -> None:
        """Ask the search to end."""
        self._stopped = True
        if self._stop is not None:
            self._stop()

    def post(self, event: str, **facts: Any) -> None:
        """Keep an event."""
        with self._news:
            self._events.append((event, facts))
            self._news.notify_all()

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Name what ends the search."""
        self._stop = stop
        if self._stopped:
            stop()
