"""What tests of running searches share."""

import threading

import numpy as np

from arcload.engine.context import Context

LONG = 60  # seconds that no test takes


def scripted_order(context: Context) -> None:
    """Offer any tour."""
    context.offer_order(np.arange(context.problem.size))


def searches() -> list[threading.Thread]:
    """Return the threads of searches."""
    return [thread for thread in threading.enumerate() if thread.name == "arcload-search"]
