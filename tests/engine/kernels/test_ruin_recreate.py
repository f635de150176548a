"""Ruin and recreate breaks no rule, solves tiny problems, and repeats itself."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import (
    Fleet,
    FleetFacility,
    FleetVehicle,
    nearest_services,
    new_fleet,
)
from arcload.engine.kernels.fleet_search import (
    BEST_ROUTES,
    BEST_UNSERVED,
    COST,
    ITERATIONS,
    PENALTY,
    UNSERVED,
    FleetSearch,
    new_search,
)
from arcload.engine.kernels.route_pool import ACTIVE, TRIPS
from arcload.engine.kernels.ruin_recreate import run_search
from tests.engine.kernels.driven_routes import arcs_of
from tests.engine.kernels.fleets import Town, towns

NEVER = np.zeros(1, dtype=np.bool_)


def grid(side: int) -> Fleet:
    """Return the streets of a square town with some hundred services."""
    at = np.arange(side * side)
    x, y = at % side, at // side
    D = 10.0 * (abs(x[:, None] - x) + abs(y[:, None] - y))
    entry = np.array([(i, j) for i in at for j in (i + 1, i + side) if j in at and D[i, j] == 10.0])
    q = np.array([1.0 + k % 5 for k in range(len(entry))])
    vehicle, depot = FleetVehicle(b=0.1, capacity=40.0), FleetFacility(0)
    return new_fleet(q, entry, np.full((len(entry), 2), 10.0), D, [vehicle], [depot])


def begun(fleet: Fleet, seed: int = 1) -> FleetSearch:
    """Return a search that has its first plan."""
    search = new_search(fleet, seed)
    run_search(1, 1.0, 1.0, NEVER, True, search, fleet)
    return search


def plan_of(search: FleetSearch) -> list[list[int]]:
    """Return the arcs of each route at hand."""
    routes = search.routes
    return [arcs_of(t, routes) for t in routes.active[: routes.counts[ACTIVE]]]


def best_of(search: FleetSearch) -> tuple[list[int], list[int], list[int]]:
    """Return the arcs of the best plan, where its routes end and their types."""
    count = search.numbers[BEST_ROUTES]
    ends = search.best_ends[:count].tolist()
    arcs = search.best_arcs[: ends[-1] if ends else 0].tolist()
    return arcs, ends, search.best_kinds[:count].tolist()


@settings(max_examples=60)
@given(towns(max_services=12), st.booleans(), st.integers(1, 2**62))
def test_no_iteration_breaks_a_rule(town: Town, few: bool, seed: int) -> None:
    fleet, m = town.fleet, len(town.q)
    if few:
        fleet = fleet._replace(near=fleet.near[:, :3].copy())
    search = begun(fleet, seed)
    routes, hot = search.routes, max(search.now[COST], 1.0) / m
    for _ in range(30):
        plan, best = plan_of(search), best_of(search)
        active = routes.active[: routes.counts[ACTIVE]]
        kinds = routes.kind[active].tolist()
        unserved = search.unserved[: search.numbers[UNSERVED]].tolist()
        served = [arc >> 1 for arcs in plan for arc in arcs if arc < 2 * m]
        assert sorted([*served, *unserved]) == list(range(m))
        assert len(set(best[0]) & set(range(2 * m))) == m - search.numbers[BEST_UNSERVED]
        ends = np.cumsum([len(arcs) for arcs in plan]).tolist()
        driven = town.drive_all([arc for arcs in plan for arc in arcs], ends, kinds)
        assert search.now[COST] + search.now[PENALTY] == pytest.approx(driven, rel=1e-9, abs=1e-9)
        assert search.best[COST] + search.best[PENALTY] == pytest.approx(
            town.drive_all(*best), rel=1e-9, abs=1e-9
        )
        assert routes.used.tolist() == [kinds.count(y) for y in range(len(town.vehicles))]
        assert routes.counts[TRIPS] == sum(arc >= 2 * m for arcs in plan for arc in arcs)
        assert routes.route[unserved].tolist() == [-1] * len(unserved)
        for t, arcs in zip(active, plan, strict=True):
            for place, arc in enumerate(arcs):
                if arc < 2 * m:
                    assert routes.route[arc >> 1] == t
                    assert routes.position[arc >> 1] == place
        run_search(1, hot, hot, NEVER, True, search, fleet)


def solved(town: Town) -> float:
    """Return the cost that some thousand iterations find."""
    fleet = town.fleet
    search = begun(fleet)
    mean = max(search.now[COST], 1e-6) / len(town.q)
    run_search(3000, 0.3 * mean, 0.003 * mean, NEVER, True, search, fleet)
    return float(search.best[COST] + search.best[PENALTY])


@settings(max_examples=50)
@given(towns(max_services=5, plain=True))
def test_tiny_problems_are_solved(town: Town) -> None:
    assert solved(town) == pytest.approx(town.best_plan(), rel=1e-9, abs=1e-9)


@settings(max_examples=50)
@given(towns(max_services=3))
def test_tiny_problems_with_all_rules_are_solved(town: Town) -> None:
    assert solved(town) == pytest.approx(town.best_plan(), rel=1e-9, abs=1e-9)


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
    ends = fleet.enter[: 2 * len(fleet.q) : 2], fleet.leave[: 2 * len(fleet.q) : 2]
    D, entry = fleet.D.reshape(64, 64), np.stack(ends, axis=1)
    fleet = fleet._replace(near=nearest_services(entry.astype(np.int64), D, near))
    search = begun(fleet)
    first = search.now[COST]
    run_search(20_000, 3.0, 0.03, NEVER, True, search, fleet)
    assert search.best[COST] < 0.97 * first


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
    m = len(fleet.q)
    assert sorted(arc >> 1 for arc in best_of(search)[0] if arc < 2 * m) == list(range(m))
