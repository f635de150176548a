"""Events on their way to the browsers that watch."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple


class Event(NamedTuple):
    """Something that happened.

    Parameters
    ----------
    id
        A number that grows.
    name, data
        What happened, and the facts.
    """

    id: int
    name: str
    data: dict[str, Any]


class Subscription:
    """The events of one subscriber that it has not taken yet.

    An event that was not taken is replaced by a newer one of the same name and key: who is slow
    sees the newest of each, memory stays bounded, and nobody waits for anybody.
    """

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], Event] = {}
        self._news = asyncio.Event()
        self._closed = False

    def post(self, event: Event, key: str) -> None:
        """Add an event in place of an older one."""
        self._waiting.pop((event.name, key), None)
        self._waiting[event.name, key] = event
        self._news.set()

    def close(self) -> None:
        """Let the subscriber go when it has taken what waits."""
        self._closed = True
        self._news.set()

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more."""
        return self._closed and not self._waiting

    async def next(self, seconds: float | None = None) -> Event | None:
        """Return the oldest event; None if there is none within some seconds, or none will come."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return None
        event = self._waiting.pop(next(iter(self._waiting))) if self._waiting else None
        if not self._waiting and not self._closed:
            self._news.clear()
        return event

    async def __aiter__(self) -> AsyncIterator[Event]:
        while (event := await self.next()) is not None:
            yield event


class Subscribers:
    """Who watches what."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._topics: dict[str, set[Subscription]] = {}

    def publish(self, topic: str, name: str, data: dict[str, Any], *, key: str = "") -> None:
        """Tell all who watch a topic; it returns at once, and is called on the event loop.

        Parameters
        ----------
        topic
            What it is about.
        name, data
            What happened, and the facts.
        key
            Whose newest event alone counts among those of the same name.
        """
        event = Event(next(self._numbers), name, data)
        for subscription in self._topics.get(topic, ()):
            subscription.post(event, key)

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[Subscription]:
        """Watch a topic until this ends."""
        subscription = Subscription()
        self._topics.setdefault(topic, set()).add(subscription)
        try:
            yield subscription
        finally:
            self._topics[topic].discard(subscription)
            if not self._topics[topic]:
                del self._topics[topic]

    def close(self) -> None:
        """Let all go."""
        for subscriptions in self._topics.values():
            for subscription in subscriptions:
                subscription.close()
