"""What a file tells of the way of one vehicle, before it is a plan."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.network import shortest_paths
from arcload.model.types import Id


class RecordedDrive(NamedTuple):
    """One drive along a street."""

    edge: int
    side: int
    """0 from tail to head, 1 back."""
    served: bool | None
    """Whether the street is served; None where that is not known."""


class Added(NamedTuple):
    """A shortest path that joins two drives, the start and the first, or the last and the end."""

    after: int
    """How many drives come before it."""
    from_node: Id
    to_node: Id
    length: float


@dataclass(frozen=True)
class RecordedRoute:
    """The way of one vehicle.

    Parameters
    ----------
    drives
        Every drive in order; they need not join.
    visits
        How many drives come before each visit to a facility; None where that is not known.
    vehicle
        Index of its type among the instance's vehicles; None where that is not known.
    """

    drives: tuple[RecordedDrive, ...]
    visits: tuple[int, ...] | None = None
    vehicle: int | None = None

    def joined(
        self, instance: Instance, start: int, end: int
    ) -> tuple["RecordedRoute", list[Added]]:
        """Return the route with shortest paths where its drives do not join, and these.

        Parameters
        ----------
        instance
            The network.
        start, end
            Indices of the nodes where it should start and end; -1 for anywhere.
        """
        nodes = [start]
        for edge, side, _ in self.drives:
            nodes += instance.ends[edge, [side, 1 - side]].tolist()
        nodes.append(end)
        pairs = [
            (here, there) if -1 not in (here, there) and here != there else None
            for here, there in zip(nodes[::2], nodes[1::2], strict=True)
        ]
        paths = shortest_paths(instance, {pair for pair in pairs if pair is not None})
        drives: list[RecordedDrive] = []
        added, position_after = [], []
        for number, pair in enumerate(pairs):
            position_after.append(len(drives))
            if pair is not None:
                path = paths[pair]
                length = sum(float(instance.lengths[drive]) for drive in path)
                here, there = (instance.nodes[node] for node in pair)
                added.append(Added(number, here, there, length))
                drives += [RecordedDrive(edge, side, False) for edge, side in path]
            if number < len(self.drives):
                drives.append(self.drives[number])
        visits = None if self.visits is None else tuple(position_after[v] for v in self.visits)
        return RecordedRoute(tuple(drives), visits, self.vehicle), added


def end_to_end(routes: Sequence[RecordedRoute]) -> RecordedRoute:
    """Return routes as that of one vehicle that drives them one after the other."""
    drives: list[RecordedDrive] = []
    visits: list[int] | None = []
    for route in routes:
        if route.visits is None:
            visits = None
        elif visits is not None:
            visits += [len(drives) + visit for visit in route.visits]
        drives += route.drives
    return RecordedRoute(
        tuple(drives), None if visits is None else tuple(visits), routes[0].vehicle
    )


def recorded_drive(
    instance: Instance,
    edge: Id,
    ends: tuple[Id, Id],
    direction: int | None,
    served: bool,
    where: str,
    length: float | None = None,
) -> RecordedDrive:
    """Return a drive that a file states; refuse one that the network does not have.

    Parameters
    ----------
    instance
        The network.
    edge
        Id of the street.
    ends
        Ids of the nodes that it leads from and to.
    direction
        1 or 2; None where it is not stated.
    served
        Whether it is served.
    where
        The file and the place in it, for messages.
    length
        How long it is, which tells the direction of a loop where that is not stated.
    """
    try:
        index = instance.edge_index(edge)
        nodes = tuple(instance.node_index(node) for node in ends)
    except InputError as error:
        raise error.found_in(where) from None
    own = tuple(instance.ends[index].tolist())
    stated = (0, 1) if direction is None else (direction - 1,)
    sides = [side for side in stated if nodes == own[:: 1 - 2 * side]]
    lengths = {side: float(instance.lengths[index, side]) for side in sides}
    allowed = [side for side in sides if math.isfinite(lengths[side])]
    if allowed:
        side = min(allowed, key=lambda one: 0 if length is None else abs(lengths[one] - length))
        return RecordedDrive(index, side, served)
    if sides:
        raise InputError(f"{where}: edge {edge!r} is driven against a one-way street")
    tail, head = (instance.nodes[node] for node in own)
    raise InputError(
        f"{where}: edge {edge!r} is driven from {ends[0]!r} to {ends[1]!r}; it lies between "
        f"{tail!r} and {head!r}"
    )
