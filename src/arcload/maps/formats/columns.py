"""The columns of an instance that streets between named nodes make up."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from arcload.model.types import Shape


def columns_of(
    ends: Sequence[tuple[Any, Any]],
    lengths: Any,
    shapes: Sequence[Shape],
    places: Mapping[Any, tuple[float, float]] | None,
    order: Iterable[Any],
) -> dict[str, Any]:
    """Return the columns of an instance that streets make up, all but demands and names.

    Parameters
    ----------
    ends, lengths, shapes
        The end nodes, the two lengths and the course of each street.
    places
        The point of each node, None where points are unknown.
    order
        All nodes in the order of the file; those without a street are left out.
    """
    used = {node for pair in ends for node in pair}
    nodes = [node for node in order if node in used]
    index = {node: position for position, node in enumerate(nodes)}
    return {
        "nodes": nodes,
        "edges": list(range(1, len(ends) + 1)),
        "ends": np.array([(index[tail], index[head]) for tail, head in ends]).reshape(-1, 2),
        "lengths": np.array(lengths, dtype=np.float64).reshape(-1, 2),
        "shapes": list(shapes),
        "coordinates": None if places is None else np.array([places[node] for node in nodes]),
    }
