"""What `solve` promises, whatever the method."""

import signal
import sys
import types

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime, Progress
from arcload.model.certificate import Certificate
from arcload.solving.methods import registry
from tests.examples import FOUR_EDGES


def test_result_says_how_it_was_made() -> None:
    told: list[Progress] = []
    result = arcload.solve(
        FOUR_EDGES.replace(end=arcload.FREE), "greedy", seed=7, threads=1, on_progress=told.append
    )
    assert (result.method, result.seed, result.threads) == ("greedy", 7, 1)
    assert result.version == arcload.__version__
    assert result.settings == {"curb_weight": 0.0, "start": 1, "end": None, "mode": "deliver"}
    assert [point[2] for point in result.history] == [result.cost]
    assert [progress.best for progress in told] == [None, result.cost]


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
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        arcload.solve(FOUR_EDGES, **arguments)  # type: ignore[arg-type]


def test_stopping_criteria_look_at_progress() -> None:
    early, late = Progress(0.5, 3, None, None), Progress(2.0, 10, None, None)
    assert [MaxTime(1)(early), MaxTime(1)(late)] == [False, True]
    assert [MaxIterations(10)(early), MaxIterations(10)(late)] == [False, True]
    either = AnyOf((MaxTime(1), MaxIterations(3)))
    assert [either(early), either(late), AnyOf(())(late)] == [True, True, False]


def _install(monkeypatch: pytest.MonkeyPatch, run: object) -> None:
    method = types.ModuleType("arcload.solving.methods.scripted", "A method made for a test.")
    method.run, method.warm_up = run, lambda size: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "arcload.solving.methods.scripted", method)
    monkeypatch.setattr(registry, "method_names", lambda: ["scripted"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_the_best_tour(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def search_until_stopped(context: Context) -> None:
        context.offer(Solution(325.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])))
        while not context.should_stop():
            signal.raise_signal(number)

    _install(monkeypatch, search_until_stopped)
    before = signal.getsignal(number)
    result = arcload.solve(FOUR_EDGES, "scripted")
    assert (result.status, result.cost) == ("interrupted", 325)
    assert signal.getsignal(number) is before


def test_no_tour_in_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, lambda context: None)
    with pytest.raises(arcload.NoTourError, match="scripted was stopped before"):
        arcload.solve(FOUR_EDGES, "scripted")


def test_a_method_that_lies_about_its_tour_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(context: Context) -> None:
        context.offer(Solution(1.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])))

    _install(monkeypatch, wrong)
    with pytest.raises(arcload.CheckError, match="scripted"):
        arcload.solve(FOUR_EDGES, "scripted")


def test_context_keeps_the_best_alone() -> None:
    from arcload.engine.problem import Problem

    context = Context(Problem.of(FOUR_EDGES), AnyOf(()))
    order, sides = np.arange(4), np.zeros(4, dtype=np.int64)
    offers = [context.offer(Solution(cost, order, sides)) for cost in (9.0, 9.0, 8.0, np.inf)]
    assert offers == [True, False, True, False]
    for bound in (5.0, 4.0):
        context.raise_bound(bound, Certificate("subsets", bound))
    assert context.best is not None
    assert (context.best.cost, context.lower_bound) == (8.0, 5.0)
