"""An undirected graph with weights, its parts and its least borders."""

from collections.abc import Iterator

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray

_WHOLE = 1 << 18  # a weight of 1, in the whole numbers of 32 bits of SciPy's greatest flow
_MOST = 2.0  # weight that no border of interest has


class WeightedGraph:
    """A graph whose parallel edges are one, without loops.

    Parameters
    ----------
    nodes
        Number of nodes.
    tail, head, weight
        The edges.
    directed
        Whether an edge leads from its tail to its head alone.
    """

    def __init__(
        self,
        nodes: int,
        tail: IntArray,
        head: IntArray,
        weight: FloatArray,
        *,
        directed: bool = False,
    ) -> None:
        low, high = (tail, head) if directed else np.sort(np.stack([tail, head]), axis=0)
        pairs, place = np.unique(low * nodes + high, return_inverse=True)
        total = np.bincount(place, weight, len(pairs))
        kept = (pairs // nodes != pairs % nodes) & (total > 0)
        self.nodes, self.directed = nodes, directed
        self.tail, self.head = pairs[kept] // nodes, pairs[kept] % nodes
        self.weight: FloatArray = total[kept]

    def parts(self, above: float) -> IntArray:
        """Return the label of each node's part when only edges above a weight connect."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        used = self.weight > above
        graph = csr_array(
            (np.ones(int(used.sum())), (self.tail[used], self.head[used])),
            shape=(self.nodes, self.nodes),
        )
        return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)

    def merged(self, labels: IntArray) -> "WeightedGraph":
        """Return the graph in which the nodes of each label are one."""
        return WeightedGraph(
            int(labels.max(initial=-1)) + 1,
            labels[self.tail],
            labels[self.head],
            self.weight,
            directed=self.directed,
        )

    def least_cut(self, source: int, sink: int) -> tuple[float, BoolArray]:
        """Return the least weight that leads from the source to the sink, and who is on its side.

        The set is that of the sink: all from which it is reached when the least border is full.
        """
        return next(self.least_cuts(source, [sink]))

    def least_cuts(self, source: int, sinks: list[int]) -> Iterator[tuple[float, BoolArray]]:
        """Give the least cuts between a source and some sinks, the sets those of the sinks."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow

        whole = np.maximum(1, np.rint(np.minimum(self.weight, _MOST) * _WHOLE)).astype(np.int32)
        tail, head, room = self.tail, self.head, whole
        if not self.directed:
            tail, head, room = np.append(tail, head), np.append(head, tail), np.tile(room, 2)
        shape = (self.nodes, self.nodes)
        capacity = csr_array((room, (tail, head)), shape=shape, dtype=np.int32)
        for sink in sinks:
            flow = maximum_flow(capacity, source, sink)
            left = (capacity - flow.flow).tocsr()
            left.data[left.data < 0] = 0
            left.eliminate_zeros()
            inside = np.zeros(self.nodes, dtype=np.bool_)
            inside[breadth_first_order(left.T.tocsr(), sink, return_predecessors=False)] = True
            yield flow.flow_value / _WHOLE, inside
