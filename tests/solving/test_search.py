"""A running search: its events, its end, its threads."""

import gc
import inspect
import threading
import weakref

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from tests.examples import FOUR_EDGES
from tests.solving.running import LONG, searches

TOURS = (
    Solution(325.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])),
    Solution(275.0, np.array([0, 1, 2, 3]), np.array([0, 0, 0, 1])),
)


class Stepped:
    """A method that goes on when the test says so."""

    def __init__(self) -> None:
        self.steps = threading.Semaphore(0)
        self.offered = threading.Semaphore(0)

    def __call__(self, context: Context) -> None:
        for tour in TOURS:
            assert self.steps.acquire(timeout=LONG)
            context.offer(tour)
            self.offered.release()
        wait_to_be_stopped(context)


def wait_to_be_stopped(context: Context) -> None:
    """Do nothing until it is time to stop."""
    while not context.should_stop():
        threading.Event().wait(0.001)


def test_better_plans_are_seen_and_a_cancelled_search_keeps_the_best() -> None:
    method = Stepped()
    search = arcload.start(FOUR_EDGES, method)
    events = iter(search)
    plans: list[arcload.BetterPlan] = []
    for _ in TOURS:
        method.steps.release()
        plans.append(next(event for event in events if isinstance(event, arcload.BetterPlan)))
        assert search.progress().best == plans[-1].best
    canceller = threading.Thread(target=search.cancel)
    canceller.start()
    rest = [type(event) for event in events]
    canceller.join()
    assert [event.best for event in plans] == [325, 275]
    solutions = [event.solution for event in plans if isinstance(event.solution, Solution)]
    assert [tour.order.tolist() for tour in solutions] == [tour.order.tolist() for tour in TOURS]
    for event in plans:
        assert arcload.check(event.plan).cost == event.best
    assert rest[-1] is arcload.Done
    result = search.result()
    assert (result.cost, result.status, result.method) == (275, "interrupted", "Stepped()")
    assert result is search.result()
    assert list(search) == []
    assert searches() == []


def test_the_phases_come_in_order() -> None:
    town = arcload.generate("city", edges=30, seed=1)
    doing: list[str] = []
    search = arcload.start(town, "exact", threads=1)
    for event in search:
        if isinstance(event, arcload.Phase):
            doing.append(event.doing)
        elif isinstance(event, arcload.Done):
            doing.append("done")
    assert doing[-1] == "done"
    whole = ["getting started", "searching", "proving that no plan is cheaper", "done"]
    assert doing == [phase for phase in whole if phase in doing]  # a slow listener misses some
    assert search.result().status == "optimal"


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(arcload.InputError, match="threads is 0"):
        arcload.start(FOUR_EDGES, threads=0)
    with pytest.raises(arcload.InputError, match="unknown"):
        arcload.start(FOUR_EDGES, "best")
    assert searches() == []


def test_a_search_is_cancelled_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = threading.Event()

    def wait_for_it(instance: arcload.Instance, threads: int) -> Problem:
        assert cancelled.wait(LONG)
        return original(instance, threads)

    original = Problem.of
    monkeypatch.setattr("arcload.solving.job.Problem.of", wait_for_it)
    search = arcload.start(FOUR_EDGES, lambda context: pytest.fail("it was cancelled"))
    search.cancel()
    cancelled.set()
    assert isinstance([*search][-1], arcload.Done)
    with pytest.raises(arcload.NoTourError, match="before its search began"):
        search.result()
    assert searches() == []


def test_two_searches_run_at_once() -> None:
    first, second = Stepped(), Stepped()
    one, other = arcload.start(FOUR_EDGES, first), arcload.start(FOUR_EDGES, second)
    for method in (second, first, first):
        method.steps.release()
        assert method.offered.acquire(timeout=LONG)
    assert (one.progress().best, other.progress().best) == (275, 325)
    one.cancel()
    assert one.result().cost == 275
    assert len(searches()) == 1
    second.steps.release()
    assert second.offered.acquire(timeout=LONG)
    other.cancel()
    assert other.result().cost == 275
    assert searches() == []


def test_few_events_wait_where_nobody_listens() -> None:
    def improve_often(context: Context) -> None:
        for cost in range(1000, 0, -1):
            context.offer(TOURS[0]._replace(cost=325.0 + cost))
        context.offer(TOURS[0])

    search = arcload.start(FOUR_EDGES, improve_often)
    assert search.result().cost == 325
    events = list(search)
    kinds = [type(event) for event in events]
    assert len(kinds) == len(set(kinds)) <= 4
    assert kinds[-1] is arcload.Done
    assert [event.seconds for event in events] == sorted(event.seconds for event in events)
    assert next(e for e in events if isinstance(e, arcload.BetterPlan)).best == 325


def test_an_exception_in_a_method_reaches_the_result() -> None:
    def fail(context: Context) -> None:
        raise ZeroDivisionError

    search = arcload.start(FOUR_EDGES, fail)
    assert isinstance([*search][-1], arcload.Done)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            search.result()


def test_a_search_that_nobody_refers_to_is_cancelled() -> None:
    search = arcload.start(FOUR_EDGES, wait_to_be_stopped)
    (thread,) = searches()
    gone = weakref.ref(search)
    del search
    gc.collect()
    assert gone() is None
    thread.join(LONG)
    assert not thread.is_alive()


def test_a_callback_that_raises_ends_a_running_search_which_keeps_the_best() -> None:
    def fail(progress: arcload.Progress) -> None:
        if progress.best == 275:
            raise ZeroDivisionError

    method = Stepped()
    method.steps.release(len(TOURS))
    search = arcload.start(FOUR_EDGES, method, on_progress=fail)
    with pytest.raises(arcload.CallbackError, match="on_progress") as caught:
        search.result()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.result is not None
    assert caught.value.result.cost == 275


def test_a_callback_is_told_of_a_running_search_and_takes_no_event_from_it() -> None:
    told: list[arcload.Progress] = []
    search = arcload.start(FOUR_EDGES, "greedy", on_progress=told.append)
    kinds = [type(event) for event in search]
    assert search.result().cost == 275
    assert told[-1].best == 275
    assert arcload.BetterPlan in kinds
    assert kinds[-1] is arcload.Done


def test_start_takes_the_arguments_of_solve() -> None:
    asked, taken = (list(inspect.signature(f).parameters) for f in (arcload.solve, arcload.start))
    asked.remove("progress")  # shows what is going on while `solve` does not return
    assert asked == taken
    with pytest.raises(arcload.InputError, match="on_progress is 10"):
        arcload.start(FOUR_EDGES, on_progress=10)  # type: ignore[arg-type]
