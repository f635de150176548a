"""What a method of tours gets."""

import numpy as np

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from tests.examples import FOUR_EDGES


def test_an_order_is_offered_in_its_best_directions() -> None:
    context = Context(Problem.of(FOUR_EDGES), AnyOf())
    assert context.offer_order(np.array([0, 1, 3, 2]))
    assert not context.offer_order(np.array([0, 1, 3, 2]))
    assert context.best is not None
    assert context.best.cost == context.problem.plan(context.best).cost
