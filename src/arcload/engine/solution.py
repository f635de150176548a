"""A tour as the search knows it."""

from typing import TYPE_CHECKING, NamedTuple

from arcload.model.types import IntArray

if TYPE_CHECKING:
    from arcload.engine.kernels.sequence import Work


class Solution(NamedTuple):
    """A tour, by the numbers that a `Problem` gives its edges.

    Parameters
    ----------
    cost
        Its cost.
    order
        Edge numbers in the order in which they are served.
    sides
        The side, 0 or 1, on which each of them is entered.
    """

    cost: float
    order: IntArray
    sides: IntArray

    @classmethod
    def of(cls, cost: float, work: "Work") -> "Solution":
        """Return a copy of the tour that a kernel works on."""
        m = len(work.position)
        return cls(float(cost), work.order[1 : m + 1].copy(), work.sides[1 : m + 1].copy())

    @property
    def rank(self) -> tuple[float, ...]:
        """By what tours are compared; the least is the best."""
        return (self.cost,)

    @property
    def serves_all(self) -> bool:
        """Whether nothing is left out, as in every tour."""
        return True

    def copy(self) -> "Solution":
        """Return the same tour in arrays of its own."""
        return Solution(float(self.cost), self.order.copy(), self.sides.copy())
