"""Proving beside a search: in a thread of its own, in turns, or after it."""

import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime
from arcload.maps.generators import generate
from arcload.proofs import beside
from arcload.proofs.beside import proving
from arcload.solving.methods import greedy
from tests.examples import FOUR_EDGES
from tests.interrupts import ctrl_c

FOREVER = 1e9  # seconds


def context_of(threads: int, max_seconds: float | None, prove: bool = True) -> Context:
    """Return a run that only a proof ends."""
    stop = AnyOf() if max_seconds is None else MaxTime(max_seconds)
    context = Context(Problem.of(FOUR_EDGES), stop, threads=threads, prove=prove)
    greedy.build(context)
    return context


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_ends_the_search_beside_it(threads: int) -> None:
    context = context_of(threads, FOREVER)
    with proving(context):
        while not context.should_stop():
            pass
    assert context.proven()
    assert context.lower_bound == 275
    assert context.companion is None


def test_without_a_clock_the_proof_comes_after_the_search() -> None:
    context = context_of(2, None)
    with proving(context):
        assert not context.should_stop()
        assert context.lower_bound is None
    assert context.lower_bound == 275


def test_large_problems_are_not_proven_without_a_clock() -> None:
    context = Context(Problem.of(generate("city", edges=80, seed=2)), MaxIterations(1))
    greedy.build(context)
    with proving(context):
        pass
    assert context.lower_bound is None


@pytest.mark.parametrize(
    ("edges", "iterations", "proven"),
    [(61, 61 * 150, True), (61, 61 * 150 - 1, False), (151, 10**6, False), (61, None, False)],
)
def test_without_a_clock_more_edges_are_proven_after_a_long_search(
    monkeypatch: pytest.MonkeyPatch, edges: int, iterations: int | None, proven: bool
) -> None:
    asked = []

    def prove(*words: Any) -> Iterator[None]:
        asked.append(words)
        yield

    monkeypatch.setattr(beside, "prove", prove)
    stop = AnyOf() if iterations is None else MaxIterations(iterations)
    context = Context(Problem.of(generate("city", edges=edges, seed=2)), stop)
    with proving(context):
        assert not asked
    assert bool(asked) == proven


@pytest.mark.parametrize("max_seconds", [None, FOREVER])
def test_nothing_is_proven_where_it_is_not_asked_for(max_seconds: float | None) -> None:
    context = context_of(2, max_seconds, prove=False)
    with proving(context):
        pass
    assert context.lower_bound is None


def _broken(*_: Any, **__: Any) -> Iterator[None]:
    yield
    raise ZeroDivisionError


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_proof_is_not_lost(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    monkeypatch.setattr(beside, "prove", _broken)
    context = context_of(threads, FOREVER)
    with pytest.raises(ZeroDivisionError), proving(context):
        _search(context)


def _search(context: Context) -> None:
    """Ask whether to stop until the proof is over."""
    while context.companion is not None:
        context.should_stop()
    for thread in threading.enumerate():
        if thread.name == "arcload-proof":
            thread.join()


def test_a_search_that_fails_ends_its_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = []

    def endless(*_: Any, **__: Any) -> Iterator[None]:
        while True:
            pieces.append(1)
            yield

    monkeypatch.setattr(beside, "prove", endless)
    with pytest.raises(KeyError), proving(context_of(2, FOREVER)):
        raise KeyError
    assert pieces
    assert not any(thread.name == "arcload-proof" for thread in threading.enumerate())


def test_a_proof_is_waited_for_though_ctrl_c_is_pressed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kernel must not run on while the interpreter ends: its code is freed then."""
    through = []
    with ctrl_c() as press:

        def stubborn(*arguments: Any) -> Iterator[None]:
            over = arguments[-1]
            while not over():
                time.sleep(0.001)
            press()
            press()
            through.append(True)
            yield

        monkeypatch.setattr(beside, "prove", stubborn)
        monkeypatch.setattr(beside, "compiling", lambda: False)
        with pytest.raises(KeyboardInterrupt), proving(context_of(2, FOREVER)):
            pass
    assert through
    assert not any(thread.name == "arcload-proof" for thread in threading.enumerate())


def test_an_interrupt_ends_a_proof_before_the_search_has_heard_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beside, "prove", lambda *_: itertools.repeat(None))
    monkeypatch.setattr(beside, "compiling", lambda: False)
    context = context_of(2, FOREVER)
    with proving(context):
        (proof,) = (thread for thread in threading.enumerate() if thread.name == "arcload-proof")
        assert proof.is_alive()
        context.interrupt()
        proof.join(60)
        assert not proof.is_alive()
