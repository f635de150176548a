"""What was changed in one tour, made in another that began as the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.kernels.joining import take_over
from arcload.engine.kernels.sequence import empty_work, search_space, set_tour
from arcload.engine.problem import Problem
from arcload.maps.generators import generate
from arcload.model.types import IntArray

SIZE = 30
SPACE = search_space(Problem.of(generate("city", edges=SIZE, curb_ratio=0.3, seed=4)))

# The tour before, the other one and the one to change; then what it is, in how many blocks.
BY_HAND = [
    ("abcdef", "bacdef", "abcdfe", "bacdfe", 1),
    ("abcdef", "bacdfe", "abcdef", "bacdfe", 2),
    ("abcdef", "bacdef", "acbdef", "acbdef", 0),  # both changed where b is
    ("abcdef", "fbcdea", "abdcef", "abdcef", 0),  # all lies between the places of a and f
    ("abcdef", "abcdef", "abdcef", "abdcef", 0),
    ("abcdef", "aBcdef", "abcdEf", "aBcdEf", 1),  # only the sides
    ("abcdef", "bcadef", "abcfed", "bcafed", 1),
]


def letters(tour: str) -> tuple[IntArray, IntArray]:
    """Return edges and sides; a capital letter is the other side."""
    order = np.array([ord(letter) - ord("a") for letter in tour.lower()])
    return order, np.array([int(letter.isupper()) for letter in tour])


@pytest.mark.parametrize(("before", "other", "tour", "joined", "blocks"), BY_HAND)
def test_changes_by_hand(before: str, other: str, tour: str, joined: str, blocks: int) -> None:
    order, sides = letters(tour)
    assert take_over(*letters(before), *letters(other), order, sides) == blocks
    expected, expected_sides = letters(joined)
    assert order.tolist() == expected.tolist()
    assert sides.tolist() == expected_sides.tolist()


def cost_of(order: IntArray, sides: IntArray) -> float:
    return set_tour(order, sides, empty_work(SPACE), SPACE)


@given(st.data())
def test_changes_apart_from_each_other_cost_together_what_they_cost_alone(
    data: st.DataObject,
) -> None:
    """Each of two tours is changed in its own half, and the two edges between stay as they are."""
    before = np.array(data.draw(st.permutations(range(SIZE))))
    sides = np.array(data.draw(st.lists(st.integers(0, 1), min_size=SIZE, max_size=SIZE)))
    middle = data.draw(st.integers(3, SIZE - 3))
    halves = [slice(0, middle - 1), slice(middle + 1, SIZE)]
    if data.draw(st.booleans()):
        halves.reverse()
    tours = []
    for half in halves:
        order, driven = before.copy(), sides.copy()
        order[half] = data.draw(st.permutations(order[half].tolist()))
        count = half.stop - half.start
        driven[half] = data.draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
        tours.append((order, driven))
    (order, driven), other = tours
    alone = cost_of(order, driven) + cost_of(*other) - cost_of(before, sides)
    changed = [not np.array_equal(before, other[0]), not np.array_equal(sides, other[1])]
    blocks = take_over(before, sides, *other, order, driven)
    assert sorted(order) == list(range(SIZE))
    assert (blocks > 0) == any(changed)
    assert order[halves[1]].tolist() == other[0][halves[1]].tolist()
    assert cost_of(order, driven) == pytest.approx(alone, rel=1e-9)


@given(st.data())
def test_any_tours_are_joined_to_one_that_serves_each_edge_once(data: st.DataObject) -> None:
    tours = []
    for _ in range(3):
        order = np.arange(8)
        for _ in range(data.draw(st.integers(0, 3))):
            a, b = data.draw(st.integers(0, 6)), data.draw(st.integers(1, 3))
            order[a : a + b] = order[a : a + b][::-1].copy()
        tours.append((order, np.zeros(8, dtype=np.int64)))
    before, other, (order, sides) = tours
    own = order.copy()
    take_over(*before, *other, order, sides)
    assert sorted(order) == list(range(8))
    for p in range(8):  # each place is as in one of the two
        assert order[p] in (own[p], other[0][p])
