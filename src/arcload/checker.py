"""An independent check of a solution, from the definition of the problem alone.

Nothing here uses the kernels, the distances or the tour's own sums: the walk is followed
crossing by crossing, the load is carried along, and length * (W + load) is added up.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Protocol, cast

from arcload.arguments import require, shown
from arcload.errors import CheckError, InputError
from arcload.instance import FREE, Instance
from arcload.types import Id

if TYPE_CHECKING:
    from arcload.result import Result
    from arcload.tour import Tour

_TOLERANCE = 1e-9
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
        states must be those of its walk.

    Raises
    ------
    CheckError
        With one sentence that says what is wrong.
    """
    require(instance, "instance", Instance)
    found = _follow(instance, _walk_of(solution))
    for field in ("order", "directions"):
        stated = getattr(solution, field, None)
        if stated is not None and tuple(stated) != getattr(found, field):
            raise CheckError(f"the {field} stated are not those of the walk")
    weight = instance.curb_weight + math.fsum(instance.demands)
    for field in ("cost", "length", "deadhead_length"):
        stated = getattr(solution, field, None)
        scale = found.length * (weight if field == "cost" else 1.0)
        if stated is not None and not _same(stated, getattr(found, field), scale):
            raise CheckError(
                f"the {field.replace('_', ' ')} stated is {stated!r}, "
                f"that of the walk is {getattr(found, field)!r}"
            )
    return found


def _walk_of(solution: object) -> Iterable[Step]:
    """Return the crossings of a solution; refuse what has none."""
    walk = getattr(solution, "walk", solution)
    if isinstance(walk, str | PathLike) or not isinstance(walk, Iterable):
        from arcload.tour import Tour

        require(walk, "solution", Tour)
    steps = tuple(cast("Iterable[Step]", walk))
    for position, step in enumerate(steps, start=1):
        if not all(hasattr(step, name) for name in _STEP):
            raise InputError(
                f"crossing {position} is {shown(step)}; it must have {', '.join(_STEP)}"
            )
    return steps


def _follow(instance: Instance, walk: Iterable[Step]) -> Checked:
    delivering = instance.mode == "deliver"
    full = math.fsum(instance.demands)
    load = full if delivering else 0.0
    open_edges = {
        edge: float(demand)
        for edge, demand in zip(instance.edges, instance.demands, strict=True)
        if demand > 0
    }
    here: Id | None = None if instance.start is FREE else instance.start
    costs, lengths, deadheads = [], [], []
    order: list[Id] = []
    directions: list[int] = []
    for number, step in enumerate(walk, start=1):
        where = f"crossing {number} (edge {step.edge!r})"
        if here is not None and step.from_node != here:
            raise CheckError(f"{where} starts at {step.from_node!r}; the vehicle is at {here!r}")
        length, direction = _length_of(instance, step, where)
        if step.served:
            if step.edge not in open_edges:
                raise CheckError(f"{where} serves an edge that needs no service or had it already")
            half = open_edges.pop(step.edge) / 2
            mean = load - half if delivering else load + half
            after = load - 2 * half if delivering else load + 2 * half
            order.append(step.edge)
            directions.append(direction)
        else:
            mean = after = load
            deadheads.append(length)
        costs.append(length * (instance.curb_weight + mean))
        lengths.append(length)
        _compare_step(step, where, instance.curb_weight + full, length, load, after, costs[-1])
        load = after
        here = step.to_node
    if open_edges:
        first, *others = open_edges
        if not others:
            raise CheckError(f"edge {first!r} is not served")
        raise CheckError(f"{len(open_edges):,} edges are not served, the first is {first!r}")
    if here is not None and instance.end is not FREE and here != instance.end:
        raise CheckError(f"the walk ends at {here!r}; it should end at {instance.end!r}")
    return Checked(
        cost=math.fsum(costs),
        length=math.fsum(lengths),
        deadhead_length=math.fsum(deadheads),
        order=tuple(order),
        directions=tuple(directions),
    )


def _compare_step(
    step: Step, where: str, weight: float, length: float, load: float, after: float, cost: float
) -> None:
    """Refuse a crossing whose own figures, where it states any, are not the true ones."""
    true = {"length": length, "load_before": load, "load_after": after, "cost": cost}
    scale = {"length": length, "cost": weight * length}
    for field, value in true.items():
        stated = getattr(step, field, math.nan)
        if not math.isnan(stated) and not _same(stated, value, scale.get(field, weight)):
            raise CheckError(f"{where} states {field} {stated!r}; it is {value!r}")


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


def _same(stated: object, found: float, scale: float) -> bool:
    return isinstance(stated, int | float) and math.isclose(
        stated, found, rel_tol=_TOLERANCE, abs_tol=1e-3 * _TOLERANCE * scale
    )
