"""Moves, made: what each kind does to the order of a tour and to its directions."""

from arcload.engine.kernels.compiled import kernel, part
from arcload.model.types import IntArray

REVERSE, MOVE, MOVE_TURNED, SWAP = 0, 1, 2, 3
"""Kinds of moves; SWAP + 1, + 2 and + 3 turn the first edge, the second, both."""


@kernel
def apply_move(
    kind: int, first: int, last: int, place: int, order: IntArray, sides: IntArray
) -> tuple[int, int]:
    """Make a move; return the first and the last position that changed.

    REVERSE turns the piece first..place, SWAP exchanges first and place, and MOVE and
    MOVE_TURNED put the piece first..last behind `place`.
    """
    if kind == REVERSE:
        turn(first, place, order, sides)
        return first, place
    if kind >= SWAP:
        turns = kind - SWAP
        order[first], order[place] = order[place], order[first]
        side = sides[first] ^ (turns & 1)
        sides[first] = sides[place] ^ (turns >> 1)
        sides[place] = side
        return min(first, place), max(first, place)
    if kind == MOVE_TURNED:
        turn(first, last, order, sides)
    if place > last:
        rotate(first, last, place, order, sides)
        return first, place
    rotate(place + 1, first - 1, last, order, sides)
    return place + 1, last


@part
def undo_move(
    kind: int, first: int, last: int, place: int, order: IntArray, sides: IntArray
) -> None:
    """Undo what `apply_move` did with the same arguments."""
    if kind == REVERSE:
        turn(first, place, order, sides)
    elif kind >= SWAP:
        turns = kind - SWAP
        back = SWAP + (turns >> 1) + 2 * (turns & 1)  # the two edges have changed places
        apply_move(back, first, last, place, order, sides)
    else:
        if place > last:
            rotate(first, first + place - last - 1, place, order, sides)
        else:
            rotate(place + 1, place + 1 + last - first, last, order, sides)
        if kind == MOVE_TURNED:
            turn(first, last, order, sides)


@part
def turn(first: int, last: int, order: IntArray, sides: IntArray) -> None:
    """Reverse the piece first..last, every edge driven the other way."""
    while first < last:
        order[first], order[last] = order[last], order[first]
        sides[first], sides[last] = 1 - sides[last], 1 - sides[first]
        first += 1
        last -= 1
    if first == last:
        sides[first] = 1 - sides[first]


@part
def rotate(first: int, middle: int, last: int, order: IntArray, sides: IntArray) -> None:
    """Exchange the neighbouring pieces first..middle and middle + 1..last."""
    for low, high in ((first, middle), (middle + 1, last), (first, last)):
        while low < high:
            order[low], order[high] = order[high], order[low]
            sides[low], sides[high] = sides[high], sides[low]
            low += 1  # noqa: PLW2901
            high -= 1  # noqa: PLW2901
