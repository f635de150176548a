"""A short run of the checks that `python -m tests.fuzz` makes on random instances of every kind."""

from collections import Counter

import numpy as np
import pytest

from tests.brute_force import best_over_orders, optimum_of
from tests.exact_arithmetic import Exact
from tests.fuzz import check_all, check_extremes
from tests.random_instances import random_instance

COUNT, BATCH = 200, 50
EXTREMES = 40
DRAWN = 300  # and not all of them checked


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_no_bound_is_above_the_optimum(first: int) -> None:
    for index in range(first, first + BATCH):
        check_all(2, index)


@pytest.mark.parametrize("first", range(0, EXTREMES, BATCH // 5))
def test_what_is_claimed_of_figures_of_all_magnitudes_is_true(first: int) -> None:
    for index in range(first, first + BATCH // 5):
        check_extremes(2, index)


def test_the_reference_agrees_with_trying_every_tour() -> None:
    compared = 0
    for index in range(150):
        instance, _ = random_instance(np.random.default_rng([3, index]))
        if len(instance.served) <= 4:
            expected = best_over_orders(instance)
            assert optimum_of(instance) == pytest.approx(expected, rel=1e-12, abs=0.0)
            compared += 1
    assert compared > 50


def test_the_reference_without_rounding_agrees() -> None:
    for index in range(40):
        instance, _ = random_instance(np.random.default_rng([3, index]))
        exact = Exact(instance)
        assert float(exact.optimum()) == pytest.approx(optimum_of(instance), rel=1e-12)
        light = instance.replace(demands=np.sign(instance.demands), curb_weight=1e15)
        assert float(exact.shortest()) == pytest.approx(optimum_of(light) / 1e15, rel=1e-9)


def test_every_kind_of_instance_is_drawn() -> None:
    kinds: Counter[str] = Counter()
    for index in range(DRAWN):
        kinds.update(random_instance(np.random.default_rng([2, index]))[1])
    asked = {
        *("parallel edges", "loops", "optional edges", "one-way streets", "uneven lengths"),
        *("zero lengths", "free start", "free end", "free both", "start != end", "collect"),
        *("whole demands", "real demands", "proportional demands", "equal demands"),
        *("huge demands", "tiny demands", "nearly all on one edge"),
        *("W = 0", "W moderate", "W enormous"),
        *(f"{count} served" for count in range(1, 8)),
    }
    assert min(kinds[kind] for kind in asked) >= 5


def test_figures_of_every_magnitude_are_drawn() -> None:
    kinds: Counter[str] = Counter()
    lengths, demands = [], []
    for index in range(DRAWN):
        instance, of_it = random_instance(np.random.default_rng([2, index]), extreme=True)
        kinds.update(of_it)
        lengths += instance.lengths.ravel().tolist()
        demands += instance.demands.tolist()
    for what, values in (("lengths", lengths), ("demands", demands)):
        drawn = [value for value in values if 0 < value < np.inf]
        assert min(drawn) < 1e-8
        assert max(drawn) > 1e14
        sizes = ("alike", "one great", "one tiny", "two sizes", "all sizes", "none")
        assert min(kinds[f"{what}: {size}"] for size in sizes) >= 5
    asked = {"parallel edges", "loops", "optional edges", "one-way streets", "collect", "free both"}
    assert min(kinds[kind] for kind in (*asked, "zero lengths", "W of any size")) >= 5
