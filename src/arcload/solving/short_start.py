"""A short tour to search from, made beside the search."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from arcload.engine.context import Context
from arcload.engine.pool import see_through
from arcload.engine.problem import Problem
from arcload.model.types import IntArray

HEAVY = 1.0
"""Curb weight, in full loads, from which a short tour is worth its time: it costs little more than
the cheapest one, and its deadheads are what a search of orders finds last."""

_WITHOUT_CLOCK = 2500  # streets up to which it is made where only iterations are counted


def is_heavy(problem: Problem) -> bool:
    """Return whether a vehicle is so heavy that its cost is mostly the way."""
    return HEAVY * float(problem.arrays.q.sum()) <= problem.arrays.W


@contextmanager
def short_start(context: Context) -> Iterator[Callable[[], IntArray | None]]:
    """Give a function that returns the order of a short tour once, as soon as there is one.

    Where the clock runs, a thread of its own makes it. Where only iterations are counted it is made
    before the search, so that the tour depends on these alone. Lighter vehicles go without.
    """
    instance, clocked = context.problem.instance, context.max_seconds is not None
    has_time = clocked or len(instance.edges) <= _WITHOUT_CLOCK
    if not is_heavy(context.problem) or instance.has_turns or not has_time:
        yield lambda: None
        return
    made: list[IntArray] = []
    failures: list[BaseException] = []
    ended, through = threading.Event(), threading.Event()

    def work() -> None:
        try:
            order = _short_order(context, lambda: ended.is_set() or context.interrupted)
            if order is not None:
                made.append(order)
        except BaseException as failure:
            failures.append(failure)
        finally:
            through.set()

    def end() -> None:
        ended.set()
        through.wait()

    def take() -> IntArray | None:
        if failures:
            raise failures[0]
        return made.pop() if made else None

    thread = threading.Thread(target=work, name="arcload-short-tour", daemon=True)
    thread.start()
    try:
        if not clocked:
            while not through.wait(0.05):
                if context.over_but_for_iterations():
                    break
        yield take
    finally:
        see_through(end)
        thread.join()


def _short_order(context: Context, over: Callable[[], bool]) -> IntArray | None:
    """Return the order in which a short tour serves the edges, None if it was over too soon."""
    from arcload.solving.postman.short_walk import short_walk

    problem = context.problem
    walk = short_walk(problem.instance, over)
    if walk is None:
        return None
    if problem.instance.mode == "collect":  # on its last crossing a street is served
        walk = walk[::-1]
    served = problem.instance.demands > 0
    first = list(dict.fromkeys(edge for edge, _ in walk if served[edge]))
    number = np.full(len(served), -1, dtype=np.int64)
    number[problem.instance.served] = np.arange(problem.size)
    return number[np.array(first, dtype=np.int64)]
