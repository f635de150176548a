"""`beam`: a tour and a bound in one pass, both better the wider it is."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings

import arcload
from arcload import InputError, Instance
from arcload.maps.generators import generate
from arcload.proofs import prover
from arcload.proofs.label_setting import LabelSetting
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.published import FOLDER, needs_published
from tests.strategies import instances

TOWN = generate("city", edges=40, seed=3)
NARROW = {"width": 2, "tuning": 10}


def test_the_paper_example() -> None:
    result = arcload.solve(FOUR_EDGES, "beam", iterations=5)
    assert result.cost == 275
    assert result.status == "optimal"
    assert result.lower_bound == pytest.approx(275)


@settings(max_examples=30)
@given(instances(min_served=1, max_served=4, max_nodes=5))
def test_the_bound_holds_however_narrow(instance: Instance) -> None:
    optimum = best_over_orders(instance)
    for width in (1, 3):
        parameters = {"width": width, "tuning": 3}
        result = arcload.solve(instance, "beam", iterations=1, parameters=parameters)
        assert result.lower_bound is not None
        assert result.lower_bound <= optimum * (1 + 1e-9)
        assert result.cost >= optimum * (1 - 1e-9)


@settings(max_examples=20)
@given(instances(min_served=1, max_served=4, max_nodes=5))
def test_wide_enough_it_proves_the_optimum(instance: Instance) -> None:
    result = arcload.solve(instance, "beam", iterations=1, parameters={"tuning": 30})
    assert result.status == "optimal"
    assert result.cost == pytest.approx(best_over_orders(instance), rel=1e-9, abs=0.0)


def test_each_pass_is_wider_and_no_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = []

    class Noted(LabelSetting):
        def run(self, pool: ThreadPoolExecutor, threads: int) -> Iterator[None]:
            yield from super().run(pool, threads)
            if self.relaxation.problem.size == len(TOWN.served):  # not when warming up
                widths.append(self.width)

    monkeypatch.setattr(prover, "LabelSetting", Noted)
    results = [
        arcload.solve(TOWN, "beam", iterations=passes, parameters=NARROW | {"growth": 3})
        for passes in (1, 3)
    ]
    assert widths == [2, 2, 6, 18]
    assert [result.iterations for result in results] == [1, 3]
    assert results[1].cost <= results[0].cost
    assert results[1].lower_bound is not None
    assert results[0].lower_bound is not None
    assert results[0].lower_bound <= results[1].lower_bound < results[1].cost


def test_a_second_run_and_more_threads_give_the_same() -> None:
    first, again, threads = (
        arcload.solve(TOWN, "beam", iterations=2, threads=threads, parameters={"width": 60})
        for threads in (1, 1, 2)
    )
    assert first.plan.order == again.plan.order == threads.plan.order
    assert first.lower_bound == again.lower_bound == threads.lower_bound


def test_no_pass_leaves_the_greedy_tour() -> None:
    result = arcload.solve(TOWN, "beam", iterations=0)
    assert result.cost == pytest.approx(arcload.solve(TOWN, "greedy").cost)


def test_a_warm_start_is_never_made_worse() -> None:
    good = arcload.solve(TOWN, "auto", iterations=3000)
    result = arcload.solve(TOWN, "beam", iterations=1, warm_start=good, parameters=NARROW)
    assert result.cost <= good.cost * (1 + 1e-12)


@pytest.mark.parametrize("memory", [0, 1e4, 1e6])
def test_little_memory_is_no_error(memory: float) -> None:
    result = arcload.solve(TOWN, "beam", iterations=2, memory=memory, parameters=NARROW)
    assert result.lower_bound is not None
    assert 0 < result.lower_bound <= result.cost


@needs_published
@pytest.mark.parametrize(("name", "optimum"), [("E_14", 94807.13), ("large_20", 242592.46)])
def test_bounds_of_published_instances_hold(name: str, optimum: float) -> None:
    instance = arcload.read(FOLDER / f"{name}.txt")
    result = arcload.solve(instance, "beam", iterations=2, parameters={"width": 50})
    assert result.lower_bound is not None
    assert 0.8 * optimum < result.lower_bound <= optimum + 0.01
    assert optimum - 0.01 <= result.cost < 1.1 * optimum


def test_parameters_are_checked() -> None:
    with pytest.raises(InputError, match="growth is 1; it must be 2 or more"):
        arcload.solve(FOUR_EDGES, "beam", parameters={"growth": 1})
    with pytest.raises(InputError, match="width is 0"):
        arcload.solve(FOUR_EDGES, "beam", parameters={"width": 0})
