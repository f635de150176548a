"""Tracks along streets, as a device records them, and how many streets of them are found."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from arcload import Instance, Plan
from arcload.maps.matching.track import Track
from arcload.model.courses import Courses, steps
from arcload.model.earth import metres_a_degree
from arcload.model.types import FloatArray

Drive = tuple[int, int]


def drives_of(plan: Plan) -> list[Drive]:
    """Return index and side of each crossing of a plan."""
    instance = plan.instance
    return [(instance.edge_index(step.edge), (step.direction or 1) - 1) for step in plan.walk]


def track_along(
    instance: Instance,
    drives: Iterable[Drive],
    *,
    spacing: float = 10.0,
    noise: float = 5.0,
    seed: int = 1,
    file: str = "track.gpx",
) -> Track:
    """Return the track of a drive along streets.

    Parameters
    ----------
    instance
        A network on the globe.
    drives
        Index and side of each street.
    spacing
        Metres from point to point along the way.
    noise
        Standard deviation in metres, to the east and to the north.
    seed
        Seed of the noise.
    file
        Name of the track.
    """
    courses = Courses(instance)
    line = np.concatenate([courses.along(edge)[:: 1 - 2 * side] for edge, side in drives])
    moved = np.hypot(*steps(line, geographic=instance.geographic).T)
    new = np.append(True, moved > 0)
    along = np.append(0.0, np.cumsum(moved))[new]
    at = np.append(np.arange(0.0, along[-1], spacing), along[-1])
    points = np.column_stack([np.interp(at, along, line[new, k]) for k in (0, 1)])
    metres = np.array(metres_a_degree(float(points[0, 1])) if instance.geographic else (1.0, 1.0))
    points += np.random.default_rng(seed).normal(0, noise, points.shape) / metres
    return Track(Path(file), points, instance.geographic)


def share_found(instance: Instance, driven: Sequence[Drive], found: Sequence[Drive]) -> float:
    """Return the share of the length that both drive in the same order, of the longer of both.

    It is the longest common subsequence, each drive counted by its length.
    """
    number = {drive: k for k, drive in enumerate(dict.fromkeys([*driven, *found]))}
    columns = np.array([number[drive] for drive in found])
    best: FloatArray = np.zeros(len(found) + 1)
    for drive in driven:
        length = float(instance.lengths[drive])
        both = np.where(columns == number[drive], best[:-1] + length, 0.0)
        best = np.maximum.accumulate(np.append(0.0, np.maximum(best[1:], both)))
    longer = max(sum(float(instance.lengths[drive]) for drive in way) for way in (driven, found))
    return float(best[-1]) / longer


def gpx(points: FloatArray) -> str:
    """Return points as the text of a GPX file with one track."""
    rows = "".join(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}"/>' for lon, lat in points.tolist())
    return f'<gpx version="1.1"><trk><trkseg>{rows}</trkseg></trk></gpx>'
