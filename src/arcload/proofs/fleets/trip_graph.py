"""The trips of each type of vehicle as the kernels of the bound take them."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arcload.engine.kernels.trip_labels import TripArcs
from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.model.types import FloatArray, IntArray
from arcload.proofs.fleets.cut_network import CutNetwork

_MOST_WORK = 1_000_000  # levels * (nodes + arcs): a check takes some seconds
_MOST_LEVELS, _LEAST_LEVELS = 2_000, 10
_MOST_LOST = 0.2  # share of the demand that rounding may take off
_NEAR = 1e-9  # relative difference from a whole number that still counts as one
_A_LITTLE = 2.0**-40  # by which a level is too small, so that no demand is rounded down by chance


class TripGraph(NamedTuple):
    """The trips of one type of vehicle, before prices are taken off."""

    kind: VehicleType
    top: int
    """Most levels of a trip."""
    arcs: TripArcs
    arc: IntArray
    """Arc of the cut network of each arc, and of the way home of each node, -1 for none."""
    home_arc: IntArray
    facilities: IntArray
    loading: FloatArray
    """Cost of loading at each facility, and of a vehicle where each makes one trip."""
    nearest: FloatArray
    """Distance of each node from the nearest facility."""


class TripGraphs(NamedTuple):
    """The trips of all types."""

    level: float
    """Load of a level."""
    levels: IntArray
    """Levels of each service, and of all of them."""
    total: int
    graphs: tuple[TripGraph, ...]
    vehicles: float
    """Cost of vehicles that is not in their trips."""


def trip_level(problem: FleetProblem) -> float | None:
    """Return the load of a level, None where a problem is too large for any.

    It is a unit of all demands if there is one and it is affordable. Otherwise demands are rounded
    down, as little as possible.
    """
    q = problem.demands[problem.served]
    q = q[q > 0]
    if len(q) == 0:
        return 1.0
    load = min(float(q.sum()), max(kind.capacity for kind in problem.types if kind.count != 0))
    affordable = _MOST_WORK // (len(problem.types) * (problem.nodes + 4 * len(problem.ends)))
    most = min(_MOST_LEVELS, affordable)
    if most < _LEAST_LEVELS or load <= 0:
        return None
    for scale in (1, 10, 100, 1000):
        whole = np.rint(q * scale)
        if (np.abs(q * scale - whole) <= _NEAR * whole).all() and whole.max() < 2**53:
            unit = math.gcd(*whole.astype(np.int64).tolist()) / scale
            if load / unit <= most:
                return unit if scale == 1 else unit * (1 - _A_LITTLE)
    units = load / np.linspace(most / 2, most, 50)
    lost = [float((q - unit * np.floor(q / unit)).sum()) for unit in units]
    best = int(np.argmin(lost))
    return float(units[best]) if lost[best] <= _MOST_LOST * q.sum() else None


def trip_graphs(problem: FleetProblem, network: CutNetwork, level: float) -> TripGraphs:
    """Return the trips of a problem that delivers."""
    types = [kind for kind in problem.types if kind.count != 0]
    levels = np.floor(network.demands / level).astype(np.int64)
    total = int(levels.sum())
    single = all(kind.most_trips == 1 for kind in types)
    graphs = [_graph(problem, network, kind, levels, level) for kind in types]
    before = [_before_loading(graph) for graph in graphs]
    if single:
        graphs = [
            graph._replace(loading=graph.loading + cost)
            for graph, cost in zip(graphs, before, strict=True)
        ]
    trips = int(network.least_trips(network.demands.sum()))
    most = max(kind.most_trips for kind in types)
    vehicles = math.ceil(trips / most) if math.isfinite(most) else 1
    return TripGraphs(
        level, levels, total, tuple(graphs), 0.0 if single else vehicles * min(before)
    )


def _graph(
    problem: FleetProblem,
    network: CutNetwork,
    kind: VehicleType,
    levels: IntArray,
    level: float,
) -> TripGraph:
    """Return the trips of one type, without the cost of a vehicle."""
    real = np.flatnonzero(network.edge >= 0)
    if kind.barred is not None:
        real = real[~kind.barred[network.edge[real]]]
    number = np.full(len(problem.ends), -1)
    number[network.served] = np.arange(len(network.served))
    service = number[network.edge[real]]
    serving, service = real[service >= 0], service[service >= 0]
    small = levels[service] == 0
    # Driven arcs first: without service, and services of less than a level.
    arc = np.concatenate([real, serving[small], serving[~small]])
    service = np.concatenate([np.full(len(real), -1), service[small], service[~small]])
    driven = len(real) + int(small.sum())
    tail, head = network.ways[arc].T
    length, edge = network.length[arc], network.edge[arc]
    served = service >= 0
    demand = np.where(served, network.demands[service], 0.0) if len(levels) else np.zeros(len(arc))
    cost = length * (kind.a + kind.b * demand / 2)
    cost += np.where(served, problem.surcharges[edge, network.side[arc]], 0.0)
    into = np.argsort(head[:driven], kind="stable")
    home = np.full(problem.nodes, np.inf)
    home[problem.facilities] = 0.0
    home_arc = np.full(problem.nodes, -1)
    if kind.end >= 0:
        home[kind.end] = 0.0
    else:
        home[:] = 0.0
        ways_home = np.flatnonzero(network.edge < 0)
        home_arc[network.ways[ways_home, 0]] = ways_home
    arcs = TripArcs(
        driven=driven,
        tail=np.ascontiguousarray(tail),
        head=np.ascontiguousarray(head),
        first=np.searchsorted(head[:driven][into], np.arange(problem.nodes + 1)),
        into=into,
        cost=cost,
        slope=kind.b * length * level,
        length=length,
        service=service,
        level=np.where(served, levels[service], 0) if len(levels) else np.zeros_like(service),
        home=home,
    )
    top = int(levels.sum())
    if math.isfinite(kind.capacity):
        top = min(top, math.floor(kind.capacity * (1 + _NEAR) / level))
    return TripGraph(
        kind=kind,
        top=top,
        arcs=arcs,
        arc=arc,
        home_arc=home_arc,
        facilities=problem.facilities,
        loading=problem.visit_costs,
        nearest=_distances(arcs, problem.facilities),
    )


def _before_loading(graph: TripGraph) -> float:
    """Return the cost of a vehicle and of its way to the nearest facility."""
    kind, way = graph.kind, math.inf
    if kind.start >= 0:
        way = float(_distances(graph.arcs, [kind.start])[graph.facilities].min(initial=math.inf))
    return kind.fixed_cost + (kind.a * way if math.isfinite(way) else 0.0)


def _distances(arcs: TripArcs, starts: Sequence[int] | IntArray) -> FloatArray:
    """Return the length of a shortest way from the nearest of some nodes to each node."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    nodes = len(arcs.home)
    tail, head, length = (
        column[arcs.service < 0] for column in (arcs.tail, arcs.head, arcs.length)
    )
    order = np.lexsort([length, head, tail])
    tail, head, length = tail[order], head[order], length[order]
    first = np.ones(len(tail), dtype=np.bool_)  # of parallel arcs
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    graph = csr_array((length[first], (tail[first], head[first])), shape=(nodes, nodes))
    distances: FloatArray = np.full(nodes, np.inf)
    if len(starts):
        distances = dijkstra(graph, indices=np.asarray(starts), min_only=True)
    return distances
