"""News from a running search."""

import numpy as np

from arcload.engine.events import BetterPlan
from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from tests.examples import FOUR_EDGES


def test_a_better_plan_makes_its_plan_and_is_printed_without_its_problem() -> None:
    solution = Solution(325.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1]))
    event = BetterPlan(1.5, 7, 325.0, 193.0, solution, Problem.of(FOUR_EDGES))
    assert event.plan.cost == event.best
    assert event.plan.order == (1, 2, 4, 3)
    assert event.plan.directions == (1, 1, 1, 2)
    assert "325.0" in repr(event)
    assert "Problem" not in repr(event)
