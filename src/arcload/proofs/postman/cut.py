"""A rule that every tour keeps, for a set of nodes."""

from typing import Literal, NamedTuple

from arcload.model.types import IntArray

CutKind = Literal["odd", "linked"]


class Cut(NamedTuple):
    """A set of nodes, and what a tour must do at its border.

    ``"odd"``: streets to be served, the start and the end have an odd number of ends in the set.
    As a tour enters it as often as it leaves it, some deadhead crosses the border in either
    direction, or the tour starts or ends in the set though it might elsewhere.

    ``"linked"``: some street to be served ends in the set, and the tour need not start in it. So
    it is entered, or the tour starts in it.
    """

    kind: CutKind
    nodes: IntArray
    """The set, rising."""
    multiplier: float
    """What the rule adds to the length of every tour, 0 or more."""
