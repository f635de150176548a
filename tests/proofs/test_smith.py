"""The instant bound: by hand, against matchings, and never above the optimum."""

import itertools

import numpy as np
import pytest
from hypothesis import given

from arcload import FREE, Edge, Instance
from arcload.engine.problem import Problem
from arcload.proofs import smith
from arcload.proofs.smith import deadhead_distances, odd_nodes, smith_bound, smith_order
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.strategies import instances

STAR = Instance.from_edges([(0, 1, 2, 1), (0, 2, 3, 1), (0, 3, 5, 1)], depot=0, curb_weight=10)


def test_the_paper_example_by_hand() -> None:
    """By falling q / d the middles lie at 1, 2.5, 3.5 and 9; the ring needs no deadhead."""
    smith_value = 100 * 1 + 20 * 2.5 + 10 * 3.5 + 5 * 9
    assert smith_bound(Problem.of(FOUR_EDGES)).value == smith_value == 230
    heavier = smith_bound(Problem.of(FOUR_EDGES.replace(curb_weight=3)))
    assert heavier.value == 230 + 3 * 14
    assert len(heavier.nodes) == 0


def test_a_star_is_driven_twice() -> None:
    """Depot and leaves are odd: 10 to serve, and deadheads of 2 + 3 + 5 to come back."""
    known = smith_bound(Problem.of(STAR))
    assert known.nodes.tolist() == [0, 1, 2, 3]
    assert known.potentials.sum() == pytest.approx(10)
    assert known.value == pytest.approx(10 * (10 + 10) + 1 + 3.5 + 7.5)


def test_free_ends_need_no_way_home() -> None:
    """From anywhere to anywhere the two longest arms of the star are driven once."""
    known = smith_bound(Problem.of(STAR.replace(start=FREE, end=FREE)))
    assert known.nodes.tolist() == [0, 1, 2, 3, -1, -1]
    assert known.potentials.sum() == pytest.approx(2)


def test_one_way_streets_count_with_their_shorter_direction() -> None:
    ring = [Edge(k, (k + 1) % 3, 1, 1, length_back=9) for k in range(2)]
    problem = Problem.of(Instance.from_edges([*ring, (2, 0, 50)], depot=0, curb_weight=1))
    known = smith_bound(problem)
    assert known.nodes.tolist() == [0, 2]
    assert deadhead_distances(problem, known.nodes).tolist() == [[0, 2], [2, 0]]
    assert known.potentials.sum() == pytest.approx(2)


def test_odd_nodes_by_hand() -> None:
    """A star with one arm served, at its leaf: two leaves, depot and vehicle are left."""
    served = np.array([[False, False, False], [True, False, False], [True, True, True]])
    odd = odd_nodes(Problem.of(STAR), served, np.array([0, 1, 3]))
    assert [np.flatnonzero(row).tolist() for row in odd] == [[0, 1, 2, 3], [0, 1, 2, 3], [0, 3]]
    loop = Problem.of(Instance.from_edges([(1, 1, 2, 3)], start=FREE, end=FREE))
    assert not odd_nodes(loop, np.array([[False]]), np.array([-1])).any()


@given(instances(min_served=1, max_served=7))
def test_potentials_never_exceed_a_least_matching(instance: Instance) -> None:
    networkx = pytest.importorskip("networkx")
    problem = Problem.of(instance.replace(curb_weight=1.0))
    known = smith_bound(problem)
    between = deadhead_distances(problem, known.nodes)
    graph = networkx.Graph()
    for i, j in itertools.combinations(range(len(known.nodes)), 2):
        graph.add_edge(i, j, weight=between[i, j])
    matching = networkx.min_weight_matching(graph)
    assert 2 * len(matching) == len(known.nodes)
    least = sum(between[i, j] for i, j in matching)
    assert known.potentials.sum() <= least * (1 + 1e-12) + 1e-12
    if len(known.nodes) == 2:
        assert known.potentials.sum() == pytest.approx(least)


@given(instances(min_served=1, max_served=7))
def test_no_two_potentials_exceed_the_distance_of_their_nodes(instance: Instance) -> None:
    problem = Problem.of(instance.replace(curb_weight=1.0))
    known = smith_bound(problem)
    between = deadhead_distances(problem, known.nodes)
    for i, j in itertools.combinations(range(len(known.nodes)), 2):
        pair = known.potentials[i] + known.potentials[j]
        assert pair <= between[i, j] + 1e-12 * (1 + between.max())


def test_many_odd_nodes_get_half_the_way_to_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smith, "_MOST_ASSIGNED", 3)
    known = smith_bound(Problem.of(STAR))
    assert known.potentials.tolist() == [1, 1, 1.5, 2.5]


@given(instances(min_served=1, max_served=4, max_nodes=5))
def test_is_never_above_the_optimum(instance: Instance) -> None:
    optimum = best_over_orders(instance)
    assert smith_bound(Problem.of(instance)).value <= optimum * (1 + 1e-9)


EXTREME: dict[str, list[tuple[int, int, float, float]]] = {
    "short and heavy": [(1, 1, 1e-190, 1e150), (1, 1, 1e-200, 1e150)],
    "long and light": [(1, 1, 1e200, 1e-150), (1, 1, 1e190, 1e-150)],
    "light and longer": [(1, 2, 1e150, 1e-200), (1, 2, 2e150, 3e-200), (1, 2, 3e150, 1e-200)],
    "of no length": [(1, 2, 0, 1), (1, 2, 0, 2)],
}


@pytest.mark.parametrize("name", EXTREME)
def test_ratios_that_no_number_holds_are_still_sorted(name: str) -> None:
    instance = Instance.from_edges(EXTREME[name], depot=1)
    assert smith_bound(Problem.of(instance)).value <= best_over_orders(instance) * (1 + 1e-9)


def test_smith_order_is_by_falling_demand_a_length() -> None:
    q, d = np.array([1.0, 4.0, 0.5, 3.0]), np.array([1.0, 2.0, 0.0, 1.0])
    assert smith_order(q, d).tolist() == [2, 3, 1, 0]
    assert smith_order(np.empty(0), np.empty(0)).tolist() == []
