"""A process that does one task: it comes in on standard input, events and its value go out.

``python -m arcload.studio.jobs.child`` is started by `Process`. Every line is a JSON object. The
first line in is the task, ``{"stop": true}`` asks a search to end and keep its best, and the end
of the input, which the end of the server brings about, ends this process at once.
"""

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NoReturn

from arcload.studio.tasks.caller import Caller
from arcload.studio.tasks.load_task import load_task
from arcload.studio.tasks.sentence import sentence

MEMORY = "ARCLOAD_STUDIO_MEMORY"
"""The environment variable with the most bytes that the process may take."""

_NEEDED_SOON = (  # imported before there is a task
    "arcload.studio.tasks.read_files",
    "arcload.studio.tasks.solve_plan",
    "arcload.solving.methods.auto",
    "numba",
)


class _Child(Caller):
    """Reads from standard input in a thread of its own, which runs beside compiled kernels too."""

    def __init__(self, out: int) -> None:
        self._out = out
        self._writing = threading.Lock()
        self._tasks: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._stop: Callable[[], None] | None = None
        self._stopped = False
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def has_task(self) -> bool:
        """Whether a task waits."""
        return not self._tasks.empty()

    def next_task(self) -> dict[str, Any]:
        """Return the task, when it is there."""
        return self._tasks.get()

    def post(self, event: str, **facts: Any) -> None:
        line = json.dumps({"event": event} | facts, separators=(",", ":")).encode() + b"\n"
        with self._writing:
            while line:
                line = line[os.write(self._out, line) :]

    def on_stop(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        if self._stopped:
            stop()

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if "task" in message:
                self._tasks.put(message)
            elif message.get("stop"):
                self._stopped = True
                if self._stop is not None:
                    self._stop()
        if sys.platform != "win32":
            os.killpg(0, signal.SIGKILL)  # with what compiles for it; it leads its own group
        os._exit(1)


def main() -> NoReturn:
    """Do one task, and end."""
    out = os.dup(1)
    os.dup2(2, 1)  # what a method prints must not end up among the events
    _limit_memory()
    child = _Child(out)
    _import_early(child)
    _perform(child)
    os._exit(0)  # at once: a thread still waits for input


def _perform(child: _Child) -> None:
    message = child.next_task()
    try:
        value = load_task(message["task"], child)(message["value"])
        child.post("result", value=value)
    except BaseException as error:
        said, kind = sentence(error)
        if kind == "internal":
            traceback.print_exc()
        with suppress(OSError):
            child.post("error", error=said, kind=kind)


def _limit_memory() -> None:
    most = os.environ.get(MEMORY)
    if most is None or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _import_early(child: _Child) -> None:
    """Import what tasks need until one is there, which knows best what it needs."""
    from importlib import import_module

    for name in _NEEDED_SOON:
        if child.has_task:
            return
        import_module(name)


if __name__ == "__main__":
    main()
