"""Sets of nodes, each written once."""

import numpy as np

from arcload.model.types import IntArray


class SetTable:
    """Gives sets of nodes numbers: k, or -1 - k for all nodes that are not in set k.

    Parameters
    ----------
    nodes
        How many nodes there are.
    """

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._numbers: dict[bytes, int] = {}
        self._sets: list[tuple[int, ...]] = []

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The sets, in the order of their numbers."""
        return tuple(self._sets)

    def number(self, nodes: IntArray) -> int:
        """Return the number of a set; the smaller of it and its rest is written."""
        inside = np.zeros(self._nodes, dtype=np.bool_)
        inside[nodes] = True
        rest = 2 * len(nodes) > self._nodes
        part = inside != rest
        key = np.packbits(part).tobytes()
        if key not in self._numbers:
            self._numbers[key] = len(self._sets)
            self._sets.append(tuple(np.flatnonzero(part).tolist()))
        number = self._numbers[key]
        return -1 - number if rest else number
