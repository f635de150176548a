"""The network of the cut bound: all places where routes start, load or end as one node."""

from typing import NamedTuple

import numpy as np

from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.model.types import BoolArray, FloatArray, IntArray

_ROUNDING = 1e-9  # by which a sum of demands may exceed a sum of capacities


class CutNetwork(NamedTuple):
    """Arcs and services between nodes, of which node 0 stands for all places of the fleet.

    A route starts and ends at node 0, and so does each trip. Vehicles are the best of all types
    in each respect: no plan costs less with them.
    """

    nodes: int
    node: IntArray
    """Node of this network for each node of the problem."""
    edge: IntArray
    """Edge of each arc; last come ways home of routes that may end anywhere, -1."""
    side: IntArray
    """0 for an arc from the edge's tail to its head, 1 for the way back."""
    ways: IntArray
    """The problem's nodes that each arc leads from and to."""
    tail: IntArray
    """Where each arc starts in this network, and where it ends."""
    head: IntArray
    length: FloatArray
    a: float
    """Least cost per length of an empty vehicle."""
    capacity: float
    served: IntArray
    """Served edges, and their ends in this network."""
    ends: IntArray
    demands: FloatArray
    trips: FloatArray
    """Most load of the largest trip, of the two largest, and so on."""
    even: bool
    """Whether every edge can be driven both ways at the same cost."""

    def least_trips(self, load: FloatArray) -> IntArray:
        """Return how few trips can carry some loads."""
        return np.searchsorted(self.rounded_trips, load) + 1

    @property
    def rounded_trips(self) -> FloatArray:
        """Return what trips can carry, and a little more: sums of demands are rounded."""
        return self.trips * (1 + _ROUNDING)


def cut_network(problem: FleetProblem) -> CutNetwork:
    """Return the network of a problem that delivers."""
    types = [kind for kind in problem.types if kind.count != 0]
    places = {int(node) for node in problem.facilities}
    places |= {kind.start for kind in types} | {kind.end for kind in types}
    places.discard(-1)
    node = np.zeros(problem.nodes, dtype=np.int64)
    others = [v for v in range(problem.nodes) if v not in places]
    node[others] = np.arange(1, len(others) + 1)
    usable = np.isfinite(problem.lengths) & _allowed(types, len(problem.ends))[:, None]
    edge, side = np.nonzero(usable)
    tail, head = problem.ends[edge, side], problem.ends[edge, 1 - side]
    length = problem.lengths[edge, side]
    anywhere = any(kind.end < 0 for kind in types)
    even = not anywhere and _is_even(problem.lengths, edge)
    if anywhere:
        ways = np.array(others, dtype=np.int64)
        edge = np.append(edge, np.full_like(ways, -1))
        side = np.append(side, np.zeros_like(ways))
        tail, head = np.append(tail, ways), np.append(head, np.full_like(ways, min(places)))
        length = np.append(length, np.zeros(len(ways)))
    served = np.flatnonzero(problem.served)
    demands = problem.demands[served]
    return CutNetwork(
        nodes=len(others) + 1,
        node=node,
        edge=edge,
        side=side,
        ways=np.column_stack([tail, head]),
        tail=node[tail],
        head=node[head],
        length=length,
        a=min(kind.a for kind in types),
        capacity=max(kind.capacity for kind in types),
        served=served,
        ends=node[problem.ends[served]],
        demands=demands,
        trips=_largest_trips(types, float(demands.sum())),
        even=even,
    )


def _allowed(types: list[VehicleType], edges: int) -> BoolArray:
    """Return which edges some type may use."""
    usable = np.zeros(edges, dtype=np.bool_)
    for kind in types:
        usable |= True if kind.barred is None else ~kind.barred
    return usable


def _is_even(lengths: FloatArray, edge: IntArray) -> bool:
    used = lengths[edge]
    return bool((used[:, 0] == used[:, 1]).all())


def _largest_trips(types: list[VehicleType], load: float) -> FloatArray:
    """Return the sums of the largest trips' capacities, until they suffice or there are no more."""
    sums, total = [], 0.0
    for kind in sorted(types, key=lambda kind: -kind.capacity):
        left = kind.count * kind.most_trips if kind.count > 0 else np.inf
        while left > 0 and total < load and kind.capacity > 0:
            total += kind.capacity
            sums.append(total)
            left -= 1
    return np.array(sums)
