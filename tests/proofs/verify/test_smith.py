"""Certificates of Smith's rule, found and forged."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.model.edge import Edge
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from tests.brute_force import best_over_orders
from tests.proofs.verify.certificates import LITTLE, PATH, SMITH, at_most, smith_certificate
from tests.strategies import instances


@given(instances(max_nodes=5, max_served=4))
@settings(max_examples=60)
def test_smiths_certificates_hold(instance: arcload.Instance) -> None:
    certificate = smith_certificate(instance)
    proven = verify(instance, certificate)
    assert math.isclose(proven, certificate.bound, rel_tol=1e-9)
    assert at_most(proven, best_over_orders(instance))


@given(instances(max_nodes=5, max_served=4), st.data())
@settings(max_examples=60)
def test_no_potentials_prove_more_than_the_optimum(
    instance: arcload.Instance, data: st.DataObject
) -> None:
    certificate = replace(smith_certificate(instance), bound=LITTLE)
    assert certificate.potentials is not None
    size = len(certificate.potentials)
    change = data.draw(st.lists(st.floats(-20, 20), min_size=size, max_size=size))
    tampered = replace(certificate, potentials=certificate.potentials + np.array(change))
    try:
        proven = verify(instance, tampered)
    except CheckError:
        assert max(change) > 0
    else:
        assert at_most(proven, best_over_orders(instance))


def test_deadheads_may_be_driven_either_way() -> None:
    """Nodes 3 and 4 are 6 and 8 apart, but either is 1 before node 2 on a one-way street."""
    ways = [Edge(3, 2, 1, length_back=math.inf), Edge(4, 2, 1, length_back=math.inf)]
    streets = [(1, 2, 2, 100), (2, 3, 5, 20), (1, 4, 5, 10), *ways]
    instance = arcload.Instance.from_edges(streets, depot=1, curb_weight=1)
    both = replace(SMITH, bound=0.0, potentials=np.array([1.0, 1.0]))
    assert verify(instance, both) > 0
    with pytest.raises(CheckError, match=r"sum up to 6\.0, more than their distance 2\.0"):
        verify(instance, replace(both, potentials=np.array([3.0, 3.0])))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bound": math.nan}, "must be finite"),
        ({"bound": math.inf}, "must be finite"),
        ({"bound": "193"}, "must be numbers"),
        ({"bound": None}, "must be numbers"),
        ({"kind": "guess"}, "kind is 'guess'"),
        ({"kind": ["smith"]}, "kind is"),
        ({"nodes": None}, "shape"),
        ({"nodes": None, "potentials": None}, "node 2 is odd"),
        ({"nodes": np.array([2]), "potentials": np.array([4.0])}, "node 3 is odd"),
        (
            {"nodes": np.array([2, 3, 1]), "potentials": np.array([2.0, 2, 0])},
            "node 1 is listed",
        ),
        ({"nodes": np.array([2, -1])}, "node 3 is odd"),
        ({"nodes": np.array([1, 3])}, "node 2 is odd"),
        ({"nodes": np.array([2, 9])}, "node 3 is odd"),
        ({"nodes": np.array([2.5, 3])}, "whole"),
        ({"nodes": [[2], [3, 4]]}, "must be numbers"),
        ({"potentials": np.array([2.0, 2.1])}, "more than their distance"),
        ({"potentials": np.array([9.0, -9.0])}, "it proves 189"),
        ({"potentials": np.array([2.0, math.nan])}, "finite"),
        ({"potentials": np.array([2.0, 2.0, 0.0])}, "shape"),
        ({"kind": "relaxation"}, "no stages"),
        ({"kind": "labels"}, "no stages"),
    ],
)
def test_a_malformed_smith_certificate_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        verify(PATH, replace(SMITH, **change))
