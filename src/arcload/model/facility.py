"""A place where vehicles load or unload."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcload.model.arguments import checked_number, require, shown
from arcload.model.errors import InputError
from arcload.model.types import Id


@dataclass(frozen=True)
class Facility:
    """A place where vehicles load, if they deliver, or unload, if they collect.

    Parameters
    ----------
    node
        Id of the node.
    visit_cost
        Cost per visit; each trip makes one.
    stop_minutes
        How long a visit takes.
    """

    node: Id
    visit_cost: float = 0.0
    stop_minutes: float = 0.0

    def __post_init__(self) -> None:
        node = self.node.item() if isinstance(self.node, np.generic) else self.node
        if isinstance(node, bool) or not isinstance(node, str | int | float):
            raise InputError(f"a facility is at {shown(node)}; give the id of a node")
        where = f"of the facility at {node!r}"
        cost = checked_number(self.visit_cost, f"the visit cost {where}", 0)
        minutes = checked_number(self.stop_minutes, f"the stop time {where}", 0)
        self.__dict__.update(node=node, visit_cost=cost, stop_minutes=minutes)

    def stated(self) -> dict[str, Any]:
        """Return the facility for a file, no more than is needed."""
        cost = {"visit_cost": self.visit_cost} if self.visit_cost else {}
        minutes = {"stop_minutes": self.stop_minutes} if self.stop_minutes else {}
        return {"node": self.node, **cost, **minutes}


def checked_facilities(facilities: Any) -> tuple[Facility, ...]:
    """Return facilities as a tuple, of plain node ids too; refuse what is none."""
    if isinstance(facilities, Facility):
        return (facilities,)
    if isinstance(facilities, str) or not isinstance(facilities, Iterable):
        raise InputError(
            f"the facilities are {shown(facilities)}; give a list of arcload.Facility or of nodes"
        )
    checked = tuple(
        place if isinstance(place, Facility) else Facility(place) for place in facilities
    )
    seen: set[str] = set()
    for facility in checked:
        require(facility, "facility", Facility)
        if str(facility.node) in seen:
            raise InputError(f"the facility at {facility.node!r} is given twice")
        seen.add(str(facility.node))
    return checked
