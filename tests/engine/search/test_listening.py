"""Kernels in threads hear when the run is over, and none outlives the search."""

import threading

import pytest

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.search.listening import listening_threads
from arcload.engine.stop import AnyOf, MaxIterations
from arcload.model.types import BoolArray
from tests.examples import FOUR_EDGES


def until_ended(ended: BoolArray, number: int) -> int:
    """Do what a kernel does that has no other end."""
    while not ended[0]:
        pass
    return number


def threads_left() -> list[str]:
    """Return the names of our threads that are alive."""
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name.startswith("arcload")]


def context_of(stop: object = None) -> Context:
    """Return a run with two threads."""
    return Context(Problem.of(FOUR_EDGES), stop or AnyOf(), threads=2)  # type: ignore[arg-type]


def test_an_interrupt_ends_what_runs_in_threads() -> None:
    context = context_of()
    with listening_threads(context) as call:
        context.interrupt()
        assert call(until_ended, [(1,), (2,)]) == [1, 2]
        context.record.interrupted = False
        assert call(lambda ended, number: (ended[0], number), [(3,)]) == [(False, 3)]
    assert threads_left() == []


def test_iterations_that_are_counted_already_end_nothing() -> None:
    context = context_of(MaxIterations(5))
    context.iterations = 5
    seen = threading.Event()

    def look(ended: BoolArray) -> bool:
        seen.wait(0.3)  # longer than it takes to look at the limits
        return bool(ended[0])

    with listening_threads(context) as call:
        assert call(look, [()]) == [False]


@pytest.mark.parametrize("error", [KeyboardInterrupt, KeyError])
def test_no_thread_is_left_after_an_exception(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """A second Ctrl-C is raised while the kernels run: their arrays are freed after them."""
    context = context_of()

    def interrupt() -> bool:
        raise error

    monkeypatch.setattr(context, "over_but_for_iterations", interrupt)
    with pytest.raises(error), listening_threads(context) as call:
        call(until_ended, [(1,), (2,)])
    assert threads_left() == []


def test_an_error_in_a_thread_is_raised() -> None:
    def fail(ended: BoolArray) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), listening_threads(context_of()) as call:
        call(fail, [()])
    assert threads_left() == []
