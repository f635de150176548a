"""The check over all sets of served edges, against brute force."""

import math

import pytest
from hypothesis import given, settings

import arcload
from arcload.engine.problem import Problem
from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from tests.brute_force import best_over_orders
from tests.proofs.verify.certificates import LITTLE, at_most, subset_certificate
from tests.strategies import instances


@given(instances(max_nodes=5, max_served=4))
@settings(max_examples=60)
def test_subsets_prove_the_optimum(instance: arcload.Instance) -> None:
    optimum = best_over_orders(instance)
    proven = verify(instance, Certificate("subsets", LITTLE))
    assert math.isclose(proven, optimum, rel_tol=1e-9)
    if Problem.of(instance).size:
        assert at_most(subset_certificate(instance).bound, proven)


def test_too_many_edges_for_all_subsets_are_refused() -> None:
    street = arcload.Instance.from_edges([(k, k + 1, 1, 1) for k in range(25)], depot=0)
    with pytest.raises(CheckError, match="24 edges or fewer"):
        verify(street, Certificate("subsets", 0.0))
