"""When a search should end: small callables that look at its progress."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from arcload.errors import InputError


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
        if not self.seconds >= 0:
            raise InputError(f"the time limit is {self.seconds:g} s; it must be 0 or more")

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.seconds >= self.seconds


@dataclass(frozen=True)
class MaxIterations:
    """Stop after so many iterations."""

    iterations: int

    def __post_init__(self) -> None:
        if self.iterations < 0:
            raise InputError(f"the iteration limit is {self.iterations}; it must be 0 or more")

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.iterations >= self.iterations


@dataclass(frozen=True)
class NoImprovement:
    """Stop after so many iterations without a better tour."""

    iterations: int

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise InputError(
                f"{self.iterations} iterations without improvement; it must be 1 or more"
            )

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.stale >= self.iterations


@dataclass(frozen=True)
class TargetCost:
    """Stop as soon as a tour costs no more than this."""

    cost: float

    def __post_init__(self) -> None:
        if not self.cost >= 0:
            raise InputError(f"the target cost is {self.cost:g}; it must be 0 or more")

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return progress.best is not None and progress.best <= self.cost


@dataclass(frozen=True)
class ProvenGap:
    """Stop as soon as a bound proves that no tour is cheaper by more than this share."""

    gap: float

    def __post_init__(self) -> None:
        if not self.gap >= 0:
            raise InputError(f"the gap is {self.gap:g}; it must be 0 or more, such as 0.01")

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
