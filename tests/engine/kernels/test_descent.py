"""A descent ends when no move improves, or when rounding only pretends that one does."""

import numpy as np
import pytest

from arcload.engine.kernels.applying import REVERSE
from arcload.engine.kernels.descent import debugging, descend, forget_waiting, make_move, wake_all
from arcload.engine.kernels.sequence import Work, new_work, search_space, set_tour
from arcload.engine.problem import Problem
from tests.engine.kernels.test_moves import NEVER, true_cost
from tests.examples import FOUR_EDGES, heavy_at_the_depot

NO_NEIGHBOURS = np.empty((24, 0), dtype=np.int64)
MANY = 100_000  # looks, some hundred times what 24 edges take


def is_waiting(work: Work) -> bool:
    """Return whether an edge waits to be looked at."""
    m = len(work.position)
    return bool(work.waiting[m] != work.waiting[m + 1])


@pytest.mark.parametrize("demand", [1e8, 1e9, 1e12])
def test_a_descent_does_not_go_round_in_circles_where_rounding_predicts_gains(
    demand: float,
) -> None:
    for seed in range(12):
        problem = Problem.of(heavy_at_the_depot(demand, seed))
        space, rng = search_space(problem), np.random.default_rng(seed)
        for _ in range(20):
            order, sides = rng.permutation(24), np.zeros(24, dtype=np.int64)
            work = new_work(space, order, sides)
            cost = set_tour(order, sides, work, space)
            wake_all(work)
            new, _, _ = descend(cost, 24, NO_NEIGHBOURS, MANY, np.inf, NEVER, True, work, space)
            assert not is_waiting(work)
            assert new < cost
            assert new == pytest.approx(true_cost(work, space), rel=1e-3)


def test_the_environment_says_whether_moves_are_recomputed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCLOAD_DEBUG", "1")
    assert debugging()
    monkeypatch.delenv("ARCLOAD_DEBUG")
    assert not debugging()


def test_a_wrong_prediction_is_noticed_when_moves_are_recomputed() -> None:
    """Turning the first of four edges round changes the cost, by other than the 7 stated."""
    space = search_space(Problem.of(FOUR_EDGES))
    order, sides = np.arange(4), np.zeros(4, dtype=np.int64)
    work = new_work(space, order, sides)
    cost = set_tour(order, sides, work, space)
    make_move(cost, 7.0, REVERSE, 1, 1, 1, False, work, space)
    with pytest.raises(AssertionError, match="as predicted"):
        make_move(cost, 7.0, REVERSE, 1, 1, 1, True, work, space)


def test_a_descent_returns_at_a_cost_that_it_is_told() -> None:
    """One that is reached on the way: what waits then still waits, and can be forgotten."""
    problem = Problem.of(heavy_at_the_depot(5.0, 1))
    space, rng = search_space(problem), np.random.default_rng(1)
    order, sides = rng.permutation(24), np.zeros(24, dtype=np.int64)
    work = new_work(space, order, sides)

    def descent(looks: int, back: float) -> float:
        cost = set_tour(order, sides, work, space)
        forget_waiting(work)
        wake_all(work)
        return float(descend(cost, 24, NO_NEIGHBOURS, looks, back, NEVER, True, work, space)[0])

    most, least = descent(0, np.inf), descent(MANY, np.inf)
    costs = (descent(looks, np.inf) for looks in range(1, MANY))
    halfway = next(cost for cost in costs if cost < most)
    assert halfway > least
    assert descent(MANY, halfway) == halfway
    assert is_waiting(work)
    forget_waiting(work)
    assert not is_waiting(work)
    assert not work.waiting[:24].any()
