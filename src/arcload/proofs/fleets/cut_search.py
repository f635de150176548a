"""The search for cuts that a fractional plan breaks.

A set S of nodes without node 0 asks for crossings of its border: at least

    max(2 * least trips of the load of S, r + r mod 2),

the load being the demand of all edges with an end in S, and r the number of served edges in the
border. Sets are rows of arrays.
"""

from typing import Any

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.fleets.cut_network import CutNetwork

_BROKEN = 1e-4  # crossings by which a cut must be broken
_LEVELS = (1e-6, 0.1, 0.25, 0.5, 0.75, 0.99, 1.5)  # crossings from which nodes are together
_SCALES = (1.0, 1.1, 1.25, 1.5, 2.0, 3.0)  # of the demand, for sets of least border
_GROWTH = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.5, 0.0), (0.2, 0.9))  # share, weight of trips
_CHANGE = (0.2, 0.9)
_WHOLE = 1 << 20  # a crossing, in the whole numbers of SciPy's greatest flow
_MOST_SEEDS = 200
_MOST_GROWTH = 400
_STEPS = 60  # of the local search
_RESTS = 7  # steps for which a node stays
_MOST_ALIKE = 0.8  # cosine of two borders, so that cuts added together differ


class CutSearch:
    """Finds broken cuts of a network.

    Parameters
    ----------
    network
        The network.
    seed
        Of the choice of nodes where sets start to grow.
    """

    def __init__(self, network: CutNetwork, seed: int = 0) -> None:
        self.network = network
        self._rng = np.random.default_rng(seed)
        n = network.nodes
        self._hash = self._rng.random(n)
        self._demand, self._served = np.zeros((n, n)), np.zeros((n, n))
        for i, j in ((0, 1), (1, 0)):
            np.add.at(self._demand, (network.ends[:, i], network.ends[:, j]), network.demands)
            np.add.at(self._served, (network.ends[:, i], network.ends[:, j]), 1.0)
        loops = np.diag(self._demand) / 2, np.diag(self._served) / 2
        np.fill_diagonal(self._demand, 0.0)
        np.fill_diagonal(self._served, 0.0)
        self._load = self._demand.sum(axis=1) + loops[0]
        self._services = self._served.sum(axis=1) + loops[1]
        self._near = self._served > 0
        self._near[network.tail, network.head] = self._near[network.head, network.tail] = True
        np.fill_diagonal(self._near, val=False)
        self._unit = min(network.capacity, max(1e-300, float(network.demands.sum())))

    def asked(self, sets: BoolArray) -> IntArray:
        """Return how many crossings of their border some sets ask for."""
        inside = sets.astype(np.float64)
        load = inside @ self._load - ((inside @ self._demand) * inside).sum(axis=1) / 2
        border = np.rint(((inside @ self._served) * (1 - inside)).sum(axis=1)).astype(np.int64)
        asked = np.maximum(2 * self.network.least_trips(load), border + border % 2)
        return np.where(inside @ self._services > 0.5, asked, 0)

    def broken(self, crossings: FloatArray, most: int) -> BoolArray:
        """Return sets whose cuts are broken, most broken first, at most so many.

        Parameters
        ----------
        crossings
            Of each arc.
        most
            How many sets to return.
        """
        network = self.network
        between = np.zeros((network.nodes, network.nodes))
        np.add.at(between, (network.tail, network.head), crossings)
        between += between.T
        np.fill_diagonal(between, 0.0)
        pool = np.concatenate([self._parts(between), self._least_borders(between)])
        pool = np.concatenate([pool, self._grown(between, pool)])
        sets = self._worst(between, pool, most)
        return sets if len(sets) else self._worst(between, self._odd(between), most)

    def _distinct(self, sets: BoolArray) -> BoolArray:
        """Return sets that are not empty and do not hold node 0, each once."""
        sets = sets[~sets[:, 0] & sets.any(axis=1)]
        return sets[np.unique(sets @ self._hash, return_index=True)[1]]

    def _lacks(self, crossings: FloatArray, sets: BoolArray) -> FloatArray:
        """Return how many crossings each border lacks."""
        inside = sets.astype(np.float64)
        lacks: FloatArray = self.asked(sets) - ((inside @ crossings) * (1 - inside)).sum(axis=1)
        return lacks

    def _worst(self, crossings: FloatArray, sets: BoolArray, most: int) -> BoolArray:
        """Return the most broken of some cuts, without those that are much like one of them."""
        sets = self._distinct(sets)
        lacks = self._lacks(crossings, sets)
        order = np.argsort(-lacks, kind="stable")
        sets = sets[order[lacks[order] > _BROKEN]]
        tail, head = self.network.tail, self.network.head
        across = (sets[:, tail] != sets[:, head]).astype(np.float64)
        across /= np.maximum(1e-9, np.linalg.norm(across, axis=1))[:, None]
        chosen = np.zeros(len(sets), dtype=np.bool_)
        left = np.ones(len(sets), dtype=np.bool_)
        for _ in range(most):
            if not left.any():
                break
            row = int(left.argmax())
            chosen[row] = True
            left &= across @ across[row] <= _MOST_ALIKE
            left[row] = False
        return sets[chosen]

    def _parts(self, crossings: FloatArray) -> BoolArray:
        """Return the connected parts of what is driven often, with and without node 0."""
        n = self.network.nodes
        everything = np.ones((1, n), dtype=np.bool_)
        everything[0, 0] = False
        sets = [np.eye(n, dtype=np.bool_), everything]
        for used in (crossings, crossings - self._served):
            for least in _LEVELS:
                for first in (0, 1):
                    nodes = np.arange(n) >= first
                    sets.append(_parts_of(nodes, used >= least))
        rows = np.concatenate(sets)
        rows[rows[:, 0]] ^= True
        return rows

    def _least_borders(self, crossings: FloatArray) -> BoolArray:
        """Return sets of least crossings - 2 * load / capacity, for scaled demands.

        With half of an edge's demand at either end that is the least cut between node 0 and a
        source that feeds every node with its demand.
        """
        from scipy.sparse import csr_array

        n, sets = len(crossings), []
        half = self._load - self._demand.sum(axis=1) / 2
        for scale in _SCALES:
            fed = np.zeros((n + 1, n + 1))
            fed[:n, :n] = np.maximum(0.0, crossings - scale * self._demand / self._unit)
            fed[n, 1:n] = 2 * scale * half[1:] / self._unit
            side = _source_side(csr_array(_whole(fed)), n, 0)[:n]
            sets += [side[None], _parts_of(side, self._near)]
        return np.concatenate(sets)

    def _grown(self, crossings: FloatArray, pool: BoolArray) -> BoolArray:
        """Return broken sets met while sets grow from single nodes and while the best change."""
        n = self.network.nodes
        if n < 2:
            return pool[:0]
        seeds = np.arange(1, n)
        if n > _MOST_SEEDS:
            seeds = self._rng.choice(seeds, _MOST_SEEDS, replace=False)
        single = np.eye(n, dtype=np.bool_)[seeds]
        steps = min(n - 2, _MOST_GROWTH)
        met = [self._walk(crossings, single, steps, *weights, 0) for weights in _GROWTH]
        sets = self._distinct(np.concatenate([pool, *met]))
        worst = np.argsort(-self._lacks(crossings, sets), kind="stable")[:_MOST_SEEDS]
        met.append(self._walk(crossings, sets[worst], _STEPS, *_CHANGE, _RESTS))
        return np.concatenate(met)

    def _walk(
        self,
        crossings: FloatArray,
        sets: BoolArray,
        steps: int,
        share: float,
        step_weight: float,
        rest: int,
    ) -> BoolArray:
        from arcload.engine.kernels.cut_walks import walk_sets

        room = 12 * len(sets)
        met, lacks = np.zeros((room, sets.shape[1]), dtype=np.bool_), np.zeros(room)
        count = walk_sets(
            np.ascontiguousarray(sets),
            steps,
            share,
            step_weight,
            rest,
            crossings,
            self._demand,
            self._served,
            self._near,
            self._load,
            self._services,
            self.network.rounded_trips,
            self._unit,
            met,
            lacks,
        )
        return met[:count]

    def _odd(self, crossings: FloatArray) -> BoolArray:
        """Return a side of a least cut between any two odd nodes (Padberg and Rao, 1982).

        Gusfield's tree needs one greatest flow per odd node.
        """
        from scipy.sparse import csr_array

        odd = np.flatnonzero(np.rint(self._served.sum(axis=1)) % 2 == 1)
        graph = csr_array(_whole(np.maximum(0.0, crossings - self._served)))
        parent, sides = np.zeros(len(odd), dtype=np.int64), []
        for i in range(1, len(odd)):
            side = _source_side(graph, int(odd[i]), int(odd[parent[i]]))
            sides.append(side ^ side[0])
            same = (parent == parent[i]) & side[odd]
            same[: i + 1] = False
            parent[same] = i
            above = parent[i]
            if side[odd[parent[above]]]:
                parent[i], parent[above] = parent[above], i
        return np.array(sides, dtype=np.bool_).reshape(-1, len(crossings))


def _whole(crossings: FloatArray) -> np.ndarray:
    """Return crossings as the whole numbers that SciPy's greatest flow takes."""
    return np.minimum(crossings * _WHOLE, 1 << 29).astype(np.int32)


def _source_side(graph: Any, source: int, sink: int) -> BoolArray:
    """Return the nodes on the source's side of a least cut."""
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    left = graph - maximum_flow(graph, source, sink).flow
    left.eliminate_zeros()
    side = np.zeros(left.shape[0], dtype=np.bool_)
    side[breadth_first_order(left, source, return_predecessors=False)] = True
    return side


def _parts_of(nodes: BoolArray, near: BoolArray) -> BoolArray:
    """Return the connected parts of some nodes that are more than one node, a row each."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    chosen = np.flatnonzero(nodes)
    graph = csr_array(near[np.ix_(chosen, chosen)])
    count, part = connected_components(graph, directed=False)
    rows = np.zeros((count, len(nodes)), dtype=np.bool_)
    rows[part, chosen] = True
    parts: BoolArray = rows[rows.sum(axis=1) > 1]
    return parts
