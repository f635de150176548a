"""ILS: valid tours, never worse than its start, the same for any number of threads."""

import pytest
from hypothesis import given, settings

import arcload
from arcload import InputError
from arcload.maps.generators import generate
from arcload.solving.methods import _paper
from tests.examples import FOUR_EDGES
from tests.strategies import instances

TOWN = generate("rural", nodes=12, edges=30, seed=5)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=9))
def test_is_never_worse_than_greedy(instance: arcload.Instance) -> None:
    """On networks of every kind; `solve` has each tour checked."""
    result = arcload.solve(instance, "ils", iterations=3)
    assert result.iterations == 3 or result.status == "optimal"
    assert result.cost <= arcload.solve(instance, "greedy").cost * (1 + 1e-12)


def test_finds_the_optimum_of_the_paper_example() -> None:
    assert arcload.solve(FOUR_EDGES, "ils").cost == 275


def test_makes_k_max_iterations_unless_told_otherwise() -> None:
    assert arcload.solve(TOWN, "ils").iterations == 100
    assert arcload.solve(TOWN, "ils", parameters={"k_max": 7}).iterations == 7
    assert arcload.solve(TOWN, "ils", iterations=120).iterations == 120


def test_no_iterations_leave_the_greedy_tour() -> None:
    assert arcload.solve(TOWN, "ils", iterations=0).cost == arcload.solve(TOWN, "greedy").cost


def test_a_warm_start_is_never_made_worse() -> None:
    start = arcload.solve(TOWN, "ils", iterations=20)
    assert arcload.solve(TOWN, "ils", iterations=1, warm_start=start).cost <= start.cost


@pytest.mark.parametrize("local_search", ["single", "full"])
def test_threads_and_runs_give_the_same_tour(
    local_search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_paper, "_WORTH_A_THREAD", 0)
    one, two, again = (
        arcload.solve(
            TOWN, "ils", iterations=5, threads=n, parameters={"local_search": local_search}
        )
        for n in (1, 2, 2)
    )
    assert one.cost < arcload.solve(TOWN, "greedy").cost or local_search == "single"
    assert (one.plan.order, one.plan.directions) == (two.plan.order, two.plan.directions)
    assert (one.plan.order, one.plan.directions) == (again.plan.order, again.plan.directions)


def test_a_full_search_beats_a_single_step() -> None:
    full, single = (
        arcload.solve(TOWN, "ils", iterations=5, parameters={"local_search": how}).cost
        for how in ("full", "single")
    )
    assert full < single


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("k_max", -1),
        ("k_max", 2.5),
        ("perturbation", -0.1),
        ("perturbation", float("nan")),
        ("perturbation", "much"),
        ("local_search", "double"),
    ],
)
def test_refuses_parameters_that_make_no_sense(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"^{name} is .*; it must be "):
        arcload.solve(FOUR_EDGES, "ils", parameters={name: value})
