"""Whether two labels overlap, by the axes that separate rectangles."""

import numpy as np

from arcload.views.printing.label_board import Slot


def overlap(one: Slot, other: Slot) -> bool:
    """Return whether two rectangles have more than an edge in common."""
    for corners in (one.corners, other.corners):
        for side in np.diff(corners[:3], axis=0):
            axis = np.array([-side[1], side[0]]) / np.hypot(*side)
            first, second = one.corners @ axis, other.corners @ axis
            if first.max() <= second.min() + 1e-6 or second.max() <= first.min() + 1e-6:
                return False
    return True
