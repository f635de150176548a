"""What a run has found so far."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from arcload.engine.events import BetterBound, BetterPlan, Done, Event, Phase
from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from arcload.engine.stop import Progress
from arcload.model.certificate import Certificate


def _drop(event: Event) -> None:
    """Nobody listens."""


@dataclass(eq=False)
class Record:
    """What a run has found so far, and whether it was asked to end.

    The threads of a run write to it, and any thread may read it.

    Parameters
    ----------
    post
        Takes each event as it happens. It is called inside a lock, so it must return at once
        and call nobody.
    """

    post: Callable[[Event], None] = _drop

    iterations: int = 0
    interrupted: bool = False
    best: Solution | None = None
    lower_bound: float | None = None
    certificate: Certificate | None = None
    """What proves the bound."""
    phase: str = ""
    """What the run does, for the user to see."""
    detail: str = ""
    """How far a proof is, for the user to see."""
    history: list[tuple[float, int, float]] = field(default_factory=list)
    """Seconds, iterations and cost of each better tour."""
    bound_history: list[tuple[float, float]] = field(default_factory=list)
    """Seconds and value of each better bound."""
    began: float | None = field(default_factory=time.perf_counter)
    """When the search began; None before."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def seconds(self) -> float:
        """Time since the search began; 0 before that."""
        return 0.0 if self.began is None else time.perf_counter() - self.began

    def begin(self) -> None:
        """Start the clock: all before was preparation."""
        self.began = time.perf_counter()

    def interrupt(self) -> None:
        """Ask the run to end. It takes no lock, so that the handler of a signal may call it."""
        self.interrupted = True

    def progress(self) -> Progress:
        """Return where the search stands."""
        stale = self.iterations - (self.history[-1][1] if self.history else 0)
        best = None if self.best is None else self.best.cost
        return Progress(
            self.seconds, self.iterations, best, self.lower_bound, stale, self.detail, self.phase
        )

    def enter(self, phase: str) -> None:
        """Say what the run does from now on."""
        with self._lock:
            self.phase = phase
            self.post(Phase(*self._standing(), phase))

    def offer(self, solution: Solution, problem: Problem) -> bool:
        """Keep a copy of a tour if it is the best so far; return whether it is."""
        with self._lock:
            cost = solution.cost
            if not np.isfinite(cost) or (self.best is not None and cost >= self.best.cost):
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

    def close(self) -> None:
        """Say that the run is over."""
        with self._lock:
            self.post(Done(*self._standing()))

    def _standing(self) -> tuple[float, int, float | None, float | None]:
        return self.progress()[:4]
