"""What a method gets, and what it gives back."""

from arcload.engine.problem import Problem
from arcload.engine.run import Run
from arcload.engine.solution import Solution
from arcload.model.types import IntArray


class Context(Run[Problem, Solution]):
    """One run of a method that looks for a tour."""

    def offer_order(self, order: IntArray) -> bool:
        """Keep a tour, in its best directions, if it is the best so far; return whether it is."""
        from arcload.engine.kernels.direction_program import direction_program

        cost, sides = direction_program(order, *self.problem.arrays)
        return self.offer(Solution(cost, order, sides))
