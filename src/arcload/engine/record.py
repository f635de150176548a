"""What a run has found so far."""

import threading
import time
from collections.abc import Callable

import numpy as np

from arcload.engine.events import BetterBound, BetterPlan, Done, Event, Phase, Planner
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.solution import Solution
from arcload.engine.stop import Progress
from arcload.model.certificate import Certificate


def _drop(event: Event) -> None:
    """Nobody listens."""


class Record:
    """What a run has found so far, and whether it was asked to end.

    The threads of a run write to it, and any thread may read it.

    Parameters
    ----------
    post
        Takes each event as it happens. It is called inside a lock, so it must return at once
        and call nobody.
    has_begun
        Whether the clock runs from now on, or only when `begin` is called.
    """

    def __init__(self, post: Callable[[Event], None] = _drop, *, has_begun: bool = True) -> None:
        self.post = post
        self.iterations = 0
        self.interrupted = False
        self.best: Solution | FleetSolution | None = None
        self.lower_bound: float | None = None
        self.certificate: Certificate | None = None  # what proves the bound
        self.phase = ""  # what the run does, for the user to see
        self.detail = ""  # how far a proof is, for the user to see
        self.history: list[tuple[float, int, float]] = []  # seconds, iterations, cost
        self.bound_history: list[tuple[float, float]] = []  # seconds, bound
        self._began = time.perf_counter() if has_begun else None
        self._lock = threading.Lock()

    @property
    def seconds(self) -> float:
        """Time since the search began; 0 before that."""
        return 0.0 if self._began is None else time.perf_counter() - self._began

    def begin(self) -> None:
        """Start the clock: all before was preparation."""
        self._began = time.perf_counter()

    def interrupt(self) -> None:
        """Ask the run to end. It takes no lock, so that the handler of a signal may call it."""
        self.interrupted = True

    def progress(self) -> Progress:
        """Return where the search stands."""
        stale = self.iterations - (self.history[-1][1] if self.history else 0)
        best = None if self.best is None else self.best.cost
        # The bound is one of plans that serve all: it says nothing of one that does not.
        bound = self.lower_bound if self.best is None or self.best.serves_all else None
        return Progress(self.seconds, self.iterations, best, bound, stale, self.detail, self.phase)

    def enter(self, phase: str) -> None:
        """Say what the run does from now on."""
        with self._lock:
            self.phase = phase
            self.post(Phase(*self._standing(), phase))

    def offer(self, solution: Solution | FleetSolution, problem: Planner) -> bool:
        """Keep a copy of a plan if it is the best so far; return whether it is."""
        with self._lock:
            if not np.isfinite(solution.cost):
                return False
            if self.best is not None and solution.rank >= self.best.rank:
                return False
            self.best = solution.copy()
            self.history.append((self.seconds, self.iterations, self.best.cost))
            self.post(BetterPlan(*self._standing(), self.best, problem))
            return True

    def raise_bound(self, bound: float, certificate: Certificate) -> None:
        """Keep a lower bound, with what proves it, if it is the best so far."""
        with self._lock:
            if self.lower_bound is None or bound > self.lower_bound:
                self.lower_bound, self.certificate = float(bound), certificate
                self.bound_history.append((self.seconds, self.lower_bound))
                self.post(BetterBound(*self._standing()))

    def drop_bound(self) -> None:
        """Forget the lower bound: it does not hold for the kind of plan that was found."""
        with self._lock:
            self.lower_bound = self.certificate = None
            self.bound_history.clear()

    def close(self) -> None:
        """Say that the run is over."""
        with self._lock:
            self.post(Done(*self._standing()))

    def _standing(self) -> tuple[float, int, float | None, float | None]:
        return self.progress()[:4]
