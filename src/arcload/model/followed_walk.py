"""A walk, or the walks of trips, followed crossing by crossing.

Nothing here uses the kernels or distances: each crossing must be a drive of the network that starts
where the one before ended, and each turn one that the rules allow.
"""

import math
from collections.abc import Iterable, Sequence
from operator import attrgetter
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from arcload.model.arguments import shown
from arcload.model.errors import CheckError, InputError
from arcload.model.facility import Facility
from arcload.model.instance import Instance
from arcload.model.turn_check import StatedDrive, TurnCheck
from arcload.model.types import Id
from arcload.model.vehicle import FREE, Free, Vehicle

if TYPE_CHECKING:
    from arcload.model.crossing import Crossing
    from arcload.model.driven_route import DrivenTrip, Way

_STEP = ("edge", "from_node", "to_node", "direction", "served")


class Step(Protocol):
    """What the check reads of a crossing."""

    @property
    def edge(self) -> Id:
        """Id of the edge."""

    @property
    def from_node(self) -> Id:
        """Id of the node it leads from."""

    @property
    def to_node(self) -> Id:
        """Id of the node it leads to."""

    @property
    def direction(self) -> int | None:
        """1, 2, or None where it is not stated."""

    @property
    def served(self) -> bool:
        """Whether the edge is served on it."""


class Roads(NamedTuple):
    """What the check looks up, made once."""

    instance: Instance
    drives: dict[tuple[Id, int | None, Id, Id], float]
    """Length of each drive that is allowed, by edge, direction and nodes."""
    places: dict[Id | None, Facility]
    """The facilities of a fleet; nothing for one tour."""
    turns: TurnCheck | None
    """The turns that are allowed; None where all are, and add nothing."""

    @classmethod
    def of(cls, instance: Instance) -> "Roads":
        """Return what is to be looked up of an instance."""
        places = instance.places if instance.is_fleet else ()
        turns = TurnCheck(instance) if instance.watches_turns else None
        return cls(instance, _drives(instance), {place.node: place for place in places}, turns)


class DrivenWay(NamedTuple):
    """The crossings of one trip, and what was found of those driven."""

    steps: Sequence[Step]
    lengths: list[float]
    directions: list[int]
    turns: list[tuple[float, float]]
    """What the turn into each adds to the way, and its seconds; empty where none counts."""
    of: str
    """Of which trip and route, for messages; nothing for one tour."""

    def where(self, number: int) -> str:
        """Return what messages call a crossing; the first is 1."""
        return f"crossing {number} (edge {self.steps[number - 1].edge!r}){self.of}"

    @property
    def trip(self) -> str:
        """What messages call the trip."""
        return self.of.removeprefix(" of ") or "the tour"


def steps_of(walk: object) -> Sequence[Step]:
    """Return the crossings of a walk; refuse what has none."""
    if isinstance(walk, str | PathLike):
        raise InputError(
            f"the walk is {shown(walk)}, the name of a file; read it first, with "
            "arcload.load_result"
        )
    if not isinstance(walk, Iterable):
        raise InputError(f"the walk is {shown(walk)}; it must be a list of crossings")
    steps = tuple(cast("Iterable[Step]", walk))
    look = attrgetter(*_STEP)
    for position, step in enumerate(steps, start=1):
        try:
            look(step)
        except AttributeError:
            raise InputError(
                f"crossing {position} is {shown(step)}; it must have {', '.join(_STEP)}"
            ) from None
    return steps


def followed(instance: Instance, walk: Iterable[Step]) -> "Way":
    """Return the way of a tour that takes a walk; refuse what is none."""
    trip = one_trip(instance, steps_of(walk))
    return followed_trips(instance, 1, instance.vehicle, [trip])[0]


def followed_trips(
    instance: Instance, number: int, vehicle: Vehicle, trips: "Sequence[DrivenTrip]"
) -> "list[Way]":
    """Return the ways of the trips of a route, of which the first is 1; refuse what is none."""
    ways, here = drive_trips(Roads.of(instance), number, vehicle, trips)
    require_end(route_in_words(instance, number, vehicle), vehicle, here)
    return [
        (
            [
                (instance.edge_index(step.edge), direction - 1, bool(step.served))
                for step, direction in zip(trip.walk, way.directions, strict=True)
            ],
            trip.visit,
        )
        for trip, way in zip(trips, ways, strict=True)
    ]


def one_trip(instance: Instance, steps: Sequence[Step]) -> "DrivenTrip":
    """Return a walk as the only trip of a plan, loaded where it starts or unloaded at its end."""
    from arcload.model.driven_route import DrivenTrip

    depot = instance.vehicle.depot
    visit = 0 if instance.mode == "deliver" else len(steps)
    facility = None if isinstance(depot, Free) else depot
    return DrivenTrip(cast("tuple[Crossing, ...]", tuple(steps)), visit, facility, math.nan)


def route_in_words(instance: Instance, number: int, vehicle: Vehicle) -> str:
    """Return what messages call a route of a fleet."""
    name = f" ({vehicle.label!r})" if vehicle.label else ""
    return f"route {number}{name}" if instance.is_fleet else "the tour"


def drive_trips(
    roads: Roads, number: int, vehicle: Vehicle, trips: "Sequence[DrivenTrip]"
) -> tuple[list[DrivenWay], Id | None]:
    """Drive the trips of a route one after the other; give their ways, and where they lead."""
    route = route_in_words(roads.instance, number, vehicle)
    here = _start_of(vehicle)
    ways, before = [], None
    for position, trip in enumerate(trips, start=1):
        of = f" of trip {position} of {route}" if roads.instance.is_fleet else ""
        way = DrivenWay(trip.walk, [], [], [], of)
        here = _drive(roads, vehicle, way, trip.visit, here)
        if roads.places:
            _require_facility(roads, trip, here, way.trip)
            here = trip.facility
        here = _drive(roads, vehicle, way, len(trip.walk), here)
        if roads.turns is not None:
            before = _add_turns(roads.turns, vehicle, way, trip.visit, before)
        ways.append(way)
    return ways, here


def _require_facility(roads: Roads, trip: "DrivenTrip", here: Id | None, what: str) -> None:
    if trip.facility not in roads.places:
        raise CheckError(f"{what} loads or unloads at {trip.facility!r}, which is no facility")
    if here is not None and here != trip.facility:
        raise CheckError(
            f"{what} loads or unloads at {trip.facility!r}; the vehicle is at {here!r} then"
        )


def require_end(what: str, vehicle: Vehicle, here: Id | None) -> None:
    """Refuse a route, which messages call so, that does not end where its vehicle should."""
    if here is not None and vehicle.end not in (FREE, here):
        raise CheckError(f"{what} ends at {here!r}; it should end at {vehicle.end!r}")


def _start_of(vehicle: Vehicle) -> Id | None:
    return None if isinstance(vehicle.start, Free) else vehicle.start


def _drive(
    roads: Roads, vehicle: Vehicle, way: DrivenWay, until: int, here: Id | None
) -> Id | None:
    """Add length and direction of the next crossings of a way; return where they lead.

    Parameters
    ----------
    roads, vehicle
        What is driven on, and by what.
    way
        The crossings, and what was found of those before.
    until
        How many crossings are driven at the end of this.
    here
        Where the vehicle is; None for anywhere.
    """
    for position in range(len(way.lengths), until):
        step, where = way.steps[position], way.where
        if here is not None and step.from_node != here:
            raise CheckError(
                f"{where(position + 1)} starts at {step.from_node!r}; the vehicle is at {here!r}"
            )
        direction = step.direction
        try:
            length = roads.drives.get((step.edge, direction, step.from_node, step.to_node))
        except TypeError:  # an id that is neither text nor a number
            length = None
        if length is None or direction is None:
            length, direction = _length_of(roads.instance, step, where(position + 1))
        if step.edge in vehicle.closed:
            raise CheckError(f"{where(position + 1)} is closed to the vehicle")
        way.lengths.append(length)
        way.directions.append(direction)
        here = step.to_node
    return here


def _add_turns(
    turns: TurnCheck, vehicle: Vehicle, way: DrivenWay, visit: int, before: StatedDrive | None
) -> StatedDrive | None:
    """Add the turn into each crossing of a way; return what the next way turns out of.

    At the facility, which is reached after `visit` crossings, the vehicle stands. `before` is the
    crossing before the way, None where the vehicle stood.
    """
    for position, (step, direction) in enumerate(zip(way.steps, way.directions, strict=True)):
        after = StatedDrive(step.edge, direction)
        turn = (0.0, 0.0)
        if before is not None and position != visit:
            turn = turns.turn(vehicle, before, after, way.where(position + 1))
        way.turns.append(turn)
        before = after
    return None if visit == len(way.steps) else before


def _drives(instance: Instance) -> dict[tuple[Id, int | None, Id, Id], float]:
    """Return the length of each drive that is allowed, by edge, direction and nodes."""
    lengths: dict[tuple[Id, int | None, Id, Id], float] = {}
    ends = instance.ends.tolist()
    for edge, (tail, head), (forth, back) in zip(
        instance.edges, ends, instance.lengths.tolist(), strict=True
    ):
        one, other = instance.nodes[tail], instance.nodes[head]
        if math.isfinite(forth):
            lengths[edge, 1, one, other] = forth
        if math.isfinite(back):
            lengths[edge, 2, other, one] = back
    return lengths


def _length_of(instance: Instance, step: Step, where: str) -> tuple[float, int]:
    """Return the length of a crossing and its direction."""
    try:
        edge = instance.edge(step.edge)
    except InputError as error:
        raise CheckError(f"{where} is not an edge of the network") from error
    drives = {1: (edge.tail, edge.head, edge.length), 2: (edge.head, edge.tail, edge.length_back)}
    for direction in drives if step.direction is None else (step.direction,):
        if direction not in drives:
            raise CheckError(f"{where} has direction {direction!r}; it must be 1 or 2")
        tail, head, length = drives[direction]
        if (step.from_node, step.to_node) == (tail, head) and length is not None:
            if math.isfinite(length):
                return length, direction
            raise CheckError(f"{where} is driven against a one-way street")
    raise CheckError(
        f"{where} is driven from {step.from_node!r} to {step.to_node!r}; "
        f"the edge lies between {edge.tail!r} and {edge.head!r} and its direction "
        f"is stated as {step.direction!r}"
    )
