"""Who asked for a task."""

from collections.abc import Callable
from typing import Any, Protocol


class Caller(Protocol):
    """Takes news of a task, and may ask it to stop."""

    def post(self, event: str, **facts: Any) -> None:
        """Tell of something; all facts are ready for JSON."""

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Name what ends the task early; it is called in another thread, or now if asked before."""
