"""ACO: valid tours, never worse than its start, the same for any number of threads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import InputError
from arcload.maps.generators import generate
from arcload.solving.methods import _paper
from tests.examples import FOUR_EDGES
from tests.strategies import instances

TOWN = generate("rural", nodes=12, edges=30, seed=5)


@settings(max_examples=60)
@given(instances(min_served=1, max_served=9), st.sampled_from(["paper", "inverse"]))
def test_is_never_worse_than_greedy(instance: arcload.Instance, eta: str) -> None:
    """On networks of every kind; `solve` has each tour checked."""
    result = arcload.solve(instance, "aco", iterations=3, parameters={"eta": eta})
    assert result.cost <= arcload.solve(instance, "greedy").cost * (1 + 1e-12)


@pytest.mark.parametrize("eta", ["paper", "inverse"])
def test_finds_the_optimum_of_the_paper_example(eta: str) -> None:
    """From the plain round trip of cost 325, so the ants must do it."""
    start = arcload.Tour(FOUR_EDGES, (1, 2, 4, 3), (1, 1, 1, 2))
    result = arcload.solve(FOUR_EDGES, "aco", seed=2, warm_start=start, parameters={"eta": eta})
    assert (result.cost, result.iterations) == (275, 100)


def test_threads_and_runs_give_the_same_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_paper, "_WORTH_A_THREAD", 0)
    instance = generate("rural", nodes=5, edges=9, seed=2)
    served = [instance.edges[k] for k in instance.served]
    start = arcload.best_directions(instance, served)
    one, two, again = (
        arcload.solve(instance, "aco", iterations=9, threads=n, warm_start=start) for n in (1, 2, 2)
    )
    assert one.cost < start.cost
    assert (one.plan.order, one.plan.directions) == (two.plan.order, two.plan.directions)
    assert (one.plan.order, one.plan.directions) == (again.plan.order, again.plan.directions)


def test_pheromone_may_evaporate_altogether() -> None:
    result = arcload.solve(TOWN, "aco", iterations=30, parameters={"rho": 1, "C": 0})
    assert result.iterations == 30


@pytest.mark.parametrize(
    ("name", "value"),
    [("p_max", 0), ("rho", 1.5), ("C", -1), ("epsilon", float("inf")), ("eta", "root")],
)
def test_refuses_parameters_that_make_no_sense(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"^{name} is .*; it must be "):
        arcload.solve(FOUR_EDGES, "aco", parameters={name: value})


def test_refuses_to_take_more_memory_than_allowed() -> None:
    with pytest.raises(InputError, match=r"aco needs .* GB for the pheromone of \d+ served edges"):
        arcload.solve(TOWN, "aco", parameters={"memory_gb": 1e-6})
