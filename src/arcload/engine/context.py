"""What a method gets, and what it gives back."""

from collections.abc import Sequence

from arcload.engine.problem import Problem
from arcload.engine.run import Run
from arcload.engine.solution import Solution
from arcload.model.types import IntArray


class Context(Run[Problem, Solution]):
    """One run of a method that looks for a tour."""

    def offer_order(self, order: Sequence[int] | IntArray) -> bool:
        """Keep a tour, in its best directions, if it is the best so far; return whether it is."""
        return self.offer(self.problem.solution(order))
