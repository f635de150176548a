"""Linear programs whose ranges leave nothing."""

import numpy as np

import arcload
from arcload.solving.postman.dual_bound import dual_bound
from arcload.solving.postman.program import Program, Range


def _program() -> Program:
    """Return that of a street with a dead end: it is driven there and back."""
    streets = [(1, 2, 3.0, 1.0), (2, 3, 5.0, 1.0)]
    instance = arcload.Instance.from_edges(streets, depot=1)
    return Program(instance, np.ones(2, dtype=np.int64))


def test_the_least_solution_drives_a_dead_end_there_and_back() -> None:
    program = _program()
    found = program.linear(program.range(), 100.0, 60)
    assert found is not None
    while program.add_broken(found.values):
        found = program.linear(program.range(), 100.0, 60)
        assert found is not None
    assert found.values[program.drives].tolist() == [1, 1, 1, 1]
    rows, sums = program.rows()
    bound = dual_bound(
        rows, sums, program.equations, program.lengths, program.range(), found.multipliers
    )
    assert float(bound) == 16


def test_a_conflict_proves_that_a_range_allows_no_solution() -> None:
    """Nobody serves the dead end who never leaves it."""
    program = _program()
    least, most = program.range()
    most[program.leaving.start + 2] = 0
    held = Range(least, np.where(np.arange(len(most)) == program.totals.start + 1, 1, most))
    assert program.linear(held, 100.0, 60) is None
    multipliers = program.conflict(held, 60)
    assert multipliers is not None
    rows, sums = program.rows()
    nothing = np.zeros(program.columns)
    assert dual_bound(rows, sums, program.equations, nothing, held, multipliers) > 0
