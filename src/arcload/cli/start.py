"""The first of the command line: Ctrl-C ends it quietly from the start."""

import os
import signal
from types import FrameType


def start() -> None:
    """Import the command line, which takes a moment, and run it."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else Ctrl-C is ignored, or another's
        signal.signal(signal.SIGINT, _end)
    from arcload.cli.main import main

    signal.signal(signal.SIGINT, before)
    main()


def _end(number: int, frame: FrameType | None) -> None:
    """End at once: nothing has begun, and no import may take the exception for its own."""
    os._exit(130)
