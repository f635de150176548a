"""A network as its edits leave it, column by column, whether or not a plan is possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from arcload.model.facility import Facility
from arcload.model.instance import Instance
from arcload.model.turn_rules import TurnRules
from arcload.model.types import BoolArray, FloatArray, IntArray, Objective
from arcload.model.vehicle import FREE, Free, Place, Vehicle
from arcload.studio.edits.changed_turn_rules import changed_turn_rules
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.stated_vehicle import stated_vehicle

CLOSED, NO_SERVICE, CHANGED = 1, 2, 4
"""Flags of a street."""


@dataclass(eq=False)
class EditedState:
    """What edits leave of the columns and the settings of an instance.

    Parameters
    ----------
    demands, lengths
        Of all edges, as in `Instance`; a demand is kept where there is no service.
    service, closed
        Whether each edge is served if it has a demand, and whether it is closed.
    vehicles, facilities, refill_at_depot, objective, allow_unserved, turn_rules
        As in `Instance`.
    """

    demands: FloatArray
    lengths: FloatArray
    service: BoolArray
    closed: BoolArray
    vehicles: tuple[Vehicle, ...]
    facilities: tuple[Facility, ...]
    refill_at_depot: bool
    objective: Objective
    allow_unserved: bool
    turn_rules: TurnRules | None

    @classmethod
    def of(cls, base: Instance, edits: Edits) -> Self:
        """Return what edits leave of an instance."""
        edges = len(base.edges)
        state = cls(
            demands=base.demands.copy(),
            lengths=base.lengths.copy(),
            service=np.ones(edges, dtype=np.bool_),
            closed=np.zeros(edges, dtype=np.bool_),
            **{name: getattr(base, name) for name in SETTINGS},
        )
        for change in edits.changes:
            state._apply(change, base)
        return state

    @property
    def depot(self) -> Place:
        """Where the first vehicle starts, or ends if it starts anywhere."""
        first = self.vehicles[0]
        return first.end if isinstance(first.start, Free) else first.start

    @property
    def served(self) -> BoolArray:
        """Whether each edge is to be served."""
        return (self.demands > 0) & self.service & ~self.closed

    def differing(self, other: "EditedState") -> BoolArray:
        """Return whether each edge differs from another state."""
        return np.asarray(
            (self.demands != other.demands)
            | (self.lengths != other.lengths).any(axis=1)
            | (self.service != other.service)
            | (self.closed != other.closed)
        )

    def flags(self, base: "EditedState") -> IntArray:
        """Return the flags of each edge, changed where it differs from the base."""
        return np.asarray(
            CLOSED * self.closed + NO_SERVICE * ~self.service + CHANGED * self.differing(base),
            dtype=np.int64,
        )

    def _apply(self, change: Mapping[str, Any], base: Instance) -> None:
        if "streets" in change:
            self._change_streets(change, base)
        elif "depot" in change:
            self._move_depot(FREE if change["depot"] is None else change["depot"])
        elif "facilities" in change:
            known = {place.node: place for place in (*base.facilities, *self.facilities)}
            self.facilities = tuple(
                Facility(**place) if isinstance(place, dict) else known.get(place, Facility(place))
                for place in change["facilities"]
            )
        elif "vehicles" in change:
            self._replace_vehicles(change["vehicles"])
        elif "settings" in change:
            self._set(change["settings"])

    def _replace_vehicles(self, vehicles: Sequence[Mapping[str, Any]]) -> None:
        """Take other vehicles; one of no stated weight weighs what the one in its place did."""
        now = self.vehicles
        before = [now[min(place, len(now) - 1)] for place in range(len(vehicles))]
        self.vehicles = tuple(
            stated_vehicle(
                {
                    "mode": now[0].mode,
                    "curb_weight": one.curb_weight,
                    "load_factor": one.load_factor,
                    **said,
                },
                now[0].start,
                now[0].end,
            )
            for one, said in zip(before, vehicles, strict=True)
        )

    def _change_streets(self, change: Mapping[str, Any], base: Instance) -> None:
        streets = [base.edge_index(edge) for edge in change["streets"]]
        if "demand" in change:
            self.demands[streets] = change["demand"]
        if "service" in change:
            self.service[streets] = change["service"]
        if "closed" in change:
            self.closed[streets] = change["closed"]
        if "direction" in change:
            self.lengths[streets] = _directed(base.lengths[streets], change["direction"])

    def _move_depot(self, depot: Place) -> None:
        """Move the starts and ends that are at the depot."""
        old = self.depot
        self.vehicles = tuple(
            replace(
                vehicle,
                start=depot if vehicle.start == old else vehicle.start,
                end=depot if vehicle.end == old else vehicle.end,
            )
            for vehicle in self.vehicles
        )

    def _set(self, settings: Mapping[str, Any]) -> None:
        for name, value in settings.items():
            if name == "mode":
                self.vehicles = tuple(replace(vehicle, mode=value) for vehicle in self.vehicles)
            elif name == "turn_rules":
                self.turn_rules = changed_turn_rules(value, self.turn_rules)
            else:
                setattr(self, name, value)


SETTINGS = (
    "vehicles",
    "facilities",
    "refill_at_depot",
    "objective",
    "allow_unserved",
    "turn_rules",
)
"""What edits change beside streets, as fields of an instance."""


def _directed(lengths: FloatArray, direction: str) -> FloatArray:
    """Return lengths in the directions wanted; one that was not driven is as long as the other."""
    if direction == "given":
        return lengths
    both = np.where(np.isfinite(lengths), lengths, lengths[:, ::-1])
    if direction != "both":
        both[:, 1 if direction == "forward" else 0] = np.inf
    return both
