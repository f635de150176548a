"""Work that has nothing to give back half done hears when the run is over."""

from collections.abc import Callable

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.kernels.sequence import Space, search_space
from arcload.engine.problem import Problem
from arcload.engine.run import OverError
from arcload.engine.search.windows import nearest_edges
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime

PROBLEM = Problem.of(arcload.generate("city", edges=40, seed=1))


def test_a_pause_raises_only_when_the_run_is_over() -> None:
    context = Context(PROBLEM, AnyOf())
    context.pause()
    context.interrupt()
    with pytest.raises(OverError):
        context.pause()


def test_a_part_of_a_run_has_limits_of_its_own_and_finds_for_the_whole() -> None:
    whole = Context(PROBLEM, AnyOf(MaxTime(100), MaxIterations(10)))
    part = whole.within(MaxTime(20), MaxIterations(5), prove=False)
    assert (part.max_seconds, part.max_iterations, part.prove) == (20, 5, False)
    assert (whole.max_seconds, whole.max_iterations, whole.prove) == (100, 10, True)
    part.offer_order(np.arange(PROBLEM.size))
    part.iterations += 5
    assert (whole.best, whole.iterations) == (part.best, 5)
    assert whole.best is not None
    assert part.over()
    assert not whole.over()
    whole.iterations += 5
    assert whole.over()
    whole.interrupt()
    assert part.interrupted


@pytest.mark.parametrize(
    "work",
    [
        lambda pause: search_space(PROBLEM, pause),
        lambda pause: nearest_edges(search_space(PROBLEM), 5, pause),
    ],
)
def test_laying_out_a_search_ends_with_the_run(work: Callable[..., object]) -> None:
    with pytest.raises(OverError):
        work(Context(PROBLEM, MaxTime(0)).pause)


def test_the_tour_is_kept_when_the_run_ends_in_the_middle_of_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def over(problem: Problem, *_: object) -> Space:
        if problem.instance is PROBLEM.instance:
            raise OverError
        return search_space(problem)

    monkeypatch.setattr("arcload.engine.kernels.sequence.search_space", over)
    for method in ("auto", "exact", "ea"):
        result = arcload.solve(PROBLEM.instance, method, time=0.2)
        assert result.cost > 0
