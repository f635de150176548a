"""Every move changes the cost as predicted, on networks of every kind."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.applying import apply_move
from arcload.engine.kernels.descent import best_of_all, descend, wake_all
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.moves import (
    ALL_MOVES,
    EDGE_MOVES,
    PIECE_MOVES,
    REVERSALS,
    SWAPS,
    best_move,
)
from arcload.engine.kernels.rows import lay_out
from arcload.engine.kernels.sequence import (
    BIG,
    Space,
    Work,
    new_work,
    search_space,
    set_tour,
    update,
)
from arcload.engine.problem import Problem
from tests.strategies import instances

NOWHERE = np.empty((9, 0), dtype=np.int64)
NEVER = np.zeros(1, dtype=np.bool_)
KINDS = (REVERSALS, EDGE_MOVES, PIECE_MOVES, SWAPS, ALL_MOVES)


def random_tour(instance: arcload.Instance, shuffler: random.Random) -> tuple[Work, Space, float]:
    """Return a random order of the served edges, directed as well as it can be."""
    problem = Problem.of(instance)
    space = search_space(problem)
    edges = list(range(problem.size))
    shuffler.shuffle(edges)
    order = np.array(edges, dtype=np.int64)
    _, sides = direction_program(order, *problem.arrays)
    work = new_work(space, order, sides)
    return work, space, set_tour(order, sides, work, space)


def true_cost(work: Work, space: Space) -> float:
    """Return the cost of the tour at hand from nothing but its legs and edges."""
    m, n = len(work.position), len(space.D) - 2
    load, cost, here = float(space.q.sum()), 0.0, n
    for k, side in zip(work.order[1 : m + 1], work.sides[1 : m + 1], strict=True):
        cost += (space.W + load) * space.D[here, space.entry[k, side]]
        cost += (space.W + load - space.q[k] / 2) * space.length[k, side]
        load -= space.q[k]
        here = space.entry[k, 1 - side]
    return float(cost + space.W * space.D[here, n + 1])


@given(
    instances(min_served=1, max_served=9),
    st.randoms(use_true_random=False),
    st.sampled_from(KINDS),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_a_move_changes_the_cost_as_predicted(
    instance: arcload.Instance, shuffler: random.Random, kinds: int, here: int, there: int
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    m = len(work.position)
    if cost >= BIG * 1e-50:
        return  # this order cannot be driven, and no search starts from such a tour
    assert cost == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
    for i in range(1, m + 1):
        low, high = min(here, there, m), min(max(here, there), m)
        lay_out(i, max(low - 1, 0), high + 1, work.nodes, space.D, space.DT, work.rows)
        room = (work.slots, work.sums, work.rows, work.out)
        change, kind, first, last, place = best_move(
            i, low, high, kinds, 0.0, work.nodes, space.D, *room
        )
        if kind < 0:
            continue
        start, stop = apply_move(kind, first, last, place, work.order, work.sides)
        assert 1 <= start <= stop <= m
        new = update(start, work, space)
        assert sorted(work.order[1 : m + 1]) == list(range(m))
        assert new == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
        assert new - cost == pytest.approx(change, abs=1e-9 * (cost + space.W + space.q.sum()))
        cost = new


@given(instances(min_served=1, max_served=5), st.randoms(use_true_random=False))
def test_no_reversal_move_or_swap_is_overlooked(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    """The best move is as good as the best of all tours that one move leads to."""
    work, space, cost = random_tour(instance, shuffler)
    if cost >= BIG * 1e-50:
        return
    m = len(work.position)
    order, sides = work.order[1 : m + 1].tolist(), work.sides[1 : m + 1].tolist()
    tour = list(zip(order, sides, strict=True))
    neighbours = []
    for i in range(m):
        for j in range(i, m):
            turned = [(k, 1 - s) for k, s in reversed(tour[i : j + 1])]
            neighbours.append(tour[:i] + turned + tour[j + 1 :])
            piece = tour[i : j + 1]
            if len(piece) <= 3:
                rest = tour[:i] + tour[j + 1 :]
                back = [(k, 1 - s) for k, s in reversed(piece)]
                for p in range(len(rest) + 1):
                    if p != i:
                        neighbours += [rest[:p] + moved + rest[p:] for moved in (piece, back)]
            for a in (0, 1):
                for b in (0, 1):
                    if j >= i + 2:
                        swapped = list(tour)
                        swapped[i] = (tour[j][0], tour[j][1] ^ a)
                        swapped[j] = (tour[i][0], tour[i][1] ^ b)
                        neighbours.append(swapped)
    costs = []
    for neighbour in neighbours:
        new = np.array(neighbour, dtype=np.int64)
        other = new_work(space, new[:, 0], new[:, 1])
        costs.append(true_cost(other, space))
    change = best_of_all(ALL_MOVES, work, space)[0]
    assert cost + change == pytest.approx(min([*costs, cost]), rel=1e-9, abs=1e-9)


@given(instances(min_served=1, max_served=9), st.randoms(use_true_random=False))
def test_a_descent_ends_where_no_move_improves(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    if cost >= BIG * 1e-50:
        return
    wake_all(work)
    new, _, _ = descend(
        cost, len(work.position), NOWHERE, ALL_MOVES, 10**9, NEVER, True, work, space
    )
    assert new <= cost
    assert new == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
    wake_all(work)
    again, _, _ = descend(
        new, len(work.position), NOWHERE, ALL_MOVES, 10**9, NEVER, True, work, space
    )
    assert again >= new * (1 - 1e-9)
