"""The load factor: every method and proof with it, against trying every tour."""

import numpy as np
import pytest

import arcload
from arcload.proofs.verify import verify
from tests.brute_force import optimum_of
from tests.random_instances import random_instance

FACTORS = (0.0, 0.3, 1.0, 2.5)


def drawn(mode: str, count: int = 12) -> list[arcload.Instance]:
    """Return random instances of up to six streets, delivering or collecting."""
    found: list[arcload.Instance] = []
    for index in range(500):
        instance, _ = random_instance(np.random.default_rng([9, index]))
        if len(instance.served) <= 6:
            found.append(instance.replace(mode=mode, curb_weight=instance.curb_weight or 1.0))
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("b", FACTORS)
def test_auto_and_exact_find_the_optimum_and_greedy_no_less(b: float, mode: str) -> None:
    for instance in drawn(mode):
        weighed = instance.replace(load_factor=b)
        optimum = optimum_of(weighed)
        for method in ("auto", "exact", "greedy"):
            result = arcload.solve(weighed, method, iterations=30, threads=1)
            assert result.lower_bound is not None
            assert result.lower_bound <= optimum * (1 + 1e-9)
            assert arcload.check(result).cost == pytest.approx(result.cost)
            if method == "greedy":
                assert result.cost >= optimum * (1 - 1e-9)
            else:
                assert result.cost == pytest.approx(optimum, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
@pytest.mark.parametrize("b", FACTORS)
def test_bounds_are_proven_again(b: float, mode: str) -> None:
    for instance in drawn(mode, count=4):
        weighed = instance.replace(load_factor=b)
        found = arcload.bound(weighed, time=60, threads=1)
        assert found.lower_bound == pytest.approx(optimum_of(weighed), rel=1e-6)
        assert arcload.check_bound(weighed, found) == pytest.approx(found.best)
        verify(weighed, found.certificate)


@pytest.mark.parametrize("method", ["aco", "arc-drl", "beam", "ea", "ils", "vns"])
def test_every_method_takes_a_load_that_costs_nothing(method: str) -> None:
    for instance in drawn("deliver", count=4):
        free = instance.replace(load_factor=0)
        result = arcload.solve(free, method, iterations=20, threads=1)
        assert result.cost >= optimum_of(free) * (1 - 1e-9)
        assert result.cost == pytest.approx(free.curb_weight * result.plan.length)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_more_than_a_handful_of_streets_with_a_load_that_costs_nothing(mode: str) -> None:
    """The shortest tour is then the cheapest."""
    town = arcload.generate("city", edges=30, served=0.5, seed=2)
    free = town.replace(load_factor=0, mode=mode)
    result = arcload.solve(free, "exact", time=60, iterations=400, threads=1)
    shortest = arcload.compare(result).shortest
    assert shortest.exact
    assert result.plan.length >= shortest.plan.length * (1 - 1e-9)
    assert result.lower_bound is not None
    assert result.lower_bound <= free.curb_weight * shortest.plan.length * (1 + 1e-9)
    assert result.certificate is not None
    verify(free, result.certificate)
