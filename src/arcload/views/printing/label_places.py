"""Where labels are put: one after the other, each at the best place that is still free."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from arcload.model.types import FloatArray
from arcload.views.printing.along import Line
from arcload.views.printing.label_board import LabelBoard, Slot

APART = 60.0
"""Millimetres between two places where the name of one street stands."""

_SHARES = (0.5, 0.36, 0.64, 0.22, 0.78)  # along a line, the middle first
_LINES = 3  # of a street that is cut into many pieces, how many are tried
_GOOD = 1.0  # a place with less against it is taken at once
_BESIDE = 0.9  # millimetres between a line and the text beside it
_LANES = 2.3  # the same, past the deadheads that run along the line
_ARROW = 5.0  # millimetres of a street that its label leaves to an arrow
_RADII = (6.0, 9.0, 13.0, 18.0, 25.0, 35.0, 50.0)  # of labels that a thin line leads to
_DIRECTIONS = 16


class Place(NamedTuple):
    """Where a label stands, and from which point of its street a thin line leads to it."""

    slot: Slot
    anchor: tuple[float, float] | None = None


class _Choice(NamedTuple):
    place: Place
    against: float


def place_on_line(
    board: LabelBoard, lines: Sequence[Line], width: float, height: float
) -> Place | None:
    """Return a place for an upright label on or beside a street, and keep it.

    Parameters
    ----------
    board
        What is on the page so far.
    lines
        The street on this page, its longest piece first.
    width, height
        Of the label.

    Returns
    -------
    Place or None
        None where nothing is free.
    """
    return _best(board, _upright(board, lines, width, height)) or place_near(
        board, lines, width, height
    )


def place_along(
    board: LabelBoard, lines: Sequence[Line], width: float, height: float
) -> Place | None:
    """Return a place for a name that runs beside its street, and keep it."""
    return _best(board, _turned(board, lines, width, height))


def place_again(
    board: LabelBoard, line: Line, width: float, height: float, there: Sequence[Slot]
) -> Place | None:
    """Return a good place for a name that stands elsewhere already, and keep it.

    Parameters
    ----------
    board, width, height
        As for the others.
    line
        The street.
    there
        Where the name stands; no other is closer than `APART`.
    """
    choices = (
        choice
        for choice in _turned(board, [line], width, height)
        if choice.against < _GOOD
        and all(
            math.hypot(choice.place.slot.x - slot.x, choice.place.slot.y - slot.y) >= APART
            for slot in there
        )
    )
    return _best(board, choices)


def place_near(
    board: LabelBoard, lines: Sequence[Line], width: float, height: float
) -> Place | None:
    """Return a place for a label to which a thin line leads from the street, and keep it."""
    return _best(board, _led(board, lines, width, height))


def place_beside(
    board: LabelBoard, point: tuple[float, float], width: float, height: float
) -> Place | None:
    """Return a place for a label beside a point, and keep it."""
    x, y = point
    return place_near(board, [Line(np.array([(x - 1, y), (x + 1, y)]))], width, height)


def _best(board: LabelBoard, choices: Iterable[_Choice]) -> Place | None:
    """Return the first good place, else the best one, and keep it."""
    best: _Choice | None = None
    for choice in choices:
        if best is not None and choice.against >= best.against:
            continue
        if not board.fits(choice.place.slot):
            continue
        best = choice
        if best.against < _GOOD:
            break
    if best is None:
        return None
    board.take(best.place.slot)
    return best.place


def _upright(
    board: LabelBoard, lines: Sequence[Line], width: float, height: float
) -> Iterator[_Choice]:
    for line in lines[:_LINES]:
        for rank, share in enumerate(_SHARES):
            point, heading = line.at(share * line.length), line.heading(share * line.length)
            covered = width * abs(heading[0]) + height * abs(heading[1])
            slot = Slot.at(point, width, height)
            own = _inside(line, slot)
            short = 6.0 if line.length < covered + _ARROW else 0.0
            yield _Choice(Place(slot), 0.1 * rank + short + max(0.0, board.ink(slot) - own))
        for rank, share in enumerate(_SHARES):
            point, heading = line.at(share * line.length), line.heading(share * line.length)
            normal = np.array([-heading[1], heading[0]])
            reach = (width * abs(normal[0]) + height * abs(normal[1])) / 2
            for side, gap in ((1, _BESIDE), (-1, _BESIDE), (1, _LANES), (-1, _LANES)):
                middle = point + side * (reach + gap) * normal
                slot = Slot.at(middle, width, height)
                yield _Choice(Place(slot), 1.5 + gap / 2 + 0.2 * rank + 2 * board.ink(slot))


def _turned(
    board: LabelBoard, lines: Sequence[Line], width: float, height: float
) -> Iterator[_Choice]:
    for line in lines[:_LINES]:
        spare = line.length - width
        wheres = [line.length / 2]
        if spare > 0:
            count = min(9, 3 + int(spare / 10))
            evenly = width / 2 + spare * np.linspace(0, 1, count)
            wheres = sorted(evenly.tolist(), key=lambda where: abs(where - line.length / 2))
        for rank, where in enumerate(wheres):
            begin, end = max(where - width / 2, 0.0), min(where + width / 2, line.length)
            chord = line.at(end) - line.at(begin)
            if not chord.any():
                continue
            bend = line.bend(begin, end)
            degrees = _readable(math.degrees(math.atan2(chord[1], chord[0])))
            turn = math.radians(degrees)
            up = np.array([-math.sin(turn), math.cos(turn)])
            middle = (line.at(begin) + line.at(end)) / 2
            for gap in (_BESIDE, _LANES):
                for side in (1, -1):
                    centre = middle + side * (height / 2 + gap + bend) * up
                    slot = Slot.at(centre, width, height, degrees)
                    against = 0.1 * rank + bend + gap / 4 + 0.4 * max(0.0, -spare)
                    yield _Choice(Place(slot), against + board.ink(slot))


def _led(
    board: LabelBoard, lines: Sequence[Line], width: float, height: float
) -> Iterator[_Choice]:
    for radius in _RADII:
        for line in lines[:_LINES]:
            point = line.at(line.length / 2)
            anchor = (float(point[0]), float(point[1]))
            for step in range(_DIRECTIONS):
                turn = 2 * math.pi * (step + 0.5) / _DIRECTIONS
                away = np.array([math.cos(turn), math.sin(turn)])
                reach = min(
                    width / 2 / max(abs(away[0]), 1e-9), height / 2 / max(abs(away[1]), 1e-9)
                )
                middle = point + (radius - 4 + reach) * away
                slot = Slot.at(middle, width, height)
                yield _Choice(Place(slot, anchor), _GOOD + radius / 2 + 2 * board.ink(slot))


def _inside(line: Line, slot: Slot) -> float:
    """Return how many millimetres of a line an upright label covers."""
    gap = 0.4
    points: FloatArray = np.abs(line.every(gap) - (slot.x, slot.y))
    return gap * float((points <= (slot.width / 2, slot.height / 2)).all(axis=1).sum())


def _readable(degrees: float) -> float:
    """Return an angle at which text is not upside down."""
    return (degrees + 90) % 180 - 90
