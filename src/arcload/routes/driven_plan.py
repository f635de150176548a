"""A plan and where it runs on the map, ready to be written."""

from dataclasses import dataclass, field
from functools import cached_property

from arcload.model.courses import Courses
from arcload.model.crossing import Crossing
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.result import Result, tour_of
from arcload.model.tour import Tour


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

    solution: Tour | Result
    baseline: Tour | Result | None = None
    notes: list[Note] = field(default_factory=list, compare=False, repr=False)

    @cached_property
    def plan(self) -> Tour:
        """The plan."""
        return tour_of(self.solution)

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
