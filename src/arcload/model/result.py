"""What a search gives back."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from arcload.model.certificate import Certificate
from arcload.model.errors import counted
from arcload.model.gap_words import gap_percent
from arcload.model.notes import Note
from arcload.model.plan import Plan
from arcload.model.shown import Playable
from arcload.model.sources import Target
from arcload.model.units import CostUnit

Status = Literal["optimal", "feasible", "interrupted"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Result(Playable):
    """The best plan of a search, and how it was found: all that is needed to repeat it.

    Parameters
    ----------
    plan
        The plan, which has its instance, its walk and its totals.
    method, seed, threads
        How it was searched.
    lower_bound
        No plan costs less; None where nothing is known.
    status
        ``"optimal"``: proven; ``"feasible"``: a limit was reached or the method was done;
        ``"interrupted"``: stopped by the user.
    seconds, startup_seconds
        Time of the search, and of preparing it (distances, compilation).
    iterations
        Steps taken, counted as the method counts them.
    version
        Version of arcload.
    parameters
        Parameters of the method that were set.
    history
        (seconds, iteration, cost) of each improvement.
    bound_history
        (seconds, bound) each time that the lower bound rose.
    certificate
        What proves the bound; it is not part of the file, see `Bound`.
    notes
        What the user should know of the search; not part of the file.
    """

    plan: Plan
    method: str
    lower_bound: float | None
    status: Status
    seconds: float
    startup_seconds: float
    iterations: int
    seed: int
    threads: int
    version: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    history: tuple[tuple[float, int, float], ...] = ()
    bound_history: tuple[tuple[float, float], ...] = ()
    certificate: Certificate | None = field(default=None, compare=False)
    notes: tuple[Note, ...] = field(default=(), compare=False)

    @property
    def cost(self) -> float:
        """Cost of the plan."""
        return self.plan.cost

    @property
    def gap(self) -> float | None:
        """Return cost / lower_bound - 1, as a fraction; None where there is no bound."""
        return None if self.lower_bound is None else relative_gap(self.cost, self.lower_bound)

    def __repr__(self) -> str:
        notes = f", {counted(len(self.notes), 'note')}" if self.notes else ""
        return f"Result({self.plan.instance.name!r}: {self._in_words()}, seed {self.seed}{notes})"

    def __str__(self) -> str:
        return f"{self.plan.instance.name}: {self._in_words()}"

    def _in_words(self) -> str:
        plan, instance = self.plan, self.plan.instance
        gap = "unknown" if self.gap is None else gap_percent(self.gap)
        unit = f" {instance.length_unit}" if instance.length_unit else ""
        return (
            f"cost {self._cost_in_words()} ({self.status}, gap {gap}), "
            f"length {plan.length:.10g}{unit}, deadhead {plan.deadhead_length:.10g}{unit}, "
            f"by {self.method} in {self.seconds:.2f} s"
        )

    def _cost_in_words(self) -> str:
        """Return the cost with its unit, where both of the units are known."""
        instance = self.plan.instance
        if not instance.length_unit or not instance.load_unit:
            return f"{self.cost:.10g}"
        return CostUnit.of(self.cost, instance.length_unit, instance.load_unit).text(self.cost)

    def summary(self) -> dict[str, Any]:
        """Return the result without its walk and histories, ready for JSON."""
        from arcload.model.result_file import StatedResult

        return StatedResult.of(self).summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result, ready for JSON."""
        from arcload.model.result_file import StatedResult

        return StatedResult.of(self).to_dict()

    def to_json(self) -> str:
        """Return the text of the result's JSON file."""
        from arcload.model.result_file import StatedResult

        return StatedResult.of(self).to_json()

    def save(self, path: Target) -> None:
        """Write the result to a JSON file, at once or not at all; or to an open file."""
        from arcload.model.files import write_text

        write_text(path, self.to_json())


def plan_of(solution: Plan | Result) -> Plan:
    """Return a plan, or that of a result."""
    return solution.plan if isinstance(solution, Result) else solution


def relative_gap(cost: float, bound: float) -> float | None:
    """Return cost / bound - 1, 0 where the bound reaches the cost; None for a bound next to 0."""
    if cost <= bound:
        return 0.0
    gap = cost / bound - 1 if bound > 0 else math.inf
    return gap if math.isfinite(gap) else None
