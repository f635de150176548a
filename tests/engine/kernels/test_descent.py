"""A descent ends: when no move improves, when rounding only pretends that one does, when told."""

import threading

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.applying import MOVE, MOVE_TURNED, REVERSE, SWAP, apply_move, undo_move
from arcload.engine.kernels.chain import new_chain, run_chain
from arcload.engine.kernels.descent import debugging, descend, make_move, wake_all
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
            new, _, _ = descend(cost, 24, NO_NEIGHBOURS, MANY, NEVER, True, work, space)
            assert not is_waiting(work)
            assert new < cost
            assert new == pytest.approx(true_cost(work, space), rel=1e-3)


@given(st.data())
def test_an_undone_move_leaves_no_trace(data: st.DataObject) -> None:
    m = data.draw(st.integers(3, 12))
    kind = data.draw(st.sampled_from([REVERSE, MOVE, MOVE_TURNED, *range(SWAP, SWAP + 4)]))
    first = data.draw(st.integers(1, m))
    last = (
        data.draw(st.integers(first, min(m, first + 2))) if kind in (MOVE, MOVE_TURNED) else first
    )
    if kind == REVERSE:
        places = list(range(first, m + 1))
    elif kind >= SWAP:
        places = [place for place in range(1, m + 1) if abs(place - first) > 1]
    else:
        places = [*range(first - 1), *range(last + 1, m + 1)]
    assume(places)
    place = data.draw(st.sampled_from(places))
    sides = np.array(data.draw(st.lists(st.integers(0, 1), min_size=m + 2, max_size=m + 2)))
    order, before = np.arange(m + 2), sides.copy()
    start, stop = apply_move(kind, first, last, place, order, sides)
    assert list(order[:start]) == list(range(start))
    assert list(order[stop + 1 :]) == list(range(stop + 1, m + 2))
    undo_move(kind, first, last, place, order, sides)
    assert list(order) == list(range(m + 2))
    assert list(sides) == list(before)


def test_a_chain_ends_when_another_thread_says_so() -> None:
    instance = arcload.Instance.from_edges(
        [(k, k + 1, 1 + k % 3, 1 + k % 5) for k in range(30)], depot=0
    )
    space = search_space(Problem.of(instance))
    chain = new_chain(space, np.arange(30), np.zeros(30, dtype=np.int64), 1)
    ended = np.zeros(1, dtype=np.bool_)
    near = np.empty((30, 0), dtype=np.int64)
    arguments = (ended, 2**60, 30, near, 10, 2**60, False, chain, space)
    thread = threading.Thread(target=run_chain, args=arguments, daemon=True)
    thread.start()
    while np.isinf(chain.costs[0]):  # until it has begun
        pass
    ended[0] = True
    thread.join(60)
    assert not thread.is_alive()
    assert sorted(chain.best_order) == list(range(30))


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
