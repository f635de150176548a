"""Shortest ways with their turns in tiny networks, from the definition of turns alone.

It shares no code with the package but the columns of an instance: angles, dead ends and paths are
its own.
"""

import itertools
import math
from collections.abc import Iterable

from arcload import Instance, Turn, TurnRules
from arcload.model.types import Id
from arcload.model.units import METRES
from tests.brute_force import Spot

Drive = tuple[int, int]
"""Index of an edge, and its side: 0 from tail to head."""

Label = tuple[float, float, float]
"""Lengths and turns of a way, its hours, and its lengths; the least of these tuples counts."""

NONE: Label = (math.inf, math.inf, math.inf)


class TurnWays:
    """The ways of one vehicle.

    Parameters
    ----------
    instance
        The network; its own turn rules do not count.
    rules, forbidden
        The rules.
    closed
        Ids of edges that the vehicle may not use.
    drive
        Hours per unit of length; None without speeds.
    """

    def __init__(
        self,
        instance: Instance,
        rules: TurnRules | None,
        forbidden: Iterable[Turn],
        closed: Iterable[Id] = (),
        drive: float | None = None,
    ) -> None:
        self.instance, self.rules = instance, rules or TurnRules()
        self.drive = drive
        index = {edge: k for k, edge in enumerate(instance.edges)}
        self.forbidden = {
            ((index[turn[0]], turn[1] - 1), (index[turn[2]], turn[3] - 1)) for turn in forbidden
        }
        self.lengths = [
            [math.inf, math.inf] if edge in set(closed) else pair
            for edge, pair in zip(instance.edges, instance.lengths.tolist(), strict=True)
        ]
        self.ends = instance.ends.tolist()
        self.drives = [
            (edge, side)
            for edge in range(len(self.ends))
            for side in (0, 1)
            if math.isfinite(self.lengths[edge][side])
        ]
        self._ways: dict[Spot, dict[Spot, Label]] = {}

    def between(self, here: Spot, there: Spot) -> tuple[float, float, float]:
        """Return lengths with turns, lengths without, and hours of the way between two spots."""
        if here not in self._ways:
            self._ways[here] = self._search(here)
        way, hours, length = self._ways[here].get(there, NONE)
        return way, length, hours

    def turn(self, before: Drive, after: Drive) -> tuple[float, float] | None:
        """Return what a turn adds, in the unit of the lengths and in hours; None if not allowed."""
        if self.end(before) != self.begin(after) or (before, after) in self.forbidden:
            return None
        kind, unit = self._kind(before, after), METRES.get(self.instance.length_unit, 1.0)
        metres = {
            "left": self.rules.left,
            "right": self.rules.right,
            "straight": self.rules.straight,
            "back": self.rules.u_turn,
        }[kind]
        seconds = {
            "left": self.rules.left_seconds,
            "right": self.rules.right_seconds,
            "straight": self.rules.straight_seconds,
            "back": self.rules.u_turn_seconds,
        }[kind]
        if math.isinf(metres):
            others = [
                drive
                for drive in self.drives
                if self.begin(drive) == self.end(before)
                and (before, drive) not in self.forbidden
                and self._kind(before, drive) != "back"
            ]
            if others:
                return None
            metres = 0.0  # a dead end
        return metres / unit, 0.0 if self.drive is None else seconds / 3600

    def begin(self, drive: Drive) -> int:
        """Return the node where a drive starts."""
        node: int = self.ends[drive[0]][drive[1]]
        return node

    def end(self, drive: Drive) -> int:
        """Return the node where it ends."""
        node: int = self.ends[drive[0]][1 - drive[1]]
        return node

    def _kind(self, before: Drive, after: Drive) -> str:
        if before[0] == after[0] and before[1] != after[1]:
            return "back"
        came = self._heading(before[0], 1 - before[1])
        goes = self._heading(*after)
        if self.instance.coordinates is None or (0, 0) in (came, goes):
            return "straight"
        x, y = -came[0], -came[1]
        angle = math.atan2(goes[1], goes[0]) - math.atan2(y, x)
        angle = math.degrees(math.remainder(angle, 2 * math.pi))
        if abs(angle) <= 35:
            return "straight"
        if abs(angle) >= 175:
            return "left" if self.rules.traffic == "right" else "right"
        return "left" if angle > 0 else "right"

    def _heading(self, edge: int, side: int) -> tuple[float, float]:
        """Return the first step of a drive, which is a tenth of it at least."""
        instance = self.instance
        if instance.coordinates is None:
            return 0, 0
        shape = instance.shapes[edge] if instance.shapes else ()
        points = [tuple(map(float, point)) for point in shape]
        if not points:
            points = [tuple(instance.coordinates[node].tolist()) for node in self.ends[edge]]
        if side:
            points.reverse()
        (x, y), (to_x, to_y) = points[:2]
        whole = sum(math.dist(one, other) for one, other in itertools.pairwise(points))
        assert math.dist((x, y), (to_x, to_y)) >= 0.1 * whole
        return to_x - x, to_y - y

    def _search(self, here: Spot) -> dict[Spot, Label]:
        """Return the ways from a spot: paths are made longer until none is better."""
        kind, which, side = here
        entered: dict[Drive, Label] = {}
        pending: list[tuple[Drive | None, Label]] = [
            (None if kind == "place" else (which, side), (0.0, 0.0, 0.0))
        ]
        ways: dict[Spot, Label] = {}
        node = which if kind == "place" else self.end((which, side))
        ways["place", node, 0] = (0.0, 0.0, 0.0)
        while pending:
            last, (far, time, length) = pending.pop()
            for drive in self.drives:
                if last is None:
                    turn: tuple[float, float] | None = (0.0, 0.0)
                    if self.begin(drive) != node:
                        continue
                else:
                    turn = self.turn(last, drive)
                if turn is None:
                    continue
                label = (far + turn[0], time + turn[1], length)
                if label < entered.get(drive, NONE):
                    entered[drive] = label
                    d = self.lengths[drive[0]][drive[1]]
                    late = label[1] + (0.0 if self.drive is None else d * self.drive)
                    pending.append((drive, (label[0] + d, late, length + d)))
        for drive, label in entered.items():
            ways["enter", *drive] = label
            d = self.lengths[drive[0]][drive[1]]
            late = label[1] + (0.0 if self.drive is None else d * self.drive)
            place = "place", self.end(drive), 0
            ways[place] = min(ways.get(place, NONE), (label[0] + d, late, label[2] + d))
        return ways
