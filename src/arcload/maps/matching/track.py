"""A track: the points that a vehicle recorded, in the order driven."""

from dataclasses import dataclass
from pathlib import Path

from arcload.model.types import FloatArray


@dataclass(frozen=True)
class Track:
    """The points of one drive.

    Parameters
    ----------
    file
        Where it was read, for messages.
    points
        Two columns: longitude and latitude, or x and y where the network is not on the globe.
    geographic
        Whether they are longitude and latitude.
    name
        What the file calls it.
    """

    file: Path
    points: FloatArray
    geographic: bool = True
    name: str = ""

    def place(self, point: int) -> str:
        """Return what messages call a point: latitude and longitude, or x and y."""
        x, y = self.points[point].tolist()
        return f"{y:.5f},{x:.5f}" if self.geographic else f"({x:g}, {y:g})"
