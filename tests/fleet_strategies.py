"""Random tiny fleets, for properties."""

import math
from typing import Any

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st

from arcload import FREE, Facility, InputError, Instance, Vehicle
from arcload.model.fleet_problem import FleetProblem

Pair = tuple[float, float]


@st.composite
def fleets(
    draw: st.DrawFn, *, most_services: int = 3, limits: bool = True, most_types: int = 2
) -> Instance:
    """Give an instance with trips.

    It has one-way and uneven streets, loops, parallel and optional streets, up to two facilities
    and types of vehicles, that deliver or collect, with a load that costs or does not, and costs
    of visits, services and vehicles.

    Parameters
    ----------
    most_services
        Most streets with a demand.
    limits
        Whether lengths and hours of routes may be limited.
    most_types
        Most types of vehicles.
    """
    n = draw(st.integers(1, 5))
    services = draw(st.integers(1, most_services))
    node, number = st.integers(0, n - 1), st.integers(0, 9).map(float)
    quarters = st.integers(0, 20).map(lambda value: value / 4)
    size = draw(st.sampled_from([number, quarters]))
    tree = [(draw(st.integers(0, v - 1)), v) for v in range(1, n)]  # holds all nodes together
    others = draw(st.lists(st.tuples(node, node), min_size=services, max_size=services + 3))
    ends = draw(st.permutations(tree + others))
    m = len(ends)
    lengths = [draw(_same(size) if end in tree else _pairs(size)) for end in ends]
    loads = st.sampled_from([1.0, 2.0, 3.0, 0.5])
    demands = [draw(loads) for _ in range(services)] + [0.0] * (m - services)
    some = st.sampled_from([0.0, 0.0, 1.0, 2.5])
    mode, unit = draw(st.sampled_from(["deliver", "collect"])), draw(st.sampled_from(["m", "km"]))
    depot = draw(node)
    speeds = limits and draw(st.booleans())
    fields: dict[str, Any] = {
        "facilities": tuple(
            Facility(place, draw(some), 60 * draw(some))
            for place in draw(st.lists(node, min_size=1, max_size=2, unique=True))
        ),
        "refill_at_depot": draw(st.booleans()),
        "serve_costs": draw(st.none() | st.just([[draw(some), draw(some)] for _ in range(m)])),
        "vehicles": tuple(
            draw(_vehicles(n, m, mode, depot, limits=limits, unit=unit if speeds else ""))
            for _ in range(draw(st.integers(1, most_types)))
        ),
    }
    try:
        return Instance(
            nodes=tuple(range(n)),
            edges=tuple(range(1, m + 1)),
            ends=np.array(ends),
            lengths=np.array(lengths),
            demands=np.array(demands),
            length_unit=unit,
            **fields,
        )
    except InputError:  # a street that no vehicle can reach or carry
        reject()


def fleet_problems(**kinds: Any) -> st.SearchStrategy[FleetProblem]:
    """Give the arrays of such fleets."""
    return fleets(**kinds).map(FleetProblem.of)


@st.composite
def _vehicles(
    draw: st.DrawFn, n: int, m: int, mode: Any, depot: int, *, limits: bool, unit: str
) -> Vehicle:
    """Give a type of vehicles; with a unit of length, they have speeds."""
    place = st.integers(0, n - 1) | st.just(FREE)
    own, closed = draw(st.booleans()), draw(st.booleans())
    rarely = st.sampled_from([False] * 5 + [True])
    a_km = 1.0 if unit == "km" else 0.001
    speeds = st.sampled_from([0.5, 1.0, 2.0]).map(lambda speed: speed * a_km)
    return Vehicle(
        curb_weight=draw(st.sampled_from([1.0, 2.0, 0.75])),
        load_factor=draw(st.sampled_from([0.0, 0.0, 1.0, 0.5])),
        capacity=draw(st.sampled_from([3.0, 4.0, 6.0, None])),
        start=draw(place) if own else depot,
        end=draw(place) if own else depot,
        mode=mode,
        count=draw(st.sampled_from([None, None, 1, 2])),
        fixed_cost=draw(st.sampled_from([0.0, 0.0, 5.0])),
        max_trips=draw(st.sampled_from([None, None, 1, 2])),
        max_length=draw(st.sampled_from([None, 30.0, 60.0])) if limits else None,
        max_hours=draw(st.sampled_from([None, 20.0, 40.0])) if unit else None,
        serve_speed=draw(speeds) if unit else None,
        drive_speed=draw(speeds) if unit else None,
        closed=tuple(edge for edge in range(1, m + 1) if closed and draw(rarely)),
    )


def _same(size: st.SearchStrategy[float]) -> st.SearchStrategy[Pair]:
    return size.map(lambda value: (value, value))


def _pairs(size: st.SearchStrategy[float]) -> st.SearchStrategy[Pair]:
    """Give two lengths: the same, different, or one way only."""
    forth, back = (st.tuples(size, st.just(math.inf)), st.tuples(st.just(math.inf), size))
    return _same(size) | _same(size) | st.tuples(size, size) | forth | back
