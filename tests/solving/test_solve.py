"""What `solve` promises, whatever the method."""

import signal
import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.engine.stop import Progress, max_seconds
from arcload.solving.job import Job
from tests.examples import FOUR_EDGES


def test_result_says_how_it_was_made() -> None:
    told: list[Progress] = []
    result = arcload.solve(
        FOUR_EDGES.replace(end=arcload.FREE), "greedy", seed=7, threads=1, on_progress=told.append
    )
    assert (result.method, result.seed, result.threads) == ("greedy", 7, 1)
    assert result.version == arcload.__version__
    settings = result.summary()["settings"]
    assert settings == {"curb_weight": 0.0, "start": 1, "end": None, "mode": "deliver"}
    assert [point[2] for point in result.history] == [result.cost]
    assert (told[-1].best, told[-1].lower_bound) == (result.cost, result.lower_bound)


def test_one_edge_is_proven_optimal() -> None:
    one = arcload.Instance.from_edges([(1, 2, 3, 4)], depot=1, curb_weight=1)
    result = arcload.solve(one)
    assert (result.cost, result.lower_bound, result.gap, result.status) == (12, 12, 0, "optimal")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"method": "greddy"}, "did you mean 'greedy'"),
        ({"time": -1}, "time limit is -1"),
        ({"time": float("nan")}, "time limit is nan"),
        ({"iterations": -1}, "iteration limit is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"stop": 10}, "criterion is 10"),
        ({"on_progress": 10}, "on_progress is 10"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        arcload.solve(FOUR_EDGES, **arguments)  # type: ignore[arg-type]


def scripted(context: Context) -> None:
    """Offer a tour that is not the best one, then wait to be stopped."""
    context.offer(Solution(325.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])))
    while not context.should_stop():
        threading.Event().wait(0.001)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_the_best_tour(number: signal.Signals) -> None:
    def interrupt_once(progress: Progress) -> None:
        if progress.best is not None and not pressed:
            pressed.append(number)
            signal.raise_signal(number)

    pressed: list[signal.Signals] = []
    before = signal.getsignal(number)
    result = arcload.solve(FOUR_EDGES, scripted, on_progress=interrupt_once)
    assert (result.status, result.cost) == ("interrupted", 325)
    assert (result.method, pressed) == ("scripted()", [number])
    assert signal.getsignal(number) is before


def test_a_second_interrupt_ends_a_method_that_hears_none() -> None:
    ended = []

    def deaf(context: Context) -> None:
        try:
            scripted_order(context)
            while True:
                threading.Event().wait(0.001)
        finally:
            ended.append(True)

    def interrupt(progress: Progress) -> None:
        if progress.best is not None:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        arcload.solve(FOUR_EDGES, deaf, on_progress=interrupt)
    assert ended
    assert searches() == []


def scripted_order(context: Context) -> None:
    """Offer any tour."""
    context.offer_order(np.arange(context.problem.size))


def searches() -> list[str]:
    """Return the names of the threads of searches."""
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name == "arcload-search"]


def test_an_exception_in_a_callback_ends_the_search_and_loses_nothing() -> None:
    def fail(progress: Progress) -> None:
        if progress.best is not None:
            raise KeyError("broken")

    with pytest.raises(arcload.CallbackError, match="KeyError") as raised:
        arcload.solve(FOUR_EDGES, scripted, on_progress=fail)
    assert isinstance(raised.value.__cause__, KeyError)
    assert raised.value.result is not None
    assert raised.value.result.cost == 325
    assert arcload.check(raised.value.result).cost == 325
    assert searches() == []


@pytest.mark.parametrize("nested", [False, True])
def test_a_criterion_that_fails_ends_the_search_and_loses_nothing(nested: bool) -> None:
    def fail(progress: Progress) -> bool:
        if progress.best is not None:
            raise KeyError("broken")
        return False

    with pytest.raises(arcload.CallbackError, match=r"stopping criterion.*KeyError") as raised:
        arcload.solve(FOUR_EDGES, scripted, stop=arcload.AnyOf(fail) if nested else fail)
    assert isinstance(raised.value.__cause__, KeyError)
    assert raised.value.result is not None
    assert raised.value.result.cost == 325


def test_a_callback_that_fails_before_the_first_tour_has_no_result() -> None:
    def wait_to_be_stopped(context: Context) -> None:
        while not context.should_stop():
            threading.Event().wait(0.001)

    def fail(progress: Progress) -> None:
        raise KeyError

    with pytest.raises(arcload.CallbackError) as raised:
        arcload.solve(FOUR_EDGES, wait_to_be_stopped, on_progress=fail)
    assert raised.value.result is None


def test_ctrl_c_in_a_callback_is_an_interrupt() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.best is not None:
            raise KeyboardInterrupt

    result = arcload.solve(FOUR_EDGES, scripted, on_progress=interrupt)
    assert (result.status, result.cost) == ("interrupted", 325)


def test_a_callback_runs_in_the_thread_that_solves() -> None:
    threads = set()
    arcload.solve(
        FOUR_EDGES, "greedy", on_progress=lambda _: threads.add(threading.current_thread())
    )
    assert threads == {threading.current_thread()}


def test_an_exception_in_a_method_is_raised() -> None:
    def fail(context: Context) -> None:
        scripted_order(context)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        arcload.solve(FOUR_EDGES, fail)
    assert searches() == []


def test_memory_that_runs_out_is_told_in_a_sentence() -> None:
    def greedy_for_memory(context: Context) -> None:
        raise MemoryError

    with pytest.raises(arcload.InputError, match="memory is not enough"):
        arcload.solve(FOUR_EDGES, greedy_for_memory)


def test_no_tour_in_time_is_an_error() -> None:
    def find_nothing(context: Context) -> None:
        pass

    with pytest.raises(arcload.NoTourError, match="find_nothing"):
        arcload.solve(FOUR_EDGES, find_nothing)


def test_a_method_that_lies_about_its_tour_is_caught() -> None:
    def wrong(context: Context) -> None:
        context.offer(Solution(1.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])))

    with pytest.raises(arcload.CheckError, match="wrong"):
        arcload.solve(FOUR_EDGES, wrong)


def test_a_function_gets_the_parameters_that_it_takes() -> None:
    def tune(context: Context, parameters: Mapping[str, object]) -> None:
        seen.append(parameters)
        scripted_order(context)

    seen: list[Mapping[str, object]] = []
    result = arcload.solve(FOUR_EDGES, tune, parameters={"depth": 3})
    assert seen == [result.parameters] == [{"depth": 3}]
    with pytest.raises(arcload.InputError, match="depth"):
        arcload.solve(FOUR_EDGES, scripted_order, parameters={"depth": 3})


def test_all_criteria_hold_together() -> None:
    def count(context: Context) -> None:
        scripted_order(context)
        while not context.should_stop():
            context.iterations += 1

    stop = arcload.AnyOf(arcload.MaxIterations(7), arcload.AnyOf(lambda p: p.iterations >= 5))
    assert arcload.solve(FOUR_EDGES, count, stop=stop).iterations == 5
    assert arcload.solve(FOUR_EDGES, count, stop=stop, iterations=3).iterations == 3
    assert arcload.solve(FOUR_EDGES, count, iterations=9).iterations == 9


@pytest.mark.parametrize("limit", [{"gap": 0.5}, {"stop": arcload.ProvenGap(0.5)}, {}])
def test_default_limits_end_what_nothing_else_ends(limit: dict[str, Any]) -> None:
    asked = Job(FOUR_EDGES, "auto", **limit)
    assert max_seconds(asked.stop) == 2.0
    assert max_seconds(Job(FOUR_EDGES, "auto", iterations=3, **limit).stop) is None
