"""What proves a lower bound, in a form that anyone can check."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from arcload.model.cut_prices import CutPrices
from arcload.model.envelope_prices import EnvelopePrices
from arcload.model.types import FloatArray, IntArray
from arcload.model.window_cut import WindowCut

Kind: TypeAlias = Literal[
    "smith", "subsets", "relaxation", "labels", "envelope", "walk", "capacity-cuts"
]

KINDS: dict[Kind, str] = {
    "smith": "Smith's rule and a postman's least deadhead",
    "subsets": "every set of served edges",
    "relaxation": "tours that forget which edges they served",
    "labels": "every beginning of a tour that could end below the bound",
    "envelope": "the least way to each load delivered, and the least length",
    "walk": "the cheapest walk at the prices of the least ways",
    "capacity-cuts": "how often trips must cross the borders of districts",
}
"""Each kind of proof, in words."""


@dataclass(frozen=True)
class Certificate:
    """A lower bound with its proof; `verify` checks it.

    Edges are numbered as the kernels number them: those to be served, in the instance's order.

    Parameters
    ----------
    kind
        How it is proven.
    bound
        The bound.
    nodes, potentials
        For ``smith``: the nodes where deadheads must begin or end, -1 for a free start or end,
        and how long half a deadhead there is at least.
    levels
        Levels that serving each edge takes.
    deletions
        Cut-off and multipliers of each deletion of steps, in order. Multipliers are those of
        the edges, then those of the nodes, then those of the window cuts.
    stages
        Multipliers by the number of edges served from which on they are used. A ``relaxation``
        has one stage, at 0. For ``labels`` those of the window cuts count for nothing.
    windows
        The window cuts.
    cuts
        For ``capacity-cuts``: the prices. Edges and nodes are numbered as the instance has them.
    envelope
        For ``envelope`` and ``walk``: the prices. Edges and nodes are numbered as the instance has
        them.
    """

    kind: Kind
    bound: float
    nodes: IntArray | None = None
    potentials: FloatArray | None = None
    levels: IntArray | None = None
    deletions: tuple[tuple[float, FloatArray], ...] = ()
    stages: tuple[tuple[int, FloatArray], ...] = field(default=())
    windows: tuple[WindowCut, ...] = ()
    cuts: CutPrices | None = None
    envelope: EnvelopePrices | None = None
