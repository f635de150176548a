"""The ascent with cuts: above what it begins with, below the optimum."""

import itertools

import numpy as np
import pytest

import arcload
from arcload.proofs.windows.tune_with_cuts import tune_with_cuts
from tests.brute_force import optimum_of
from tests.fuzz import root_bound
from tests.proofs.test_relaxation import relax, tuned
from tests.random_instances import random_instance


def test_no_cuts_raise_the_bound_above_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcload.proofs.windows.tune_with_cuts._EVERY", 5)
    for seed in range(4):
        instance, _ = random_instance(np.random.default_rng([6, seed]))
        optimum, relaxation = optimum_of(instance), relax(instance, levels=40)
        without = tuned(relaxation, optimum, 60)[-1]
        bounds = list(itertools.islice(tune_with_cuts(relaxation, optimum), 30))
        relaxation.settle()
        assert bounds == sorted(bounds)
        assert bounds[0] == without
        assert root_bound(relaxation) == bounds[-1]
        assert bounds[-1] <= optimum * (1 + 1e-9) + relaxation.rounding(relaxation.best)


def test_cuts_raise_the_bound_of_a_town() -> None:
    relaxation = relax(arcload.generate("city", edges=40, seed=3))
    cutoff = 1.2 * root_bound(relaxation)
    without = tuned(relaxation, cutoff, 100)[-1]
    *_, bound = itertools.islice(tune_with_cuts(relaxation, cutoff), 150)
    assert bound > 1.002 * without
    assert relaxation.cuts
