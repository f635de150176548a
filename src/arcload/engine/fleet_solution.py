"""A plan of a fleet as the search knows it."""

from typing import NamedTuple

from arcload.model.types import IntArray


class FleetSolution(NamedTuple):
    """A plan, by the numbers that a `Fleet` gives its arcs.

    Parameters
    ----------
    cost
        Its cost, without what is left out.
    arcs
        The arcs of all routes, one route after the other; each starts with a loading.
    ends
        Per route how many arcs stand up to its end.
    kinds
        Per route its type of vehicle.
    unserved
        The services left out.
    penalty
        What leaving them out costs; counts before all else.
    longest
        Its longest route, where that counts before the cost; else 0.
    """

    cost: float
    arcs: IntArray
    ends: IntArray
    kinds: IntArray
    unserved: IntArray
    penalty: float = 0.0
    longest: float = 0.0

    @property
    def rank(self) -> tuple[float, ...]:
        """By what plans are compared; the least is the best."""
        return self.penalty, self.longest, self.cost

    @property
    def serves_all(self) -> bool:
        """Whether nothing is left out."""
        return len(self.unserved) == 0

    def copy(self) -> "FleetSolution":
        """Return the same plan in arrays of its own."""
        return FleetSolution(
            float(self.cost),
            self.arcs.copy(),
            self.ends.copy(),
            self.kinds.copy(),
            self.unserved.copy(),
            float(self.penalty),
            float(self.longest),
        )
