"""What all requests share."""

import asyncio
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from arcload.studio.api.models import Added, Summary
from arcload.studio.errors import Unknown
from arcload.studio.jobs.jobs import Jobs
from arcload.studio.jobs.subscribers import Subscribers
from arcload.studio.plain_name import plain_name
from arcload.studio.recent import Recent
from arcload.studio.settings import Settings
from arcload.studio.store import Store

_RECENT = 20  # texts of some megabytes for a large town

P = ParamSpec("P")
T = TypeVar("T")


class Studio:
    """The store, the jobs, and who listens to them.

    Parameters
    ----------
    settings
        How the studio is served.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.data)
        self.subscribers = Subscribers()
        self.jobs = Jobs(self.store, settings, self.publish)
        self.recent = Recent(_RECENT)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._changed: set[str] = set()
        self._queue_moved = False
        self._telling: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start what runs beside the requests."""
        await self.jobs.start()

    async def close(self) -> None:
        """End it, and close the file."""
        self.subscribers.close()
        await self.jobs.close()
        if self._telling is not None and not self._telling.done():
            await self._telling
        self.store.close()

    async def add_plan(self, task: str, value: dict[str, Any], name: str = "") -> Added:
        """Keep what a task reads as a plan.

        Parameters
        ----------
        task, value
            What reads it.
        name
            What the user calls it; by default what it calls itself.
        """
        read = await self.jobs.run(task, value)
        called, notes = plain_name(name or read["name"]), read["notes"]
        source, facts = plain_name(read["source"]), read["facts"]
        add = self.store.add_plan
        plan = await self.ask(add, called, read["base"], source=source, notes=notes, facts=facts)
        self.changed(plan)
        return Added(id=plan, name=called, notes=notes)

    def network_of(self, plan: str) -> Callable[[], dict[str, Any]]:
        """Return what gives a task the network of a plan, see `Jobs.run`."""
        return lambda: {"base": self.store.base(plan)}

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a method of the store returns; the server does not wait for the disk."""
        return await asyncio.to_thread(function, *args, **kwargs)

    def lock(self, plan: str) -> asyncio.Lock:
        """Return the lock under which a plan is changed: two changes come one after the other."""
        lock = self._locks.get(plan)
        if lock is None:
            lock = self._locks[plan] = asyncio.Lock()
        return lock

    def publish(self, plan: str, event: str, data: dict[str, Any]) -> None:
        """Tell those who watch a plan what happened, and all others that it changed."""
        self.subscribers.publish(plan, event, data)
        self.changed(plan)
        if event in ("state", "done"):  # so the queue has moved
            self._queue_moved = True

    def changed(self, plan: str) -> None:
        """Tell everybody that a plan changed, or is gone."""
        self._changed.add(plan)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while self._changed or self._queue_moved:
            if self._queue_moved:
                self._queue_moved = False
                self._changed |= set(await self.ask(self.store.queued))
                continue
            plan = self._changed.pop()
            try:
                summary = Summary.of(await self.ask(self.store.plan, plan))
            except Unknown:
                self.subscribers.publish("", "gone", {"id": plan}, key=plan)
            else:
                self.subscribers.publish("", "plan", summary.model_dump(), key=plan)
