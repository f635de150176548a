"""A plan and where it runs on the map, ready to be written."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from arcload.model.courses import Courses
from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.routes.today.todays_route import TodaysRoute


@dataclass(frozen=True)
class DrivenPlan:
    """What every route format gets.

    Parameters
    ----------
    solution
        A plan or a result.
    baseline
        A plan to compare it with, or today's route, for formats that show both.
    notes
        Takes what the user should know of the files.
    only
        The number of the one route that is to be written, from 1; None for all.
    paper
        The paper of a printed map: ``a4``, ``a3`` or ``letter``.
    decimal_comma
        Whether the driver's list has a comma in its numbers, and semicolons between its columns.
    """

    solution: Plan | Result
    baseline: Plan | Result | TodaysRoute | None = None
    notes: list[Note] = field(default_factory=list, compare=False, repr=False)
    only: int | None = None
    paper: str = "a4"
    decimal_comma: bool = False

    def of_route(self, number: int) -> "DrivenPlan":
        """Return one route of the plan, by its number from 1."""
        return replace(self, only=number)

    @cached_property
    def plan(self) -> Plan:
        """The plan."""
        return plan_of(self.solution)

    @property
    def instance(self) -> Instance:
        """The instance that the plan serves."""
        return self.plan.instance

    @property
    def routes(self) -> dict[int, DrivenRoute]:
        """The routes to be written, by their numbers."""
        numbered = enumerate(self.plan.driven, start=1)
        return {number: route for number, route in numbered if self.only in (None, number)}

    @property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven, route after route."""
        return tuple(chain.from_iterable(route.walk for route in self.routes.values()))

    @cached_property
    def courses(self) -> Courses:
        """The points along each crossing."""
        return Courses(self.instance)

    def street(self, crossing: Crossing) -> str:
        """Return the name of the street that a crossing drives, empty where it has none."""
        names = self.instance.names
        return names[self.instance.edge_index(crossing.edge)] if names else ""
