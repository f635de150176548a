"""Ruin and recreate breaks no rule, solves tiny problems, and repeats itself."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import Fleet, nearest_services, new_fleet
from arcload.engine.kernels.ruin_recreate import (
    BEST_TRIPS,
    ITERATIONS,
    Search,
    new_search,
    run_search,
    start_from,
)
from arcload.engine.kernels.trips import ACTIVE
from tests.engine.kernels.fleets import Town, towns
from tests.engine.kernels.test_trips import arcs_of

NEVER = np.zeros(1, dtype=np.bool_)


def grid(side: int) -> Fleet:
    """Return the streets of a square town with some hundred services."""
    at = np.arange(side * side)
    x, y = at % side, at // side
    D = 10.0 * (abs(x[:, None] - x) + abs(y[:, None] - y))
    entry = np.array([(i, j) for i in at for j in (i + 1, i + side) if j in at and D[i, j] == 10.0])
    q = np.array([1.0 + k % 5 for k in range(len(entry))])
    return new_fleet(q, entry, np.full((len(entry), 2), 10.0), D, capacity=40.0, b=0.1)


def begun(fleet: Fleet, seed: int = 1) -> Search:
    """Return a search that has its first plan."""
    search = new_search(fleet, seed)
    run_search(1, 1.0, 1.0, NEVER, True, search, fleet)
    return search


def plan_of(search: Search) -> list[list[int]]:
    """Return the arcs of each trip at hand."""
    trips = search.trips
    return [arcs_of(t, trips) for t in trips.active[: trips.counts[ACTIVE]]]


def best_of(search: Search) -> tuple[list[int], list[int]]:
    """Return the arcs of the best plan and where its trips end."""
    return search.best_arcs.tolist(), search.best_ends[: search.numbers[BEST_TRIPS]].tolist()


@settings(max_examples=40)
@given(towns(max_services=12), st.booleans(), st.integers(1, 2**62))
def test_no_iteration_breaks_a_rule(town: Town, few: bool, seed: int) -> None:
    fleet = town.fleet
    if few:
        fleet = fleet._replace(near=fleet.near[:, :3].copy())
    search = begun(fleet, seed)
    hot = max(search.costs[0], 1.0) / len(town.q)
    for _ in range(30):
        plan, best = plan_of(search), best_of(search)
        assert sorted(arc >> 1 for arcs in plan for arc in arcs) == list(range(len(town.q)))
        assert all(arcs and town.fits([arc >> 1 for arc in arcs]) for arcs in plan)
        driven = sum(town.drive(arcs) for arcs in plan)
        assert search.costs[0] == pytest.approx(driven, rel=1e-9, abs=1e-9)
        assert search.costs[1] == pytest.approx(town.drive_all(*best), rel=1e-9, abs=1e-9)
        assert sorted(arc >> 1 for arc in best[0]) == list(range(len(town.q)))
        for t, arcs in zip(search.trips.active, plan, strict=False):
            for place, arc in enumerate(arcs, start=1):
                assert search.trips.trip[arc >> 1] == t
                assert search.trips.position[arc >> 1] == place
        run_search(1, hot, hot, NEVER, True, search, fleet)


@settings(max_examples=50)
@given(towns(max_services=5))
def test_tiny_problems_are_solved(town: Town) -> None:
    fleet = town.fleet
    search = begun(fleet)
    mean = max(search.costs[0], 1e-6) / len(town.q)
    run_search(3000, 0.3 * mean, 0.003 * mean, NEVER, True, search, fleet)
    assert search.costs[1] == pytest.approx(town.best_plan(), rel=1e-9, abs=1e-9)


def test_a_seed_gives_the_same_plan_however_often_it_is_called() -> None:
    fleet = grid(6)
    once, often, other = begun(fleet, 5), begun(fleet, 5), begun(fleet, 6)
    run_search(3000, 2.0, 2.0, NEVER, True, once, fleet)
    for _ in range(30):
        run_search(100, 2.0, 2.0, NEVER, True, often, fleet)
    run_search(3000, 2.0, 2.0, NEVER, True, other, fleet)
    assert plan_of(once) == plan_of(often)
    assert best_of(once) == best_of(often)
    assert plan_of(once) != plan_of(other)


@pytest.mark.parametrize("near", [60, 12])
def test_the_first_plan_is_improved(near: int) -> None:
    fleet = grid(8)
    D, entry = fleet.D.reshape(64, 64), np.stack([fleet.enter[::2], fleet.leave[::2]], axis=1)
    fleet = fleet._replace(near=nearest_services(entry.astype(np.int64), D, near))
    search = begun(fleet)
    first = search.costs[0]
    run_search(20_000, 3.0, 0.03, NEVER, True, search, fleet)
    assert search.costs[1] < 0.97 * first


def test_a_given_plan_is_where_the_search_starts() -> None:
    fleet = grid(6)
    given, search = begun(fleet), new_search(fleet, 3)
    arcs, ends = best_of(given)
    cost = start_from(np.array(arcs) >> 1, np.array(ends), search, fleet)
    assert cost == pytest.approx(given.costs[1])
    assert sorted(map(tuple, plan_of(search))) == sorted(map(tuple, plan_of(given)))
    assert best_of(search)[1] == ends
    run_search(3000, 2.0, 0.02, NEVER, True, search, fleet)
    assert search.costs[1] < cost


def test_the_nearest_services_come_first() -> None:
    D = np.abs(np.subtract.outer(np.arange(6.0), np.arange(6.0)))
    entry = np.array([(0, 1), (4, 5), (1, 2), (2, 3)])
    assert nearest_services(entry, D, 9).tolist() == [[2, 3, 1], [3, 2, 0], [0, 3, 1], [2, 0, 1]]
    assert nearest_services(entry, D, 1).tolist() == [[2], [3], [0], [2]]


def test_it_ends_when_another_thread_says_so() -> None:
    fleet = grid(5)
    search, ended = begun(fleet), np.zeros(1, dtype=np.bool_)
    arguments = (2**60, 1.0, 1.0, ended, False, search, fleet)
    thread = threading.Thread(target=run_search, args=arguments, daemon=True)
    thread.start()
    while search.numbers[ITERATIONS] == 0:  # until it has begun
        pass
    ended[0] = True
    thread.join(60)
    assert not thread.is_alive()
    assert sorted(arc >> 1 for arc in best_of(search)[0]) == list(range(len(fleet.q)))
