"""An instance as the kernels see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from arcload.engine.distances import distances, matrix_bytes
from arcload.engine.matrices import transposed
from arcload.engine.solution import Solution
from arcload.model.errors import InputError, counted
from arcload.model.instance import Instance
from arcload.model.tour import Tour
from arcload.model.types import FloatArray, IntArray, Mode


class Arrays(NamedTuple):
    """The arrays that every kernel takes.

    Served edges are numbered 0..m-1 and nodes that matter 0..n-1. On side s the edge k is
    entered at ``entry[k, s]``, left at ``entry[k, 1 - s]`` and has the length ``length[k, s]``,
    ``inf`` where it must not be served that way.

    Where turns count, nodes are ports: ends of edges, each of its own. Then ``D[u, v]`` is the way
    from leaving an edge through u to entering another at v. It need not be 0 for u = v, and
    ``D[u, x] + D[x, v]`` may be less than ``D[u, v]``, as it turns round at x for nothing.

    A free start is a start at distance 0 from every node, and so is a free end: no kernel
    knows the difference.
    """

    W: float
    """Curb weight."""
    q: FloatArray
    """What the demand of each edge adds to the cost per length: load factor * demand."""
    entry: IntArray
    """Node at which an edge is entered on each side."""
    length: FloatArray
    """Length of an edge on each side."""
    D: FloatArray
    """Shortest distance between any two nodes."""
    from_start: FloatArray
    """Distance from the start to each node."""
    home: FloatArray
    """Cost of driving from each node to the end with nothing on board: W * distance."""


def problem_bytes(mode: Mode, nodes: int) -> int:
    """Return the memory of a problem with so many nodes: the distances, turned round for one."""
    return matrix_bytes(nodes) * (2 if mode == "collect" else 1)


@dataclass(frozen=True)
class Problem:
    """The served edges of an instance as arrays, always as a delivery.

    Collecting is delivering driven backwards: a collecting instance appears here with its
    network and tour reversed, and `tour` turns an answer back. So there is one solver.

    Parameters
    ----------
    instance
        The instance.
    arrays
        What the kernels take.
    start, end
        Where the tour starts and ends, -1 for anywhere.
    to_end
        Distance from each node to the end.
    empty_cost
        Cost of the tour when nothing is to be served.
    """

    instance: Instance
    arrays: Arrays
    start: int
    end: int
    to_end: FloatArray
    empty_cost: float

    @classmethod
    def of(cls, instance: Instance, threads: int = 1) -> "Problem":
        """Return the problem of an instance, with distances that some threads compute."""
        between = distances(instance, threads)
        collecting = instance.mode == "collect"
        start, end = instance.start_index, instance.end_index
        D, lengths = between.matrix, instance.lengths[instance.served]
        if collecting:
            start, end, D, lengths = end, start, transposed(D), lengths[:, ::-1]
        D = np.ascontiguousarray(D)  # in writable memory, as kernels are compiled for
        nothing = np.zeros(len(D))
        start, end = (-1 if place < 0 else int(between.row[place]) for place in (start, end))
        to_end = nothing if end < 0 else np.ascontiguousarray(D[:, end])
        W = instance.curb_weight
        # 0 * inf is no number: a node with no way to the end is out of reach even at W = 0.
        home = np.multiply(W, to_end, out=np.full(len(D), np.inf), where=np.isfinite(to_end))
        arrays = Arrays(
            W=W,
            q=np.ascontiguousarray(instance.load_factor * instance.demands[instance.served]),
            entry=np.ascontiguousarray(between.entry),
            length=np.ascontiguousarray(lengths),
            D=D,
            from_start=np.ascontiguousarray(nothing if start < 0 else D[start]),
            home=home,
        )
        empty_cost = 0.0 if start < 0 else float(home[start])
        return cls(instance, arrays, start, end, to_end, empty_cost)

    @property
    def size(self) -> int:
        """Number m of edges to be served."""
        return len(self.arrays.q)

    @cached_property
    def without_turns(self) -> "Problem":
        """The same problem with every turn allowed for nothing; no tour costs more in it.

        Its edges have the same numbers, and its nodes are those of the network.
        """
        if not self.instance.has_turns:
            return self
        return Problem.of(self.instance.replace(turn_rules=None, forbidden_turns=()))

    def tour(self, order: Sequence[int] | IntArray, sides: Sequence[int] | IntArray) -> Tour:
        """Return the instance's tour for edge numbers and sides as the kernels give them."""
        served = self.instance.served.tolist()
        edges = [self.instance.edges[served[k]] for k in order]
        directions = [int(side) + 1 for side in sides]
        if self.instance.mode == "collect":
            edges = edges[::-1]
            directions = [3 - direction for direction in directions[::-1]]
        return Tour(self.instance, edges, directions)

    def solution(self, order: Sequence[int] | IntArray) -> Solution:
        """Return the tour of an order with the best of all directions.

        Its cost is infinite where none of them can be driven.

        Parameters
        ----------
        order
            Each of the numbers 0 to m - 1 once.
        """
        from arcload.engine.kernels.direction_program import direction_program

        numbers = np.ascontiguousarray(order, dtype=np.int64)
        if not np.array_equal(np.sort(numbers), np.arange(self.size)):  # kernels would not notice
            raise InputError(
                f"the order must have each of the numbers 0 to {self.size - 1} of the served edges "
                f"once; it has {counted(len(numbers), 'number')}"
            )
        cost, sides = direction_program(numbers, *self.arrays)
        return Solution(cost, numbers, sides)

    def plan(self, solution: Solution) -> Tour:
        """Return the instance's tour for a solution."""
        return self.tour(solution.order, solution.sides)

    def order_of(self, edges: Sequence[int]) -> IntArray:
        """Return the kernels' edge numbers for an order of instance edge indices."""
        number = np.full(len(self.instance.edges), -1, dtype=np.int64)
        number[self.instance.served] = np.arange(self.size)
        order = number[np.asarray(edges, dtype=np.int64)]
        return order[::-1].copy() if self.instance.mode == "collect" else order
