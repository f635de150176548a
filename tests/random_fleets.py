"""Random tiny fleets of every kind, fast and reproducible, with a list of what they are."""

import itertools
from typing import Any

import numpy as np

from arcload import FREE, Facility, InputError, Instance, Vehicle
from arcload.model.types import Mode
from arcload.model.vehicle import Place
from tests.random_instances import Rng


def random_fleet(rng: Rng, *, most: int = 6) -> tuple[Instance, list[str]]:
    """Return a random instance with a fleet, and of what kinds it is.

    Parameters
    ----------
    rng
        The random generator.
    most
        The most edges to be served.
    """
    while True:
        kinds: list[str] = []
        try:
            return _instance(rng, most, kinds), kinds
        except InputError:
            continue  # a street cannot be served


def _instance(rng: Rng, most: int, kinds: list[str]) -> Instance:
    nodes = int(rng.integers(1, 7))
    served = int(rng.integers(1, most + 1))
    rural = int(rng.integers(0, 5))
    tree = [(int(rng.integers(0, node)), node) for node in range(1, nodes)]
    pairs = [tuple(rng.integers(0, nodes, 2).tolist()) for _ in range(served + rural)]
    pairs = [*tree, *pairs][: served + rural]
    m = len(pairs)
    lengths = rng.integers(0, 10, (m, 1)).astype(float) * np.ones((1, 2))
    if rng.random() < 0.3:
        kinds.append("uneven")
        lengths = rng.integers(0, 10, (m, 2)).astype(float)
    if rng.random() < 0.4:
        kinds.append("one-way")
        for edge in rng.choice(m, size=int(rng.integers(1, m + 1)), replace=False):
            lengths[edge, int(rng.integers(2))] = np.inf
    demands = np.zeros(m)
    chosen = rng.permutation(m)[:served]
    demands[chosen] = rng.choice([0.5, 1, 2, 3], served)
    mode: Mode = "collect" if rng.random() < 0.4 else "deliver"
    kinds.append(mode)
    if any(tail == head for tail, head in pairs):
        kinds.append("loops")
    if len({frozenset(pair) for pair in pairs}) < m:
        kinds.append("parallel")
    if (demands == 0).any():
        kinds.append("rural")
    depot = int(rng.integers(nodes))
    fields: dict[str, Any] = {}
    if rng.random() < 0.6:
        kinds.append("facilities")
        places = rng.choice(nodes, size=min(nodes, int(rng.integers(1, 3))), replace=False)
        fields["facilities"] = [
            Facility(int(node), float(rng.choice([0, 0, 2.5])), float(rng.choice([0, 6])))
            for node in places
        ]
        if rng.random() < 0.4:
            kinds.append("no refill at the depot")
            fields["refill_at_depot"] = False
    if rng.random() < 0.3:
        kinds.append("serve costs")
        fields["serve_costs"] = rng.integers(0, 4, (m, 2)).astype(float)
    timed = rng.random() < 0.5
    types = int(rng.integers(1, 3))
    vehicles = tuple(_vehicle(rng, kinds, nodes, depot, mode, m, timed) for _ in range(types))
    if types > 1:
        kinds.append("two types")
    return Instance(
        nodes=tuple(range(nodes)),
        edges=tuple(range(1, m + 1)),
        ends=np.array(pairs).reshape(-1, 2),
        lengths=lengths,
        demands=demands,
        vehicles=vehicles,
        length_unit="km",
        name="fuzz",
        **fields,
    )


def _vehicle(
    rng: Rng, kinds: list[str], nodes: int, depot: int, mode: Mode, edges: int, timed: bool
) -> Vehicle:
    start: Place = depot
    end: Place = depot
    if rng.random() < 0.2:
        kinds.append("other ends")
        start, end = (FREE if rng.random() < 0.3 else int(rng.integers(nodes)) for _ in range(2))
    weight, factor = itertools.product((1.0, 0.0, 2.5), (1.0, 0.0, 0.4, 3.0)), rng.integers(11)
    curb_weight, load_factor = [pair for pair in weight if any(pair)][factor]
    limits: dict[str, Any] = {}
    if rng.random() < 0.3:
        kinds.append("max length")
        limits["max_length"] = float(rng.integers(10, 60))
    if timed:
        kinds.append("speeds")
        limits |= {"serve_speed": float(rng.choice([5, 10])), "drive_speed": 20.0}
        if rng.random() < 0.7:
            kinds.append("max hours")
            limits["max_hours"] = float(rng.uniform(1, 6))
    if rng.random() < 0.3:
        limits["max_trips"] = int(rng.integers(1, 3))
    if rng.random() < 0.3:
        limits["count"] = int(rng.integers(1, 3))
    if rng.random() < 0.2:
        kinds.append("closed")
        limits["closed"] = (int(rng.integers(1, edges + 1)),)
    return Vehicle(
        curb_weight=curb_weight,
        load_factor=load_factor,
        capacity=float(rng.choice([3, 4, 6, 100])),
        start=start,
        end=end,
        mode=mode,
        fixed_cost=float(rng.choice([0, 0, 0, 5])),
        **limits,
    )
