"""One drive along one edge."""

from dataclasses import dataclass

from arcload.model.types import Id


@dataclass(frozen=True)
class Crossing:
    """One drive along one edge.

    Parameters
    ----------
    edge
        Id of the edge.
    from_node, to_node
        Ids of the nodes it leads from and to.
    direction
        1 from the edge's tail to its head, 2 back; None where a file does not tell.
    served
        Whether the edge is served on this crossing; otherwise it is a deadhead.
    length
        Length of the crossing.
    load_before, load_after
        What is on board at its two ends.
    cost
        length * (curb weight + load factor * mean load), and the same of the turn with the load
        before it; and what serving costs beside driving.
    turn, turn_seconds
        What the turn into it adds to the way, in the unit of the length, and how long it takes.
    """

    edge: Id
    from_node: Id
    to_node: Id
    direction: int | None
    served: bool
    length: float
    load_before: float
    load_after: float
    cost: float
    turn: float = 0.0
    turn_seconds: float = 0.0
