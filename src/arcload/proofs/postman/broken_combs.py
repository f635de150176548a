"""Combs that a solution of the postman's program breaks."""

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.postman.comb import Comb, Tooth
from arcload.proofs.postman.deadhead_graph import deadhead_graph
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.tight_sets import tight_sets
from arcload.proofs.postman.weighted_graph import WeightedGraph
from arcload.proofs.street_network import StreetNetwork

_BROKEN = 0.02  # by how much a comb must be broken
_SLACK = 0.9  # by how much more a tooth may be crossed than three times
_GAIN = 1e-6  # by which the weight of a border must exceed its slack
_WIDE = 6  # edges of a border, from which it is no use
_WIDENESS = 0.15  # of slack, that an edge more is worth
_PAIRS = 4000  # of sets, that may be teeth
_ROUNDS = 3  # in which other teeth are tried
_MIXED = 0.8  # of slack, by which their order differs
_MOST = 100  # combs that are given at once
_ONE_TO_REST, _OTHER_TO_REST, _ONE_TO_OTHER = 1, 2, 3  # borders of a tooth


class BrokenCombs:
    """Finds combs that solutions of a network break.

    Teeth are pairs of sets that a solution comes to about once. Where all edges of the border of
    one to the other are merged to one edge, it may be crossed at the price of the tooth's slack
    in place of its own weight, and be odd by that: combs are odd cuts of this graph (as blossoms
    of matchings are found by Padberg and Rao, 1982).

    Parameters
    ----------
    network, ends
        The network and its required ends.
    """

    def __init__(self, network: StreetNetwork, ends: RequiredEnds) -> None:
        self._network, self._nodes = network, network.nodes + 1
        self._odd = np.append(ends.odd, ends.odd.sum() % 2 == 1)
        self._part = np.append(ends.part, ends.part.max(initial=-1) + 1)
        self._active = np.append(ends.active, True)
        self._barred = np.zeros(self._nodes, dtype=np.bool_)
        self._barred[[*ends.places, network.nodes]] = True
        self._random = np.random.default_rng(0)
        self._matter = len(np.unique(ends.part[ends.active])) > 1

    def of(self, optimum: PostmanOptimum) -> list[Comb]:
        """Return some, those first that are broken by most."""
        if not self._matter:
            return []
        graph = deadhead_graph(self._network, optimum.deadheads, optimum.starts, optimum.ends)
        borders = _Borders(graph, *self._tight_sets(graph))
        found: dict[bytes, tuple[float, Comb]] = {}
        for turn in range(_ROUNDS if len(borders.slack) else 0):
            mixed = _MIXED * self._random.random(len(borders.slack)) * (turn > 0)
            for broken, comb in self._cuts(graph, borders, np.argsort(borders.rank + mixed)):
                key = b"".join([comb.handle.tobytes(), *(t.one.tobytes() for t in comb.teeth)])
                found[key] = broken, comb
        best = sorted(found.values(), key=lambda one: -one[0])
        return [comb for _, comb in best[:_MOST]]

    def _tight_sets(self, graph: WeightedGraph) -> tuple[BoolArray, FloatArray]:
        """Return sets of nodes that are come to about once, and the weight at their borders."""
        label = self._with_plain_nodes(graph)
        met = np.zeros(self._nodes + 1, dtype=np.bool_)
        met[label[graph.tail]] = met[label[graph.head]] = True
        _, part = np.unique(np.where(met[label], label, self._nodes), return_inverse=True)
        parts = int(part.max()) + 1
        wanted, barred = (np.zeros(parts, dtype=np.bool_) for _ in range(2))
        wanted[part[self._active]] = True
        barred[part[self._barred]] = True
        sets, borders = tight_sets(graph.merged(part), wanted, barred)
        return sets[:, part], borders

    def _with_plain_nodes(self, graph: WeightedGraph) -> IntArray:
        """Return the part of each node, where nodes with nothing to serve join others.

        They join a part to which half of their crossings lead: its border gets no heavier.
        """
        label, joined = self._part.copy(), self._active.copy()
        tail, head = np.append(graph.tail, graph.head), np.append(graph.head, graph.tail)
        weight = np.append(graph.weight, graph.weight)
        half = np.bincount(tail, weight, self._nodes) / 2
        while True:
            arcs = np.flatnonzero(~joined[tail] & joined[head])
            pairs, place = np.unique(
                tail[arcs] * self._nodes + label[head[arcs]], return_inverse=True
            )
            towards = np.bincount(place, weight[arcs], len(pairs))
            node, part = pairs // self._nodes, pairs % self._nodes
            near = towards >= half[node] - 1e-9
            if not near.any():
                return label
            label[node[near]] = part[near]
            joined[node[near]] = True

    def _cuts(
        self, graph: WeightedGraph, borders: "_Borders", order: IntArray
    ) -> list[tuple[float, Comb]]:
        """Return combs that are broken, and by how much; their teeth are tried in an order."""
        from arcload.engine.kernels.merging_ends import merge_ends

        merged, label = merge_ends(
            order, borders.first, borders.edge, borders.ends, graph.nodes, len(graph.weight)
        )
        _, node = np.unique(label, return_inverse=True)
        teeth = np.flatnonzero(merged)
        one, other = node[borders.ends[borders.first[teeth]]].T
        slack, gain = borders.slack[teeth], borders.weight[teeth] - borders.slack[teeth]
        rest = np.ones(len(graph.weight), dtype=np.bool_)
        rest[borders.edge[np.repeat(merged, np.diff(borders.first))]] = False
        tail, head, weight = node[graph.tail[rest]], node[graph.head[rest]], graph.weight[rest]
        handles = _light_sides(
            WeightedGraph(
                int(node.max()) + 1,
                np.append(tail, one),
                np.append(head, other),
                np.append(weight, slack),
            )
        )
        crossed = handles[:, one] != handles[:, other]
        value = (handles[:, tail] != handles[:, head]) @ weight + crossed @ slack
        odd = np.bincount(node, self._odd)
        # A tooth too many is none: the one of which its border weighs little more than its slack.
        even = (handles @ odd + crossed.sum(axis=1)) % 2 == 0
        for cut in np.flatnonzero(even & crossed.any(axis=1)).tolist():
            least = int(np.where(crossed[cut], gain, np.inf).argmin())
            crossed[cut, least] = False
            value[cut] += gain[least]
        broken = np.flatnonzero((value < 1 - _BROKEN) & crossed.any(axis=1))
        return [
            (1 - value[cut], Comb(handles[cut][node], borders.teeth(teeth[crossed[cut]])))
            for cut in broken.tolist()
        ]


def _light_sides(graph: WeightedGraph) -> BoolArray:
    """Return one side each of cuts that may make a broken comb."""
    (label,) = graph.parts(1 - _BROKEN)
    cuts = list(graph.merged(label).tree_cuts(1 - _BROKEN))
    sides = np.zeros((len(cuts), int(label.max()) + 1), dtype=np.bool_)
    for side, inside in zip(sides, cuts, strict=True):
        side[inside] = True
    return sides[:, label]


class _Borders:
    """Borders between two sets of possible teeth that weigh more than the tooth's slack.

    Parameters
    ----------
    graph
        Crossings.
    sets, around
        Sets of nodes and the weight at their borders.
    """

    def __init__(self, graph: WeightedGraph, sets: BoolArray, around: FloatArray) -> None:
        self._sets = sets
        into, out_of = sets[:, graph.head], sets[:, graph.tail]
        met = np.flatnonzero((into != out_of).any(axis=0))  # edges of any border
        tail, head, weight = graph.tail[met], graph.head[met], graph.weight[met]
        between = (into[:, met] * weight) @ out_of[:, met].T.astype(np.float64)
        slack = around[:, np.newaxis] + around - between - between.T - 3
        size = sets.astype(np.float64)  # products of truth values take longer
        pairs = np.nonzero(np.triu((size @ size.T == 0) & (slack < _SLACK), 1))
        best = np.argsort(slack[pairs], kind="stable")[:_PAIRS]
        one, other = pairs[0][best], pairs[1][best]
        slack = np.maximum(0.0, slack[one, other])
        side = sets[one] + 2 * sets[other].astype(np.int8)
        which = side[:, tail] ^ side[:, head]
        once: dict[bytes, tuple[int, int]] = {}  # of equal borders that with the least slack
        for kind in (_ONE_TO_REST, _OTHER_TO_REST, _ONE_TO_OTHER):
            rows = which == kind
            useful = (rows.sum(axis=1) <= _WIDE) & (rows @ weight > slack + _GAIN)
            for number in np.flatnonzero(useful).tolist():
                key = rows[number].tobytes()
                if key not in once or number < once[key][0]:
                    once[key] = number, kind
        pair, self._kind = np.array(list(once.values()), dtype=np.int64).reshape(-1, 2).T
        rows = which[pair] == self._kind[:, np.newaxis]
        self._one, self._other = one[pair], other[pair]
        self.slack, self.weight = slack[pair], rows @ weight
        wide = rows.sum(axis=1)
        self.rank = self.slack - np.minimum(1.0, self.weight) + _WIDENESS * (wide - 1)
        border, edge = np.nonzero(rows)
        self.edge, self.first = met[edge], np.append(0, np.cumsum(wide))
        tail, head = tail[edge], head[edge]
        near = np.where(self._kind == _OTHER_TO_REST, 2, 1)[border]
        forth = side[pair[border], tail] == near
        self.ends = np.stack([np.where(forth, tail, head), np.where(forth, head, tail)], axis=1)

    def teeth(self, numbers: IntArray) -> list[Tooth]:
        """Return the teeth of borders, which lead from their one set to their other."""
        teeth = []
        for number in numbers.tolist():
            one, other = self._sets[self._one[number]], self._sets[self._other[number]]
            kind = self._kind[number]
            if kind == _ONE_TO_OTHER:
                teeth.append(Tooth(one, other))
            else:
                teeth.append(Tooth(one if kind == _ONE_TO_REST else other, ~(one | other)))
        return teeth
