"""What a user sees while a search runs."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arcload.cli.show import figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from arcload.stop import Progress

LOOKING = "looking for the shortest tour to compare with, which may take half a minute"
"""What is said while the baseline is found."""

_LINE_EVERY = 5.0  # seconds between two lines where there is no terminal


@contextmanager
def watch(method: str, silent: bool) -> "Iterator[Callable[[Progress], None] | None]":
    """Give a callback that shows progress: a live line in a terminal, plain lines elsewhere."""
    starting = f"{method}: getting started (the first time on a machine it compiles)"
    if silent:
        yield None
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(starting) as status:
            yield lambda progress: status.update(f"{method}: {line(progress)}")
    else:
        last = [time.monotonic()]

        def tell(progress: "Progress") -> None:
            start.cancel()
            if progress.best is not None and time.monotonic() - last[0] >= _LINE_EVERY:
                last[0] = time.monotonic()
                print(f"arcload: {method}: {line(progress)}", file=sys.stderr)

        with _said_later(starting) as start:
            yield tell


@contextmanager
def waiting(sentence: str, silent: bool) -> "Iterator[None]":
    """Say what is being waited for: at once in a terminal, after a while elsewhere."""
    if silent:
        yield
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(sentence):
            yield
    else:
        with _said_later(sentence):
            yield


@contextmanager
def _said_later(sentence: str) -> "Iterator[threading.Timer]":
    """Print a line after a while, unless the work is done before or the timer cancelled."""
    later = threading.Timer(_LINE_EVERY, print, [f"arcload: {sentence}"], {"file": sys.stderr})
    later.daemon = True
    later.start()
    try:
        yield later
    finally:
        later.cancel()


def line(progress: "Progress") -> str:
    """Return where a search stands, in a line."""
    parts = [f"{progress.seconds:.1f} s", f"{progress.iterations:,} iterations"]
    if progress.best is not None:
        parts.append(f"best {figure(progress.best)}")
    if progress.best is not None and progress.lower_bound:
        parts.append(f"bound {figure(progress.lower_bound)}")
        parts.append(f"gap {max(0.0, progress.best / progress.lower_bound - 1):.2%}")
    if progress.detail:
        parts.append(progress.detail)
    return ", ".join(parts)
