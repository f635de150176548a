"""Left, right, straight on or back: the turn from one drive into the next, by its angle."""

import numpy as np

from arcload.model.courses import Courses, steps
from arcload.model.instance import Instance
from arcload.model.types import FloatArray, IntArray

KINDS = ("straight", "left", "right", "u_turn")
"""What turns are called, as `TurnRules` does; others give them by their positions here."""

UNKNOWN = -1
"""In place of a position, where nothing tells the angle."""

STRAIGHT = 35.0
"""Degrees up to which a change of direction is still straight on."""

_BACK = 175.0  # degrees from which a turn leads straight back, neither to the left nor right
_LOOK = 15.0  # metres before and after a corner that make the direction there
_SHARE = 0.1  # of the street instead, where coordinates are in a unit of their own


class TurnAngles:
    """The directions of an instance's streets at their ends, and the turns between them.

    Drives are numbered ``2 * edge + side``, where side 0 drives from tail to head.

    Parameters
    ----------
    instance
        The network.
    """

    def __init__(self, instance: Instance) -> None:
        rules = instance.turn_rules
        self._back = 2 if rules is not None and rules.traffic == "left" else 1
        self._headings = None if instance.coordinates is None else _headings(instance)

    def kinds(self, before: IntArray, after: IntArray) -> IntArray:
        """Return the turn from each drive into another, which starts where that ends.

        It is a U-turn when the same edge is driven back. All else follows from the change of
        direction: straight on up to 35 degrees, left or right above. Straight back into another
        street it leads across the traffic from ahead.
        """
        angle = self.degrees(before, after)
        kinds = np.where(angle > 0, 1, 2)
        kinds[np.abs(angle) <= STRAIGHT] = 0
        kinds[np.abs(angle) >= _BACK] = self._back
        kinds[np.isnan(angle)] = UNKNOWN
        kinds[(before ^ 1) == after] = 3
        return kinds

    def degrees(self, before: IntArray, after: IntArray) -> FloatArray:
        """Return by how many degrees each drive turns into the next, above 0 to the left.

        NaN where nothing tells.
        """
        if self._headings is None:
            return np.full(len(before), np.nan)
        x, y = -self._headings[before ^ 1].T
        next_x, next_y = self._headings[after].T
        angle = np.degrees(np.arctan2(x * next_y - y * next_x, x * next_x + y * next_y))
        angle[((x == 0) & (y == 0)) | ((next_x == 0) & (next_y == 0))] = np.nan
        return np.asarray(angle, dtype=np.float64)


def _headings(instance: Instance) -> FloatArray:
    """Return the direction in which each drive starts, 0 and 0 where that is not known.

    It is that of the way over the first metres: the end of a street is often a short hook.
    """
    count = len(instance.edges)
    if count == 0:
        return np.zeros((0, 2))
    courses = Courses(instance).all(loops=False)  # a loop without a shape has no direction
    sizes = np.array([len(course) - 1 for course in courses])
    within = np.ones(int(sizes.sum()) + count, dtype=np.bool_)
    within[np.cumsum(sizes + 1) - 1] = False  # from the end of a street to the start of the next
    moved = steps(np.concatenate(courses), instance.geographic)[within[:-1]]
    street = np.repeat(np.arange(count), sizes)
    lengths = np.hypot(*moved.T)
    first = np.cumsum(sizes) - sizes
    whole = np.add.reduceat(lengths, first)
    reach = np.full(count, _LOOK) if instance.geographic else _SHARE * whole
    passed = np.cumsum(lengths)
    passed -= (passed[first] - lengths[first])[street]  # up to the end of each step
    headings = np.empty((count, 2, 2))
    for side, (before, sign) in enumerate(((passed - lengths, 1), (whole[street] - passed, -1))):
        share = (reach[street] - before) / np.where(lengths > 0, lengths, 1)
        taken = np.clip(share, 0, 1)
        headings[:, side] = sign * np.add.reduceat(taken[:, None] * moved, first)
        back = np.flatnonzero((headings[:, side] == 0).all(axis=1) & (whole > 0))
        for edge in back:  # it comes back to where it starts
            own = sign * moved[first[edge] : first[edge] + sizes[edge]][::sign]
            headings[edge, side] = own[np.hypot(*own.T) > 0][0]
    return headings.reshape(-1, 2)
