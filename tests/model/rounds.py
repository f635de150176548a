"""A roundabout with four streets, driven against the clock from west over south to north."""

import math

from arcload import FREE, Edge, Instance
from arcload.model.types import Id

_POINTS: dict[Id, tuple[float, float]] = {"w": (-10, 0), "s": (0, -10), "e": (10, 0), "n": (0, 10)}
_OUTER: dict[Id, tuple[float, float]] = {
    "W": (-110, 0),
    "N": (0, 110),
    "E": (110, 0),
    "S": (0, -110),
}
_RING = (("w", "s"), ("s", "e"), ("e", "n"), ("n", "w"))

ROUND = Instance.from_edges(
    [
        Edge("W", "w", 100, 1, id=1, name="West Road"),
        Edge("n", "N", 100, 1, id=2, name="North Road"),
        Edge("e", "E", 100, 0, id=3, name="East Road"),
        Edge("s", "S", 100, 0, id=4, name="South Road"),
        *(
            Edge(tail, head, 15, 0, id=number, name="Ring", length_back=math.inf)
            for number, (tail, head) in enumerate(_RING, start=5)
        ),
    ],
    start="W",
    end=FREE,
    coordinates={**_POINTS, **_OUTER},
).replace(attributes={"junction": ("",) * 4 + ("roundabout",) * 4})
"""Streets 1 to 4 lead away from the ring, which is streets 5 to 8."""
