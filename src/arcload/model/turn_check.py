"""Whether a turn is allowed, and what it adds, from the definition alone."""

import math
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from arcload.model.errors import CheckError
from arcload.model.instance import Instance
from arcload.model.turn_angles import KINDS, TurnAngles
from arcload.model.turn_rules import Turn, TurnRules
from arcload.model.types import Id
from arcload.model.units import METRES
from arcload.model.vehicle import Vehicle


class StatedDrive(NamedTuple):
    """An edge and its direction: 1 from tail to head, 2 back."""

    edge: Id
    direction: int


class TurnCheck:
    """The rules of turns on a network, by which the turns of a walk are checked.

    Parameters
    ----------
    instance
        The network and its rules.
    """

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._rules = instance.turn_rules or TurnRules()
        self._forbidden = frozenset(instance.forbidden_turns)
        self._angles = TurnAngles(instance)
        self._unit = METRES.get(instance.length_unit, 1.0)
        self._leaving: dict[Id, list[StatedDrive]] = defaultdict(list)
        for edge, ends, lengths in zip(
            instance.edges, instance.ends.tolist(), instance.lengths.tolist(), strict=True
        ):
            for side in (0, 1):
                if math.isfinite(lengths[side]):
                    self._leaving[instance.nodes[ends[side]]].append(StatedDrive(edge, side + 1))

    def turn(
        self, vehicle: Vehicle, before: StatedDrive, after: StatedDrive, where: str
    ) -> tuple[float, float]:
        """Return what a turn adds to the way and its seconds; refuse one that is not allowed.

        Parameters
        ----------
        vehicle
            What turns.
        before, after
            What is left and what is entered, the one ends where the other starts.
        where
            What messages call the crossing that is entered.
        """
        if Turn(*before, *after) in self._forbidden:
            raise CheckError(
                f"{where} is entered by a forbidden turn from edge {self._label(before)} into "
                f"{self._label(after)} at node {self._node(after)!r}"
            )
        kind = self._kind(before, after)
        metres = getattr(self._rules, kind)
        if math.isinf(metres):
            if self._goes_on(vehicle, before, after):
                raise CheckError(
                    f"{where} is entered by a U-turn on {self._label(after)} at node "
                    f"{self._node(after)!r}, which is no dead end; U-turns are ruled out elsewhere"
                )
            metres = 0.0
        return metres / self._unit, getattr(self._rules, f"{kind}_seconds")

    def _kind(self, before: StatedDrive, after: StatedDrive) -> str:
        left, entered = (
            np.array([2 * self._instance.edge_index(drive.edge) + drive.direction - 1])
            for drive in (before, after)
        )
        return KINDS[max(0, int(self._angles.kinds(left, entered)[0]))]

    def _goes_on(self, vehicle: Vehicle, before: StatedDrive, back: StatedDrive) -> bool:
        """Return whether the vehicle may go on otherwise than back."""
        return any(
            drive != back
            and drive.edge not in vehicle.closed
            and Turn(*before, *drive) not in self._forbidden
            for drive in self._leaving[self._node(back)]
        )

    def _node(self, drive: StatedDrive) -> Id:
        """Return the node where a drive starts."""
        ends = self._instance.ends[self._instance.edge_index(drive.edge)]
        return self._instance.nodes[int(ends[drive.direction - 1])]

    def _label(self, drive: StatedDrive) -> str:
        return self._instance.streets.label(self._instance.edge_index(drive.edge))
