"""Certificates of the relaxation, found and made up."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.model.edge import Edge
from arcload.model.errors import CheckError
from arcload.proofs import prover
from arcload.proofs.verify import verify
from arcload.solving.bound import bound
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.proofs.verify.certificates import (
    FEW,
    ZEROS,
    at_most,
    made_up_certificates,
    walk_certificate,
)


@given(FEW)
@settings(max_examples=50)
def test_relaxations_certificates_hold(instance: arcload.Instance) -> None:
    certificate = walk_certificate(instance)
    proven = verify(instance, certificate)
    assert math.isclose(proven, max(0.0, certificate.bound), rel_tol=1e-9)
    assert at_most(proven, best_over_orders(instance))


def test_a_bound_much_less_than_its_terms_is_proven_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounding alone decided on steps near the cut-off, and `verify` decided otherwise."""
    ring = arcload.Instance.from_edges(
        [
            Edge(0, 1, 240636644.88173515, 2.5, length_back=806100324.7321612),
            Edge(2, 1, 2, 2601606.2674545324, length_back=2.677183500489596),
            Edge(2, 3, 9, 2.5),
            Edge(4, 3, 5, 2.5, length_back=18.63738622056791),
            Edge(5, 4, 9, 2.5),
            Edge(5, 0, 8, 2.5, length_back=29.470625961660364),
        ],
        start=arcload.FREE,
        end=arcload.FREE,
        mode="collect",
        curb_weight=16,
    )
    monkeypatch.setattr(prover, "subsets_pay", lambda *_: False)
    made = bound(ring, threads=1)
    assert made.kind in ("relaxation", "labels")
    assert verify(ring, made.certificate) == pytest.approx(made.lower_bound, rel=1e-9)
    assert made.lower_bound == pytest.approx(made.best, rel=1e-7)


@given(FEW, st.data())
def test_no_multipliers_prove_more_than_the_optimum(
    instance: arcload.Instance, data: st.DataObject
) -> None:
    optimum = best_over_orders(instance)
    made_up = data.draw(made_up_certificates(instance, optimum))
    proven = verify(instance, replace(made_up, kind="relaxation", stages=made_up.stages[:1]))
    assert at_most(proven, optimum)
    assert all(proven <= cutoff for cutoff, _ in made_up.deletions)


def test_a_relaxation_has_one_stage() -> None:
    certificate = walk_certificate(FOUR_EDGES)
    stages = (*certificate.stages, (1, ZEROS))
    with pytest.raises(CheckError, match="one stage"):
        verify(FOUR_EDGES, replace(certificate, stages=stages))


def test_changed_multipliers_no_longer_prove_the_bound() -> None:
    certificate = walk_certificate(FOUR_EDGES)
    for change in (-1e3, 1e20, -1e20):
        stages = ((0, certificate.stages[0][1] + change * np.array([0, 1, 2, 3, 0, 0, 0, 0])),)
        with pytest.raises(CheckError, match="it proves"):
            verify(FOUR_EDGES, replace(certificate, stages=stages, deletions=()))
