"""Distances between nodes for many pairs at once."""

import numpy as np

from arcload.model.instance import Instance
from arcload.model.network import shortest_of_bundles
from arcload.model.types import FloatArray, IntArray

_BLOCK = 4 * 2**20  # nodes times sources that are searched at a time


class NodeDistances:
    """The lengths of shortest paths between nodes.

    Parameters
    ----------
    instance
        The network.
    lengths
        Two lengths per edge, infinite where one must not drive.
    """

    def __init__(self, instance: Instance, lengths: FloatArray) -> None:
        from scipy.sparse import csr_array

        edge, side, tail, head = shortest_of_bundles(instance, lengths)
        self._size = len(instance.nodes)
        shape = (self._size, self._size)
        # Stored zeros stay edges of length 0: csgraph reads the stored entries only.
        self._graph = csr_array((lengths[edge, side], (tail, head)), shape=shape)

    def between(self, here: IntArray, there: IntArray, limit: float = np.inf) -> FloatArray:
        """Return the distance of each pair; infinite where it is above the limit.

        Parameters
        ----------
        here, there
            Indices of nodes, one pair each.
        limit
            The farthest that is searched.
        """
        from scipy.sparse.csgraph import dijkstra

        pairs, which = np.unique(here * self._size + there, return_inverse=True)
        source, target = np.divmod(pairs, self._size)
        distances = np.empty(len(pairs))
        sources, row = np.unique(source, return_inverse=True)
        rows_at_once = max(1, _BLOCK // self._size)
        for low in range(0, len(sources), rows_at_once):
            block = sources[low : low + rows_at_once]
            mine = np.flatnonzero((row >= low) & (row < low + len(block)))
            table = dijkstra(self._graph, indices=block, limit=limit)
            distances[mine] = table[row[mine] - low, target[mine]]
        return distances[which]
