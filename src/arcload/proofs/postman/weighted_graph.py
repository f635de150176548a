"""A graph with weights, its parts and its least cuts."""

from collections.abc import Iterator

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray


class WeightedGraph:
    """A graph whose parallel edges are one, without loops.

    Parameters
    ----------
    nodes
        Number of nodes.
    tail, head, weight
        The edges.
    """

    def __init__(
        self,
        nodes: int,
        tail: IntArray,
        head: IntArray,
        weight: FloatArray,
    ) -> None:
        low, high = np.sort(np.stack([tail, head]), axis=0)
        pairs, place = np.unique(low * nodes + high, return_inverse=True)
        total = np.bincount(place, weight, len(pairs))
        kept = (pairs // nodes != pairs % nodes) & (total > 0)
        self.nodes = nodes
        self.tail, self.head = pairs[kept] // nodes, pairs[kept] % nodes
        self.weight: FloatArray = total[kept]

    def parts(self, *above: float) -> IntArray:
        """Return the parts that edges above each of some weights connect.

        There is a row per weight, with the label of each node's part. All are found at once, in
        as many copies of the graph: most of the time of a call is not spent on the graph.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        copy, edge = np.nonzero(self.weight > np.array(above)[:, np.newaxis])
        tail, head = copy * self.nodes + self.tail[edge], copy * self.nodes + self.head[edge]
        size = len(above) * self.nodes
        graph = csr_array((np.ones(len(edge)), (tail, head)), shape=(size, size))
        labels = np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)
        rows = labels.reshape(len(above), self.nodes)
        return rows - rows[:, :1]  # labels are given by the first node of each part

    def borders(self, labels: IntArray) -> FloatArray:
        """Return the weight of all edges between the nodes of each label and others."""
        tail, head = labels[self.tail], labels[self.head]
        across, parts = self.weight * (tail != head), int(labels.max(initial=-1)) + 1
        ends = np.bincount(tail, across, parts) + np.bincount(head, across, parts)
        return np.asarray(ends, dtype=np.float64)

    def merged(self, labels: IntArray) -> "WeightedGraph":
        """Return the graph in which the nodes of each label are one."""
        return WeightedGraph(
            int(labels.max(initial=-1)) + 1,
            labels[self.tail],
            labels[self.head],
            self.weight,
        )

    def tree_cuts(self, below: float) -> Iterator[IntArray]:
        """Give sets of nodes whose border weighs less than a number, those of a cut tree.

        For any two nodes the least cut between them is among these, if it weighs less.
        """
        from arcload.engine.kernels.least_cuts import cut_tree

        above, value = cut_tree(*self._arcs(), below)
        below_each: list[list[int]] = [[] for _ in range(self.nodes)]
        for node in range(1, self.nodes):
            below_each[above[node]].append(node)
        order: list[int] = []
        place, size = np.zeros(self.nodes, dtype=np.int64), np.ones_like(above)
        pending = [0]
        while pending:
            node = pending.pop()
            place[node] = len(order)
            order.append(node)
            pending += below_each[node]
        for node in reversed(order[1:]):
            size[above[node]] += size[node]
        nodes = np.array(order)
        for node in np.flatnonzero(value < below).tolist():
            yield nodes[place[node] : place[node] + size[node]]

    def cuts_between(self, wanted: IntArray, below: float) -> Iterator[BoolArray]:
        """Give sets whose border weighs less than a number, each with a wanted node on both sides.

        For any two wanted nodes a least cut between them is among these, if it weighs less.
        """
        from arcload.engine.kernels.least_cuts import cuts_between

        yield from cuts_between(wanted, *self._arcs(), below)

    def _arcs(self) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
        """Return all edges in both directions, as the kernels take them."""
        count = len(self.tail)
        tail, head = np.append(self.head, self.tail), np.append(self.tail, self.head)
        weight = np.append(self.weight, self.weight)
        order = np.argsort(tail, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(2 * count)
        twin = place[(order + count) % (2 * count)] if count else order
        first = np.searchsorted(tail[order], np.arange(self.nodes + 1))
        return first, head[order], twin, weight[order]
