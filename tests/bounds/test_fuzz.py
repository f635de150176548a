"""A short run of the checks that `python -m tests.fuzz` makes on random instances of every kind."""

from collections import Counter

import numpy as np
import pytest

from tests.brute_force import best_over_orders, optimum_of
from tests.fuzz import check_all
from tests.random_instances import random_instance

COUNT, BATCH = 300, 50


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_no_bound_is_above_the_optimum(first: int) -> None:
    for index in range(first, first + BATCH):
        check_all(2, index)


def test_the_reference_agrees_with_trying_every_tour() -> None:
    compared = 0
    for index in range(150):
        instance, _ = random_instance(np.random.default_rng([3, index]))
        if len(instance.served) <= 4:
            expected = best_over_orders(instance)
            assert optimum_of(instance) == pytest.approx(expected, rel=1e-12, abs=0.0)
            compared += 1
    assert compared > 50


def test_every_kind_of_instance_is_drawn() -> None:
    kinds: Counter[str] = Counter()
    for index in range(COUNT):
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
