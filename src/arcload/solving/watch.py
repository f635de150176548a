"""What a user sees while a search runs."""

import math
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from arcload.model.gap_words import short_gap_words
from arcload.model.units import figure
from arcload.views.notebook.in_notebook import in_notebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.styled import Styled

    from arcload.engine.stop import Progress

LOOKING = "looking for the shortest one to compare with, which may take as long again"
"""Shown while the shortest tour or plan is found."""

_LINE_EVERY = 5.0  # seconds between two lines where there is no terminal
_SPINNER = 2  # columns before a live line
_FIRST_TO_GO = ("iterations", "bound", "detail", "gap")  # what a narrow line leaves out, in turn


@contextmanager
def watch(method: str, silent: bool) -> "Iterator[Callable[[Progress], None] | None]":
    """Give a callback that shows progress, unless it is to be silent.

    That is a live line in a terminal, a line below the cell of a notebook, plain lines elsewhere.
    """
    starting = f"{method}: getting started (the first time on a machine it compiles)"
    if silent:
        yield None
    elif in_notebook():
        yield _below_cell(method, starting)
    elif sys.stderr.isatty():
        from rich.console import Console

        console = Console(stderr=True)

        def show(progress: "Progress") -> None:
            room = console.width - _SPINNER - len(f"{method}: ")
            status.update(_one_line(f"{method}: {line(progress, room)}"))

        with console.status(_one_line(starting)) as status:
            yield show
    else:
        last = [time.monotonic()]

        def tell(progress: "Progress") -> None:
            start.cancel()
            if progress.best is not None and time.monotonic() - last[0] >= _LINE_EVERY:
                last[0] = time.monotonic()
                with suppress(OSError):  # nobody reads it any more
                    print(f"arcload: {method}: {line(progress)}", file=sys.stderr)

        with _said_later(starting) as start:
            yield tell


def _below_cell(method: str, starting: str) -> "Callable[[Progress], None]":
    """Return a callback that writes one line below the cell, anew each time; the last one stays."""
    notebook: Any = import_module("IPython.display")
    handle = notebook.display({"text/plain": starting}, raw=True, display_id=True)

    def show(progress: "Progress") -> None:
        handle.update({"text/plain": f"{method}: {line(progress)}"}, raw=True)

    return show


@contextmanager
def waiting(sentence: str, silent: bool) -> "Iterator[None]":
    """Say what is being waited for: at once in a terminal, after a while elsewhere."""
    if silent:
        yield
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(_one_line(sentence)):
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


def line(progress: "Progress", room: float = math.inf) -> str:
    """Return where a search stands, in a line.

    Parameters
    ----------
    progress
        Where it stands.
    room
        Width of the terminal in columns; a narrow one shows only what matters most.
    """
    parts = {
        "time": f"{progress.seconds:.1f} s",
        "iterations": f"{progress.iterations:,} iterations",
    }
    if progress.best is not None:
        parts["best"] = f"best {figure(progress.best)}"
    if progress.best is not None and progress.lower_bound:
        from arcload.model.result import relative_gap

        gap = relative_gap(progress.best, progress.lower_bound)
        parts["bound"] = f"bound {figure(progress.lower_bound)}"
        if gap is not None:
            parts["gap"] = short_gap_words(gap)
    if progress.detail:
        parts["detail"] = progress.detail
    for part in _FIRST_TO_GO:
        if len(", ".join(parts.values())) <= room:
            break
        parts.pop(part, None)
    return ", ".join(parts.values())


def _one_line(text: str) -> "Styled":
    """Return a live line that never becomes two: what does not fit is cut off."""
    from rich.styled import Styled
    from rich.text import Text

    return Styled(Text(text, no_wrap=True, overflow="ellipsis"), "")
