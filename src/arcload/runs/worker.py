"""A process that makes runs: tasks come in on standard input, outcomes go out.

``python -m arcload.runs.worker PARENT`` is started by `ProcessPool`, the process PARENT.
"""

import os
import pickle
import sys
import threading
import time

from arcload.runs.task import perform

_LOOK_EVERY = 1.0  # seconds between two looks whether the parent is still there


def main() -> None:
    """Make runs until the input ends."""
    outcomes = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a method prints must not end up among the outcomes
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    while True:
        try:
            task = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(perform(task), outcomes)
        outcomes.flush()


def _end_with(parent: int) -> None:
    """End this process in the middle of a run when its parent was killed."""
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


if __name__ == "__main__":
    main()
