"""Closed forms are recognised where they hold and nowhere else."""

import pytest
from hypothesis import given

import arcload
from arcload.engine.problem import Problem
from arcload.engine.search.closed_form import euler_tour
from arcload.maps.generators import generate
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.strategies import instances


@pytest.mark.parametrize("ratio", [0, 0.5, 5])
def test_proportional_eulerian_instances_are_closed(ratio: float) -> None:
    instance = generate(
        "eulerian", nodes=9, edges=20, demand="proportional", curb_ratio=ratio, seed=3
    )
    result = arcload.solve(instance, "auto", iterations=0)
    length = float(instance.lengths[:, 0].sum())
    assert (result.status, result.plan.deadhead_length) == ("optimal", 0)
    assert result.gap == pytest.approx(0, abs=1e-12)
    assert result.cost == pytest.approx(instance.curb_weight * length + length**2 / 2)


def test_other_instances_are_not() -> None:
    assert euler_tour(Problem.of(FOUR_EDGES)) is None
    random = generate("eulerian", nodes=9, edges=20, demand="random", seed=3)
    assert euler_tour(Problem.of(random)) is None
    path = arcload.Instance.from_edges([(1, 2, 1, 1), (2, 3, 2, 2)], depot=1)
    assert euler_tour(Problem.of(path)) is None
    ring = [(1, 2, 1, 1), (2, 3, 1, 1), (3, 1, 1, 1)]
    elsewhere = arcload.Instance.from_edges([*ring, (4, 1, 1, 0)], depot=4)
    assert euler_tour(Problem.of(elsewhere)) is None
    apart = [*ring, (1, 4, 1, 0), (4, 5, 1, 1), (5, 6, 1, 1), (6, 4, 1, 1)]
    assert euler_tour(Problem.of(arcload.Instance.from_edges(apart, depot=1))) is None


@given(instances(min_served=1, max_served=4, max_nodes=3))
def test_a_closed_form_is_the_optimum(instance: arcload.Instance) -> None:
    even = instance.replace(
        demand={
            instance.edges[k]: float(instance.lengths[k].min()) or 1.0 for k in instance.served
        },
        capacity=None,
    )
    closed = euler_tour(Problem.of(even))
    if closed is not None:
        assert closed.cost == pytest.approx(best_over_orders(even), rel=1e-9)
