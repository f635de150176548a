"""Signals that wait until foreign code is through."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def deferring_signals(package: str | None = None) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait for the end of this block where they might do harm.

    LLVM calls back into Python, and what a handler raises there is dropped: a kernel that was
    to be loaded is left without code, and calling it is a segmentation fault. Importing Numba's
    compiled modules is as delicate.

    Parameters
    ----------
    package
        Code within which signals wait, and what that calls; None for all code.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # no signal is handled in this thread
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    late: list[int] = []

    def handle(number: int, frame: FrameType | None) -> None:
        handler = before[signal.Signals(number)]
        if package is None or _is_within(package, frame):
            late.append(number)
        elif callable(handler):
            handler(number, frame)

    ours = [number for number, handler in before.items() if callable(handler)]
    for number in ours:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])
        if late:
            signal.raise_signal(late[0])


def _is_within(package: str, frame: FrameType | None) -> bool:
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package:
            return True
        frame = frame.f_back
    return False


def deferring_in(package: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function during which signals do not raise within a package."""

    def deferring(*arguments: Any, **named: Any) -> Any:
        with deferring_signals(package):
            return function(*arguments, **named)

    return deferring
