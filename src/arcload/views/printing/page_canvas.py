"""A page that is drawn on in millimetres, in black and shades of grey."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arcload.model.types import FloatArray
from arcload.views.printing.paper import Paper
from arcload.views.printing.sheet import Arrow, Label, Mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SIDE = "0.0", "0.35"
"""Shades of letters: black, and that of streets which are not driven."""

_LINES = {"street": ("0.7", 0.5), "served": ("0.5", 2.6), "deadhead": ("0.0", 0.8)}
"""Shades and widths in points; the deadheads are dashed."""

_DASHES = (3.2, 1.6)  # in widths
_BOXES = (("1.0", "0.0"), ("0.0", "1.0"), ("0.85", "0.0"), ("0.4", "1.0"))
"""Shades of box and letters of the order numbers, trip by trip; then they begin again."""

_ARROW = {True: 1.9, False: 1.5}  # millimetres, where served and where not


class PageCanvas:
    """An empty page, and what draws lines, signs and text on it.

    Parameters
    ----------
    paper
        The page.
    """

    def __init__(self, paper: Paper) -> None:
        from matplotlib.figure import Figure

        self.figure: Figure = Figure(figsize=(paper.width / 25.4, paper.height / 25.4))
        self._ax: Axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self._ax.set(xlim=(0, paper.width), ylim=(0, paper.height))
        self._ax.set_axis_off()

    def lines(self, kind: str, paths: Sequence[FloatArray]) -> None:
        """Draw streets of one kind: ``"street"``, ``"served"`` or ``"deadhead"``."""
        from matplotlib.collections import LineCollection

        shade, width = _LINES[kind]
        dashed = kind == "deadhead"
        lines = LineCollection(
            list(paths),
            colors=shade,
            linewidths=width,
            linestyles=[(0, _DASHES)] if dashed else "solid",
            joinstyle="round",
            zorder=1 + list(_LINES).index(kind),
        )
        lines.set_capstyle("butt" if dashed else "round")
        self._ax.add_collection(lines)

    def frame(self, box: Sequence[float], width: float = 0.7) -> None:
        """Draw a rectangle, given by its left, low, right and high side."""
        from matplotlib.patches import Rectangle

        left, low, right, high = box
        self._ax.add_patch(
            Rectangle(
                (left, low),
                right - left,
                high - low,
                fill=False,
                linewidth=width,
                edgecolor=INK,
                zorder=8,
            )
        )

    def arrows(self, arrows: Sequence[Arrow]) -> None:
        """Draw the directions in which streets are driven."""
        from matplotlib.collections import PolyCollection

        self._ax.add_collection(
            PolyCollection(
                [_head(arrow) for arrow in arrows],
                facecolors=INK,
                edgecolors="1.0",
                linewidths=0.3,
                zorder=4,
            )
        )

    def mark(self, mark: Mark) -> None:
        """Draw the sign of a place: a square for a depot, a triangle for a facility."""
        self._ax.plot(
            *mark.at,
            marker="s" if mark.is_depot else "^",
            markersize=8.5,
            color=INK,
            markeredgecolor="1.0",
            markeredgewidth=1.0,
            zorder=7,
        )

    def label(self, label: Label) -> None:
        """Write a label of the map, with a thin line from its street where it is far from it."""
        slot = label.slot
        if label.anchor is not None:
            x, y = zip(label.anchor, (slot.x, slot.y), strict=True)
            self._ax.plot(x, y, color=SIDE, linewidth=0.35, zorder=4.5)
        box, ink = "1.0", SIDE if label.kind == "side name" else INK
        if label.kind == "number":
            box, ink = _BOXES[(label.trip - 1) % len(_BOXES)]
        self._box(slot.corners, box, framed=label.kind == "number")
        bold = label.kind in ("number", "place", "cell")
        self.text(
            slot.x,
            slot.y,
            label.text,
            label.points,
            ha="center",
            rotation=slot.degrees,
            weight="bold" if bold else "normal",
            color=ink,
            zorder=6,
        )

    def text(self, x: float, y: float, text: str, points: float, **look: Any) -> None:
        """Write a text, by default to the right of a point and at its height."""
        chosen = {"ha": "left", "va": "center", "color": INK, "rotation_mode": "anchor"} | look
        self._ax.text(x, y, text, fontsize=points, linespacing=1.0, **chosen)

    def _box(self, corners: FloatArray, shade: str, *, framed: bool) -> None:
        from matplotlib.patches import Polygon

        self._ax.add_patch(
            Polygon(
                corners.tolist(),
                facecolor=shade,
                edgecolor=INK if framed else "none",
                linewidth=0.35,
                alpha=1.0 if framed else 0.75,
                zorder=5,
            )
        )


def _head(arrow: Arrow) -> FloatArray:
    """Return the three corners of an arrow."""
    size = _ARROW[arrow.served]
    ahead = np.array(arrow.heading)
    left = np.array([-ahead[1], ahead[0]])
    sides = [0.6 * ahead, -0.4 * ahead + 0.42 * left, -0.4 * ahead - 0.42 * left]
    corners: FloatArray = np.array(arrow.at) + size * np.array(sides)
    return corners
