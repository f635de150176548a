"""Events on their way from a search to whoever listens."""

import threading

from arcload.engine.events import Done, Event


class Mailbox:
    """Holds events until they are taken, of each kind the newest alone.

    So it holds few of them though nobody listens, and they come out in the order in which they
    happened. Nothing is posted after a `Done`.
    """

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._waiting: dict[type[Event], Event] = {}
        self._closed = False

    def post(self, event: Event) -> None:
        """Add an event in place of an older one of its kind."""
        with self._news:
            if self._closed:
                return
            self._waiting.pop(type(event), None)
            self._waiting[type(event)] = event
            self._closed = isinstance(event, Done)
            self._news.notify_all()

    @property
    def is_empty(self) -> bool:
        """Whether the last event of all was taken."""
        return self._closed and not self._waiting

    def take(self, seconds: float) -> Event | None:
        """Return the oldest event; None if there is none within some seconds, or none will come."""
        with self._news:
            if not self._waiting and not self._closed:
                self._news.wait(seconds)
            return self._waiting.pop(next(iter(self._waiting))) if self._waiting else None
