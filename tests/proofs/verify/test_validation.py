"""What a certificate must be made of."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.model.certificate import Certificate, Kind
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from tests.examples import FOUR_EDGES
from tests.proofs.verify.certificates import ZEROS, walk_certificate

SHORT = np.zeros(7)
NOT_A_NUMBER = np.append(SHORT, math.nan)
BELOW_0 = np.append(SHORT, -1.0)


@pytest.mark.parametrize("kind", ["relaxation", "labels"])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"levels": None}, "levels must be numbers"),
        ({"levels": np.ones(3)}, "levels must have the shape"),
        ({"levels": np.array([1, 1, 0, 1])}, "level of edge 2 is 0"),
        ({"levels": np.array([1, 1, 1.5, 1])}, "levels must be whole"),
        ({"levels": np.array([1, 1, math.nan, 1])}, "levels must be finite"),
        ({"levels": np.array([1, 1, 10**12, 1])}, "a check would take"),
        ({"levels": np.array(["a"] * 4)}, "levels must be numbers"),
        ({"stages": ()}, "no stages"),
        ({"stages": None}, "no sequence of pairs"),
        ({"stages": ((0, ZEROS, 1),)}, "no sequence of pairs"),
        ({"stages": ((1, ZEROS),)}, "begins at 1"),
        ({"stages": ((-1, ZEROS),)}, "begins at -1"),
        ({"stages": ((0, ZEROS), (0, ZEROS))}, "stage 2 begins at 0"),
        ({"stages": ((0, ZEROS), (2, ZEROS), (1, ZEROS))}, "stage 3 begins at 1"),
        ({"stages": ((0, ZEROS), (4, ZEROS))}, "stage 2 begins at 4"),
        ({"stages": ((0.5, ZEROS),)}, "number of a stage must be whole"),
        ({"stages": ((0, SHORT),)}, "multipliers of stage 1 must have the shape"),
        ({"stages": ((0, NOT_A_NUMBER),)}, "multipliers of stage 1 must be finite"),
        ({"stages": ((0, BELOW_0),)}, "multipliers of stage 1 of nodes and cuts must be 0 or more"),
        ({"deletions": ((300.0, BELOW_0),)}, "deletion 1 of nodes and cuts must be 0 or more"),
        ({"stages": ((0, [[0.0], [0.0, 1.0]]),)}, "multipliers of stage 1 must be numbers"),
        ({"deletions": None}, "no sequence of pairs"),
        ({"deletions": ((300.0, SHORT),)}, "multipliers of deletion 1 must have the shape"),
        ({"deletions": ((300.0, NOT_A_NUMBER),)}, "multipliers of deletion 1 must be finite"),
        ({"deletions": ((math.inf, ZEROS),)}, "cut-off of deletion 1 must be finite"),
        ({"deletions": ((100.0, ZEROS),)}, "it proves"),
        ({"bound": 276.0}, "it proves"),
    ],
)
def test_a_malformed_walk_is_refused(kind: Any, change: dict[str, Any], sentence: str) -> None:
    certificate = replace(walk_certificate(FOUR_EDGES, labels=kind == "labels"), kind=kind)
    assert verify(FOUR_EDGES, certificate) <= 275 * (1 + 1e-9)
    with pytest.raises(CheckError, match=sentence):
        verify(FOUR_EDGES, replace(certificate, **change))


def test_nothing_to_serve_needs_no_walks() -> None:
    nothing = arcload.Instance.from_edges([(1, 2, 3, 0)], depot=1)
    assert verify(nothing, Certificate("subsets", 0.0)) == 0
    kinds: tuple[Kind, ...] = ("relaxation", "labels")
    for kind in kinds:
        with pytest.raises(CheckError, match="nothing is to be served"):
            verify(nothing, Certificate(kind, 0.0))
