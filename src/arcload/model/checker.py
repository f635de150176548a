"""An independent check of a solution, from the definition of the problem alone.

Nothing here uses the kernels, the distances or the tour's own sums: the walk is followed
crossing by crossing, the load is carried along, and length * (W + b * load) is added up.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from operator import attrgetter
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from arcload.model.arguments import require, shown
from arcload.model.errors import CheckError, InputError
from arcload.model.facility import Facility
from arcload.model.instance import Instance
from arcload.model.types import Id
from arcload.model.units import METRES
from arcload.model.vehicle import FREE, Free, Vehicle

if TYPE_CHECKING:
    from arcload.model.crossing import Crossing
    from arcload.model.plan import DrivenTrip, Plan
    from arcload.model.result import Result

_TOLERANCE = 1e-9
_FIGURES = ("length", "load_before", "load_after", "cost")  # that a crossing may state
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


@dataclass(frozen=True)
class Checked:
    """What the check found on a walk that is in order."""

    cost: float
    length: float
    deadhead_length: float
    load_distance: float
    order: tuple[Id, ...]
    directions: tuple[int, ...]
    trips: int = 1
    hours: float | None = None
    unserved: tuple[Id, ...] = ()


class _Roads(NamedTuple):
    """What the check looks up, made once."""

    instance: Instance
    drives: dict[tuple[Id, int | None, Id, Id], float]
    """Length of each drive that is allowed, by edge, direction and nodes."""
    places: dict[Id | None, Facility]
    """The facilities of a fleet; nothing for one tour."""

    @classmethod
    def of(cls, instance: Instance) -> "_Roads":
        places = instance.places if instance.is_fleet else ()
        return cls(instance, _drives(instance), {place.node: place for place in places})


class _Driven(NamedTuple):
    """What was found of some crossings."""

    costs: list[float]
    lengths: list[float]
    carried: list[float]
    deadheads: list[float]
    order: list[Id]
    directions: list[int]


def check(solution: "Plan | Result | Instance", walk: "Iterable[Step] | None" = None) -> Checked:
    """Follow a walk and return its true totals.

    Parameters
    ----------
    solution
        A plan, or a result, whose bound, status and histories must agree with the cost of its
        plan; or an instance, and then its walk. Whether a bound holds is not checked: see
        `check_bound`.
    walk
        The crossings of a walk of the instance that comes from elsewhere. The figures that they
        state must be true.

    Raises
    ------
    CheckError
        With one sentence that says what is wrong.
    """
    from arcload.model.plan import Plan
    from arcload.model.result import Result

    if walk is not None:
        require(solution, "instance", Instance)
        assert isinstance(solution, Instance)
        return _follow(solution, [(solution.vehicle, [_one_trip(solution, steps_of(walk))])])
    require(solution, "plan", Plan, Result)
    plan = solution.plan if isinstance(solution, Result) else solution
    assert isinstance(plan, Plan)
    true = _follow(plan.instance, [(route.vehicle, route.trips) for route in plan.driven])
    compare_totals(plan, true)
    if isinstance(solution, Result):
        compare_claims(solution, true.cost)
    return true


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


def followed(instance: Instance, walk: Iterable[Step]) -> list[tuple[int, int, bool]]:
    """Return index of the edge, side and service of each crossing; refuse what is no walk."""
    steps = steps_of(walk)
    vehicle = instance.vehicle
    _, directions, here = _drive(_Roads.of(instance), vehicle, steps, _start_of(vehicle))
    _require_end(vehicle, here)
    return [
        (instance.edge_index(step.edge), direction - 1, bool(step.served))
        for step, direction in zip(steps, directions, strict=True)
    ]


def _one_trip(instance: Instance, steps: Sequence[Step]) -> "DrivenTrip":
    """Return a walk as the only trip of a plan, loaded where it starts or unloaded at its end."""
    from arcload.model.plan import DrivenTrip

    depot = instance.vehicle.depot
    visit = 0 if instance.mode == "deliver" else len(steps)
    facility = None if isinstance(depot, Free) else depot
    return DrivenTrip(cast("tuple[Crossing, ...]", tuple(steps)), visit, facility, math.nan)


def _follow(
    instance: Instance, routes: "Sequence[tuple[Vehicle, Sequence[DrivenTrip]]]"
) -> Checked:
    """Follow all routes; refuse a broken rule, and all but one service of each street."""
    roads = _Roads.of(instance)
    driven = [[*_drive_trips(roads, vehicle, trips)] for vehicle, trips in routes]
    loads = iter(_serve(instance, [trip.walk for _, trips in routes for trip in trips]))
    _require_counts(instance, [vehicle for vehicle, _ in routes])
    whole = _Driven([], [], [], [], [], [])
    others: list[float] = []
    all_hours: list[float | None] = []
    for number, ((vehicle, trips), ways) in enumerate(zip(routes, driven, strict=True), start=1):
        route = _Driven([], [], [], [], [], [])
        here = _start_of(vehicle)
        for trip, (lengths, directions, there) in zip(trips, ways, strict=True):
            _add_trip(instance, vehicle, trip, next(loads), lengths, directions, route)
            here = there
        _require_end(vehicle, here)
        visits = [roads.places[trip.facility] for trip in trips if roads.places]
        hours = _hours(instance, vehicle, route, sum(place.stop_minutes for place in visits))
        _require_limits(f"route {number}", vehicle, len(trips), math.fsum(route.lengths), hours)
        others += [vehicle.fixed_cost, *(place.visit_cost for place in visits)]
        all_hours.append(hours)
        for name in _Driven._fields:
            getattr(whole, name).extend(getattr(route, name))
    known = [hours for hours in all_hours if hours is not None]
    served = set(whole.order)
    return Checked(
        cost=math.fsum([*whole.costs, *others]),
        length=math.fsum(whole.lengths),
        deadhead_length=math.fsum(whole.deadheads),
        load_distance=math.fsum(whole.carried),
        order=tuple(whole.order),
        directions=tuple(whole.directions),
        trips=sum(len(trips) for _, trips in routes),
        hours=math.fsum(known) if len(known) == len(all_hours) else None,
        unserved=tuple(
            edge
            for edge, demand in zip(instance.edges, instance.demands.tolist(), strict=True)
            if demand > 0 and edge not in served
        ),
    )


def _drive_trips(
    roads: _Roads, vehicle: Vehicle, trips: "Sequence[DrivenTrip]"
) -> Iterator[tuple[list[float], list[int], Id | None]]:
    """Drive one trip after the other; give lengths, directions and where each leads."""
    here = _start_of(vehicle)
    for trip in trips:
        lengths, directions, here = _drive(roads, vehicle, trip.walk[: trip.visit], here)
        if roads.places:
            _require_facility(roads, trip, here)
        rest = _drive(roads, vehicle, trip.walk[trip.visit :], here, trip.visit)
        here = rest[2]
        yield lengths + rest[0], directions + rest[1], here


def _add_trip(
    instance: Instance,
    vehicle: Vehicle,
    trip: "DrivenTrip",
    loaded: list[float],
    lengths: list[float],
    directions: list[int],
    route: _Driven,
) -> None:
    """Carry the load along a trip, and add what it costs to its route."""
    before, after = trip.walk[: trip.visit], trip.walk[trip.visit :]
    delivers = vehicle.mode == "deliver"
    empty = before if delivers else after
    for step in empty:
        if step.served:
            raise CheckError(f"edge {step.edge!r} is served on a way without a load for it")
    load = math.fsum(loaded)
    if vehicle.capacity is not None and load > vehicle.capacity * (1 + _TOLERANCE):
        raise CheckError(f"a trip carries {load:g}; the vehicle's capacity is {vehicle.capacity:g}")
    if not math.isnan(trip.load) and not _same(trip.load, load):
        raise CheckError(f"the load of a trip is stated as {trip.load!r}; it is {load!r}")
    # Summed up from the empty vehicle: a great load less a great demand is all rounding.
    if delivers:
        full = list(accumulate(reversed(loaded[trip.visit :]), initial=0.0))[::-1]
        on_board = [(0.0, 0.0)] * trip.visit + list(pairwise(full))
    else:
        full = list(accumulate(loaded[: trip.visit], initial=0.0))
        on_board = list(pairwise(full)) + [(0.0, 0.0)] * len(after)
    for step, length, direction, loads in zip(
        trip.walk, lengths, directions, on_board, strict=True
    ):
        mean = sum(loads) / 2
        cost = length * (vehicle.curb_weight + vehicle.load_factor * mean)
        if step.served and instance.serve_costs is not None:
            cost += instance.serve_costs.item(instance.edge_index(step.edge), direction - 1)
        _compare_crossing(step, (length, *loads, cost), len(route.costs) + 1)
        route.costs.append(cost)
        route.lengths.append(length)
        route.carried.append(length * mean)
        if step.served:
            route.order.append(step.edge)
            route.directions.append(direction)
        else:
            route.deadheads.append(length)


def _compare_crossing(step: Step, true: tuple[float, ...], number: int) -> None:
    """Refuse figures that a crossing states and that are not its own."""
    for field, value in zip(_FIGURES, true, strict=True):
        stated = getattr(step, field, math.nan)
        if stated != value and not math.isnan(stated) and not _same(stated, value):
            raise CheckError(f"{_where(number, step)} states {field} {stated!r}; it is {value!r}")


def _require_facility(roads: _Roads, trip: "DrivenTrip", here: Id | None) -> None:
    if trip.facility not in roads.places:
        raise CheckError(f"a trip loads or unloads at {trip.facility!r}, which is no facility")
    if here is not None and here != trip.facility:
        raise CheckError(
            f"a trip loads or unloads at {trip.facility!r}; the vehicle is at {here!r} then"
        )


def _require_counts(instance: Instance, vehicles: Sequence[Vehicle]) -> None:
    """Refuse vehicles that the instance does not have, or not so many of."""
    for vehicle, times in Counter(vehicles).items():
        if vehicle not in instance.vehicles:
            raise CheckError("a route has a vehicle that is none of the instance's")
        if vehicle.count is not None and times > vehicle.count:
            raise CheckError(f"{times} vehicles of a type are used; there are {vehicle.count}")


def _require_limits(
    what: str, vehicle: Vehicle, trips: int, length: float, hours: float | None
) -> None:
    limits: tuple[tuple[str, float | None, float | None], ...] = (
        ("trips", trips, vehicle.max_trips),
        ("length", length, vehicle.max_length),
        ("hours", hours, vehicle.max_hours),
    )
    for name, value, most in limits:
        if value is not None and most is not None and value > most * (1 + _TOLERANCE):
            raise CheckError(f"{what} has {name} {value:.10g}; its vehicle's most are {most:g}")


def _hours(
    instance: Instance, vehicle: Vehicle, route: _Driven, stop_minutes: float
) -> float | None:
    if vehicle.serve_speed is None or vehicle.drive_speed is None:
        return None
    km = METRES[instance.length_unit] / 1000
    empty = math.fsum(route.deadheads)
    served = math.fsum(route.lengths) - empty
    return served * km / vehicle.serve_speed + empty * km / vehicle.drive_speed + stop_minutes / 60


def _start_of(vehicle: Vehicle) -> Id | None:
    return None if isinstance(vehicle.start, Free) else vehicle.start


def _drive(
    roads: _Roads,
    vehicle: Vehicle,
    steps: Sequence[Step],
    here: Id | None,
    driven: int = 0,
) -> tuple[list[float], list[int], Id | None]:
    """Return length and direction of each crossing, and where they lead; refuse what is no walk.

    Parameters
    ----------
    roads, vehicle
        What is driven on, and by what.
    steps
        The crossings.
    here
        Where the vehicle is; None for anywhere.
    driven
        How many crossings come before, for messages.
    """
    lengths, directions = [], []
    for number, step in enumerate(steps, start=driven + 1):
        if here is not None and step.from_node != here:
            where = _where(number, step)
            raise CheckError(f"{where} starts at {step.from_node!r}; the vehicle is at {here!r}")
        direction = step.direction
        try:
            length = roads.drives.get((step.edge, direction, step.from_node, step.to_node))
        except TypeError:  # an id that is neither text nor a number
            length = None
        if length is None or direction is None:
            length, direction = _length_of(roads.instance, step, _where(number, step))
        if step.edge in vehicle.closed:
            raise CheckError(f"{_where(number, step)} is closed to the vehicle")
        lengths.append(length)
        directions.append(direction)
        here = step.to_node
    return lengths, directions, here


def _require_end(vehicle: Vehicle, here: Id | None) -> None:
    if here is not None and vehicle.end not in (FREE, here):
        raise CheckError(f"the walk ends at {here!r}; it should end at {vehicle.end!r}")


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


def _serve(instance: Instance, walks: Sequence[Sequence[Step]]) -> list[list[float]]:
    """Return what each crossing delivers or collects; refuse all but one service per edge."""
    unserved = {
        edge: demand
        for edge, demand in zip(instance.edges, instance.demands.tolist(), strict=True)
        if demand > 0
    }
    loads: list[list[float]] = []
    for steps in walks:
        loads.append([])
        for number, step in enumerate(steps, start=1):
            if step.served and step.edge not in unserved:
                where = _where(number, step)
                raise CheckError(f"{where} serves an edge that needs no service or had it already")
            loads[-1].append(unserved.pop(step.edge) if step.served else 0.0)
    if unserved and not instance.allow_unserved:
        first, *others = unserved
        if not others:
            raise CheckError(f"edge {first!r} is not served")
        raise CheckError(f"{len(unserved):,} edges are not served, the first is {first!r}")
    return loads


def compare_totals(stated: object, true: Checked) -> None:
    """Refuse totals that are not those of the walk."""
    for field in fields(Checked):
        if hasattr(stated, field.name):
            _compare(field.name, getattr(stated, field.name), getattr(true, field.name))


def _compare(field: str, stated: Any, true: Any) -> None:
    if isinstance(true, tuple):
        if tuple(stated) != true:
            raise CheckError(f"the {field} stated are not those of the walk")
    elif stated != true and not _same(stated, true):
        name = field.replace("_", " ")
        raise CheckError(f"the {name} stated is {stated!r}, that of the walk is {true!r}")


def compare_claims(result: "Result", cost: float) -> None:
    """Refuse a bound, status or history that does not agree with the true cost."""
    bound, most = result.lower_bound, cost * (1 + _TOLERANCE)
    if bound is not None and not bound <= most:
        raise CheckError(f"the lower bound stated is {bound!r}; the walk costs {cost!r}, less")
    closed = bound is not None and cost <= bound + _TOLERANCE * abs(bound)
    if closed != (result.status == "optimal"):
        bound_is = "no lower bound is stated" if bound is None else f"the lower bound is {bound!r}"
        raise CheckError(
            f"the status stated is {result.status!r}; the cost is {cost!r}, {bound_is}"
        )
    if result.certificate is not None and result.certificate.bound != bound:
        raise CheckError(
            f"the lower bound stated is {bound!r}, its certificate's {result.certificate.bound!r}"
        )
    costs = [best for _, _, best in result.history]
    if costs and not (_same(costs[-1], cost) and min(costs) >= cost * (1 - _TOLERANCE)):
        wrong = costs[-1] if min(costs) >= cost * (1 - _TOLERANCE) else min(costs)
        raise CheckError(f"the history states cost {wrong!r}; the walk costs {cost!r}")
    bounds = [value for _, value in result.bound_history]
    if bounds and (bound is None or bounds[-1] != bound or max(bounds) > bound):
        wrong = bounds[-1] if bound is None or bounds[-1] != bound else max(bounds)
        raise CheckError(f"the bound's history states {wrong!r}; the lower bound is {bound!r}")


def _where(number: int, step: Step) -> str:
    return f"crossing {number} (edge {step.edge!r})"


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


def _same(stated: object, true: float | None) -> bool:
    if true is None:
        return stated is None
    return isinstance(stated, int | float) and math.isclose(stated, true, rel_tol=_TOLERANCE)
