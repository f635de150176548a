"""Certificates of the label setting, found and made up."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.proofs.verify.certificates import FEW, at_most, made_up_certificates, walk_certificate


@given(FEW)
@settings(max_examples=50)
def test_label_settings_certificates_hold(instance: arcload.Instance) -> None:
    certificate = walk_certificate(instance, labels=True)
    proven = verify(instance, certificate)
    assert math.isclose(proven, certificate.bound, rel_tol=1e-9)
    assert at_most(proven, best_over_orders(instance))


@given(FEW, st.data())
def test_labels_prove_all_up_to_the_optimum_and_the_cutoffs(
    instance: arcload.Instance, data: st.DataObject
) -> None:
    optimum = best_over_orders(instance)
    made_up = data.draw(made_up_certificates(instance, optimum))
    most = min([optimum, *(cutoff for cutoff, _ in made_up.deletions)])
    true = replace(made_up, bound=most * data.draw(st.sampled_from([0.5, 0.99, 1 - 1e-12])))
    assert math.isclose(verify(instance, true), true.bound, rel_tol=1e-9)
    too_much = replace(made_up, bound=1.01 * most + 1e-6)
    with pytest.raises(CheckError, match="it proves"):
        verify(instance, too_much)


@given(FEW)
@settings(max_examples=60)
def test_no_deletion_by_good_multipliers_loses_the_optimum(instance: arcload.Instance) -> None:
    optimum = best_over_orders(instance)
    certificate = walk_certificate(instance)
    multipliers = certificate.stages[0][1]
    above = replace(
        certificate,
        kind="labels",
        bound=optimum * (1 + 1e-6) + 1e-9,
        deletions=((optimum * (1 + 2e-6) + 2e-9, multipliers),),
    )
    with pytest.raises(CheckError, match="it proves"):
        verify(instance, above)


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = walk_certificate(FOUR_EDGES, labels=True)
    monkeypatch.setattr("arcload.proofs.verify.labels._MOST_STATES", 3)
    monkeypatch.setattr("arcload.proofs.verify.labels._UNSORTED", 0)
    with pytest.raises(CheckError, match="more than 3 beginnings"):
        verify(FOUR_EDGES, replace(certificate, bound=1e6, deletions=()))


@given(FEW)
@settings(max_examples=20)
def test_small_blocks_prove_the_same(instance: arcload.Instance) -> None:
    certificate = walk_certificate(instance, labels=True)
    proven = verify(instance, certificate)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arcload.proofs.verify.labels._BLOCK", 1)
        patch.setattr("arcload.proofs.verify.labels._UNSORTED", 1)
        assert verify(instance, certificate) == proven
