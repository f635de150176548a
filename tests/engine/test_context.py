"""Work that has nothing to give back half done hears when the run is over."""

from collections.abc import Callable

import pytest

import arcload
from arcload.engine.context import Context, OverError
from arcload.engine.kernels.sequence import Space, search_space
from arcload.engine.problem import Problem
from arcload.engine.search.windows import nearest_edges
from arcload.engine.stop import AnyOf, MaxTime

PROBLEM = Problem.of(arcload.generate("city", edges=40, seed=1))


def test_a_pause_raises_only_when_the_run_is_over() -> None:
    context = Context(PROBLEM, AnyOf(()))
    context.pause()
    context.interrupt()
    with pytest.raises(OverError):
        context.pause()


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
