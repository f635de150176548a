"""One page of a printed map, laid out in millimetres."""

from dataclasses import dataclass, field
from typing import NamedTuple

from arcload.model.types import FloatArray
from arcload.views.printing.label_board import Slot
from arcload.views.printing.paper import Box, Paper
from arcload.views.printing.scale_bar import ScaleBar


class Label(NamedTuple):
    """A text on the map."""

    text: str
    slot: Slot
    points: float
    """The size of its letters."""
    kind: str
    """``"number"``, ``"name"``, ``"side name"`` of a street that is not driven, ``"place"`` or
    ``"cell"``."""
    trip: int = 0
    anchor: tuple[float, float] | None = None


class Arrow(NamedTuple):
    """The direction in which a street is driven."""

    at: tuple[float, float]
    heading: tuple[float, float]
    served: bool


class Mark(NamedTuple):
    """The sign of a place."""

    at: tuple[float, float]
    is_depot: bool


@dataclass
class Sheet:
    """What stands on a page.

    Parameters
    ----------
    paper, frame
        The page, and the part of it that is the map.
    title
        What the page is called, beside the name of the map.
    bar
        The bar that shows the scale; None where that is not known.
    streets, served, deadheads
        Lines on the map: all streets, those served and those driven without service.
    arrows, marks, labels
        Signs and texts on the map.
    cells
        Frames of other sheets on the overview.
    beside
        What the sheets next to this one are called, by their side.
    unplaced
        Labels for which there is no room on the map.
    """

    paper: Paper
    frame: Box
    title: str
    bar: ScaleBar | None
    streets: list[FloatArray] = field(default_factory=list)
    served: list[FloatArray] = field(default_factory=list)
    deadheads: list[FloatArray] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    cells: list[Box] = field(default_factory=list)
    beside: dict[str, str] = field(default_factory=dict)
    unplaced: list[str] = field(default_factory=list)
