"""An independent check of a solution, from the definition of the problem alone.

Nothing here uses the kernels, the distances or the tour's own sums: the walk is followed
crossing by crossing, the load is carried along, and length * (W + b * load) is added up.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from operator import attrgetter
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, cast

from arcload.model.arguments import require, shown
from arcload.model.errors import CheckError, InputError
from arcload.model.instance import Instance
from arcload.model.types import Id
from arcload.model.vehicle import FREE

if TYPE_CHECKING:
    from arcload.model.result import Result
    from arcload.model.tour import Tour

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


def check(instance: Instance, solution: "Tour | Result | Iterable[Step]") -> Checked:
    """Follow a solution's walk and return its true totals.

    Parameters
    ----------
    instance
        The instance that it should solve.
    solution
        A `Tour`, a `Result`, or the crossings of a walk. The figures that a tour or result
        states must be those of its walk, and a result's bound, status, histories and settings
        must agree with them. Whether the bound holds is not checked: see `check_bound`.

    Raises
    ------
    CheckError
        With one sentence that says what is wrong.
    """
    require(instance, "instance", Instance)
    from arcload.model.result import settings_to_problem

    settings = getattr(solution, "settings", {})
    other = instance.vehicle.other_than(settings_to_problem(settings)) if settings else ""
    try:
        found = _follow(instance, _walk_of(solution))
        for field in fields(Checked):
            _compare(field.name, solution, getattr(found, field.name))
        if hasattr(solution, "status"):
            _compare_claims(cast("Result", solution), instance, found.cost)
    except CheckError as error:
        if not other:
            raise
        raise CheckError(f"{error} (the result was solved for {other})") from None
    if other:
        raise CheckError(f"the result was solved for {other}")
    return found


def _walk_of(solution: object) -> Iterable[Step]:
    """Return the crossings of a solution; refuse what has none."""
    walk = getattr(solution, "walk", solution)
    if isinstance(walk, str | PathLike) or not isinstance(walk, Iterable):
        from arcload.model.tour import Tour

        require(walk, "solution", Tour)
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


def _follow(instance: Instance, walk: Iterable[Step]) -> Checked:
    steps = list(walk)
    lengths, directions = _drive(instance, steps)
    loads = _serve(instance, steps)
    if steps and instance.end not in (FREE, steps[-1].to_node):
        ends = steps[-1].to_node
        raise CheckError(f"the walk ends at {ends!r}; it should end at {instance.end!r}")
    order = [index for index, step in enumerate(steps) if step.served]
    # Summed up from the empty vehicle: a great load less a great demand is all rounding.
    if instance.mode == "deliver":
        on_board = list(accumulate(reversed(loads), initial=0.0))[::-1]
    else:
        on_board = list(accumulate(loads, initial=0.0))
    costs, carried = [], []
    for step, length, (before, after) in zip(steps, lengths, pairwise(on_board), strict=True):
        mean = (before + after) / 2
        costs.append(length * (instance.curb_weight + instance.load_factor * mean))
        carried.append(length * mean)
        true = (length, before, after, costs[-1])
        for field, value in zip(_FIGURES, true, strict=True):
            stated = getattr(step, field, math.nan)
            if stated != value and not math.isnan(stated) and not _same(stated, value):
                where = _where(len(costs), step)
                raise CheckError(f"{where} states {field} {stated!r}; it is {value!r}")
    return Checked(
        cost=math.fsum(costs),
        length=math.fsum(lengths),
        deadhead_length=math.fsum(
            length for step, length in zip(steps, lengths, strict=True) if not step.served
        ),
        load_distance=math.fsum(carried),
        order=tuple(steps[index].edge for index in order),
        directions=tuple(directions[index] for index in order),
    )


def _drive(instance: Instance, steps: list[Step]) -> tuple[list[float], list[int]]:
    """Return length and direction of each crossing; refuse what is no walk from the start."""
    here: Id | None = None if instance.start is FREE else instance.start
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


def _drives(instance: Instance) -> dict[tuple[Id, int | None, Id, Id], float]:
    """Return the length of each drive that is allowed, by edge, direction and nodes."""
    found: dict[tuple[Id, int | None, Id, Id], float] = {}
    ends = instance.ends.tolist()
    for edge, (tail, head), (forth, back) in zip(
        instance.edges, ends, instance.lengths.tolist(), strict=True
    ):
        one, other = instance.nodes[tail], instance.nodes[head]
        if math.isfinite(forth):
            found[edge, 1, one, other] = forth
        if math.isfinite(back):
            found[edge, 2, other, one] = back
    return found


def _serve(instance: Instance, steps: list[Step]) -> list[float]:
    """Return what each crossing delivers or collects; refuse all but one service an edge."""
    open_edges = {
        edge: demand
        for edge, demand in zip(instance.edges, instance.demands.tolist(), strict=True)
        if demand > 0
    }
    loads = []
    for number, step in enumerate(steps, start=1):
        if step.served and step.edge not in open_edges:
            where = _where(number, step)
            raise CheckError(f"{where} serves an edge that needs no service or had it already")
        loads.append(open_edges.pop(step.edge) if step.served else 0.0)
    if open_edges:
        first, *others = open_edges
        if not others:
            raise CheckError(f"edge {first!r} is not served")
        raise CheckError(f"{len(open_edges):,} edges are not served, the first is {first!r}")
    return loads


def _compare(field: str, solution: object, true: Any) -> None:
    """Refuse a figure of the walk, if the solution states it, that is not the true one."""
    stated = getattr(solution, field, None)
    if stated is None:
        return
    if isinstance(true, tuple):
        if tuple(stated) != true:
            raise CheckError(f"the {field} stated are not those of the walk")
    elif not _same(stated, true):
        name = field.replace("_", " ")
        raise CheckError(f"the {name} stated is {stated!r}, that of the walk is {true!r}")


def _compare_claims(result: "Result", instance: Instance, cost: float) -> None:
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
    for unit in ("length_unit", "load_unit"):
        stated, true = getattr(result, unit), getattr(instance, unit)
        if stated and true and stated != true:
            raise CheckError(f"the {unit.replace('_', ' ')} stated is {stated!r}; it is {true!r}")


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
