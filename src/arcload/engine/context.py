"""What a method gets, and what it gives back."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from arcload.engine.stop import Progress, Stop
from arcload.model.certificate import Certificate
from arcload.model.types import IntArray

DEFAULT_MEMORY = 6e9
"""Bytes that proofs may take unless told otherwise."""

_CLOSED = 1e-9  # a bound this near to the cost, relatively, proves it
_COMPANION_SHARE = 0.4  # of the time, for work that takes turns with the search
_HEARTBEAT = 0.2  # seconds between two reports of a search that finds nothing new


class OverError(Exception):
    """A run is over while its method is in the middle of something; its best tour is kept."""


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
    max_seconds
        Seconds after which `stop` ends the run; None if the clock does not end it.
    prove
        Whether to prove how good the tour is.
    memory
        Bytes that proofs may take.
    on_progress
        Called whenever the best tour or the bound improves, and some times a second.
    """

    problem: Problem
    stop: Stop
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    threads: int = 1
    max_iterations: int | None = None
    max_seconds: float | None = None
    prove: bool = True
    memory: float = DEFAULT_MEMORY
    on_progress: Callable[[Progress], None] | None = None

    iterations: int = 0
    interrupted: bool = False
    lower_bound: float | None = None
    certificate: Certificate | None = None
    """What proves the bound."""
    detail: str = ""
    """What a proof is about, for the user to see."""
    companion: Iterator[None] | None = None
    """Work that takes turns with the search, whenever this asks whether to stop."""
    best: Solution | None = None
    history: list[tuple[float, int, float]] = field(default_factory=list)
    bound_history: list[tuple[float, float]] = field(default_factory=list)
    _began: float = field(default_factory=time.perf_counter)
    _told: float = 0.0
    _companion_seconds: float = 0.0
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self._began

    def progress(self) -> Progress:
        """Return where the search stands."""
        stale = self.iterations - (self.history[-1][1] if self.history else 0)
        best = None if self.best is None else self.best.cost
        return Progress(self.seconds, self.iterations, best, self.lower_bound, stale, self.detail)

    def should_stop(self) -> bool:
        """Return whether to return now; before that, a companion takes its turn."""
        self.report()
        while self.companion is not None and not self.over():
            began = self.seconds
            if self._companion_seconds > _COMPANION_SHARE * began:
                break
            if next(self.companion, self) is self:
                self.companion = None
            self._companion_seconds += self.seconds - began
        return self.over()

    def report(self) -> None:
        """Tell the user where it stands, some times a second."""
        if self.seconds - self._told > _HEARTBEAT:
            self._tell()

    def proven(self) -> bool:
        """Return whether the best tour is proven to be optimal."""
        best, bound = self.best, self.lower_bound
        return best is not None and bound is not None and best.cost <= bound + _CLOSED * abs(bound)

    def over(self) -> bool:
        """Return whether a limit is reached, the tour is proven, or the user interrupted."""
        return self.interrupted or self.proven() or self.stop(self.progress())

    def over_but_for_iterations(self) -> bool:
        """Return whether it is `over` for work that counts no iterations."""
        progress = self.progress()._replace(iterations=-1, stale=-1)
        return self.interrupted or self.proven() or self.stop(progress)

    def interrupt(self) -> None:
        """Ask the run to end, as the user does by Ctrl-C."""
        self.interrupted = True

    def pause(self) -> None:
        """Raise `OverError` if it is `over`: for work that has nothing to give back half done."""
        if self.over():
            raise OverError

    def share(self, wanted: int, chains: int) -> list[int]:
        """Return how many iterations each of some chains should make next, and count them."""
        steps = [wanted] * chains
        if self.max_iterations is not None:
            left = max(0, self.max_iterations - self.iterations)
            each, rest = divmod(left, chains)
            steps = [min(wanted, each + (chain < rest)) for chain in range(chains)]
        self.iterations += sum(steps)
        return steps

    def offer(self, solution: Solution) -> bool:
        """Keep a copy of a tour if it is the best so far; return whether it is."""
        with self._lock:
            cost = solution.cost
            if not np.isfinite(cost) or (self.best is not None and cost >= self.best.cost):
                return False
            self.best = solution.copy()
            self.history.append((self.seconds, self.iterations, self.best.cost))
            self._tell()
            return True

    def offer_order(self, order: IntArray) -> bool:
        """Keep a tour, in its best directions, if it is the best so far; return whether it is."""
        from arcload.engine.kernels.direction_program import direction_program

        cost, sides = direction_program(order, *self.problem.arrays)
        return self.offer(Solution(cost, order, sides))

    def raise_bound(self, bound: float, certificate: Certificate) -> None:
        """Keep a lower bound, with what proves it, if it is the best so far."""
        with self._lock:
            if self.lower_bound is None or bound > self.lower_bound:
                self.lower_bound, self.certificate = float(bound), certificate
                self.bound_history.append((self.seconds, self.lower_bound))
                self._tell()

    def _tell(self) -> None:
        with self._lock:
            self._told = self.seconds
            if self.on_progress is not None:
                self.on_progress(self.progress())
