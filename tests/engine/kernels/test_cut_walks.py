"""Walks of sets of nodes, against sums over each set."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.cut_walks import asked, least_trips, walk_sets
from arcload.model.types import FloatArray


def test_a_border_is_crossed_twice_per_trip_and_an_even_number_of_times() -> None:
    assert asked(2, 3.0, 5.0) == 4
    assert asked(1, 3.0, 3.0) == 4
    assert asked(1, 6.0, 6.0) == 6
    assert asked(1, 0.0, 0.0) == 0


def test_trips_are_as_few_as_can_carry_a_load() -> None:
    trips = np.array([4.0, 7.0])
    assert [least_trips(load, trips) for load in (0.0, 4.0, 4.5, 7.0, 8.0)] == [1, 1, 2, 2, 3]


def symmetric(rng: np.random.Generator, n: int, most: int) -> FloatArray:
    """Return random whole numbers between any two nodes, 0 from a node to itself."""
    half = np.triu(rng.integers(0, most + 1, (n, n)), 1).astype(np.float64)
    return half + half.T


@settings(max_examples=60)
@given(st.integers(2, 8), st.integers(0, 2**32 - 1), st.sampled_from([0, 3]))
def test_each_set_met_lacks_what_is_said(n: int, seed: int, rest: int) -> None:
    rng = np.random.default_rng(seed)
    served = symmetric(rng, n, 1)
    demand, crossings = served * symmetric(rng, n, 4), symmetric(rng, n, 2) / 2
    load_at, services_at = demand.sum(axis=1), served.sum(axis=1)
    trips = np.array([5.0, 10.0, 15.0])
    sets = np.eye(n, dtype=np.bool_)[1:]
    met, lacks = np.zeros((30, n), dtype=np.bool_), np.zeros(30)
    near = (served > 0) | (crossings > 0)
    tables = (crossings, demand, served, near, load_at, services_at, trips, 5.0)
    count = walk_sets(sets, n, 0.5, 0.5, rest, *tables, met, lacks)
    assert len(sets) <= count <= len(met)
    assert not met[:, 0].any()
    for inside, lack in zip(met[:count], lacks[:count], strict=True):
        load = load_at[inside].sum() - demand[np.ix_(inside, inside)].sum() / 2
        cut = served[np.ix_(inside, ~inside)].sum()
        border = crossings[np.ix_(inside, ~inside)].sum()
        due = asked(least_trips(load, trips), cut, services_at[inside].sum())
        assert lack == due - border
