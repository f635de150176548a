"""An instance as the kernels see it."""

import math

import numpy as np
import pytest
from hypothesis import given

import arcload
from arcload import FREE, Edge, Instance
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from tests.brute_force import all_distances
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_the_four_edges_by_hand() -> None:
    arrays = Problem.of(FOUR_EDGES.replace(curb_weight=2)).arrays
    assert arrays.q.tolist() == [100, 20, 10, 5]
    assert arrays.entry.tolist() == [[0, 1], [1, 2], [0, 3], [2, 3]]
    assert arrays.from_start.tolist() == [0, 2, 3, 1]
    assert arrays.home.tolist() == [0, 4, 6, 2]


def test_collecting_is_delivering_backwards() -> None:
    ring = [Edge(k, (k + 1) % 3, k + 1, 1, length_back=math.inf) for k in range(3)]
    problem = Problem.of(Instance.from_edges(ring, start=0, end=1, mode="collect"))
    assert (problem.start, problem.end) == (1, 0)
    assert problem.arrays.length.tolist() == [[math.inf, 1], [math.inf, 2], [math.inf, 3]]
    assert problem.arrays.D.tolist() == [[0, 5, 3], [1, 0, 4], [3, 2, 0]]


def test_a_free_start_is_at_no_distance() -> None:
    problem = Problem.of(FOUR_EDGES.replace(start=FREE, end=FREE, curb_weight=3))
    assert (problem.start, problem.end) == (-1, -1)
    assert not problem.arrays.from_start.any()
    assert not problem.arrays.home.any()
    assert problem.empty_cost == 0


@given(instances(max_nodes=6))
def test_distances_are_those_of_brute_force(instance: Instance) -> None:
    problem, D = Problem.of(instance), all_distances(instance)
    entry, forth = problem.arrays.entry, instance.mode == "deliver"
    for k, edge in enumerate(instance.served):
        for j, other in enumerate(instance.served):
            u, v = (instance.nodes[instance.ends[e, 0]] for e in (edge, other))
            expected = D[u, v] if forth else D[v, u]
            assert problem.arrays.D[entry[k, 0], entry[j, 0]] == pytest.approx(expected)


@given(instances(min_served=1))
def test_a_tour_and_its_numbers_name_the_same_services(instance: Instance) -> None:
    problem = Problem.of(instance)
    order = np.arange(problem.size)[::-1].copy()
    cost, sides = direction_program(order, *problem.arrays)
    if math.isfinite(cost):
        tour = problem.tour(order, sides)
        indices = [instance.edge_index(edge) for edge in tour.order]
        assert problem.order_of(indices).tolist() == order.tolist()
        assert tour.cost == pytest.approx(cost, rel=1e-9, abs=1e-12)
    else:
        with pytest.raises(arcload.InputError, match=r"no way leads|must not be driven"):
            _ = problem.tour(order, sides).walk


def test_an_order_has_the_cost_of_its_best_directions() -> None:
    problem = Problem.of(FOUR_EDGES)
    found = problem.solution([0, 1, 3, 2])
    edges = [FOUR_EDGES.edges[k] for k in found.order]
    assert found.cost == arcload.best_directions(FOUR_EDGES, edges).cost == problem.plan(found).cost


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 3, 4], [0, 1, 2, 2], [-1, 0, 1, 2]])
def test_an_order_must_have_every_number_once(order: list[int]) -> None:
    with pytest.raises(arcload.InputError, match=rf"0 to 3 .*{len(order)} numbers"):
        Problem.of(FOUR_EDGES).solution(order)
