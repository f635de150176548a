"""What a method gets, and what it gives back."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from arcload.problem import Problem
from arcload.stop import Progress, Stop
from arcload.types import IntArray

_HEARTBEAT = 0.2  # seconds between two reports of a search that finds nothing new


@dataclass
class Context:
    """One run of a method: the problem, when to stop, and the best that was found.

    Parameters
    ----------
    problem
        The instance as the kernels see it.
    stop
        When to stop.
    rng
        The run's random generator.
    threads
        How many threads may be used.
    max_iterations
        How many iterations `stop` allows, for chains to share; None for any number.
    on_progress
        Called whenever the best tour or the bound improves, and some times a second.
    """

    problem: Problem
    stop: Stop
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    threads: int = 1
    max_iterations: int | None = None
    on_progress: Callable[[Progress], None] | None = None

    iterations: int = 0
    interrupted: bool = False
    lower_bound: float | None = None
    best_cost: float | None = None
    best_order: IntArray | None = None
    best_sides: IntArray | None = None
    history: list[tuple[float, int, float]] = field(default_factory=list)
    _began: float = field(default_factory=time.perf_counter)
    _told: float = 0.0

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self._began

    def progress(self) -> Progress:
        """Return where the search stands."""
        stale = self.iterations - (self.history[-1][1] if self.history else 0)
        return Progress(self.seconds, self.iterations, self.best_cost, self.lower_bound, stale)

    def should_stop(self) -> bool:
        """Return whether to return now: a limit is reached or the user interrupted."""
        if self.seconds - self._told > _HEARTBEAT:
            self._tell()
        return self.interrupted or self.stop(self.progress())

    def share(self, wanted: int, chains: int) -> list[int]:
        """Return how many iterations each of some chains should make next, and count them."""
        steps = [wanted] * chains
        if self.max_iterations is not None:
            left = max(0, self.max_iterations - self.iterations)
            each, rest = divmod(left, chains)
            steps = [min(wanted, each + (chain < rest)) for chain in range(chains)]
        self.iterations += sum(steps)
        return steps

    def offer(self, cost: float, order: IntArray, sides: IntArray) -> bool:
        """Keep a tour if it is the best so far; return whether it is.

        Parameters
        ----------
        cost, order, sides
            Its cost, edge numbers and sides, as the kernels give them.
        """
        if not np.isfinite(cost) or (self.best_cost is not None and cost >= self.best_cost):
            return False
        self.best_cost, self.best_order, self.best_sides = float(cost), order.copy(), sides.copy()
        self.history.append((self.seconds, self.iterations, self.best_cost))
        self._tell()
        return True

    def offer_order(self, order: IntArray) -> bool:
        """Keep a tour, in its best directions, if it is the best so far; return whether it is."""
        from arcload.kernels.direction_program import direction_program

        cost, sides = direction_program(order, *self.problem.arrays)
        return self.offer(cost, order, sides)

    def raise_bound(self, bound: float) -> None:
        """Keep a lower bound if it is the best so far."""
        if self.lower_bound is None or bound > self.lower_bound:
            self.lower_bound = float(bound)
            self._tell()

    def _tell(self) -> None:
        self._told = self.seconds
        if self.on_progress is not None:
            self.on_progress(self.progress())
