"""The prices of the least ways as multipliers of the load-indexed relaxation."""

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from arcload.engine.distances import rows_of
from arcload.engine.problem import Problem
from arcload.model.types import FloatArray, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.envelope.envelope import Range
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.envelope.prove_ways import Ways
from arcload.proofs.postman.cut import Cut

_LOST = 0.05  # of the bound, where the way at its beginning counts for all of a range


class PricedCuts(NamedTuple):
    """Multipliers of edges, of nodes and of window cuts."""

    of_edge: FloatArray
    of_node: FloatArray
    of_cut: dict[WindowCut, float]


def cuts_of_ways(ways: Ways, problem: Problem, top: int) -> PricedCuts:
    """Return multipliers at which a walk costs about what the least length and ways prove.

    Where a tangent is the greatest, over a range of load, the shortest beginning of a tour stands
    for all of them: each cut of the tangent is one of this beginning, its multiplier times the
    range. A longer one would pay a walk for a way more than its load costs there, which then drives
    to and fro. Wide ranges are parted, so that little is lost. The least length is W times one
    more tangent, of the whole tour. An edge's multiplier is what serving it costs less than 0 at
    the prices of each tangent, times the range, summed up, less W times what serving it costs at
    those of the least length.

    Parameters
    ----------
    ways
        What is known of the problem's network.
    problem
        The problem, without turn rules.
    top
        Level of the full load.
    """
    priced = _Pricing(problem, top)
    scale = ways.scale
    unit = problem.arrays.W * scale.length_unit
    priced.of_edge -= unit * ways.postman.services[problem.instance.served]
    for rule in ways.postman.cuts:
        priced.add_rule(rule, problem.arrays.W * rule.multiplier)
    for tangent, low, high in parted(ways, problem.arrays.W / scale.load_unit):
        unit = float(high - low) * scale.load_unit * scale.length_unit
        priced.of_edge -= unit * tangent.services[problem.instance.served]
        level = math.ceil(top * (1 - low / scale.total))
        for number in np.flatnonzero(tangent.multipliers).tolist():
            price = unit * float(tangent.multipliers[number])
            priced.add_cut(ways.cuts[number], min(level, top - 1), price)
    return PricedCuts(priced.of_edge, priced.of_node, priced.of_cut)


def parted(ways: Ways, weight: float) -> Iterator[Range]:
    """Return ranges, the wide ones in parts of equal width.

    With the way at its beginning for all of a part, half its width times its rise is lost. As many
    parts as lose at most `_LOST` of the bound are fewest if each loses the same.

    Parameters
    ----------
    ways
        What is known.
    weight
        Curb weight of the vehicle, in units of load.
    """
    proven = weight * ways.postman.length  # in units of load and length
    roots = []
    for tangent, low, high in ways.ranges:
        width = float(high - low)
        proven += width * (tangent.slope * float(low + high) / 2 + tangent.constant)
        roots.append(math.sqrt(tangent.slope / 2) * width)
    for (tangent, low, high), root in zip(ways.ranges, roots, strict=True):
        parts = max(1, math.ceil(root * sum(roots) / (_LOST * proven))) if proven > 0 else 1
        borders = [low + (high - low) * part / parts for part in range(parts + 1)]
        for begin, end in itertools.pairwise(borders):
            yield Range(tangent, begin, end)


class _Pricing:
    """Adds up multipliers."""

    def __init__(self, problem: Problem, top: int) -> None:
        self.problem, self.top = problem, top
        instance = problem.instance
        self.row = rows_of(instance)[1]
        self.edge = np.full(len(instance.edges), -1, dtype=np.int64)
        self.edge[instance.served] = np.arange(problem.size)
        self.of_edge = np.zeros(problem.size)
        self.of_node = np.zeros(len(problem.arrays.D))
        self.of_cut: dict[WindowCut, float] = {}

    def add_cut(self, cut: PrefixCut, low: int, price: float) -> None:
        """Add a cut of the beginning that ends where the level falls to `low`."""
        nodes = self._nodes(cut.nodes)
        edges = tuple(self.edge[cut.streets].tolist())
        if cut.kind == "parity":
            begins = self.problem.start in nodes
            self._add(WindowCut(nodes, self.top, low, odd=edges, begins=begins), price)
        elif np.isin(self.problem.arrays.entry[edges[0]], nodes).all():
            self._add(WindowCut(nodes, self.top, low, edge=edges[0]), price / 2)
        else:
            self._add(WindowCut(nodes, self.top, low, odd=edges), price / 2)

    def add_rule(self, rule: Cut, price: float) -> None:
        """Add a rule that whole tours keep.

        It counts on every edge being served once: its cut makes services of some edges dearer,
        or cheaper, whose multipliers make up for it.
        """
        nodes = self._nodes(rule.nodes)
        within = np.isin(self.problem.arrays.entry, nodes)
        if rule.kind == "linked":
            for edge in np.flatnonzero(within.all(axis=1))[:1].tolist():
                self.of_edge[edge] -= price
                self._add(WindowCut(nodes, self.top, -1, edge=edge), price / 2)
        elif len(nodes) == 1:
            self.of_node[nodes[0]] += price
        else:
            odd = np.flatnonzero(within[:, 0] != within[:, 1])
            begins, ends = self.problem.start in nodes, self.problem.end in nodes
            self.of_edge[odd] -= price
            cut = WindowCut(nodes, self.top, -1, odd=tuple(odd.tolist()), begins=begins, ends=ends)
            self._add(cut, price)

    def _nodes(self, nodes: IntArray) -> tuple[int, ...]:
        """Return the nodes of a set that matter, as the problem numbers them."""
        rows = self.row[nodes]
        return tuple(np.sort(rows[rows >= 0]).tolist())

    def _add(self, cut: WindowCut, price: float) -> None:
        self.of_cut[cut] = self.of_cut.get(cut, 0.0) + price
