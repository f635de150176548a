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
_MOST_SEEDS, _LEAST_SEEDS = 200, 10
_GROWTH_WORK = 10_000_000  # nodes * steps * seeds of a growth
_MOST_CHOSEN = 400  # sets of which those to be added are chosen
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
        network = self.network
        first, second = sets[:, network.ends[:, 0]], sets[:, network.ends[:, 1]]
        touched = first | second
        border = (first ^ second).sum(axis=1)
        load = touched @ network.demands
        asked = np.maximum(2 * network.least_trips(load), border + border % 2)
        return np.where(touched.any(axis=1), asked, 0)

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
        pool = np.concatenate([pool, self._grown(crossings, between, pool)])
        sets = self._worst(crossings, pool, most)
        return sets if len(sets) else self._worst(crossings, self._odd(between), most)

    def _distinct(self, sets: BoolArray) -> BoolArray:
        """Return sets that are not empty and do not hold node 0, each once."""
        sets = sets[~sets[:, 0] & sets.any(axis=1)]
        return sets[np.unique(sets @ self._hash, return_index=True)[1]]

    def _lacks(self, crossings: FloatArray, sets: BoolArray) -> FloatArray:
        """Return how many crossings each border lacks."""
        used = crossings > 0
        across = sets[:, self.network.tail[used]] ^ sets[:, self.network.head[used]]
        lacks: FloatArray = self.asked(sets) - across @ crossings[used]
        return lacks

    def _worst(self, crossings: FloatArray, sets: BoolArray, most: int) -> BoolArray:
        """Return the most broken of some cuts, without those that are much like one of them."""
        sets = self._distinct(sets)
        lacks = self._lacks(crossings, sets)
        order = np.argsort(-lacks, kind="stable")
        sets = sets[order[lacks[order] > _BROKEN][:_MOST_CHOSEN]]
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
        rows, columns = np.nonzero(self._near | (crossings > 0))
        for used in (crossings[rows, columns], (crossings - self._served)[rows, columns]):
            for least in _LEVELS:
                together = used >= least
                for first in (0, 1):
                    nodes = np.arange(n) >= first
                    sets.append(_parts_of(nodes, rows[together], columns[together]))
        parts = np.concatenate(sets)
        parts[parts[:, 0]] ^= True
        return parts

    def _least_borders(self, crossings: FloatArray) -> BoolArray:
        """Return sets of least crossings - 2 * load / capacity, for scaled demands.

        With half of an edge's demand at either end that is the least cut between node 0 and a
        source that feeds every node with its demand.
        """
        from scipy.sparse import csr_array

        n, sets = len(crossings), []
        half = self._load - self._demand.sum(axis=1) / 2
        near = np.nonzero(self._near)
        for scale in _SCALES:
            fed = np.zeros((n + 1, n + 1))
            fed[:n, :n] = np.maximum(0.0, crossings - scale * self._demand / self._unit)
            fed[n, 1:n] = 2 * scale * half[1:] / self._unit
            side = _source_side(csr_array(_whole(fed)), n, 0)[:n]
            sets += [side[None], _parts_of(side, *near)]
        return np.concatenate(sets)

    def _grown(self, crossings: FloatArray, between: FloatArray, pool: BoolArray) -> BoolArray:
        """Return broken sets met while sets grow from single nodes and while the best change."""
        n = self.network.nodes
        if n < 2:
            return pool[:0]
        steps = min(n - 2, _MOST_GROWTH)
        most = min(_MOST_SEEDS, max(_LEAST_SEEDS, _GROWTH_WORK // (n * max(1, steps))))
        seeds = np.arange(1, n)
        if len(seeds) > most:
            seeds = self._rng.choice(seeds, most, replace=False)
        single = np.zeros((len(seeds), n), dtype=np.bool_)
        single[np.arange(len(seeds)), seeds] = True
        met = [self._walk(between, single, steps, *weights, 0) for weights in _GROWTH]
        sets = self._distinct(np.concatenate([pool, *met]))
        worst = np.argsort(-self._lacks(crossings, sets), kind="stable")[:most]
        met.append(self._walk(between, sets[worst], _STEPS, *_CHANGE, _RESTS))
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


def _parts_of(nodes: BoolArray, rows: IntArray, columns: IntArray) -> BoolArray:
    """Return the connected parts of some nodes that are more than one node, a row each.

    Parameters
    ----------
    nodes
        Whether each node is one of them.
    rows, columns
        Pairs of nodes that are joined.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    both = nodes[rows] & nodes[columns]
    joined = np.ones(int(both.sum()), dtype=np.bool_), (rows[both], columns[both])
    graph = csr_array(joined, shape=(len(nodes), len(nodes)))
    count, part = connected_components(graph, directed=False)
    large = np.flatnonzero(np.bincount(part, minlength=count) > 1)
    parts: BoolArray = part == large[:, None]
    return parts
