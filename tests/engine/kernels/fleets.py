"""Random problems of a fleet, driven step by step and solved by trying everything."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import Fleet, new_fleet
from arcload.model.types import FloatArray, IntArray


class Town(NamedTuple):
    """A problem as a user would state it: nothing of it is mirrored, flat or bounded."""

    q: FloatArray
    entry: IntArray
    length: FloatArray
    surcharge: FloatArray
    D: FloatArray
    capacity: float
    a: float
    b: float
    start: int
    end: int
    trip_cost: float
    collect: bool

    @property
    def fleet(self) -> Fleet:
        """The problem as the kernels take it; to collect is to deliver on the mirrored network."""
        arrays = self._asdict()
        if arrays.pop("collect"):
            arrays["D"] = self.D.T
            arrays["length"], arrays["surcharge"] = self.length[:, ::-1], self.surcharge[:, ::-1]
            arrays["start"], arrays["end"] = self.end, self.start
        return new_fleet(**arrays)

    def drive(self, arcs: Sequence[int]) -> float:
        """Return the cost of a trip of the kernels, driven step by step; no trip costs nothing."""
        if not len(arcs):
            return 0.0
        driven = [(int(arc) >> 1, int(arc) & 1) for arc in arcs]
        load = sum(self.q[k] for k, _ in driven)
        if self.collect:
            driven, load = [(k, 1 - side) for k, side in driven[::-1]], 0.0
        sign = 1 if self.collect else -1
        cost, here = self.trip_cost, self.start
        if any(np.isinf(self.length[k, side]) for k, side in driven):
            return np.inf
        for k, side in driven:
            cost += self.D[here, self.entry[k, side]] * (self.a + self.b * load)
            while_serving = self.a + self.b * (load + sign * self.q[k] / 2)
            cost += self.length[k, side] * while_serving + self.surcharge[k, side]
            load += sign * self.q[k]
            here = self.entry[k, 1 - side]
        return float(cost + self.D[here, self.end] * (self.a + self.b * load))

    def drive_all(self, arcs: Sequence[int], ends: Sequence[int]) -> float:
        """Return the cost of a plan, each trip driven step by step."""
        return sum(
            self.drive(arcs[before:end]) for before, end in zip([0, *ends[:-1]], ends, strict=True)
        )

    def fits(self, services: Sequence[int]) -> bool:
        """Return whether a trip may serve these."""
        return bool(sum(self.q[k] for k in services) <= self.capacity * (1 + 1e-9))

    def best_directions(self, order: Sequence[int]) -> float:
        """Return the least cost of a trip in this order, by trying all directions."""
        sides = product(range(2), repeat=len(order))
        return min(
            self.drive([2 * k + side for k, side in zip(order, way, strict=True)]) for way in sides
        )

    def best_split(self, order: Sequence[int]) -> float:
        """Return the least cost of trips that together drive an order, by trying all of them."""
        if not len(order):
            return 0.0
        return min(
            self.best_directions(order[:n]) + self.best_split(order[n:])
            for n in range(1, len(order) + 1)
            if self.fits(order[:n])
        )

    def best_plan(self) -> float:
        """Return the least cost of all plans, by trying all sets of services and their orders."""

        @cache
        def trip(services: tuple[int, ...]) -> float:
            return min(self.best_directions(order) for order in permutations(services))

        @cache
        def plan(services: tuple[int, ...]) -> float:
            if not services:
                return 0.0
            first, rest = services[0], services[1:]
            best = np.inf
            for chosen in product((False, True), repeat=len(rest)):
                others = tuple(k for k, here in zip(rest, chosen, strict=True) if here)
                left = tuple(k for k, here in zip(rest, chosen, strict=True) if not here)
                if self.fits((first, *others)):
                    best = min(best, trip((first, *others)) + plan(left))
            return best

        return plan(tuple(range(len(self.q))))


@st.composite
def towns(draw: st.DrawFn, max_services: int = 7) -> Town:
    """Give problems with asymmetric distances, one-way streets, loops of length 0, any load."""
    n = draw(st.integers(2, 6))
    m = draw(st.integers(1, max_services))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    D = rng.integers(1, 30, (n, n)).astype(float)
    if draw(st.booleans()):
        D = np.minimum(D, D.T)
    np.fill_diagonal(D, 0.0)
    for via in range(n):
        D = np.minimum(D, D[:, via, None] + D[None, via])
    entry = rng.integers(0, n, (m, 2))
    length = np.stack([D[entry[:, 0], entry[:, 1]], D[entry[:, 1], entry[:, 0]]], axis=1)
    length += rng.integers(0, 2, (m, 1)) * rng.integers(0, 20, (m, 2))
    length[entry[:, 0] == entry[:, 1]] = 0.0
    one_way = (rng.random(m) < 0.25) & (entry[:, 0] != entry[:, 1])
    length[one_way, rng.integers(0, 2, m)[one_way]] = np.inf
    q = rng.integers(draw(st.integers(0, 1)), 10, m).astype(float)
    top = int(q.max())
    start = draw(st.integers(0, n - 1))
    return Town(
        q=q,
        entry=entry,
        length=length,
        surcharge=rng.integers(0, draw(st.sampled_from([1, 9])), (m, 2)).astype(np.float64),
        D=D,
        capacity=float(draw(st.integers(max(top, 1), max(3 * top, 1)))),
        a=draw(st.sampled_from([0.0, 1.0, 7.0])),
        b=draw(st.sampled_from([0.0, 0.25, 1.0, 3.0])),
        start=start,
        end=draw(st.sampled_from([start, n - 1])),
        trip_cost=draw(st.sampled_from([0.0, 0.0, 25.0])),
        collect=draw(st.booleans()),
    )
