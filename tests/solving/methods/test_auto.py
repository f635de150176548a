"""The default search: optimal on small instances, sound on all."""

import math
from unittest import mock

import pytest
from hypothesis import given, settings

import arcload
from arcload import FREE, Edge, Instance
from arcload.maps.generators import generate
from arcload.solving.methods import auto
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES, heavy_at_the_depot
from tests.published import FOLDER, needs_published
from tests.strategies import instances


@pytest.mark.parametrize("bound", [True, False])
@pytest.mark.parametrize("by_search", [True, False])
@settings(max_examples=60)
@given(instance=instances(min_served=1, max_served=5, max_nodes=5))
def test_finds_the_optimum_of_tiny_instances(
    instance: Instance, by_search: bool, bound: bool
) -> None:
    """By looking at every set of edges, and by the search for larger ones."""
    with mock.patch.object(auto, "is_tiny", return_value=not by_search):
        result = arcload.solve(instance, "auto", iterations=300, threads=1, bound=bound)
    assert result.cost == pytest.approx(best_over_orders(instance), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("method", ["auto", "vns", "ils", "ea"])
@pytest.mark.parametrize(("demand", "seed"), [(1e8, 0), (1e9, 4), (1e12, 11)])
def test_a_great_demand_left_at_the_depot_is_no_endless_search(
    method: str, demand: float, seed: int
) -> None:
    """Predicted gains were nothing but rounding, and the search made such moves for ever."""
    heavy, light = (heavy_at_the_depot(amount, seed) for amount in (demand, 1.0))
    settings = {"iterations": 200 if method == "auto" else 20, "threads": 1, "bound": False}
    cost = arcload.solve(heavy, method, **settings).cost  # type: ignore[arg-type]
    same = arcload.solve(light, method, **settings).cost  # type: ignore[arg-type]
    assert cost == pytest.approx(same, rel=1e-9 if method == "auto" else 0.05)


def test_two_hundred_edges_far_apart_need_moves_beyond_the_window() -> None:
    town = generate("city", edges=500, served=0.4, seed=2, curb_ratio=1.5)
    costs = [
        arcload.solve(town, iterations=300, threads=1, parameters=parameters, bound=False).cost
        for parameters in ({}, {"neighbours": 0, "nearby_of_few": 0})
    ]
    assert costs[0] < 0.95 * costs[1]


def test_some_hundred_streets_start_from_the_policys_tour_if_there_is_time() -> None:
    town = generate("city", edges=260, seed=1)
    policy = arcload.solve(town, "arc-drl", threads=1, bound=False).cost
    for limit, asks in ((100.0, True), (0.5, False)):
        with mock.patch.object(auto, "_ask_policy", wraps=auto._ask_policy) as ask:
            made = arcload.solve(town, "auto", time=limit, iterations=1, threads=1, bound=False)
        assert ask.called == asks
        assert made.iterations == 1  # of the search
        assert made.cost <= policy or not asks
        assert [iteration for _, iteration, _ in made.history][: 1 + asks] == [0] * (1 + asks)


def test_no_other_size_does() -> None:
    for edges in (200, 1100):
        town = generate("city", edges=edges, seed=1)
        with mock.patch.object(auto, "_ask_policy") as ask:
            arcload.solve(town, "auto", iterations=1, threads=1, bound=False)
        assert not ask.called


ONE_WAY = math.inf
DEGENERATE = {
    "one edge": Instance.from_edges([(1, 2, 3, 4)], depot=1),
    "loop at the depot": Instance.from_edges([(1, 1, 3, 4)], depot=1),
    "only loops": Instance.from_edges([(1, 1, k, 5 - k) for k in range(1, 5)], depot=1),
    "uneven loops": Instance.from_edges(
        [Edge(1, 1, 3, 4, length_back=2), Edge(1, 1, 1, 9, length_back=8)], depot=1
    ),
    "star": Instance.from_edges([(0, k, k, 7 - k) for k in range(1, 7)], depot=0),
    "one-way ring": Instance.from_edges(
        [Edge(k, (k + 1) % 6, 1 + k, 6 - k, length_back=ONE_WAY) for k in range(6)], depot=0
    ),
    "one-way line": Instance.from_edges(
        [Edge(k, k + 1, 1, 1, length_back=ONE_WAY) for k in (3, 1, 4, 2)], start=FREE, end=FREE
    ),
    "demand on one edge": FOUR_EDGES.replace(demand={1: 0, 2: 0, 3: 0}),
    "no curb weight, parallel": Instance.from_edges([(1, 2, 2, 1)] * 4, depot=1),
    "huge numbers": Instance.from_edges(
        [(1, 2, 2e90, 1e60), (2, 3, 1e90, 2e59), (1, 3, 1e90, 1e60)], depot=1, curb_weight=1e60
    ),
    "tiny numbers": Instance.from_edges(
        [(1, 2, 2e-90, 1e-60), (2, 3, 1e-90, 2e-59), (1, 3, 1e-90, 1e-60)], depot=1
    ),
    "zero lengths": Instance.from_edges([(1, 2, 0, 1), (2, 3, 0, 2), (3, 1, 0, 3)], depot=1),
    "nothing to serve": FOUR_EDGES.replace(demand=dict.fromkeys((1, 2, 3, 4), 0)),
}


@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize("bound", [True, False])
@pytest.mark.parametrize("method", ["arc-drl", "auto", "greedy", "ils", "vns", "ea", "aco"])
def test_degenerate_instances(name: str, method: str, bound: bool) -> None:
    """Every method returns a valid tour on every odd instance; `auto` the best one."""
    instance = DEGENERATE[name]
    steps = 200 if method == "auto" else 5
    result = arcload.solve(instance, method, iterations=steps, bound=bound)
    assert arcload.check(result).cost == pytest.approx(result.cost)
    if method == "auto":
        assert result.cost == pytest.approx(best_over_orders(instance), rel=1e-9)


def test_the_same_seed_threads_and_iterations_give_the_same_tour() -> None:
    for size, steps in ((80, 4000), (450, 4000)):
        city = generate("city", edges=size, seed=2)
        runs = [
            arcload.solve(city, "auto", iterations=steps, threads=2, seed=seed)
            for seed in (5, 5, 6)
        ]
        assert runs[0].plan.order == runs[1].plan.order
        assert runs[0].plan.directions == runs[1].plan.directions
        assert runs[0].plan.order != runs[2].plan.order


def test_never_makes_more_iterations_than_asked() -> None:
    city = generate("city", edges=60, seed=2)
    assert arcload.solve(city, "auto", iterations=777, threads=2).iterations <= 777


def test_long_tours_are_searched_in_stretches() -> None:
    city = generate("city", edges=600, seed=4)
    start = arcload.solve(city, "greedy")
    result = arcload.solve(city, "auto", iterations=3000, threads=2)
    assert result.cost < 0.9 * start.cost
    costs = [cost for _, _, cost in result.history]
    assert costs == sorted(costs, reverse=True)


def test_a_warm_start_never_ends_worse() -> None:
    city = generate("city", edges=60, seed=3)
    good = arcload.solve(city, "auto", iterations=3000)
    again = arcload.solve(city, "auto", iterations=1, warm_start=good)
    assert again.cost <= good.cost * (1 + 1e-12)
    assert arcload.solve(city, "greedy", warm_start=good).cost <= good.cost * (1 + 1e-12)


def test_stops_at_a_target_and_without_improvement() -> None:
    city = generate("city", edges=60, seed=3)
    start = arcload.solve(city, "greedy").cost
    hit = arcload.solve(city, "auto", target=0.97 * start, iterations=100_000)
    assert hit.cost <= 0.97 * start
    assert hit.iterations < 100_000
    assert arcload.solve(city, "auto", no_improvement=2000).iterations >= 2000


def test_parameters_are_checked_and_kept() -> None:
    result = arcload.solve(FOUR_EDGES, "auto", iterations=10, parameters={"patience": 9})
    assert result.parameters == {"patience": 9}
    with pytest.raises(arcload.InputError, match="patience is 1"):
        arcload.solve(FOUR_EDGES, "auto", parameters={"patience": 1})
    with pytest.raises(arcload.InputError, match="greedy has no parameter 'patience'"):
        arcload.solve(FOUR_EDGES, "greedy", parameters={"patience": 1})


@needs_published
@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        ("E_8", 37059.39),
        ("E_10", 117312.61),
        ("C_7", 6027.98),
        ("C_8", 35663.46),
        ("large_8", 32790.58),
        ("large_10", 79526.32),
        ("E_14", 94807.13),
        ("H_13", 16580.22),
        ("large_20", 242592.46),
    ],
)
def test_finds_proven_optima(name: str, optimum: float) -> None:
    result = arcload.solve(
        arcload.read(FOLDER / f"{name}.txt"), "auto", iterations=20_000, target=optimum + 0.01
    )
    assert result.cost == pytest.approx(optimum, abs=0.01)


def test_a_limit_on_iterations_is_one_on_the_search_alone() -> None:
    """The construction before it is whole, however few iterations the search may make."""
    city = generate("city", edges=60, seed=3)
    whole = arcload.solve(city, "greedy")
    assert arcload.solve(city, "auto", iterations=0).cost == pytest.approx(whole.cost)
    _, iteration, cost = arcload.solve(city, "auto", iterations=1).history[0]
    assert iteration == 0
    assert cost == pytest.approx(whole.cost)


def test_small_instances_are_proven_beside_the_search() -> None:
    result = arcload.solve(FOUR_EDGES, "auto", iterations=50)
    assert (result.cost, result.lower_bound, result.status) == (275, 275, "optimal")


def test_without_proofs_there_is_the_instant_bound_alone() -> None:
    """That of Smith's rule, 230; the tour is the same."""
    result = arcload.solve(FOUR_EDGES, "auto", iterations=50, bound=False)
    assert (result.cost, result.lower_bound, result.status) == (275, 230, "feasible")


def test_a_proof_leaves_the_tour_of_a_number_of_iterations_as_it_is() -> None:
    """A better one is all that it may bring."""
    town = generate("city", edges=40, seed=3)
    plain, proven = (
        arcload.solve(town, "auto", iterations=2000, threads=2, bound=bound)
        for bound in (False, True)
    )
    assert proven.cost <= plain.cost
    found = [[cost for _, _, cost in result.history] for result in (plain, proven)]
    assert found[1][: len(found[0])] == found[0]
    assert proven.lower_bound is not None
    assert plain.lower_bound is not None
    assert plain.lower_bound < proven.lower_bound <= proven.cost


def test_stops_at_a_proven_gap() -> None:
    """Smith's bound on the paper's example is 230: no more than 20 % below 275."""
    result = arcload.solve(FOUR_EDGES, "auto", gap=0.2, iterations=100_000)
    assert result.gap is not None
    assert result.gap <= 0.2
    assert result.iterations < 100_000
