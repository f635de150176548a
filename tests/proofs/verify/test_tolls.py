"""Window cuts in certificates: held again, and forged ones refused."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.window_cut import WindowCut
from arcload.proofs.verify import verify
from tests.examples import FOUR_EDGES
from tests.proofs.test_relaxation import relax

TOP = relax(FOUR_EDGES).levels.top
ENDS = relax(FOUR_EDGES).problem.arrays.entry.tolist()
BORDER = [e for e in range(4) if ENDS[e][0] != ENDS[e][1] and 1 in ENDS[e]]
LINK = WindowCut(tuple(sorted(ENDS[2])), TOP, TOP // 2, edge=2)
ODD = WindowCut((1,), TOP // 2, -1, odd=(BORDER[0],))


def certificate(*cuts: Any, multiplier: float = 1.0) -> Certificate:
    """Return a certificate of the paper's example with the multipliers of these cuts alone."""
    m, n = 4, len(relax(FOUR_EDGES).problem.arrays.D)
    multipliers = np.append(np.zeros(m + n), np.full(len(cuts), multiplier))
    return Certificate(
        "relaxation",
        -math.inf,
        levels=relax(FOUR_EDGES).levels.of_edge,
        stages=((0, multipliers),),
        windows=cuts,
    )


def proven(made: Certificate) -> float:
    """Return what a certificate proves."""
    return verify(FOUR_EDGES, replace(made, bound=0.0))


def test_the_check_proves_what_the_relaxation_does() -> None:
    for multiplier in (0.0, 1.0, 5.0, 20.0):
        relaxation = relax(FOUR_EDGES)
        relaxation.reset(np.zeros(len(relaxation.multipliers)))
        relaxation.set_cuts((LINK, ODD))
        relaxation.multipliers[-2:] = multiplier
        value = relaxation.evaluate(relaxation.root())[0]
        expected = max(0.0, value)
        assert proven(certificate(LINK, ODD, multiplier=multiplier)) == pytest.approx(expected)


FORGED = {
    "even": replace(ODD, ends=True),
    "no edge": replace(ODD, odd=()),
    "not in its border": replace(ODD, odd=(next(e for e in range(4) if e not in BORDER),)),
    "once": replace(ODD, odd=(BORDER[0], BORDER[0], BORDER[0])),
    "not inside": replace(LINK, nodes=LINK.nodes[:1]),
    "with ends": replace(LINK, ends=True),
    "not to be served": replace(LINK, edge=4),
    "-2": replace(ODD, odd=(-2,)),
    "levels above": replace(ODD, low=-2),
    "lie between": replace(LINK, high=TOP + 1),
    "must rise": replace(LINK, low=LINK.high),
    "not nodes": replace(ODD, nodes=(1, 99)),
    "each once": replace(ODD, nodes=(1, 1)),
    "whole": replace(ODD, odd=(float(BORDER[0]),)),  # type: ignore[arg-type]
    "whether": replace(ODD, begins=0),  # type: ignore[arg-type]
    "no cut": (1, 2, 3),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_cut_that_tours_need_not_obey_is_refused(what: str) -> None:
    with pytest.raises(CheckError, match="window cut 2"):
        proven(certificate(LINK, FORGED[what]))


def test_multipliers_of_cuts_below_0_or_too_few_are_refused() -> None:
    with pytest.raises(CheckError, match="0 or more"):
        proven(certificate(LINK, multiplier=-1.0))
    with pytest.raises(CheckError, match="shape"):
        proven(replace(certificate(LINK), windows=(LINK, ODD)))


def test_a_raised_multiplier_no_longer_proves_the_bound() -> None:
    bound = proven(certificate(LINK, ODD, multiplier=5.0))
    assert bound > 0
    with pytest.raises(CheckError, match="it proves"):
        verify(FOUR_EDGES, replace(certificate(LINK, ODD, multiplier=1e4), bound=bound))


def test_cuts_in_a_proof_by_labels_prove_no_more_than_the_optimum() -> None:
    optimum = arcload.solve(FOUR_EDGES).cost
    for multiplier in (0.5, 7.0, 300.0):
        made = replace(certificate(LINK, ODD, multiplier=multiplier), kind="labels", bound=1.0)
        assert verify(FOUR_EDGES, replace(made, bound=0.999 * optimum)) == 0.999 * optimum
        with pytest.raises(CheckError, match="it proves"):
            verify(FOUR_EDGES, replace(made, bound=1.001 * optimum))
