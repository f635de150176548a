"""Points and demands that the generators share.

Only `random.Random` and the exactly rounded operations of IEEE arithmetic are used, so that a
seed gives the same instance everywhere.
"""

import math
from collections.abc import Sequence
from random import Random

from arcload.model.errors import InputError, did_you_mean

Point = tuple[float, float]

DEMANDS = ("random", "proportional", "clustered")


def distance(a: Point, b: Point) -> float:
    """Return the Euclidean distance."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return math.sqrt(dx * dx + dy * dy)


def lattice_points(count: int, rng: Random) -> list[Point]:
    """Return different random points with whole coordinates 0 to 10, or more for many points."""
    side = 10
    while (side + 1) ** 2 < 1.5 * count:
        side += 1
    points: dict[Point, None] = {}
    while len(points) < count:
        points[float(rng.randrange(side + 1)), float(rng.randrange(side + 1))] = None
    return list(points)


def demands(
    kind: str, lengths: Sequence[float], middles: Sequence[Point], rng: Random
) -> list[float]:
    """Return a demand above 0 for each edge.

    Parameters
    ----------
    kind
        ``"random"``: 1 to 100; ``"proportional"``: the length; ``"clustered"``: the fifth of
        the edges nearest to one to three random centres needs 50 to 100, the rest 1 to 10.
    lengths, middles
        Length and middle of each edge.
    """
    if kind not in DEMANDS:
        raise InputError(
            f"demand {kind!r} is unknown{did_you_mean(kind, DEMANDS)}; use {', '.join(DEMANDS)}"
        )
    if kind == "proportional":
        return list(lengths)
    if kind == "random":
        return [float(1 + rng.randrange(100)) for _ in lengths]
    centres = [middles[rng.randrange(len(middles))] for _ in range(1 + rng.randrange(3))]
    near = sorted(
        range(len(middles)), key=lambda k: (min(distance(middles[k], c) for c in centres), k)
    )
    heavy = set(near[: max(1, len(near) // 5)])
    return [
        float(50 + rng.randrange(51) if k in heavy else 1 + rng.randrange(10))
        for k in range(len(lengths))
    ]


def serve_share(values: list[float], share: float, rng: Random) -> list[float]:
    """Return the demands with all but a share of them set to 0, at least one staying."""
    count = max(1, round(share * len(values)))
    served = set(rng.sample(range(len(values)), count))
    return [value if k in served else 0.0 for k, value in enumerate(values)]
