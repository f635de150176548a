"""A plan beside the route that is driven today."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

from arcload.model.arguments import require
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.routes.today.read_today import read_today
from arcload.routes.today.todays_route import TodaysRoute, driven_again

Today: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]] | TodaysRoute
"""Today's route, or the file or files that it is read from."""


@dataclass(frozen=True)
class BesideToday:
    """What a plan saves against the route that is driven today.

    Parameters
    ----------
    route
        Today's route.
    plan
        The plan that serves the same streets: the plan that is judged or, where today's route
        leaves out others, one that leaves out the same. If none was found, the plan that is judged.
    same_streets
        Whether it is such a plan of the streets of today, beside the one that is judged.
    """

    route: TodaysRoute
    plan: Plan
    same_streets: bool

    @property
    def serve_alike(self) -> bool:
        """Whether both serve the same streets: else nothing can be said of what is saved."""
        return {*self.plan.order} == {*self.route.plan.order}

    def change(self, figure: str) -> float | None:
        """Return by what share a figure is above that of today; None if that is 0 or unknown.

        It is None, too, where they do not serve the same streets.

        Parameters
        ----------
        figure
            A figure of a plan, such as ``"cost"``, ``"length"`` or ``"hours"``.
        """
        if not self.serve_alike:
            return None
        ours, theirs = getattr(self.plan, figure), getattr(self.route.plan, figure)
        if ours is None or theirs is None:
            return None
        if ours == theirs:
            return 0.0
        return float(ours / theirs - 1) if theirs else None

    @property
    def saved(self) -> float | None:
        """The share of today's cost that is saved on the same streets; None if these differ."""
        return 0.0 - (self.change("cost") or 0.0) if self.serve_alike else None

    def to_dict(self, figures: Sequence[str]) -> dict[str, Any]:
        """Return the comparison, ready for JSON.

        Parameters
        ----------
        figures
            The figures of a plan to be stated.
        """

        def stated(plan: Plan) -> dict[str, Any]:
            values = {figure: getattr(plan, figure) for figure in figures}
            return values | {"driven_again": len(driven_again(plan))}

        route = self.route
        today = stated(route.plan) | {
            "unserved": list(route.unserved),
            "unserved_demand": route.unserved_demand,
            "broken": list(route.broken),
            "notes": [str(note) for note in route.notes],
        }
        same = {"same_streets": stated(self.plan)} if self.same_streets else {}
        changes = {figure: self.change(figure) for figure in figures}
        return {"today": today | same | {"change": changes, "saved": self.saved}}


def todays_route_of(instance: Instance, today: Today) -> TodaysRoute:
    """Return today's route for an instance, read from files where it is not read yet."""
    if isinstance(today, TodaysRoute):
        if today.instance != instance:
            raise InputError("today's route was read for another instance; read it for this one")
        return today
    require(today, "today", str, PathLike, list, tuple, TodaysRoute)
    files = [today] if isinstance(today, str | PathLike) else list(today)
    return read_today(instance, *files)


def beside_today(
    solution: Plan | Result, route: TodaysRoute, *, time: float | None = None
) -> BesideToday:
    """Compare a plan with today's route.

    Where they leave out different streets, a plan of the streets that today's route serves is
    searched for with the same effort, so that both do the same work.

    Parameters
    ----------
    solution
        The plan, or a result with it, whose effort is spent again.
    route
        Today's route.
    time
        Seconds to search instead.
    """
    plan = plan_of(solution)
    if {*route.unserved} == {*plan.unserved}:
        return BesideToday(route, plan, same_streets=False)
    from arcload.solving.shortest_plan import same_effort
    from arcload.solving.solve import solve

    fewer = plan.instance.replace(demand=dict.fromkeys(route.unserved, 0.0))
    same = BesideToday(route, solve(fewer, **same_effort(solution, time)).plan, same_streets=True)
    return same if same.serve_alike else BesideToday(route, plan, same_streets=False)
