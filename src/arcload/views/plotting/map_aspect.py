"""How wide a map is against its height."""

import numpy as np

from arcload.model.instance import Instance
from arcload.views.plotting.plane import on_plane

TALLEST, WIDEST = 0.35, 6.0
"""No map is drawn narrower or lower than this; a town that is nearly a line gets room around it."""


def map_aspect(instance: Instance) -> float:
    """Return the width of a map over its height, within what is drawn."""
    plane = on_plane(instance)
    points = [np.zeros((0, 2)) if plane.coordinates is None else plane.coordinates]
    points += [np.array(shape) for shape in plane.shapes or () if shape]
    everything = np.concatenate(points)
    if not len(everything):
        return 1.0
    wide, high = np.ptp(everything, axis=0).tolist()
    if not wide and not high:
        return 1.0
    return float(np.clip(wide / high, TALLEST, WIDEST)) if high else WIDEST
