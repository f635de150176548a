"""The streets of a page's map as columns of short numbers."""

from typing import Any

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import FloatArray
from arcload.views.page.grid import Grid
from arcload.views.page.short import shortened

_ONE_WAY, _ONE_WAY_BACK = 1, 2


def street_columns(plane: Instance, along: list[FloatArray], grid: Grid) -> dict[str, Any]:
    """Return the names, demands, directions and courses of a network's streets.

    Parameters
    ----------
    plane
        The network on a plane.
    along
        The points of each edge.
    grid
        What makes whole numbers of them.
    """
    names = plane.names or ("",) * len(plane.edges)
    labels = [name or f"street {edge}" for name, edge in zip(names, plane.edges, strict=True)]
    number = {label: position for position, label in enumerate(dict.fromkeys(labels))}
    return {
        "names": list(number),
        "name": [number[label] for label in labels],
        "demand": shortened(plane.demands.tolist()),
        "oneWay": one_way(plane.lengths),
        "course": grid.steps(along),
    }


def one_way(lengths: FloatArray) -> list[int]:
    """Return in which direction each edge may be driven: 0 both, 1 from tail to head, 2 back."""
    allowed = np.isfinite(lengths)
    ways = np.where(allowed.all(axis=1), 0, np.where(allowed[:, 0], _ONE_WAY, _ONE_WAY_BACK))
    return ways.tolist()  # type: ignore[no-any-return]
