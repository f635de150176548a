"""The part of a network that the depot's vehicle can reach and come back from."""

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.model.connectivity import strong_parts
from arcload.model.cut_off import count_and_measure, name_lost
from arcload.model.errors import not_in_network
from arcload.model.types import BoolArray, FloatArray
from arcload.model.vehicle import Free, Place


class DepotPart:
    """Which nodes and edges lie in the depot's part of a network.

    Parameters
    ----------
    columns
        The network.
    depot
        A node; `FREE` for the part that has the most to serve.

    Attributes
    ----------
    nodes, edges
        Whether each node and each edge lies in it.
    lost
        The demand of each edge that lies elsewhere, 0 for all others.
    """

    nodes: BoolArray
    edges: BoolArray
    lost: FloatArray

    def __init__(self, columns: Columns, depot: Place) -> None:
        self._columns, self._depot = columns, depot
        parts = strong_parts(columns.ends, columns.lengths, len(columns.nodes))
        if isinstance(depot, Free):
            tails, heads = parts[columns.ends].T
            served = (tails == heads) & (columns.demands > 0)
            lengths = np.where(served, columns.lengths.min(axis=1), 0.0)
            part = int(np.argmax(np.bincount(tails, lengths)))
        else:
            texts = {str(node): index for index, node in enumerate(columns.nodes)}
            if str(depot) not in texts:
                raise not_in_network("depot", depot, columns.nodes)
            part = int(parts[texts[str(depot)]])
        self.nodes = np.asarray(parts == part, dtype=np.bool_)
        self.edges = self.nodes[columns.ends[:, 0]] & self.nodes[columns.ends[:, 1]]
        self.lost = np.where(self.edges, 0.0, columns.demands)

    def what_is_lost(self) -> str:
        """Return in words which served edges lie elsewhere, and where."""
        streets, lost = self._columns.streets, np.flatnonzero(self.lost > 0)
        free = isinstance(self._depot, Free)
        place = "the largest part" if free else f"the depot {self._depot!r}"
        return (
            f"{count_and_measure(streets, lost)} that cannot be reached from {place} and left "
            f"again: {name_lost(streets, lost, self.nodes)}"
        )
