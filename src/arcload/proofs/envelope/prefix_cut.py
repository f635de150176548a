"""Rows that every beginning of a tour keeps."""

from typing import NamedTuple

from arcload.model.types import IntArray


class PrefixCut(NamedTuple):
    """A set S of nodes, and what it asks of the beginning of a tour.

    A ``"linked"`` cut names one street with an end in S: to serve it, the tour enters S. A
    ``"parity"`` cut names the streets F of the border of S: if these and no others of the border
    are served, the tour drives along the border once more, or ends in S.
    """

    kind: str
    nodes: IntArray
    """S, sorted."""
    streets: IntArray
    """The street that is linked, or F, sorted."""
