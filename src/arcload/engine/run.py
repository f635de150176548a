"""One run of a method: when to stop, and the best that was found."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar, cast

import numpy as np

from arcload.engine.events import Planner
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.record import Record
from arcload.engine.solution import Solution
from arcload.engine.stop import AnyOf, Progress, Stop, max_iterations, max_seconds
from arcload.model.certificate import Certificate

DEFAULT_MEMORY = 6e9
"""Bytes that proofs may take unless told otherwise."""

_CLOSED = 1e-9  # a bound this near to the cost, relatively, proves it
_COMPANION_SHARE = 0.4  # of the time, for work that takes turns with the search


class OverError(Exception):
    """A run is over while its method is in the middle of something; its best plan is kept."""


ProblemT = TypeVar("ProblemT", bound=Planner)
SolutionT = TypeVar("SolutionT", Solution, FleetSolution)


@dataclass(eq=False)
class Run(Generic[ProblemT, SolutionT]):
    """One run of a method: the problem, when to stop, and the best that was found.

    Parameters
    ----------
    problem
        What is to be solved, as the kernels see it.
    stop
        When to stop.
    rng
        The run's random generator.
    threads
        How many threads may be used.
    prove
        Whether to prove how good the plan is.
    memory
        Bytes that proofs may take.
    record
        What the run has found so far.
    """

    problem: ProblemT
    stop: Stop
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    threads: int = 1
    prove: bool = True
    memory: float = DEFAULT_MEMORY
    record: Record = field(default_factory=Record)

    max_iterations: int | None = field(init=False)
    """How many iterations `stop` allows, for chains to share; None for any number."""
    max_seconds: float | None = field(init=False)
    """Seconds after which `stop` ends the run; None if the clock does not end it."""
    companion: Iterator[None] | None = field(init=False, default=None)
    """Work that takes turns with the search, whenever this asks whether to stop."""
    _companion_seconds: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.max_iterations = max_iterations(self.stop)
        self.max_seconds = max_seconds(self.stop)

    @property
    def best(self) -> SolutionT | None:
        """The best plan so far."""
        return cast(SolutionT | None, self.record.best)

    @property
    def lower_bound(self) -> float | None:
        """The best lower bound so far."""
        return self.record.lower_bound

    @property
    def iterations(self) -> int:
        """Steps taken, counted as the method counts them."""
        return self.record.iterations

    @iterations.setter
    def iterations(self, count: int) -> None:
        self.record.iterations = count

    @property
    def interrupted(self) -> bool:
        """Whether the user asked the run to end."""
        return self.record.interrupted

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return self.record.seconds

    def progress(self) -> Progress:
        """Return where the search stands."""
        return self.record.progress()

    def within(self, *limits: Stop, prove: bool) -> Self:
        """Return a part of this run, which ends with it or by limits of its own.

        What the part finds and counts, the whole has found and counted.

        Parameters
        ----------
        limits
            When the part ends before the whole.
        prove
            Whether the part proves how good the plan is.
        """
        return replace(self, stop=AnyOf(self.stop, *limits), prove=prove)

    def should_stop(self) -> bool:
        """Return whether to return now; before that, a companion takes its turn."""
        while self.companion is not None and not self.over():
            began = self.seconds
            if self._companion_seconds > _COMPANION_SHARE * began:
                break
            if next(self.companion, self) is self:
                self.companion = None
            self._companion_seconds += self.seconds - began
        return self.over()

    def proven(self) -> bool:
        """Return whether the best plan is proven to be optimal."""
        best, bound = self.best, self.lower_bound
        return best is not None and bound is not None and best.cost <= bound + _CLOSED * abs(bound)

    def over(self) -> bool:
        """Return whether a limit is reached, the plan is proven, or the user interrupted."""
        return self.interrupted or self.proven() or self.stop(self.progress())

    def over_but_for_iterations(self) -> bool:
        """Return whether it is `over` for work that counts no iterations."""
        progress = self.progress()._replace(iterations=-1, stale=-1)
        return self.interrupted or self.proven() or self.stop(progress)

    def interrupt(self) -> None:
        """Ask the run to end, as the user does by Ctrl-C."""
        self.record.interrupt()

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

    def enter(self, phase: str) -> None:
        """Tell the user what the run does from now on."""
        self.record.enter(phase)

    def offer(self, solution: SolutionT) -> bool:
        """Keep a copy of a plan if it is the best so far; return whether it is."""
        return self.record.offer(solution, self.problem)

    def raise_bound(self, bound: float, certificate: Certificate) -> None:
        """Keep a lower bound, with what proves it, if it is the best so far."""
        self.record.raise_bound(bound, certificate)
