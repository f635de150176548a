"""When a search should end: small callables that look at its progress."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from arcload.model.arguments import checked_number, checked_whole


class Progress(NamedTuple):
    """Where a search stands.

    Parameters
    ----------
    seconds
        Time spent searching.
    iterations
        Steps taken, counted as the method counts them.
    best
        Cost of the best tour so far, None before the first.
    lower_bound
        Best bound so far, None if there is none.
    stale
        Iterations since the best tour improved.
    detail
        What a proof is about.
    """

    seconds: float
    iterations: int
    best: float | None
    lower_bound: float | None
    stale: int = 0
    detail: str = ""


Stop: TypeAlias = Callable[[Progress], bool]
"""Says whether to stop."""


@dataclass(frozen=True)
class MaxTime:
    """Stop after so many seconds of search."""

    seconds: float

    def __post_init__(self) -> None:
        seconds = checked_number(self.seconds, "the time limit", 0, math.inf)
        object.__setattr__(self, "seconds", seconds)

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.seconds >= self.seconds


@dataclass(frozen=True)
class MaxIterations:
    """Stop after so many iterations."""

    iterations: int

    def __post_init__(self) -> None:
        checked_whole(self.iterations, "the iteration limit", 0)

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.iterations >= self.iterations


@dataclass(frozen=True)
class NoImprovement:
    """Stop after so many iterations without a better tour."""

    iterations: int

    def __post_init__(self) -> None:
        checked_whole(self.iterations, "the limit of iterations without improvement", 1)

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.stale >= self.iterations


@dataclass(frozen=True)
class TargetCost:
    """Stop as soon as a tour costs no more than this."""

    cost: float

    def __post_init__(self) -> None:
        checked_number(self.cost, "the target cost", 0, math.inf)

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.best is not None and progress.best <= self.cost


@dataclass(frozen=True)
class ProvenGap:
    """Stop as soon as a bound proves that no tour is cheaper by more than this share."""

    gap: float

    def __post_init__(self) -> None:
        checked_number(self.gap, "the gap", 0, math.inf)

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        best, bound = progress.best, progress.lower_bound
        return best is not None and bound is not None and best <= bound * (1 + self.gap)


@dataclass(frozen=True)
class AnyOf:
    """Stop as soon as one of several criteria says so; never if there are none."""

    criteria: tuple[Stop, ...]

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return any(stop(progress) for stop in self.criteria)
