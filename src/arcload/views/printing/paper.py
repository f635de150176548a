"""Sizes of paper, and where the map lies on a page."""

from typing import NamedTuple

from arcload.model.errors import InputError, did_you_mean

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres, upright."""

MARGIN = 9.0
"""Millimetres at the edge of the paper on which many printers leave nothing."""

_HEAD, _FOOT = 12.0, 21.0  # millimetres of the title above the map, of the legend below it
_SIDE = 4.5  # millimetres beside the map for the names of the sheets that lie next to it


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    low: float
    right: float
    high: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is."""
        return self.high - self.low

    def grown(self, by: float) -> "Box":
        """Return the box with more room on each side."""
        return Box(self.left - by, self.low - by, self.right + by, self.high + by)


class Paper(NamedTuple):
    """One page, in millimetres."""

    width: float
    height: float

    @classmethod
    def of(cls, name: str, *, landscape: bool = False) -> "Paper":
        """Return a paper by its name, upright or on its side."""
        require_paper(name)
        short, long = PAPERS[name]
        return cls(long, short) if landscape else cls(short, long)

    @property
    def frame(self) -> Box:
        """Where the map lies."""
        side, end = MARGIN + _SIDE, MARGIN + _SIDE
        return Box(side, end + _FOOT, self.width - side, self.height - end - _HEAD)


def require_paper(name: str) -> None:
    """Refuse a paper that is not known."""
    if not isinstance(name, str) or name not in PAPERS:
        raise InputError(
            f"paper {name!r} is unknown{did_you_mean(str(name), PAPERS)}; use {', '.join(PAPERS)}"
        )
