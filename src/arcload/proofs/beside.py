"""Proving beside a search."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from arcload.engine.context import Context
from arcload.engine.events import PROVING
from arcload.engine.pool import see_through
from arcload.proofs.prover import BRIEF, FAIR, prove
from arcload.proofs.warming import compiling

_MOST_EDGES = 60  # up to which a proof ends soon without a clock


@contextmanager
def proving(context: Context) -> Iterator[None]:
    """Prove how good the best tour is while the search runs that this is put around.

    With the clock running it is a thread of its own, or takes turns with the search where there
    is one thread. Without it the proof of a small problem comes after the search, so that the
    tour depends on the seed, threads and iterations alone.
    """
    if not context.prove:
        yield
    elif context.max_seconds is None:
        yield
        if context.problem.size > _MOST_EDGES:
            return
        over = context.over_but_for_iterations
        context.enter(PROVING)
        for _ in prove(context, context.threads, BRIEF, over):
            if over():
                return
    elif context.threads == 1:
        context.companion = prove(context, 1, FAIR, context.over)
        try:
            yield
        finally:
            context.companion = None
    else:
        with _thread_of_its_own(context):
            yield


@contextmanager
def _thread_of_its_own(context: Context) -> Iterator[None]:
    ended, through = threading.Event(), threading.Event()
    failures: list[BaseException] = []

    def is_over() -> bool:
        return ended.is_set() or context.interrupted

    def work() -> None:
        try:
            while compiling():
                if ended.wait(0.05):
                    return
            for _ in prove(context, 1, FAIR, is_over):
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
