"""A tour together with the network it is driven on, ready to be written."""

import math
from dataclasses import dataclass, field, replace
from functools import cached_property

from arcload.model.courses import Courses
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.result import Result
from arcload.model.tour import Crossing, Tour


@dataclass(frozen=True)
class Route:
    """What every route format gets.

    Parameters
    ----------
    instance
        The network.
    solution
        A tour or a result of it.
    baseline
        A tour to compare it with, for formats that show both.
    notes
        Takes what the user should know of the files.
    """

    instance: Instance
    solution: Tour | Result
    baseline: Tour | Result | None = None
    notes: list[Note] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        known = set(self.instance.edges)
        for crossing in self.solution.walk:
            if crossing.edge not in known:
                raise InputError(
                    f"the tour drives edge {crossing.edge!r}, which is not in "
                    f"{self.instance.name!r}; give the instance that it was found for"
                )

    @cached_property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven, with all its figures."""
        walk = self.solution.walk
        if any(math.isnan(crossing.length + crossing.load_after) for crossing in walk):
            return Tour(self.instance, self.solution.order, self.solution.directions).walk
        return walk

    @cached_property
    def figured(self) -> Tour | Result:
        """The solution, with all figures of its walk."""
        if self.walk is self.solution.walk or isinstance(self.solution, Tour):
            return self.solution
        return replace(self.solution, walk=self.walk)

    @cached_property
    def courses(self) -> Courses:
        """The points along each crossing."""
        return Courses(self.instance)

    def street(self, crossing: Crossing) -> str:
        """Return the name of the street that a crossing drives, empty where it has none."""
        names = self.instance.names
        return names[self.instance.edge_index(crossing.edge)] if names else ""
