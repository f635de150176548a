"""How good a policy is, group by group."""

import pytest

import arcload
from arcload import Instance
from arcload.runs import evaluation
from arcload.runs.evaluation import Evaluation, evaluate, evaluation_group, gaps
from tests.examples import FOUR_EDGES


def test_samples_and_polish_never_make_it_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "SAMPLES", 8)
    towns = {
        "four_1": FOUR_EDGES,
        "city_1": arcload.generate("city", edges=30, seed=1),
    }
    found = list(evaluate(towns, "default"))
    assert [one.instance for one in found] == ["four_1", "city_1"]
    assert all(one.polished <= one.sampled <= one.greedy for one in found)
    assert found[0].polished == 275
    assert list(evaluate(towns, "default")) == found


def test_gaps_are_means_to_the_best_known() -> None:
    evaluations = [
        Evaluation("a_1", "a", 110.0, 105.0, 100.0),
        Evaluation("a_2", "a", 120.0, 100.0, 100.0),
        Evaluation("b_1", "b", 60.0, 55.0, 50.0),
    ]
    best = {"a_1": 100.0, "a_2": 100.0, "b_1": 40.0}
    others = {"EA": {"a_1": 101.0, "a_2": 103.0}}
    table = gaps(evaluations, best, others)
    assert list(table) == ["a", "b"]
    assert table["a"] == pytest.approx({"EA": 2.0, "greedy": 15.0, "sampled": 2.5, "polished": 0.0})
    assert table["b"]["EA"] is None
    assert table["b"]["greedy"] == pytest.approx(50.0)


def test_a_better_tour_than_the_best_known_is_the_best_known() -> None:
    """So that no gap is below 0, and other methods are seen as they are."""
    found = gaps([Evaluation("a_1", "a", 90.0, 90.0, 80.0)], {"a_1": 100.0}, {"EA": {"a_1": 100.0}})
    assert found["a"] == pytest.approx({"EA": 25.0, "greedy": 12.5, "sampled": 12.5, "polished": 0})


def test_instances_without_a_best_cost_are_compared_with_our_own() -> None:
    (row,) = gaps([Evaluation("a_1", "a", 90.0, 85.0, 80.0)], {}, {}).values()
    assert row == pytest.approx({"greedy": 12.5, "sampled": 6.25, "polished": 0.0})


def _walk(demand: str) -> Instance:
    return arcload.generate("eulerian", nodes=10, edges=16, demand=demand, seed=1)


@pytest.mark.parametrize(
    ("name", "instance", "group"),
    [
        ("E_3", _walk("random"), "E, random"),
        ("E_4", _walk("proportional"), "proportional Eulerian"),
        ("large_1", _walk("random"), "large n = 10, random"),
        ("large_2", _walk("proportional"), "proportional Eulerian"),
        ("C_3", _walk("random"), "C and H"),
        ("H_13", _walk("proportional"), "C and H"),
        ("R_1", _walk("proportional"), "R, proportional"),
        ("town", _walk("random"), "town, random"),
        ("empty_1", Instance.from_edges([(1, 2, 3, 0)], depot=1), "empty, random"),
    ],
)
def test_groups_are_those_of_the_paper(name: str, instance: Instance, group: str) -> None:
    assert evaluation_group(name, instance) == group
