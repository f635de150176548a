"""When an annealing is how cold."""

import math
from typing import Any

from arcload.engine.run import Run

MEETINGS = (0.5, 0.7, 0.8, 0.9, 0.97)
"""How far it is when chains go on from the best plan of all."""


class Cooling:
    """How far the annealing of a run is.

    Parameters
    ----------
    run
        The run.
    cycle
        Iterations of the first annealing, where neither clock nor iterations end the run.
    """

    def __init__(self, run: Run[Any, Any], cycle: int) -> None:
        self._run, self._cycle = run, cycle
        self._seconds, self._iterations = run.seconds, run.iterations
        self._met = 0.0

    @property
    def share(self) -> float:
        """How far it is, from 0 to 1."""
        run, shares = self._run, []
        count = run.iterations - self._iterations
        if run.max_seconds is not None:
            whole = run.max_seconds - self._seconds
            shares.append((run.seconds - self._seconds) / whole if whole > 0 else 1.0)
        if run.max_iterations is not None:
            whole = run.max_iterations - self._iterations
            shares.append(count / whole if whole > 0 else 1.0)
        if not shares:
            rounds = count / self._cycle + 1.0
            return rounds / 2.0 ** math.floor(math.log2(rounds)) - 1.0
        return min(max(shares), 1.0)

    def meets(self) -> bool:
        """Return whether the chains should meet, which they do once at each of some shares."""
        before, self._met = self._met, self.share
        again = self._met < before
        return again or any(before < meeting <= self._met for meeting in MEETINGS)
