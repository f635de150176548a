"""Solve an instance with one of the methods."""

from collections.abc import Callable, Mapping
from typing import Any

from arcload.engine.interrupts import Interrupts, interrupts
from arcload.engine.run import DEFAULT_MEMORY
from arcload.engine.stop import Progress, Stop
from arcload.model.arguments import require_function, shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.solving.job import DEFAULT_METHOD, Job
from arcload.solving.methods.registry import Choice
from arcload.solving.watch import watch
from arcload.solving.worker import Worker


def solve(
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
    progress: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Find a cheap tour.

    Ctrl-C or SIGTERM ends the search and returns the best tour so far; a second one ends at once.
    The search works in a thread of its own; `start` hands it over while it runs.

    Parameters
    ----------
    instance
        What to solve.
    method
        Name of the method, of which ``arcload methods`` gives a list, or a function of your own:
        ``run(context)``, or ``run(context, parameters)`` to take `parameters`.
    stop
        When to stop: a criterion such as ``MaxTime(10)``, several as ``AnyOf(MaxTime(10),
        ProvenGap(0.01))``, or any function of a `Progress`. It is asked in the threads of the
        search, some times a second.
    time
        Seconds of search; preparing it (distances, compilation) is not counted. Short for
        `MaxTime`; all that is given here and in `stop` holds together.
    iterations
        Most iterations, as the method counts them; short for `MaxIterations`.
    no_improvement
        Iterations without a better tour after which to stop; short for `NoImprovement`.
    target
        Cost at which to stop; short for `TargetCost`.
    gap
        Proven gap at which to stop, 0.01 for one per cent; short for `ProvenGap`.
    seed
        Seed of the random generator: the same seed, threads and iterations give the same tour.
    threads
        How many threads to use; by default all cores. Where the clock sets a limit, no more than 8
        per core are used.
    bound
        Whether ``auto`` spends part of its time on proving how good the tour is.
    memory
        Bytes that proofs may take.
    parameters
        Parameters of the method by name, such as ``{"k_max": 200}`` for ``"ea"``.
    warm_start
        A tour to start from; the result is never worse.
    progress
        Whether to show how far the search is: a live line on standard error in a terminal, a line
        below the cell in a notebook, and elsewhere a line every five seconds.
    on_progress
        Called with a `Progress` at each improvement, and some times a second in between, in the
        thread that called `solve`.

    Raises
    ------
    NoTourError
        If it was stopped before it had any tour.
    CallbackError
        If `on_progress` or `stop` raised an exception. That ends the search, and the error has
        the best result so far.
    """
    if on_progress is not None:
        require_function(on_progress, "on_progress")
    if not isinstance(progress, bool):
        raise InputError(f"progress is {shown(progress)}; use True or False")
    job = Job(
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
    )
    worker = Worker(job)
    with interrupts() as asked:  # until there is a result: a signal must not lose the tour
        worker.prepare()
        with (
            asked.stopping(worker.record.interrupt),
            watch(job.method.name, silent=not progress) as show,
        ):
            try:
                worker.start()
                listeners = [one for one in (show, on_progress) if one is not None]
                if listeners:
                    _tell(worker, lambda news: [tell(news) for tell in listeners], asked)
                return worker.result()
            except BaseException:
                worker.end_at_once()
                raise


def _tell(worker: Worker, on_progress: Callable[[Progress], object], asked: Interrupts) -> None:
    """Tell of a search until it ends. Ctrl-C raised in the function is an interrupt as any."""
    try:
        worker.tell(on_progress)
    except KeyboardInterrupt:
        if asked.asked:
            raise
        asked.ask()
