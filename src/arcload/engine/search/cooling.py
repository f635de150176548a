"""When an annealing is how cold."""

import math
from typing import Any

from arcload.engine.run import Run

MEETINGS = (0.5, 0.7, 0.8, 0.9, 0.97)
"""How far it is when chains go on from the best plan of all."""

EARLY = 0.25
"""The share of a run that short annealings may take, each from a plan of its own."""


class Cooling:
    """How far the annealing of a run is.

    Where it is known when the run ends, some short annealings may come before the one that lasts
    until then: a long one ends too often in the same plan.

    Parameters
    ----------
    run
        The run.
    cycle
        Iterations of the first annealing, where neither clock nor iterations end the run.
    short
        Iterations of each short annealing, None to have none.
    """

    def __init__(self, run: Run[Any, Any], cycle: int, short: int | None = None) -> None:
        self._run, self._cycle = run, cycle
        self._short = short if short is not None and self._has_room(short) else None
        self._short_since = run.iterations
        self._met = 0.0
        self._begin()
        self.starts_again = False
        """Whether chains that meet start from new plans, and not from the best."""

    @property
    def share(self) -> float:
        """How far it is, from 0 to 1."""
        if self._short is not None:
            return min((self._run.iterations - self._short_since) / self._short, 1.0)
        return self._share_of_run

    def meets(self) -> bool:
        """Return whether the chains should meet, which they do once at each of some shares."""
        self.starts_again = False
        if self._short is not None:
            return self._ends_short()
        before, self._met = self._met, self.share
        again = self._met < before
        return again or any(before < meeting <= self._met for meeting in MEETINGS)

    def _has_room(self, short: int) -> bool:
        most = self._run.max_iterations
        return self._run.max_seconds is not None if most is None else short <= EARLY * most

    def _begin(self) -> None:
        self._seconds, self._iterations = self._run.seconds, self._run.iterations
        self._met = 0.0

    @property
    def _share_of_run(self) -> float:
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

    def _ends_short(self) -> bool:
        """Return whether a short annealing is over; after the last one the long one begins."""
        is_last = self._share_of_run >= EARLY
        if self.share < 1.0 and not is_last:
            return False
        self.starts_again = True
        self._short_since = self._run.iterations
        if is_last:
            self._short = None
            self._begin()
        return True
