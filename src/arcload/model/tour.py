"""A solution: the order in which edges are served and their directions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np

from arcload.model.arguments import checked_whole, require, shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.network import shortest_paths
from arcload.model.types import Id


@dataclass(frozen=True)
class Crossing:
    """One drive along one edge.

    Parameters
    ----------
    edge
        Id of the edge.
    from_node, to_node
        Ids of the nodes it leads from and to.
    direction
        1 from the edge's tail to its head, 2 back; None where a file does not tell.
    served
        Whether the edge is served on this crossing; otherwise it is a deadhead.
    length
        Length of the crossing.
    load_before, load_after
        What is on board at its two ends.
    cost
        length * (curb weight + load factor * mean load).
    """

    edge: Id
    from_node: Id
    to_node: Id
    direction: int | None
    served: bool
    length: float
    load_before: float
    load_after: float
    cost: float


class Tour:
    """The order in which the edges of an instance are served, with a direction each.

    Between two served edges, and to the end, the vehicle takes a shortest path.

    Parameters
    ----------
    instance
        The instance that the tour serves.
    order
        Ids of the served edges; every edge with a demand, once.
    directions
        1 or 2 for each: from tail to head, or back.
    """

    def __init__(self, instance: Instance, order: Iterable[Id], directions: Iterable[int]) -> None:
        require(instance, "instance", Instance)
        for name, column in (("order", order), ("directions", directions)):
            if not isinstance(column, Iterable):
                raise InputError(f"the {name} is {shown(column)}; it must be a list")
        self.instance = instance
        self._edges = [instance.edge_index(edge) for edge in order]
        self.order: tuple[Id, ...] = tuple(instance.edges[edge] for edge in self._edges)
        self.directions: tuple[int, ...] = tuple(
            checked_whole(direction, "a direction", 1) for direction in directions
        )
        self._check()

    def __repr__(self) -> str:
        return f"Tour({self.instance.name!r}: {len(self.order)} edges, cost {self.cost:.10g})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tour):
            return NotImplemented
        mine, theirs = (self.order, self.directions), (other.order, other.directions)
        return mine == theirs and self.instance == other.instance

    def __hash__(self) -> int:
        return hash((self.order, self.directions))

    @cached_property
    def walk(self) -> tuple[Crossing, ...]:
        """Every crossing in the order driven, deadheads included."""
        drives = self._drives()
        demands = self.instance.demands.tolist()
        loads = [demands[edge] if served else 0.0 for edge, _, served in drives]
        # Summed up from the empty vehicle: a great load less a great demand is all rounding.
        if self.instance.mode == "collect":
            on_board = list(accumulate(loads, initial=0.0))
        else:
            on_board = list(accumulate(reversed(loads), initial=0.0))[::-1]
        instance = self.instance
        lengths, ends = instance.lengths.tolist(), instance.ends.tolist()
        W, b = instance.curb_weight, instance.load_factor
        return tuple(
            Crossing(
                edge=instance.edges[edge],
                from_node=instance.nodes[ends[edge][side]],
                to_node=instance.nodes[ends[edge][1 - side]],
                direction=side + 1,
                served=served,
                length=lengths[edge][side],
                load_before=before,
                load_after=after,
                cost=lengths[edge][side] * (W + b * ((before + after) / 2)),
            )
            for (edge, side, served), (before, after) in zip(
                drives, pairwise(on_board), strict=True
            )
        )

    @cached_property
    def cost(self) -> float:
        """Sum of length * (curb weight + load factor * load) over the walk."""
        return sum(crossing.cost for crossing in self.walk)

    @cached_property
    def length(self) -> float:
        """Length of the whole walk."""
        return sum(crossing.length for crossing in self.walk)

    @cached_property
    def deadhead_length(self) -> float:
        """Length driven without service."""
        return sum(crossing.length for crossing in self.walk if not crossing.served)

    @cached_property
    def load_distance(self) -> float:
        """Sum of length * load: what the load factor is multiplied by in the cost."""
        # Not as a difference: of a heavy vehicle's cost hardly a digit would be left.
        return sum(
            crossing.length * ((crossing.load_before + crossing.load_after) / 2)
            for crossing in self.walk
        )

    def _drives(self) -> list[tuple[int, int, bool]]:
        """Return (edge index, side, served) of every crossing."""
        legs = self._legs()
        paths = shortest_paths(self.instance, (leg for leg in legs if leg[0] != leg[1]))
        drives: list[tuple[int, int, bool]] = []
        for number, leg in enumerate(legs):
            drives += [(edge, side, False) for edge, side in paths.get(leg, ())]
            if number < len(self._edges):
                drives.append((self._edges[number], self.directions[number] - 1, True))
        return drives

    def _legs(self) -> Sequence[tuple[int, int]]:
        """Return the pairs of nodes to be joined: one before each edge, one after the last."""
        edges = np.array(self._edges, dtype=np.int64)
        sides = np.array(self.directions, dtype=np.int64) - 1
        entries: list[int] = self.instance.ends[edges, sides].tolist()
        exits: list[int] = self.instance.ends[edges, 1 - sides].tolist()
        start, end = self.instance.start_index, self.instance.end_index
        first = entries[0] if entries else end
        last = exits[-1] if exits else start
        begins = [first if start < 0 else start, *exits]
        finishes = [*entries, last if end < 0 else end]
        return [
            (there if here < 0 else here, here if there < 0 else there)
            for here, there in zip(begins, finishes, strict=True)
        ]

    def _check(self) -> None:
        instance = self.instance
        if len(self.order) != len(self.directions):
            raise InputError(
                f"{len(self.order)} edges have {len(self.directions)} directions; give one each"
            )
        times = np.bincount(self._edges, minlength=len(instance.edges))
        wrong = np.flatnonzero(times != (instance.demands > 0))
        if len(wrong):
            edge = wrong[0]
            need = "must be served once" if instance.demands[edge] > 0 else "needs no service"
            raise InputError(
                f"edge {instance.edges[edge]!r} {need}; the order has it {times[edge]} times"
            )
        allowed = np.isfinite(instance.lengths).tolist()
        for edge, direction in zip(self._edges, self.directions, strict=True):
            if direction not in (1, 2):
                raise InputError(
                    f"edge {instance.edges[edge]!r} has direction {direction}; use 1 or 2"
                )
            if not allowed[edge][direction - 1]:
                raise InputError(
                    f"edge {instance.edges[edge]!r} must not be driven in direction {direction}"
                )
