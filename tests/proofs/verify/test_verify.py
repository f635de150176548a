"""The check of lower bounds of all kinds, against brute force and tampering."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.model.certificate import KINDS, Certificate
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.proofs.verify.certificates import (
    FEW,
    PATH,
    SMITH,
    at_most,
    smith_certificate,
    subset_certificate,
    walk_certificate,
)


@given(FEW, st.floats(1e-6, 10.0))
@settings(max_examples=40)
def test_no_certificate_of_another_kind_proves_more_than_the_optimum(
    instance: arcload.Instance, more: float
) -> None:
    optimum = best_over_orders(instance)
    for certificate in (smith_certificate(instance), walk_certificate(instance, labels=True)):
        for kind in KINDS:
            other = replace(certificate, kind=kind)
            with pytest.raises(CheckError):
                verify(instance, replace(other, bound=optimum * (1 + more) + more))
            with suppress(CheckError):
                assert at_most(verify(instance, other), optimum)


def test_the_example_worked_by_hand() -> None:
    assert verify(FOUR_EDGES, subset_certificate(FOUR_EDGES)) == pytest.approx(275)
    assert verify(FOUR_EDGES, smith_certificate(FOUR_EDGES)) == pytest.approx(230)
    assert verify(PATH, SMITH) == pytest.approx(193)
    # The edge 1 -> 2 sets the pace, 2 / 100: 0.02 * 135^2 / 2 = 182.25 is put aside. The cheapest
    # walk serves 1 -> 2 (0), 2 -> 3 (0.6 * 25), drives 3 -> 2 (15), and serves 2 -> 1 again (0)
    # and 1 -> 4 (0.8 * 5).
    plain = Certificate(
        "relaxation", 216.25, levels=np.ones(4, dtype=np.int64), stages=((0, np.zeros(8)),)
    )
    assert verify(FOUR_EDGES, plain) == pytest.approx(182.25 + 15 + 15 + 4)


EXTREME: dict[str, list[tuple[float, ...]]] = {
    "short and heavy": [(1, 1, 1e-190, 1e150), (1, 1, 1e-200, 1e150)],
    "long and light": [(1, 1, 1e200, 1e-150), (1, 1, 1e190, 1e-150)],
    "of no length": [(1, 1, 0, 1), (1, 1, 0, 2)],
}


@pytest.mark.parametrize("name", EXTREME)
def test_ratios_that_no_number_holds_prove_no_more_than_the_optimum(name: str) -> None:
    instance = arcload.Instance.from_edges(EXTREME[name], depot=1)
    optimum, one = best_over_orders(instance), np.ones(2, dtype=np.int64)
    for kind in sorted(KINDS.keys() - {"capacity-cuts", "envelope", "walk"}):
        certificate = Certificate(kind, 0.0, levels=one, stages=((0, np.zeros(3)),))
        assert at_most(verify(instance, certificate), optimum)


def test_more_than_is_proven_is_refused_with_both_values() -> None:
    with pytest.raises(CheckError, match=r"states the bound 193\.001; it proves 193\.0"):
        verify(PATH, replace(SMITH, bound=193.001))
    with pytest.raises(CheckError, match=r"states the bound 276\.0; it proves 275\.0"):
        verify(FOUR_EDGES, Certificate("subsets", 276.0))


def test_a_lower_bound_than_proven_is_fine() -> None:
    assert verify(PATH, replace(SMITH, bound=100)) == pytest.approx(193)
