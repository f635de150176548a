"""News from a running search."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.solution import Solution

if TYPE_CHECKING:
    from arcload.model.plan import Plan

GETTING_STARTED = "getting started"
SEARCHING = "searching"
PROVING = "proving that no plan is cheaper"


class Planner(Protocol):
    """A problem that makes plans of its solutions."""

    def plan(self, solution: Any, /) -> "Plan":
        """Return the plan of a solution."""
        ...


@dataclass(frozen=True, eq=False)
class Event:
    """Something happened in a search.

    Parameters
    ----------
    seconds
        Time spent searching.
    iterations
        Steps taken, counted as the method counts them.
    best
        Cost of the best plan so far, None before the first.
    lower_bound
        Best lower bound so far, None if there is none.
    """

    seconds: float
    iterations: int
    best: float | None
    lower_bound: float | None


@dataclass(frozen=True, eq=False)
class BetterPlan(Event):
    """A plan that is cheaper than all before.

    Parameters
    ----------
    solution
        The plan by the numbers that the problem gives the served edges. Its arrays are those of
        the search: never change them.
    problem
        The problem that it solves.
    """

    solution: Solution | FleetSolution
    problem: Planner = field(repr=False)

    @property
    def plan(self) -> "Plan":
        """The plan, made when it is asked for."""
        return self.problem.plan(self.solution)


class BetterBound(Event):
    """A lower bound that is greater than all before."""


@dataclass(frozen=True, eq=False)
class Phase(Event):
    """The search turns to something else.

    Parameters
    ----------
    doing
        What it does from now on: ``"getting started"``, ``"searching"`` or ``"proving that no
        plan is cheaper"``. A proof that runs beside a search is no phase of its own.
    """

    doing: str


class Done(Event):
    """The search has ended; no event comes after it."""
