"""A pool of threads for kernels."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any


class Pool(ThreadPoolExecutor):
    """A pool of threads that is left only when all that runs in it is through.

    Kernels run without Python's lock: while one runs, neither its arrays nor its code may be freed,
    as they are when the interpreter ends. `ThreadPoolExecutor` waits by `Thread.join`, and CPython
    takes a thread whose join is interrupted for one that has ended (its issue 90882).

    Parameters
    ----------
    threads
        How many threads.
    """

    def __init__(self, threads: int) -> None:
        super().__init__(threads, thread_name_prefix="arcload")
        self._tasks: set[Future[Any]] = set()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let a thread call a function."""
        task = super().submit(function, *args, **kwargs)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Drop what has not begun, and wait for the rest."""
        see_through(self._end)
        super().__exit__(kind, error, where)

    def _end(self) -> None:
        self.shutdown(wait=False, cancel_futures=True)
        wait(tuple(self._tasks))


def see_through(await_end: Callable[[], Any]) -> None:
    """Wait for an end, however often that is interrupted; the last interrupt is raised then.

    Parameters
    ----------
    await_end
        Waits; it can be called again.
    """
    interrupt: KeyboardInterrupt | None = None
    while True:
        try:
            await_end()
            break
        except KeyboardInterrupt as raised:
            interrupt = raised
    if interrupt is not None:
        raise interrupt
