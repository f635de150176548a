"""Ctrl-C, pressed by a test."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ctrl_c() -> Iterator[Callable[[], None]]:
    """Give a function that interrupts the main thread, from another one, and returns then."""
    heard = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        heard.set()
        raise KeyboardInterrupt

    def press() -> None:
        heard.clear()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        while not heard.wait(1):  # it came just before the main thread went to sleep
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield press
    finally:
        signal.signal(signal.SIGINT, before)
