"""A tour's instance as a network of streets, as linear programs over crossings see it."""

from typing import NamedTuple

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import BoolArray, FloatArray, IntArray


class StreetNetwork(NamedTuple):
    """All streets of an instance and all ways to cross them, always as a delivery.

    Collecting is delivering driven backwards: a collecting instance appears here with its
    network reversed. Turn rules play no part: no tour costs more without them.

    An arc is a street in one of its directions: arc a crosses ``street[a]`` on ``side[a]`` from
    ``tail[a]`` to ``head[a]``. Streets, sides and nodes are numbered as the instance has them.
    """

    nodes: int
    streets: int
    W: float
    """Curb weight."""
    q: FloatArray
    """Load factor * demand of each street."""
    served: BoolArray
    """Whether each street is to be served. Its q may still be 0."""
    start: int
    """Node where the tour starts, -1 for anywhere."""
    end: int
    street: IntArray
    side: IntArray
    tail: IntArray
    head: IntArray
    length: FloatArray

    @classmethod
    def of(cls, instance: Instance) -> "StreetNetwork":
        """Return the network of an instance of one tour."""
        street, side = np.nonzero(np.isfinite(instance.lengths))
        tail, head = instance.ends[street, side], instance.ends[street, 1 - side]
        start, end = instance.start_index, instance.end_index
        if instance.mode == "collect":
            start, end, tail, head = end, start, head, tail
        return cls(
            nodes=len(instance.nodes),
            streets=len(instance.edges),
            W=instance.curb_weight,
            q=instance.load_factor * instance.demands,
            served=instance.demands > 0,
            start=start,
            end=end,
            street=street,
            side=side,
            tail=tail,
            head=head,
            length=instance.lengths[street, side],
        )
