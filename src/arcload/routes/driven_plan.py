"""A plan and where it runs on the map, ready to be written."""

from dataclasses import dataclass, field
from functools import cached_property

from arcload.model.courses import Courses
from arcload.model.crossing import Crossing
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of


@dataclass(frozen=True)
class DrivenPlan:
    """What every route format gets.

    Parameters
    ----------
    solution
        A plan or a result.
    baseline
        A plan to compare it with, for formats that show both.
    notes
        Takes what the user should know of the files.
    """

    solution: Plan | Result
    baseline: Plan | Result | None = None
    notes: list[Note] = field(default_factory=list, compare=False, repr=False)

    @cached_property
    def plan(self) -> Plan:
        """The plan."""
        return plan_of(self.solution)

    @property
    def instance(self) -> Instance:
        """The instance that the plan serves."""
        return self.plan.instance

    @property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven."""
        return self.plan.walk

    @cached_property
    def courses(self) -> Courses:
        """The points along each crossing."""
        return Courses(self.instance)

    def street(self, crossing: Crossing) -> str:
        """Return the name of the street that a crossing drives, empty where it has none."""
        names = self.instance.names
        return names[self.instance.edge_index(crossing.edge)] if names else ""
