"""What a piece of a tour must do."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WindowCut:
    """A set of nodes, and what the piece of a tour within some levels of load does there.

    The piece is all that a tour drives from a level in ``low + 1`` to `high`. It begins where the
    service ends that brings the load to such a level, or at the start, and ends where the one
    ends that brings it below, or at the end. See docs/bounds.md.

    With `edge`, both ends of which are in the set: to serve it, the piece comes into the set and
    leaves it again, unless it begins or ends there. Without: of all that the piece may serve in
    the border of the set, an odd number is named, `odd`, where `begins` and `ends` count as one
    more each. If it does just that, it drives across the border without service once or more.

    Parameters
    ----------
    nodes
        The set.
    high, low
        Highest level of the piece, and the level below its lowest one, -1 or more.
    edge
        The edge inside, -1 for none.
    odd, begins, ends
        The edges of the border, and whether the piece begins and ends inside.
    """

    nodes: tuple[int, ...]
    high: int
    low: int
    edge: int = -1
    odd: tuple[int, ...] = ()
    begins: bool = False
    ends: bool = False
