"""Linear programs that grow."""

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array

from arcload.proofs.linear_program import LinearProgram


@pytest.mark.parametrize("seed", range(20))
def test_optimum_and_prices_agree_with_a_solve_from_scratch(seed: int) -> None:
    rng = np.random.default_rng(seed)
    costs, most = rng.random(8), np.full(8, 3.0)
    program = LinearProgram(costs, np.zeros(8), most)
    matrix, sides = np.empty((0, 8)), np.empty(0)
    for _ in range(4):
        new = rng.integers(0, 3, (3, 8)).astype(np.float64)
        least = rng.random(3) * new.sum(axis=1)
        matrix, sides = np.vstack([matrix, new]), np.append(sides, least)
        program.add_rows(csr_array(new), least, np.full(3, np.inf))
        optimum = program.solve()
        truth = linprog(costs, A_ub=-matrix, b_ub=-sides, bounds=[(0, 3)] * 8)
        assert optimum is not None
        assert optimum.value == pytest.approx(truth.fun)
        assert costs @ optimum.columns == pytest.approx(truth.fun)
        reduced = costs - optimum.prices @ matrix
        assert optimum.prices @ sides + np.minimum(0, reduced) @ most == pytest.approx(truth.fun)


def test_rows_and_columns_can_be_changed() -> None:
    program = LinearProgram(np.ones(2), np.zeros(2), np.full(2, np.inf))
    program.add_rows(csr_array(np.eye(2)), np.array([1.0, 2.0]), np.full(2, np.inf))
    assert (program.rows, program.columns) == (2, 2)
    program.set_row(0, 5.0, np.inf)
    program.set_costs(np.array([1.0, 10.0]))
    first = program.solve()
    program.remove_rows(np.array([0]))
    program.set_column(1, 3.0, 4.0)
    second = program.solve()
    assert first is not None
    assert second is not None
    assert (first.value, second.value, program.rows) == (25.0, 30.0, 1)


def test_there_may_be_no_optimum() -> None:
    program = LinearProgram(np.ones(1), np.zeros(1), np.ones(1))
    program.add_rows(csr_array([[1.0]]), np.array([2.0]), np.array([np.inf]))
    assert program.solve() is None
    assert program.impossible
    program.set_row(0, 1.0, np.inf)
    assert program.solve(0.0) is None  # no time, and nothing is known
    assert program.solve() is not None
    assert not program.impossible


def test_a_probe_tells_what_a_range_would_cost_and_changes_nothing() -> None:
    program = LinearProgram(np.array([1.0, 2.0]), np.zeros(2), np.full(2, 3.0))
    matrix = csr_array([[1.0, 1.0], [1.0, 0.0]])
    program.add_rows(matrix, np.array([2.0, -np.inf]), np.full(2, np.inf))
    before = program.solve()
    probes = [program.probe(1, *range_, 100) for range_ in ((-np.inf, 0.5), (3.0, 9.0), (4.0, 9.0))]
    after = program.solve()
    assert before is not None
    assert after is not None
    assert (before.value, after.value) == (2.0, 2.0)
    assert np.array_equal(before.columns, after.columns)
    assert probes == [3.5, 3.0, np.inf]


def test_it_gives_up_when_it_is_over() -> None:
    calls: list[None] = []
    rng = np.random.default_rng(1)
    matrix = rng.random((200, 200))

    def over() -> bool:
        calls.append(None)
        return len(calls) > 1

    program = LinearProgram(rng.random(200), np.zeros(200), np.full(200, np.inf), over)
    program.add_rows(csr_array(matrix), matrix.sum(axis=1), np.full(200, np.inf))
    assert program.solve() is None
    assert program.solve() is None
    assert program.solve(seconds=0.0) is None


def test_a_solve_may_start_from_an_earlier_basis() -> None:
    program = LinearProgram(np.array([1.0, 2.0]), np.zeros(2), np.full(2, 3.0))
    program.add_rows(csr_array([[1.0, 1.0]]), np.array([2.0]), np.array([np.inf]))
    assert program.solve() is not None
    columns, rows = program.statuses()
    assert [program.is_idle(status) for status in rows] == [False]
    program.add_rows(csr_array([[1.0, 0.0]]), np.array([-np.inf]), np.array([0.5]))
    second = program.solve()
    assert second is not None
    assert second.value == 3.5
    program.set_row(1, -np.inf, np.inf)
    program.start_from(columns, [*rows, None])
    assert program.statuses()[0] == columns
    again = program.solve()
    assert again is not None
    assert again.value == 2.0
    moved = program.statuses()
    program.start_from(columns, [None, None])  # one row too many is idle: no basis
    assert program.statuses() == moved
