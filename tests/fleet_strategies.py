"""Random tiny problems of fleets, for properties."""

import math

import numpy as np
from hypothesis import strategies as st

from arcload.model.fleet_problem import FleetProblem, VehicleType


@st.composite
def fleet_problems(
    draw: st.DrawFn, *, most_services: int = 3, limits: bool = True, most_types: int = 2
) -> FleetProblem:
    """Give a problem with one-way and uneven edges, loops, parallel and optional edges."""
    n = draw(st.integers(1, 5))
    services = draw(st.integers(1, most_services))
    m = services + draw(st.integers(0, 5))
    node, number = st.integers(0, n - 1), st.integers(0, 9).map(float)
    quarters = st.integers(0, 20).map(lambda value: value / 4)
    ends = [(draw(node), draw(node)) for _ in range(m)]
    lengths = [draw(_pairs(draw(st.sampled_from([number, quarters])))) for _ in range(m)]
    demands = [draw(st.sampled_from([0.0, 1.0, 2.0, 3.0, 0.5])) for _ in range(services)]
    facilities = draw(st.lists(node, min_size=1, max_size=2, unique=True))
    place = node | st.just(-1)
    depot = draw(node)

    rarely = st.sampled_from([False] * 5 + [True])

    def kind() -> VehicleType:
        own = draw(st.booleans())
        return VehicleType(
            a=draw(st.sampled_from([0.0, 1.0, 2.0, 0.75])),
            b=draw(st.sampled_from([0.0, 0.0, 1.0, 0.5])),
            capacity=draw(st.sampled_from([3.0, 4.0, 6.0, math.inf])),
            fixed_cost=draw(st.sampled_from([0.0, 0.0, 5.0])),
            start=draw(place) if own else depot,
            end=draw(place) if own else depot,
            count=draw(st.sampled_from([-1, -1, 1, 2])),
            most_trips=draw(st.sampled_from([math.inf, math.inf, 1, 2])),
            longest=draw(st.sampled_from([math.inf, 30.0, 60.0])) if limits else math.inf,
            most_time=draw(st.sampled_from([math.inf, 20.0, 40.0])) if limits else math.inf,
            barred=draw(st.none() | st.lists(rarely, min_size=m, max_size=m).map(np.array)),
        )

    def times() -> np.ndarray:
        return np.array(draw(st.lists(number, min_size=2 * m, max_size=2 * m))).reshape(m, 2)

    some = st.sampled_from([0.0, 0.0, 1.0, 2.5])
    return FleetProblem(
        nodes=n,
        ends=np.array(ends),
        lengths=np.array(lengths),
        demands=np.array(demands + [0.0] * (m - services)),
        served=np.arange(m) < services,
        facilities=np.array(facilities),
        visit_costs=np.array([draw(some) for _ in facilities]),
        stop_times=np.array([draw(some) for _ in facilities]),
        surcharges=np.array([[draw(some), draw(some)] for _ in range(m)]),
        drive_times=times(),
        serve_times=times(),
        types=tuple(kind() for _ in range(draw(st.integers(1, most_types)))),
        collect=draw(st.booleans()),
    )


def _pairs(number: st.SearchStrategy[float]) -> st.SearchStrategy[tuple[float, float]]:
    """Give two lengths: the same, different, or one way only."""
    same = number.map(lambda value: (value, value))
    forth, back = (st.tuples(number, st.just(math.inf)), st.tuples(st.just(math.inf), number))
    return same | same | same | st.tuples(number, number) | forth | back
