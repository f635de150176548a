"""Fleets as the kernels see them, and back."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import arcload
from arcload import FREE, Facility, Instance, Plan, Route, Service, Trip, Vehicle
from arcload.engine.distances import distances
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.search.best_plan import redirected
from arcload.model.network import nodes_that_matter, shortest_paths
from arcload.model.street_hours import hours_by_street
from arcload.model.timed_paths import timed_paths


def town(**fields: Any) -> Instance:
    """Return a town of 30 streets with some rules."""
    city = arcload.generate("city", edges=30, seed=5)
    capacity = max(city.total_demand / 4, float(city.demands.max()))
    rules: dict[str, Any] = {"capacity": capacity, "facilities": [Facility(city.nodes[7], 11, 4)]}
    return city.replace(**(rules | fields))


def some_plan(instance: Instance, seed: int) -> Plan:
    """Return a plan by chance: streets in any order, in the first direction that is allowed."""
    rng = np.random.default_rng(seed)
    places = [place.node for place in instance.places]
    routes: list[Route] = []
    for edge in rng.permutation(instance.served).tolist():
        vehicle = instance.vehicles[int(rng.integers(len(instance.vehicles)))]
        direction = 1 + int(np.argmin(instance.lengths[edge]))
        service = Service(instance.edges[edge], direction)
        trip = Trip((service,), places[int(rng.integers(len(places)))])
        mine = [n for n, route in enumerate(routes) if route.vehicle == vehicle]
        if mine and rng.random() < 0.7:
            routes[mine[-1]] = Route(vehicle, (*routes[mine[-1]].trips, trip))
        else:
            routes.append(Route(vehicle, (trip,)))
    return Plan(instance, routes)


HEAVY = Vehicle(curb_weight=900, load_factor=2, start=1, end=1, fixed_cost=77)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"load_factor": 0, "curb_weight": 1, "fixed_cost": 50},
        {"start": FREE, "refill_at_depot": False},
        {"end": FREE, "facilities": [9]},
        {"serve_speed": 10.0, "drive_speed": 25.0, "max_hours": 50.0},
        {"serve_costs": np.arange(60.0).reshape(30, 2)},
    ],
)
def test_a_plan_costs_the_same_in_the_kernels(fields: dict[str, object], mode: str) -> None:
    instance = town(mode=mode, **fields)
    problem = KernelFleet.of(instance)
    for seed in range(3):
        plan = some_plan(instance, seed)
        best = redirected(problem.fleet, *problem.arcs_of(plan.routes))
        again = problem.plan(best)
        assert again.cost == pytest.approx(best.cost, rel=1e-12)
        assert best.cost <= plan.cost * (1 + 1e-12)
        assert sorted(again.order) == sorted(plan.order)
        assert again.trips == plan.trips
        assert arcload.check(again).cost == pytest.approx(best.cost)


RULE = "kind=a: 50; kind=b: 30; else 10"


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("few", [0, 10**9])
def test_hours_by_street_are_those_of_the_walk(
    mode: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Along whole lengths, so that many ways are as short; in a kernel and without it."""
    monkeypatch.setattr("arcload.engine.distances._FEW", few)
    rng = np.random.default_rng(7)
    kinds = tuple(rng.choice(["a", "b", ""], 30).tolist())
    instance = town(mode=mode, attributes={"kind": kinds}, serve_speed=9.0, drive_speed=RULE)
    instance = instance.replace(lengths=np.ceil(instance.lengths / 100))
    between, fleet = distances(instance), KernelFleet.of(instance).fleet
    nodes = nodes_that_matter(instance).tolist()
    hours = hours_by_street(instance, instance.vehicle)
    assert hours is not None
    pairs = [(u, v) for u in nodes for v in nodes if u != v]
    T = fleet.T.reshape(fleet.nodes, fleet.nodes)
    T = T.T if mode == "collect" else T
    ties = 0
    plain = shortest_paths(instance, pairs)
    for (u, v), path in timed_paths(instance, pairs, instance.lengths, hours).items():
        assert T[between.row[u], between.row[v]] == sum(hours[edge, side] for edge, side in path)
        assert (
            sum(instance.lengths[e, s] for e, s in path)
            == between.matrix[between.row[u], between.row[v]]
        )
        ties += plain[u, v] != path
    assert ties
    for seed in range(3):
        plan = some_plan(instance, seed)
        for route in plan.driven:
            by_hand = sum(
                crossing.length
                / 1000
                / (9 if crossing.served else {"a": 50, "b": 30, "": 10}[kind])
                for crossing in route.walk
                for kind in [kinds[instance.edge_index(crossing.edge)]]
            )
            stops = sum(4 / 60 for trip in route.trips if trip.facility == instance.nodes[7])
            assert route.hours == pytest.approx(by_hand + stops)
        assert arcload.check(plan).hours == pytest.approx(plan.hours)


def test_types_have_their_own_streets_weights_and_speeds() -> None:
    one = town(serve_speed=10.0, drive_speed=25.0)
    depot = one.vehicle.start
    other = replace(
        HEAVY, start=depot, end=depot, closed=one.edges[3:6], serve_speed=5.0, drive_speed=50.0
    )
    both = one.replace(vehicles=(one.vehicle, other), objective="balance", count=40)
    problem = KernelFleet.of(both)
    for seed in range(3):
        try:
            plan = some_plan(both, seed)
        except arcload.InputError:
            continue  # the second type was given a street that is closed to it
        best = redirected(problem.fleet, *problem.arcs_of(plan.routes))
        assert problem.plan(best).cost == pytest.approx(best.cost, rel=1e-12)
        assert problem.plan(best).longest == pytest.approx(best.longest, rel=1e-9)


def test_streets_of_the_first_priority_matter_most() -> None:
    ranks = np.arange(30) % 3 + 1
    problem = KernelFleet.of(town(priorities=ranks, allow_unserved=True))
    penalty = problem.fleet.penalty
    assert penalty[0] == 1000 * penalty[1] == 1e6 * penalty[2] > 0
    assert (KernelFleet.of(town()).fleet.penalty == 1).all()
