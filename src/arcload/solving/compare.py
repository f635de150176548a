"""What is gained against the shortest tour or, for a fleet, the shortest plan."""

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arcload.model.arguments import checked_number, require
from arcload.model.errors import NoTourError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.units import CostUnit, percent, quantity
from arcload.solving.postman.shortest_tour import (
    DEFAULT_SECONDS,
    ShortestTour,
    is_plain,
    known_shortest_tour,
    shortest_tour,
)

if TYPE_CHECKING:
    from arcload.solving.beside_today import BesideToday, Today
    from arcload.solving.shortest_plan import ShortestPlan

SCHEMA = "arcload-comparison/1"

_MOST_SECONDS = 1.0  # of a search that is made again for the shortest plan
_MOST = 5000  # edges of a network whose shortest tour may be found in a few seconds
_MOST_AT_ONCE = 12  # edges that are solved at once
_SHARE = 0.05  # of the search, for the comparison after it
_PER_PAIR = 2.5e-7  # seconds that a T-join takes for each edge squared
_IMPORTS, _PER_EDGE = 0.6, 1e-3  # seconds that the program takes beside its proof
_LEAST_PROOF = 0.2  # seconds with which the program comes to something
_NAMES = {"load_distance": "load-distance", "deadhead_length": "deadhead"}
_NOTICED = 0.0005  # smaller changes are shown as 0.0%

HARDLY = 0.01
"""A share of the cost below which the load hardly matters."""

FIGURES = ("cost", "load_distance", "length", "deadhead_length")
"""What is compared."""

FLEET_FIGURES = ("trips", "hours", "longest")
"""What is told of fleets beside it."""

KNOWN_FIGURES = ("hours", "litres", "fuel_cost")
"""What is told where it is known."""


@dataclass(frozen=True, repr=False)
class Comparison:
    """A plan beside the shortest one, which is what a planner drives that ignores the load.

    Parameters
    ----------
    solution
        The plan that is judged, or a result with it.
    shortest
        The shortest tour or plan, and whether that is proven.
    today
        The plan beside the route that is driven today; None where that is not given.
    """

    solution: Plan | Result
    shortest: "ShortestTour | ShortestPlan"
    today: "BesideToday | None" = None

    @property
    def instance(self) -> Instance:
        """What both serve."""
        return self.plan.instance

    @property
    def plan(self) -> Plan:
        """The plan that is judged."""
        return plan_of(self.solution)

    @property
    def serve_alike(self) -> bool:
        """Whether both leave out as much demand, as a rule none: else costs say little."""
        left, theirs = (_left_out(one) for one in (self.plan, self.shortest.plan))
        return math.isclose(left, theirs, rel_tol=1e-9, abs_tol=0.0)

    def change(self, figure: str) -> float | None:
        """Return by what share a figure is above that of the shortest plan; None if that is 0.

        Parameters
        ----------
        figure
            One of ``"cost"``, ``"load_distance"``, ``"length"`` and ``"deadhead_length"``.
        """
        ours, theirs = getattr(self.plan, figure), getattr(self.shortest.plan, figure)
        if ours == theirs:
            return 0.0
        return float(ours / theirs - 1) if theirs else None

    @property
    def saved(self) -> float:
        """The share of the shortest plan's cost that is saved; below 0 if it is exceeded."""
        return 0.0 - (self.change("cost") or 0.0)

    @property
    def gap(self) -> float | None:
        """How far the plan is proven to be from the best one at most; None where nobody knows."""
        return self.solution.gap if isinstance(self.solution, Result) else None

    @property
    def load_matters(self) -> bool | None:
        """Whether at least 1 % of the cost can be saved; None where nobody knows.

        If not, any shortest plan will do: the bound proves that none saves as much.
        """
        if not self.serve_alike:
            return None
        if self.saved >= HARDLY:
            return True
        bound = self.solution.lower_bound if isinstance(self.solution, Result) else None
        if bound is not None and bound > (1 - HARDLY) * self.shortest.plan.cost:
            return False
        return None

    @property
    def verdict(self) -> str:
        """What the plan saves against the shortest one, in a sentence."""
        saved, longer = self.saved, self.change("length") or 0.0
        plan = "plan" if self.instance.is_fleet else "tour"
        shortest = f"the shortest {plan}" + ("" if self.shortest.exact else " found")
        if not self.serve_alike:
            return f"{shortest} leaves out other streets, so that the costs say little"
        if self.load_matters:
            distance = f"{percent(abs(longer))} {'longer' if longer > 0 else 'shorter'}"
            if abs(longer) < _NOTICED:
                distance = "just as long"
            return f"{percent(saved)} cheaper than {shortest}, {distance}"
        if saved <= -HARDLY or (saved <= -_NOTICED and self.load_matters is not False):
            return f"{percent(-saved)} more expensive than {shortest}: search longer"
        if self.load_matters is False:
            return f"the load hardly matters here: any shortest {plan} will do"
        cheaper = f"{percent(saved)} cheaper than" if saved >= _NOTICED else "as expensive as"
        return f"{cheaper} {shortest}: the load hardly matters, or the search was too short"

    def show(self, *, height: int = 640) -> None:
        """Show the page that drives both plans, see `Result.show`."""
        self.solution.show(self.shortest.plan, height=height)

    def __repr__(self) -> str:
        ours, theirs, costs = self.plan.cost, self.shortest.plan.cost, self._costs
        against = f"cost {costs.text(ours)} against {costs.text(theirs)}"
        return f"Comparison({self.instance.name!r}: {against}; {self.verdict})"

    @property
    def _costs(self) -> CostUnit:
        """The unit in which both costs are shown."""
        greatest = max(self.plan.cost, self.shortest.plan.cost)
        return CostUnit.of(greatest, self.instance.length_unit, self.instance.load_unit)

    def _repr_html_(self) -> str:
        from arcload.views.notebook.html_of import panel, picture_of

        ours, theirs, unit = self.plan, self.shortest.plan, self.instance.length_unit
        costs = self._costs
        what = "plan" if self.instance.is_fleet else "tour"
        rows: list[tuple[str, ...]] = [("", f"this {what}", f"shortest {what}", "change")]
        for name in FIGURES:
            values = (getattr(one, name) for one in (ours, theirs))
            shown = [
                quantity(value, unit) if name.endswith("length") else costs.text(value)
                for value in values
            ]
            change = self.change(name)
            share = "" if change is None else f"{100 * change:+.1f}%"
            rows.append((_NAMES.get(name, name), *shown, share))
        pictures = (picture_of(one) for one in (ours, theirs))
        return panel(self.instance.name, rows, *pictures, below=self.verdict)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison, ready for JSON."""
        ours, theirs = self.plan, self.shortest.plan
        fleet = self.instance.is_fleet
        figures, name = [*FIGURES, *(FLEET_FIGURES if fleet else ())], "plan" if fleet else "tour"
        for figure in KNOWN_FIGURES:
            if figure not in figures and getattr(ours, figure) is not None:
                figures.append(figure)
        return {
            "schema": SCHEMA,
            "instance": self.instance.name,
            "length_unit": self.instance.length_unit,
            "load_unit": self.instance.load_unit,
            name: {figure: getattr(ours, figure) for figure in figures},
            "shortest": {figure: getattr(theirs, figure) for figure in figures}
            | {"exact": self.shortest.exact, "least_length": self.shortest.bound},
            "change": {figure: self.change(figure) for figure in FIGURES},
            "saved": self.saved,
            "gap": self.gap,
            "load_matters": self.load_matters,
        } | ({} if self.today is None else self.today.to_dict(figures))


def quick_comparison(solution: Plan | Result) -> Comparison | None:
    """Return the comparison where it takes a second, or 5 % of a longer search; else None.

    The search of a handful of streets takes less than importing what solves the one-way ones.
    """
    instance = plan_of(solution).instance
    if instance.is_fleet or instance.has_turns:
        return _quick_plan(solution)
    seconds = solution.seconds if isinstance(solution, Result) else 0.0
    size, left = len(instance.edges), max(1.0, _SHARE * seconds)
    if size <= _MOST and is_plain(instance):
        return compare(solution) if _PER_PAIR * size**2 <= left else None
    proof_seconds = min(1.0, left - _IMPORTS - _PER_EDGE * size)
    if not _MOST_AT_ONCE < size <= _MOST or proof_seconds < _LEAST_PROOF:
        return None
    with suppress(NoTourError):
        return Comparison(solution, shortest_tour(instance, proof_seconds, in_time=True))
    return None


def known_comparison(solution: Plan | Result) -> Comparison | None:
    """Return the comparison with what is known of the shortest tour; None if nothing is."""
    instance = plan_of(solution).instance
    one_tour = not (instance.is_fleet or instance.has_turns)
    shortest = known_shortest_tour(instance) if one_tour else None
    return None if shortest is None else Comparison(solution, shortest)


def _quick_plan(solution: Plan | Result) -> Comparison | None:
    """Return the comparison where the shortest plan is searched for, in a second at most."""
    if not isinstance(solution, Result) or solution.seconds > _MOST_SECONDS:
        return None
    return compare(solution)


def _left_out(plan: Plan) -> float:
    """Return the demand that a plan leaves out."""
    instance = plan.instance
    return sum(float(instance.demands[instance.edge_index(edge)]) for edge in plan.unserved)


def compare(
    plan: Plan | Result | Instance,
    *,
    time: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    proof_seconds: float = DEFAULT_SECONDS,
    today: "Today | None" = None,
) -> Comparison:
    """Compare a tour with the shortest one, or a fleet's plan with that of least length.

    The shortest tour is found by a program of its own. That of a fleet, or where turns count, is
    found by the same search with the same effort as the plan, see `shortest_plan`. All are priced
    with the load.

    Parameters
    ----------
    plan
        The plan to be judged, or a result with it; or an instance, whose plan is searched for.
    time, seed, threads
        How long and how to search, as `solve` takes them. With a plan or result of a fleet, or
        where turns count, `time` is that of the search for the shortest plan.
    proof_seconds
        Time to prove that the shortest tour is one; then the best found is taken.
    today
        The route that is driven today: a file, or a list of files with one per vehicle, as
        `read_today` takes them; or what it returned.
    """
    require(plan, "plan", Plan, Result, Instance)
    proof_seconds = checked_number(proof_seconds, "proof_seconds", 0, math.inf)
    instance = plan if isinstance(plan, Instance) else plan_of(plan).instance
    route = None
    if today is not None:
        from arcload.solving.beside_today import todays_route_of

        route = todays_route_of(instance, today)
    in_one_trip = not (instance.is_fleet or instance.has_turns)
    shortest = shortest_tour(instance, proof_seconds) if in_one_trip else None
    searched = isinstance(plan, Instance)
    if isinstance(plan, Instance):
        from arcload.solving.solve import solve

        plan, time = solve(plan, time=time, seed=seed, threads=threads), None
    beside = None
    if route is not None:
        from arcload.solving.beside_today import beside_today

        beside = beside_today(plan, route, time=time)
    comparison = Comparison(plan, shortest or _searched_plan(plan, time), beside)
    if searched:
        from arcload.solving.no_dearer import no_dearer

        return no_dearer(comparison)
    return comparison


def _searched_plan(plan: Plan | Result, time: float | None) -> "ShortestPlan":
    """Return the shortest plan where a search finds it."""
    from arcload.solving.shortest_plan import shortest_plan

    return shortest_plan(plan, time=time)
