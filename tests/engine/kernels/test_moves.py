"""Every move changes the cost as predicted, on networks of every kind."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.applying import MOVE, MOVE_TURNED, REVERSE, SWAP, apply_move
from arcload.engine.kernels.compiled import fast_kernel
from arcload.engine.kernels.descent import carry_all, descend, wake_all
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.moves import (
    best_move,
    piece_moves,
    reversals_from,
    reversals_to,
    swaps,
)
from arcload.engine.kernels.rows import lay_out
from arcload.engine.kernels.sequence import (
    BIG,
    LONGEST,
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
DRIVABLE = BIG * 1e-50
"""A cost above this is that of an order that cannot be driven; no search starts from one."""

REVERSE_TO = -REVERSE - 1
"""REVERSE of a piece that ends at the position, not begins."""


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


@fast_kernel
def price(kind: int, i: int, k: int, gap: float, sums: Any, rows: Any, out: Any) -> float:
    """Price all moves of a kind of position i, with the piece i..k, to every position."""
    m = sums.shape[1] - 2
    if kind == REVERSE:
        return reversals_from(i, 0, m, sums, rows, out)
    if kind == REVERSE_TO:
        return reversals_to(i, 0, m, sums, rows, out)
    if kind == MOVE:
        return piece_moves(i, k, 0, m, gap, sums, rows, out)
    return swaps(i, 0, m, sums, rows, out)


def places(kind: int, i: int, k: int, m: int) -> list[int]:
    """Return the other positions that a kind of move has."""
    return {
        REVERSE: [*range(i, m + 1)],
        REVERSE_TO: [*range(1, i)],
        MOVE: [*range(i - 1), *range(k + 1, m + 1)],
        SWAP: [*range(1, i - 1), *range(i + 2, m + 1)],
    }[kind]


def cost_after(kind: int, i: int, k: int, j: int, work: Work, space: Space) -> float:
    """Return the least true cost of the tours that a move may lead to, the tour left as it is."""
    first, last, place = (j, j, i) if kind == REVERSE_TO else (i, k, j)
    kinds = {REVERSE: [REVERSE], REVERSE_TO: [REVERSE], MOVE: [MOVE, MOVE_TURNED]}
    costs = []
    for one in kinds.get(kind, [*range(SWAP, SWAP + 4)]):
        made = work._replace(order=work.order.copy(), sides=work.sides.copy())
        apply_move(one, first, last, place, made.order, made.sides)
        costs.append(true_cost(made, space))
    return min(costs)


@pytest.mark.parametrize(
    ("kind", "longest"), [(REVERSE, 1), (REVERSE_TO, 1), (MOVE, LONGEST), (SWAP, 1)]
)
@settings(max_examples=40)
@given(instance=instances(min_served=1, max_served=7), shuffler=st.randoms(use_true_random=False))
def test_every_move_of_every_kind_is_priced_as_it_costs(
    instance: arcload.Instance, shuffler: random.Random, kind: int, longest: int
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    carried = cost + carry_all(work.sums)
    for i in range(1, m + 1):
        lay_out(i, 0, m + 1, work.nodes, space.D, space.DT, work.rows)
        for k in range(i, min(i + longest, m + 1)):
            gap = float(space.D[work.nodes[1, i - 1], work.nodes[0, k + 1]])
            least = price(kind, i, k, gap, work.sums, work.rows, work.out)
            others = places(kind, i, k, m)
            for j in others:
                true = cost_after(kind, i, k, j, work, space)
                if true < DRIVABLE:
                    assert cost + work.out[j] == pytest.approx(true, rel=1e-9, abs=1e-9 * carried)
                else:
                    assert work.out[j] > DRIVABLE
            assert least == min([BIG, *(work.out[j] for j in others)])


@given(
    instances(min_served=1, max_served=9),
    st.randoms(use_true_random=False),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_a_move_changes_the_cost_as_predicted(
    instance: arcload.Instance, shuffler: random.Random, here: int, there: int
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    m = len(work.position)
    assume(cost < DRIVABLE)
    assert cost == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
    for i in range(1, m + 1):
        low, high = min(here, there, m), min(max(here, there), m)
        lay_out(i, max(low - 1, 0), high + 1, work.nodes, space.D, space.DT, work.rows)
        room = (work.sums, work.rows, work.out)
        change, kind, first, last, place = best_move(i, low, high, 0.0, work.nodes, space.D, *room)
        if kind < 0:
            continue
        start, stop = apply_move(kind, first, last, place, work.order, work.sides)
        assert 1 <= start <= stop <= m
        new = update(start, stop, work, space)
        assert sorted(work.order[1 : m + 1]) == list(range(m))
        assert new == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
        assert new - cost == pytest.approx(change, abs=1e-9 * (cost + space.W + space.q.sum()))
        cost = new


@given(instances(min_served=1, max_served=9), st.randoms(use_true_random=False))
def test_a_descent_ends_where_no_move_improves(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    wake_all(work)
    new, _, _ = descend(cost, m, NOWHERE, 10**9, np.inf, NEVER, True, work, space)
    assert new <= cost
    assert new == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
    for i in range(1, m + 1):
        lay_out(i, 0, m + 1, work.nodes, space.D, space.DT, work.rows)
        room = (work.sums, work.rows, work.out)
        change = best_move(i, 0, m, 0.0, work.nodes, space.D, *room)[0]
        assert change >= -1e-9 * (new + carry_all(work.sums))
