"""Tours cut into trips, against all ways to cut them."""

import random
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import InputError, Instance
from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.small_plan import SmallTrip
from tests.examples import FOUR_EDGES
from tests.fleet_brute_force import route_cost
from tests.fleet_strategies import fleets
from tests.solving.test_fleets import line

TOUR = arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4])


def test_the_paper_example_is_cut_where_the_load_is_least() -> None:
    """Street 1 alone: 2 * 50; 2, 3, 4 with 35 on board: 2 * 35 + 25 + 15 + 30 + 10 + 25."""
    result = arcload.split(TOUR, capacity=120)
    costs = {
        (2,): (140 + 10) + (10 + 25),
        (1,): 100 + (70 + 25 + 45 + 10 + 25),
        (1, 2): 100 + (40 + 10) + (10 + 25),
    }
    assert result.cost == min(costs.values())
    assert arcload.check(result).cost == result.cost
    assert result.plan.order == TOUR.order
    assert (result.method, result.status, result.lower_bound) == ("split", "feasible", None)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("seed", range(3))
def test_six_streets_are_cut_and_driven_as_the_best_of_all_cuts(seed: int, mode: str) -> None:
    """A trip from the depot and back costs as the tour of its streets alone in best directions."""
    chance = random.Random(seed)
    streets = [(chance.randrange(k + 1), k + 1, chance.randint(1, 9), 2) for k in range(6)]
    tour = Instance.from_edges(streets, depot=0, curb_weight=1, mode=mode)
    order = list(tour.edges)
    chance.shuffle(order)

    @cache
    def trip(first: int, last: int) -> float:
        left_out = {edge: 0 for edge in order if edge not in order[first:last]}
        return arcload.best_directions(tour.replace(demand=left_out), order[first:last]).cost

    cuts = (c for size in range(6) for c in combinations(range(1, 6), size))
    least = min(
        sum(trip(first, last) for first, last in ends)
        for ends in (list(pairwise([0, *places, 6])) for places in cuts)
        if all(last - first <= 3 for first, last in ends)
    )
    result = arcload.split(order, tour, capacity=6)
    assert result.cost == pytest.approx(least)
    assert list(result.plan.order) == order


@settings(deadline=None, max_examples=20)
@given(fleets(limits=False), st.data())
def test_any_fleet_is_given_the_best_routes_of_an_order(
    instance: Instance, data: st.DataObject
) -> None:
    """Over all cuts into trips and routes, types, facilities and directions."""
    free = tuple(replace(vehicle, count=None) for vehicle in instance.vehicles)
    instance = instance.replace(vehicles=free)
    problem = FleetProblem.of(instance)
    order = data.draw(st.permutations(instance.served.tolist()))

    @cache
    def route(services: tuple[int, ...]) -> float:
        costs = (
            route_cost(problem, kind, trips)
            for kind in problem.types
            for sides in product((0, 1), repeat=len(services))
            for trips in _trips(list(zip(services, sides, strict=True)), len(problem.facilities))
        )
        return min((cost for cost in costs if cost is not None), default=float("inf"))

    cuts = (c for size in range(len(order)) for c in combinations(range(1, len(order)), size))
    least = min(
        sum(route(tuple(order[a:b])) for a, b in pairwise([0, *places, len(order)]))
        for places in cuts
    )
    edges = [instance.edges[edge] for edge in order]
    if least == float("inf"):
        with pytest.raises(InputError, match="one-way"):
            arcload.split(edges, instance)
    else:
        assert arcload.split(edges, instance).cost == pytest.approx(least)


def _trips(steps: list[tuple[int, int]], facilities: int) -> list[tuple[SmallTrip, ...]]:
    """Return all ways to cut services into trips, each from any facility."""
    return [
        tuple(
            SmallTrip(place, tuple(steps[a:b]))
            for place, (a, b) in zip(chosen, pairwise([0, *places, len(steps)]), strict=True)
        )
        for size in range(len(steps))
        for places in combinations(range(1, len(steps)), size)
        for chosen in product(range(facilities), repeat=size + 1)
    ]


def test_where_vehicles_are_few_they_make_more_trips() -> None:
    order = [6, 5, 4, 3, 2, 1]
    fleet = line(capacity=2, load_factor=0, max_length=100.0)
    assert len(arcload.split(order, fleet).plan.routes) == 3
    few = arcload.split(order, fleet, count=2)
    assert len(few.plan.routes) <= 2
    assert few.cost == 24


LOOPS = Instance.from_edges(
    [(0, 0, 7, 1), (0, 0, 7, 3), (0, 0, 9, 1)],
    vehicles=[
        arcload.Vehicle(label="a", curb_weight=1, capacity=3, start=0, end=0, count=2),
        arcload.Vehicle(
            label="b",
            curb_weight=2.5,
            load_factor=0.4,
            capacity=6,
            start=0,
            end=0,
            count=2,
            fixed_cost=5,
            max_trips=1,
        ),
    ],
)
"""Three loops at the depot, for vehicles of two types that are both counted."""


def test_few_vehicles_are_given_the_best_routes_of_an_order() -> None:
    """A loop per trip of one vehicle a: 9 * 1.5 + 7 * 2.5 + 7 * 1.5; another type costs more."""
    result = arcload.split([3, 2, 1], LOOPS)
    assert result.cost == 41.5
    assert [len(route.trips) for route in result.plan.routes] == [3]
    once = [replace(vehicle, max_trips=1) for vehicle in LOOPS.vehicles]
    both = arcload.split([3, 2, 1], LOOPS, vehicles=once)
    assert sorted(route.vehicle.label for route in both.plan.routes) in (
        ["a", "a", "b"],
        ["a", "b"],
    )


def test_vehicles_too_many_to_count_are_given_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcload.engine.search.cut_order._MOST_STEPS", 0)
    result = arcload.split([3, 2, 1], LOOPS)
    assert arcload.check(result).cost >= 41.5
    again = arcload.split([6, 5, 4, 3, 2, 1], line(capacity=2, load_factor=0, count=2))
    assert again.cost == 24


def test_the_most_trips_of_a_route_are_kept() -> None:
    fleet = line(capacity=2, load_factor=0, fixed_cost=1, max_trips=2)
    result = arcload.split([6, 5, 4, 3, 2, 1], fleet)
    assert sorted(len(route.trips) for route in result.plan.routes) == [1, 2]
    assert result.cost == 24 + 2


def test_a_limit_that_is_broken_is_refused() -> None:
    with pytest.raises(InputError, match=r"break a limit \(route 1 has length 12"):
        arcload.split([6, 5, 4, 3, 2, 1], line(capacity=2, load_factor=0, max_length=11))
    with pytest.raises(InputError, match=r"3 vehicles are used; there are 2"):
        arcload.split([6, 5, 4, 3, 2, 1], line(capacity=2, count=2, max_trips=1))


def test_what_cannot_be_split_is_refused() -> None:
    with pytest.raises(InputError, match="give capacity"):
        arcload.split(TOUR)
    with pytest.raises(InputError, match="without the instance"):
        arcload.split([1, 2, 3, 4])
    with pytest.raises(InputError, match="edge 4 must be served once; the order has it 0 times"):
        arcload.split([1, 2, 3], FOUR_EDGES, capacity=120)
    with pytest.raises(InputError, match="does not balance"):
        arcload.split(TOUR, count=2, objective="balance")
    with pytest.raises(InputError, match="the order is 5"):
        arcload.split(5, FOUR_EDGES, capacity=120)  # type: ignore[arg-type]


def test_streets_may_be_left_out_where_that_is_allowed() -> None:
    result = arcload.split([1, 2], FOUR_EDGES, capacity=120, allow_unserved=True)
    assert result.plan.unserved == (3, 4)


def test_a_search_for_a_fleet_starts_from_a_tour() -> None:
    tour = arcload.best_directions(line(), [1, 2, 3, 4, 5, 6])
    fleet = line(capacity=2)
    cut = arcload.split(tour, fleet)
    better = arcload.solve(fleet, iterations=200, warm_start=tour)
    assert better.history[0][2] <= cut.cost
    assert better.cost <= cut.cost
