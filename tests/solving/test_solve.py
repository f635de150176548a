"""What `solve` promises, whatever the method."""

import signal
import threading

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.engine.stop import Progress
from tests.examples import FOUR_EDGES
from tests.solving.running import scripted_order, searches


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
