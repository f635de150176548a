"""The problem in whole numbers: every float is one, in units of a power of two.

Slow and simple, and without any rounding, for instances whose lengths and demands differ by many
orders of magnitude. It shares no code with the package but the instance.
"""

import functools
import itertools
from collections.abc import Sequence
from fractions import Fraction

import arcload
from arcload.model.types import Id


def _whole(values: Sequence[float | Fraction]) -> tuple[list[int | None], int]:
    """Return numbers in units of 1 / the other number returned; None for infinite ones."""
    ratios = [None if value == float("inf") else value.as_integer_ratio() for value in values]
    unit = max((ratio[1] for ratio in ratios if ratio is not None), default=1)
    return [None if ratio is None else ratio[0] * (unit // ratio[1]) for ratio in ratios], unit


class Exact:
    """An instance in whole numbers.

    Parameters
    ----------
    instance
        The instance, with a handful of streets.
    """

    def __init__(self, instance: arcload.Instance) -> None:
        self.instance = instance
        lengths, self._length_unit = _whole(instance.lengths.ravel().tolist())
        b = Fraction(instance.load_factor)
        weights = [b * Fraction(demand) for demand in instance.demands.tolist()]
        loads, self._load_unit = _whole([instance.curb_weight, *weights])
        demands = [load or 0 for load in loads]
        self._W, self._q = demands[0], demands[1:]
        self._ends = [(int(tail), int(head)) for tail, head in instance.ends]
        self._lengths = list(zip(lengths[::2], lengths[1::2], strict=True))
        self._D = self._distances()

    def _drives(self, edge: int) -> list[tuple[int, int, int, int]]:
        """Return direction, tail, head and length of the ways to drive an edge."""
        tail, head = self._ends[edge]
        ways = ((1, tail, head, self._lengths[edge][0]), (2, head, tail, self._lengths[edge][1]))
        return [(way, u, v, length) for way, u, v, length in ways if length is not None]

    def _distances(self) -> dict[tuple[int, int], int]:
        """Return the shortest distances; none where there is no way."""
        nodes = range(len(self.instance.nodes))
        D = {(node, node): 0 for node in nodes}
        for edge in range(len(self._ends)):
            for _, u, v, length in self._drives(edge):
                D[u, v] = min(D.get((u, v), length), length)
        for middle, u, v in itertools.product(nodes, repeat=3):
            if (u, middle) in D and (middle, v) in D:
                through = D[u, middle] + D[middle, v]
                D[u, v] = min(D.get((u, v), through), through)
        return D

    def _leg(self, u: int, v: int) -> int | None:
        """Return the distance from u to v; from or to anywhere, which is -1, it is 0."""
        return 0 if u < 0 or v < 0 else self._D.get((u, v))

    def cost(self, order: tuple[Id, ...], directions: tuple[int, ...]) -> Fraction:
        """Return the cost of a tour."""
        edges = [self.instance.edge_index(edge) for edge in order]
        return self._total(self._W, self._q, edges, directions) / self._load_unit

    def length(self, order: tuple[Id, ...], directions: tuple[int, ...]) -> Fraction:
        """Return the length of a tour."""
        edges = [self.instance.edge_index(edge) for edge in order]
        return self._total(1, [0] * len(self._q), edges, directions)

    def _total(
        self, W: int, q: list[int], edges: list[int], directions: tuple[int, ...]
    ) -> Fraction:
        here, double = self.instance.start_index, 0
        load = 0 if self.instance.mode == "collect" else sum(q)
        for edge, direction in zip(edges, directions, strict=True):
            ((_, u, v, length),) = (way for way in self._drives(edge) if way[0] == direction)
            leg = self._leg(here, u)
            assert leg is not None
            after = load + q[edge] if self.instance.mode == "collect" else load - q[edge]
            double += 2 * (W + load) * leg + (2 * W + load + after) * length
            here, load = v, after
        leg = self._leg(here, self.instance.end_index)
        assert leg is not None
        return Fraction(double + 2 * (W + load) * leg, 2 * self._length_unit)

    def optimum(self) -> Fraction:
        """Return the least cost of a tour."""
        return self._least(self._W, self._q) / self._load_unit

    def shortest(self) -> Fraction:
        """Return the least length of a tour."""
        return self._least(1, [0] * len(self._q))

    def _least(self, W: int, q: list[int]) -> Fraction:
        """Return the least total, by a recursion over the sets of served edges."""
        served = [int(edge) for edge in self.instance.served]
        everything = (1 << len(served)) - 1
        collecting = self.instance.mode == "collect"

        def weight(done: int) -> int:
            aboard = (q[e] for k, e in enumerate(served) if (done >> k & 1) == collecting)
            return W + sum(aboard)

        @functools.cache
        def to_go(done: int, here: int) -> int | None:
            if done == everything:
                leg = self._leg(here, self.instance.end_index)
                return None if leg is None else 2 * weight(done) * leg
            found = []
            for k, edge in enumerate(served):
                if done >> k & 1:
                    continue
                then = done | 1 << k
                for _, u, v, length in self._drives(edge):
                    leg, rest = self._leg(here, u), to_go(then, v)
                    if leg is not None and rest is not None:
                        serving = (weight(done) + weight(then)) * length
                        found.append(2 * weight(done) * leg + serving + rest)
            return min(found, default=None)

        least = to_go(0, self.instance.start_index)
        assert least is not None
        return Fraction(least, 2 * self._length_unit)
