"""The queue of solves, and small tasks beside it."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from arcload.model.errors import ArcloadError, InputError
from arcload.runs.ray_cluster import LOCAL, RayCluster
from arcload.studio.errors import Failed, TooMany, Unknown
from arcload.studio.jobs.process import Process
from arcload.studio.jobs.processes import Processes
from arcload.studio.settings import Settings
from arcload.studio.store.gap_facts import gap_facts
from arcload.studio.store.rows import State
from arcload.studio.store.store import Store

Publish: TypeAlias = Callable[[str, str, dict[str, Any]], None]
"""Tells who watches: the id of a plan, what happened, and the facts."""

_SMALL_AT_A_TIME = 2
_SMALL_SECONDS = 120.0
_MOST_SMALL = 200  # that wait
_GETTING_STARTED = 600.0  # seconds beside those of the search: distances, compiling, the last check
_PATIENCE = 5.0  # seconds for a search to end that was stopped

_log = logging.getLogger("arcload.studio")


@dataclass(eq=False)
class _Solve:
    """A version that waits or is searched for."""

    plan: str
    number: int
    method: str = ""
    process: Process | None = None
    begun: bool = False
    stopping: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Jobs:
    """Solves, so many at a time in the order in which they came, and small tasks beside them.

    Every task is a process of its own. One that dies is a sentence, and takes nothing along. It is
    used on the event loop; what takes time is done elsewhere.

    Parameters
    ----------
    store
        Where versions are kept.
    settings
        The server's.
    publish
        Called on the event loop for every event, after the store has it.

    Raises
    ------
    InputError
        If there is no cluster where one should be.
    """

    def __init__(self, store: Store, settings: Settings, publish: Publish) -> None:
        if settings.ray is not None:
            _require_cluster(settings.ray)
        self._store, self._settings, self._publish = store, settings, publish
        self._processes = Processes(settings.max_memory)
        self._queue: asyncio.Queue[_Solve] = asyncio.Queue()
        self._solves: dict[str, _Solve] = {}
        self._workers: list[asyncio.Task[None]] = []
        self._small = asyncio.Semaphore(_SMALL_AT_A_TIME)
        self._small_waiting = 0

    async def start(self) -> None:
        """Begin to work."""
        self._processes.prepare()
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._settings.workers)]

    async def close(self) -> None:
        """End every process at once; what was queued or running is interrupted, its best kept."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        for solve in tuple(self._solves.values()):
            await self._end(solve, "interrupted")
        await self._processes.close()

    def submit(self, plan: str, number: int) -> None:
        """Queue a version that the store has."""
        self._solves[plan] = solve = _Solve(plan, number)
        self._queue.put_nowait(solve)
        self._publish(plan, "state", {"version": number, "state": "queued"})

    async def stop(self, plan: str) -> None:
        """End what is queued or running of a plan, its best kept; return when it has ended."""
        solve = self._solves.get(plan)
        if solve is None:
            return
        solve.stopping = True
        if not solve.begun:
            await self._end(solve, "stopped")
            return
        if solve.process is not None:
            solve.process.stop()
        try:
            async with asyncio.timeout(_PATIENCE):
                await solve.ended.wait()
        except TimeoutError:
            if solve.process is not None:
                await solve.process.kill()
            await solve.ended.wait()

    async def run(
        self, task: str, value: dict[str, Any], rest: Callable[[], dict[str, Any]] = dict
    ) -> Any:
        """Do a small task, which never waits behind solves, and return its value.

        Parameters
        ----------
        task, value
            The name of the task, and what it takes.
        rest
            Gives what else it takes, such as the network; called in a thread when it is the task's
            turn, so that those who wait do not fill the memory.

        Raises
        ------
        InputError
            If it refuses its input.
        Failed
            If its process dies, or takes too much time or memory.
        TooMany
            If too many wait already.
        """
        if self._small_waiting >= _MOST_SMALL:
            raise TooMany(f"{_MOST_SMALL} requests wait already; try again in a minute")
        self._small_waiting += 1
        try:
            async with self._small:
                value = value | await asyncio.to_thread(rest)
                process = await self._processes.take()
                try:
                    return await process.run(task, value, _SMALL_SECONDS)
                except Failed as error:
                    _log_failure(task, error, process)
                    raise
        finally:
            self._small_waiting -= 1

    async def _work(self) -> None:
        while True:
            solve = await self._queue.get()
            if not solve.stopping:
                await self._solve(solve)

    async def _solve(self, solve: _Solve) -> None:
        solve.begun = True
        try:
            value = await asyncio.to_thread(self._begin, solve)
            solve.method = value["options"]["method"]
            self._publish(solve.plan, "state", {"version": solve.number, "state": "running"})
            solve.process = process = await self._processes.take()
            if solve.stopping:
                process.stop()
            seconds = value["options"]["time"] + _GETTING_STARTED

            async def on_event(event: dict[str, Any]) -> None:
                await self._tell(solve, event)

            task = "solve_plan" if self._settings.ray is None else "ray_solve"
            result = await process.run(task, value, seconds, on_event)
        except asyncio.CancelledError:
            await self._end(solve, "interrupted")
            raise
        except ArcloadError as error:
            if isinstance(error, Failed) and not solve.stopping:
                _log_failure("solve", error, solve.process)
            if solve.stopping:
                await self._end(solve, "stopped")
            else:
                await self._end(solve, "failed", message=str(error))
        except Exception as error:  # such as a disk that is full: the next solve must go on
            _log.exception("solving version %d of plan %s", solve.number, solve.plan)
            message = f"the version could not be kept ({type(error).__name__})"
            await self._end(solve, "failed", message=message)
        else:
            state: State = "stopped" if solve.stopping else "done"
            await self._end(solve, state, status=result["status"])

    def _begin(self, solve: _Solve) -> dict[str, Any]:
        """Return what the solve of a version takes; called in a thread."""
        store, plan, number = self._store, solve.plan, solve.number
        store.begin(plan, number)
        version = store.version(plan, number)
        start = None
        if version.start is not None:
            result = store.result(plan, version.start)
            if result is not None:
                start = {"edits": store.edits_of(plan, version.start), "result": result}
        return {
            "base": store.base(plan),
            "edits": store.edits_of(plan, number),
            "options": version.options,
            "start": start,
            "address": self._settings.ray,
        }

    async def _tell(self, solve: _Solve, event: dict[str, Any]) -> None:
        """Keep what an event of a search says, and tell who watches."""
        plan, number, name = solve.plan, solve.number, event.pop("event")
        if name == "plan":
            await asyncio.to_thread(self._store.save_best, plan, number, **event)
            news = {k: event[k] for k in ("cost", "seconds", "lower_bound", "drawing")}
            news |= gap_facts(event["cost"], event["lower_bound"], solve.method)
        elif name == "bound":
            bound, seconds, cost = event["lower_bound"], event["seconds"], event["cost"]
            save = self._store.save_bound
            await asyncio.to_thread(save, plan, number, lower_bound=bound, seconds=seconds)
            news = {"lower_bound": bound, "seconds": seconds} | gap_facts(cost, bound, solve.method)
        else:
            news = event
        self._publish(plan, name, {"version": number} | news)

    async def _end(
        self, solve: _Solve, state: State, *, message: str | None = None, status: str | None = None
    ) -> None:
        if solve.ended.is_set():
            return
        plan, number = solve.plan, solve.number
        try:
            end = self._store.end
            await asyncio.to_thread(end, plan, number, state, message=message, status=status)
            version = await asyncio.to_thread(self._store.version, plan, number)
        except Unknown:  # it was removed meanwhile
            version = None
        except Exception:
            _log.exception("ending version %d of plan %s", number, plan)
            version = None
        finally:
            self._solves.pop(plan, None)
            solve.ended.set()
        if version is not None:
            facts = ("state", "cost", "lower_bound", "status", "message")
            told = {name: getattr(version, name) for name in facts} | version.gap_facts
            self._publish(plan, "done", {"version": number} | told)


def _require_cluster(address: str) -> None:
    if address == LOCAL:
        raise InputError(
            "the studio solves on a cluster that runs already; start one with 'ray start --head' "
            "and name its address, or name none to solve on this machine"
        )
    RayCluster(address)


def _log_failure(task: str, error: ArcloadError, process: Process | None) -> None:
    printed = "" if process is None else process.printed.strip()
    _log.warning("%s: %s%s", task, error, f"\n{printed}" if printed else "")
