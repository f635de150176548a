"""Proving beside a search."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arcload.engine.context import Context
from arcload.engine.events import PROVING
from arcload.engine.fleet_context import FleetContext
from arcload.engine.pool import see_through
from arcload.proofs.fleets.prover import prove_fleet
from arcload.proofs.prover import BRIEF, FAIR, Effort, prove
from arcload.proofs.warming import compiling

_MOST_EDGES = 60  # up to which a proof ends soon without a clock
_MOST_AFTER_LONG = 150  # up to which it takes no longer than a long search
_LONG = 150  # iterations per edge


@contextmanager
def proving(context: Context | FleetContext) -> Iterator[None]:
    """Prove how good the best plan is while the search runs that this is put around.

    With the clock running it is a thread of its own, or takes turns with the search where there
    is one thread. Without it the proof comes after the search, so that the plan depends on the
    seed, threads and iterations alone; it comes where the problem is small, or of middle size and
    the search long.
    """
    if not context.prove:
        yield
    elif context.max_seconds is None:
        yield
        if not _soon_proven(context):
            return
        over = context.over_but_for_iterations
        context.enter(PROVING)
        for _ in _proof(context, context.threads, BRIEF, over):
            if over():
                return
    elif context.threads == 1:
        context.companion = _proof(context, 1, FAIR, context.over)
        try:
            yield
        finally:
            context.companion = None
    else:
        with _thread_of_its_own(context):
            yield


def _soon_proven(context: Context | FleetContext) -> bool:
    """Return whether a proof without a clock takes no longer than a user would wait for it."""
    size, iterations = context.problem.size, context.max_iterations
    if size <= _MOST_EDGES:
        return True
    if isinstance(context, FleetContext) or size > _MOST_AFTER_LONG:
        return False
    return iterations is not None and iterations >= _LONG * size


def _proof(
    context: Context | FleetContext, threads: int, effort: Effort, is_over: Callable[[], bool]
) -> Iterator[None]:
    if isinstance(context, FleetContext):
        return prove_fleet(context, is_over)
    return prove(context, threads, effort, is_over)


@contextmanager
def _thread_of_its_own(context: Context | FleetContext) -> Iterator[None]:
    ended, through = threading.Event(), threading.Event()
    failures: list[BaseException] = []

    def is_over() -> bool:
        return ended.is_set() or context.interrupted

    def work() -> None:
        try:
            while compiling():
                if ended.wait(0.05):
                    return
            for _ in _proof(context, 1, FAIR, is_over):
                if is_over():
                    return
        except BaseException as failure:
            failures.append(failure)
        finally:
            through.set()

    def end() -> None:
        ended.set()
        through.wait()

    thread = threading.Thread(target=work, name="arcload-proof", daemon=True)
    thread.start()
    try:
        yield
    finally:
        see_through(end)
        thread.join()
    if failures:
        raise failures[0]
