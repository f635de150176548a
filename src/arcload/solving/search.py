"""A running search: start it, listen to it, end it."""

import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arcload.engine.events import Event
from arcload.engine.run import DEFAULT_MEMORY
from arcload.engine.stop import Progress, Stop
from arcload.model.arguments import require_function
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.solving.job import DEFAULT_METHOD, Job
from arcload.solving.methods.registry import Choice
from arcload.solving.worker import Worker

_LOOK = 0.2  # seconds between two looks for an event: so signals are heard everywhere


class Search:
    """A search that `start` began; it works in a thread of its own.

    Iterating it gives events until it ends, `Done` last. An event that nobody has taken is
    replaced by a newer one of its kind: who is slow sees the newest of each, and memory stays
    bounded where nobody listens. A search that nobody refers to any more is cancelled.
    """

    def __init__(self, job: Job, on_progress: Callable[[Progress], None] | None = None) -> None:
        self._worker = Worker(job)
        self._worker.start()
        self._teller: threading.Thread | None = None
        if on_progress is not None:
            tell = self._worker.tell
            self._teller = threading.Thread(target=tell, args=(on_progress,), daemon=True)
            self._teller.start()
        weakref.finalize(self, self._worker.record.interrupt).atexit = False

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        """Wait for the next event, and return it."""
        while not self._worker.events.is_empty:
            event = self._worker.events.take(_LOOK)
            if event is not None:
                return event
        self._worker.join()
        raise StopIteration

    def cancel(self) -> None:
        """End the search soon; what it has found stays. Any thread may call this."""
        self._worker.record.interrupt()

    def progress(self) -> Progress:
        """Return where the search stands now."""
        return self._worker.record.progress()

    def result(self) -> Result:
        """Wait for the end; return the best that was found, checked.

        Raises
        ------
        NoTourError
            If it ended before it had any tour.
        CallbackError
            If `on_progress` or `stop` raised an exception; it has the best that was found.
        Exception
            What the method raised, if it failed.
        """
        if self._teller is not None and self._teller is not threading.current_thread():
            self._worker.join()
            self._teller.join()  # the last call may raise, too
        return self._worker.result()


def start(
    instance: Instance,
    method: Choice = DEFAULT_METHOD,
    *,
    stop: Stop | None = None,
    time: float | None = None,
    iterations: int | None = None,
    no_improvement: int | None = None,
    target: float | None = None,
    gap: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    bound: bool = True,
    memory: float = DEFAULT_MEMORY,
    parameters: Mapping[str, Any] | None = None,
    warm_start: Plan | Result | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Search:
    """Start a search and return at once.

    Arguments that cannot be used are refused here; all else is told by the search.

    Parameters
    ----------
    instance, method, stop, time, iterations, no_improvement, target, gap, seed, threads, bound,
    memory, parameters, warm_start
        As in `solve`.
    on_progress
        As in `solve`, but in a thread of its own. Events tell more, to whoever iterates.

    Examples
    --------
    >>> search = arcload.start(instance, time=60)
    >>> for event in search:
    ...     if isinstance(event, arcload.BetterPlan) and event.best <= good_enough:
    ...         search.cancel()
    >>> result = search.result()
    """
    if on_progress is not None:
        require_function(on_progress, "on_progress")
    return Search(
        Job(
            instance,
            method,
            stop=stop,
            time=time,
            iterations=iterations,
            no_improvement=no_improvement,
            target=target,
            gap=gap,
            seed=seed,
            threads=threads,
            bound=bound,
            memory=memory,
            parameters=parameters,
            warm_start=warm_start,
        ),
        on_progress,
    )
