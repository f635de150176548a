"""When a search should end: small callables that look at its progress."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from arcload.model.arguments import checked_number, checked_whole, shown
from arcload.model.errors import InputError


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
        How far a proof is.
    phase
        What the search does: ``"getting started"``, ``"searching"`` and the like.
    """

    seconds: float
    iterations: int
    best: float | None
    lower_bound: float | None
    stale: int = 0
    detail: str = ""
    phase: str = ""


Stop: TypeAlias = Callable[[Progress], bool]
"""Says whether to stop. It may be asked by several threads, some times a second."""


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


@dataclass(frozen=True, init=False)
class AnyOf:
    """Stop as soon as one of several criteria says so; never if there are none."""

    criteria: tuple[Stop, ...]

    def __init__(self, *criteria: Stop) -> None:
        for criterion in criteria:
            require_criterion(criterion)
        object.__setattr__(self, "criteria", criteria)

    def __call__(self, progress: Progress) -> bool:
        """Return whether to stop."""
        return any(stop(progress) for stop in self.criteria)


def require_criterion(stop: object) -> None:
    """Refuse what cannot be asked whether to stop."""
    if not callable(stop) or isinstance(stop, type):
        raise InputError(
            f"the stopping criterion is {shown(stop)}; give one such as arcload.MaxTime(10), "
            "or a function that takes an arcload.Progress"
        )


def all_criteria(stop: Stop) -> Iterator[Stop]:
    """Give the single criteria of one, those inside `AnyOf` too."""
    if isinstance(stop, AnyOf):
        for criterion in stop.criteria:
            yield from all_criteria(criterion)
    else:
        yield stop


def max_seconds(stop: Stop) -> float | None:
    """Return after how many seconds of search a criterion stops; None if the clock does not."""
    limits = (limit.seconds for limit in all_criteria(stop) if isinstance(limit, MaxTime))
    return min(limits, default=None)


def max_iterations(stop: Stop) -> int | None:
    """Return after how many iterations a criterion stops; None if it does not count them."""
    limits = (limit.iterations for limit in all_criteria(stop) if isinstance(limit, MaxIterations))
    return min(limits, default=None)


def ends_by_itself(stop: Stop) -> bool:
    """Return whether a criterion stops every search, however good its tours are.

    A target or a gap may never be reached. A function of the user's own is trusted to stop.
    """
    return any(not isinstance(one, TargetCost | ProvenGap) for one in all_criteria(stop))
