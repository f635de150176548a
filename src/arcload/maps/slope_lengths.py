"""Lengths that count the climb: uphill a street is longer, downhill shorter."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from arcload.model.arguments import checked_number, frozen_column, require, shown
from arcload.model.courses import Courses, steps
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import FloatArray, Id, IntArray
from arcload.model.units import METRES

Elevation: TypeAlias = Mapping[Id, float] | npt.ArrayLike | Callable[[FloatArray], Any]
"""Metres above the sea: by node id, in the order of the nodes, or a function of points (x, y)."""

ROLLING = 0.01
"""Rolling resistance of lorry tyres on asphalt, as a share of the weight."""


def slope_lengths(
    instance: Instance, elevation: Elevation, *, rolling: float = ROLLING, regained: float = 0.0
) -> FloatArray:
    """Return two lengths per street, from tail to head and back, that cost what the energy does.

    To roll a mass m over a length d takes m g c d, where c is the rolling resistance, and to lift
    it by h takes m g h. Both grow with all that is on board, as the cost does, so that a climb is a
    longer way:

        length = d + h / c,   energy = g c * length * (curb weight + load)

    A flat street keeps its length. Downhill h is below 0: where the slope is steeper than the
    rolling resistance the vehicle brakes, and the share `regained` of what is left over comes back.
    Each piece of a course counts by itself. No length is below 0: what a street gives back beyond
    what its other pieces take is lost.

    Parameters
    ----------
    instance
        What is driven. Its vehicles have no speeds, no longest length and no fuel: these are
        counted by the true lengths.
    elevation
        Metres above the sea by node id, or an array in the order of ``instance.nodes``, where
        streets climb evenly; or a function that takes an array of points, x and y each, and
        returns their heights, which is asked along the courses.
    rolling
        The rolling resistance c: about 0.006 to 0.01 for lorries on asphalt, 0.02 on gravel, more
        in snow.
    regained
        From 0, where brakes take all, to 1.

    Examples
    --------
    >>> hilly = instance.replace(lengths=arcload.slope_lengths(instance, {"A": 410, "B": 432}))
    """
    require(instance, "instance", Instance)
    rolling = checked_number(rolling, "the rolling resistance", 0, 1)
    if rolling == 0:
        raise InputError("the rolling resistance is 0; it must be above 0, such as 0.01")
    regained = checked_number(regained, "the share regained", 0, 1)
    _refuse_hours(instance)
    unit = METRES.get(instance.length_unit, 1.0)  # of lengths without one it is taken as metres
    share, rise, street = _pieces(instance, elevation)
    lengths = np.empty_like(instance.lengths)
    for side, sign in enumerate((1.0, -1.0)):
        flat = instance.lengths[:, side]
        drivable = np.isfinite(flat)
        pieces = share * np.where(drivable, flat, 0.0)[street] + sign * rise / (rolling * unit)
        pieces = np.where(pieces < 0, regained * pieces, pieces)
        total = np.bincount(street, pieces, minlength=len(flat))
        lengths[:, side] = np.where(drivable, np.maximum(total, 0.0), np.inf)
    return lengths


def _refuse_hours(instance: Instance) -> None:
    """Refuse vehicles of which something is counted by true lengths."""
    for name, what in (
        ("drive_speed", "speeds"),
        ("max_length", "a longest length"),
        ("fuel_empty", "fuel"),
    ):
        if any(getattr(vehicle, name) is not None for vehicle in instance.vehicles):
            raise InputError(
                f"a vehicle has {what}, which is counted by the true lengths; lengths that count "
                "the climb would change it",
                advice=f"leave out {{{name}}}",
            )


def _pieces(instance: Instance, elevation: Elevation) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return the share of its street, the rise in metres, and the street of every piece."""
    count = len(instance.edges)
    if not callable(elevation):
        heights = _heights(instance, elevation)[instance.ends]
        return np.ones(count), heights[:, 1] - heights[:, 0], np.arange(count)
    courses = Courses(instance).all()
    points = np.concatenate([np.zeros((0, 2)), *courses])
    high = _asked(elevation, points)
    last = np.cumsum([len(course) for course in courses], dtype=np.int64) - 1
    inner = np.delete(np.arange(len(points)), last)  # where a piece begins
    street = np.repeat(np.arange(count), [len(course) - 1 for course in courses])
    drawn = np.concatenate(
        [np.zeros(0), *(np.hypot(*steps(course, instance.geographic).T) for course in courses)]
    )
    whole = np.bincount(street, drawn, minlength=count)[street]
    even = 1.0 / np.bincount(street, minlength=count)[street] if len(street) else drawn
    share = np.where(whole > 0, drawn / np.where(whole > 0, whole, 1.0), even)
    return share, high[inner + 1] - high[inner], street


def _heights(instance: Instance, elevation: Any) -> FloatArray:
    """Return the height of each node."""
    values: Any = elevation
    if isinstance(elevation, Mapping):
        missing = [node for node in instance.nodes if node not in elevation]
        if missing:
            raise InputError(f"node {missing[0]!r} has no elevation; give that of every node")
        values = [elevation[node] for node in instance.nodes]
    elif isinstance(elevation, str) or not hasattr(elevation, "__len__"):
        raise InputError(
            f"the elevation is {shown(elevation)}; give metres by node id, an array in the order "
            "of the nodes, or a function of points"
        )
    heights: FloatArray = frozen_column(
        values, "the elevations", np.float64, (len(instance.nodes),)
    )
    return _finite(heights)


def _asked(function: Callable[[FloatArray], Any], points: FloatArray) -> FloatArray:
    """Return what the user's function says of points."""
    try:
        said = function(points)
    except Exception as error:
        raise InputError(
            f"the function of the elevation raised an exception ({type(error).__name__}: {error})"
        ) from error
    heights: FloatArray = frozen_column(said, "the elevations", np.float64, (len(points),))
    return _finite(heights)


def _finite(heights: FloatArray) -> FloatArray:
    if not np.isfinite(heights).all():
        raise InputError("an elevation is no finite number; fill what the map of heights lacks")
    return heights
