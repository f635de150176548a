"""The direction program, on numbers; `tests/engine/test_directions.py` has the properties."""

import numpy as np
import pytest

from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from tests.examples import FOUR_EDGES

ARRAYS = Problem.of(FOUR_EDGES).arrays


@pytest.mark.parametrize(
    ("order", "cost", "sides"),
    [([0, 1, 2, 3], 275, [0, 0, 0, 1]), ([0, 1, 3, 2], 325, [0, 0, 0, 1])],
)
def test_the_paper_example(order: list[int], cost: float, sides: list[int]) -> None:
    assert direction_program(np.array(order), *ARRAYS)[0] == cost
    assert direction_program(np.array(order), *ARRAYS)[1].tolist() == sides


def test_a_part_of_the_edges_carries_its_own_load_alone() -> None:
    """Edge 2 alone, 2 away from the depot: 20 over 2, and over half of its length 1."""
    assert direction_program(np.array([1]), *ARRAYS)[0] == 20 * 2.5


def test_no_edges_cost_nothing() -> None:
    cost, sides = direction_program(np.empty(0, dtype=np.int64), *ARRAYS)
    assert cost == 0
    assert len(sides) == 0
