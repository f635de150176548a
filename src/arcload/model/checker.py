"""An independent check of a solution, from the definition of the problem alone.

Nothing here uses the kernels, the distances or the tour's own sums: the walk is followed
crossing by crossing, the load is carried along, and length * (W + b * load) is added up.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from operator import attrgetter
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, cast

from arcload.model.arguments import require, shown
from arcload.model.errors import CheckError, InputError
from arcload.model.instance import Instance
from arcload.model.types import Id
from arcload.model.vehicle import FREE, Free, Vehicle

if TYPE_CHECKING:
    from arcload.model.plan import Plan
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
        return _follow(solution, [(solution.vehicle, steps_of(walk))])
    require(solution, "plan", Plan, Result)
    plan = solution.plan if isinstance(solution, Result) else solution
    assert isinstance(plan, Plan)
    true = _follow(plan.instance, list(zip(plan.vehicles, plan.walks, strict=True)))
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
    _, directions = _drive(instance, instance.vehicle, steps)
    _require_end(instance.vehicle, steps)
    return [
        (instance.edge_index(step.edge), direction - 1, bool(step.served))
        for step, direction in zip(steps, directions, strict=True)
    ]


def _follow(instance: Instance, trips: Sequence[tuple[Vehicle, Sequence[Step]]]) -> Checked:
    """Follow the walks of all trips; refuse all but one service of each edge with a demand."""
    drives = [_drive(instance, vehicle, steps) for vehicle, steps in trips]
    loads = _serve(instance, [steps for _, steps in trips])
    costs: list[float] = []
    carried: list[float] = []
    for (vehicle, steps), (lengths, _), loaded in zip(trips, drives, loads, strict=True):
        _require_end(vehicle, steps)
        if vehicle.capacity is not None and sum(loaded) > vehicle.capacity * (1 + _TOLERANCE):
            raise CheckError(
                f"a trip carries {sum(loaded):g}; the vehicle's capacity is {vehicle.capacity:g}"
            )
        # Summed up from the empty vehicle: a great load less a great demand is all rounding.
        if vehicle.mode == "deliver":
            on_board = list(accumulate(reversed(loaded), initial=0.0))[::-1]
        else:
            on_board = list(accumulate(loaded, initial=0.0))
        for step, length, (before, after) in zip(steps, lengths, pairwise(on_board), strict=True):
            mean = (before + after) / 2
            costs.append(length * (vehicle.curb_weight + vehicle.load_factor * mean))
            carried.append(length * mean)
            true = (length, before, after, costs[-1])
            for field, value in zip(_FIGURES, true, strict=True):
                stated = getattr(step, field, math.nan)
                if stated != value and not math.isnan(stated) and not _same(stated, value):
                    where = _where(len(costs), step)
                    raise CheckError(f"{where} states {field} {stated!r}; it is {value!r}")
    driven = [
        (step, length, direction)
        for (_, steps), (lengths, directions) in zip(trips, drives, strict=True)
        for step, length, direction in zip(steps, lengths, directions, strict=True)
    ]
    return Checked(
        cost=math.fsum(costs),
        length=math.fsum(length for _, length, _ in driven),
        deadhead_length=math.fsum(length for step, length, _ in driven if not step.served),
        load_distance=math.fsum(carried),
        order=tuple(step.edge for step, _, _ in driven if step.served),
        directions=tuple(direction for step, _, direction in driven if step.served),
    )


def _drive(
    instance: Instance, vehicle: Vehicle, steps: Sequence[Step]
) -> tuple[list[float], list[int]]:
    """Return length and direction of each crossing; refuse what is no walk from the start."""
    here: Id | None = None if isinstance(vehicle.start, Free) else vehicle.start
    drives = _drives(instance)
    lengths, directions = [], []
    for number, step in enumerate(steps, start=1):
        if here is not None and step.from_node != here:
            where = _where(number, step)
            raise CheckError(f"{where} starts at {step.from_node!r}; the vehicle is at {here!r}")
        direction = step.direction
        try:
            length = drives.get((step.edge, direction, step.from_node, step.to_node))
        except TypeError:  # an id that is neither text nor a number
            length = None
        if length is None or direction is None:
            length, direction = _length_of(instance, step, _where(number, step))
        lengths.append(length)
        directions.append(direction)
        here = step.to_node
    return lengths, directions


def _require_end(vehicle: Vehicle, steps: Sequence[Step]) -> None:
    if steps and vehicle.end not in (FREE, steps[-1].to_node):
        here = steps[-1].to_node
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
    if unserved:
        first, *others = unserved
        if not others:
            raise CheckError(f"edge {first!r} is not served")
        raise CheckError(f"{len(unserved):,} edges are not served, the first is {first!r}")
    return loads


def compare_totals(stated: object, true: Checked) -> None:
    """Refuse totals that are not those of the walk."""
    for field in fields(Checked):
        _compare(field.name, getattr(stated, field.name), getattr(true, field.name))


def _compare(field: str, stated: Any, true: Any) -> None:
    if isinstance(true, tuple):
        if tuple(stated) != true:
            raise CheckError(f"the {field} stated are not those of the walk")
    elif not _same(stated, true):
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


def _same(stated: object, true: float) -> bool:
    return isinstance(stated, int | float) and math.isclose(stated, true, rel_tol=_TOLERANCE)
