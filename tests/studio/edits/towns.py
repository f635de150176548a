"""Networks with coordinates, for maps."""

from arcload import Instance
from arcload.model.types import Id

POINTS: dict[Id, tuple[float, float]] = {
    "a": (16.0, 48.0),
    "b": (16.001, 48.0),
    "c": (16.001, 48.001),
}
"""Longitude and latitude of nodes."""

ON_EARTH = Instance.from_edges(
    [("a", "b", 111, 1), ("b", "c", 111, 2), ("c", "a", 150, 0)],
    depot="a",
    coordinates=POINTS,
    geographic=True,
    length_unit="m",
    name="corner",
)
"""Three streets in Austria."""

ON_PLANE = ON_EARTH.replace(geographic=False)
"""The same as numbers of no unit."""
