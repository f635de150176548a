"""Ctrl-C and SIGTERM: the first asks to come to an end, the second ends at once."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """What the user asked for by signals.

    As long as there is nothing to keep, a signal raises KeyboardInterrupt, as Ctrl-C does
    elsewhere. From then on the first one only asks, and the second raises.
    """

    def __init__(self) -> None:
        self.asked = False
        self._keeping = False
        self._stop: Callable[[], None] | None = None

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """Let the first signal call a function that ends a search; what it found is then kept."""
        before = self._stop
        self._stop, self._keeping = stop, True
        try:
            yield
        finally:
            self._stop = before

    def skippable(self) -> "_Skippable":
        """Return a context in which the first signal ends the work inside it, and that alone."""
        return _Skippable(self)

    def _take(self, number: int, frame: object) -> None:
        if self.asked or not self._keeping:
            raise KeyboardInterrupt
        self.ask()

    def ask(self) -> None:
        """Ask to come to an end, as the first signal does."""
        self.asked = True
        if self._stop is not None:
            self._stop()


class _Skippable:
    def __init__(self, interrupts: Interrupts) -> None:
        self._interrupts = interrupts
        self._keeping = interrupts._keeping

    def __enter__(self) -> None:
        self._interrupts._keeping = False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self._interrupts._keeping = self._keeping
        if kind is not KeyboardInterrupt or self._interrupts.asked:
            return False
        self._interrupts.asked = True
        return True


_heard: list[Interrupts] = []  # the one that has the signals, if any has


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Take over Ctrl-C and SIGTERM until this ends; one within another is the same.

    So a command keeps them until its files are written, and `arcload.solve` from Python until it
    returns. In a thread, where no signal arrives, nothing is ever asked.
    """
    if threading.current_thread() is not threading.main_thread():
        yield Interrupts()
        return
    if _heard:
        yield _heard[0]
        return
    heard = Interrupts()
    _heard.append(heard)
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number in before:
        signal.signal(number, heard._take)
    try:
        yield heard
    finally:
        _heard.clear()
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
