"""Who asks for a search in tests."""

from collections.abc import Callable
from typing import Any

from arcload.studio.tasks.caller import Caller


class Listener(Caller):
    """Keeps all events; stops the search after the first of a name."""

    def __init__(self, stop_after: str = "") -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._stop_after = stop_after
        self._stop: Callable[[], None] = lambda: None

    def post(self, event: str, **facts: Any) -> None:
        self.events.append((event, facts))
        if event == self._stop_after:
            self._stop()

    def on_stop(self, stop: Callable[[], None]) -> None:
        self._stop = stop

    def of(self, name: str) -> list[dict[str, Any]]:
        """Return the facts of all events of a name."""
        return [facts for event, facts in self.events if event == name]
