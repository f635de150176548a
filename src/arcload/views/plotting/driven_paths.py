"""Where the crossings of a walk are drawn."""

from collections import Counter
from collections.abc import Sequence

from arcload.model.courses import drives_forward
from arcload.model.crossing import Crossing
from arcload.model.instance import Instance
from arcload.model.types import FloatArray, Id
from arcload.views.plotting.drawn_courses import beside


def driven_paths(
    walk: Sequence[Crossing],
    instance: Instance,
    along: list[FloatArray],
    aside: float,
    lanes: int | None = None,
) -> list[FloatArray]:
    """Return the points of each crossing in the direction driven, deadheads beside the street.

    Parameters
    ----------
    walk
        The crossings.
    instance, along
        The network on a plane, and where its streets are drawn.
    aside
        How far a deadhead lies to the right of the street or of the deadhead before it.
    lanes
        How many lie beside each other; those after them lie on the last one.
    """
    times: Counter[tuple[Id, bool]] = Counter()
    paths = []
    for crossing in walk:
        edge = instance.edge_index(crossing.edge)
        forward = drives_forward(crossing, instance, edge)
        path = along[edge] if forward else along[edge][::-1]
        if not crossing.served:
            times[crossing.edge, forward] += 1
            lane = min(times[crossing.edge, forward], lanes or len(walk))
            path = beside(path, aside * lane)
        paths.append(path)
    return paths
