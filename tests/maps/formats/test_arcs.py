"""The two directions of a street are found among the arcs of a graph."""

import math
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arcload.maps.formats.arcs import TOLERANCE, Arc, pair_arcs

HERE, THERE = (0.0, 0.0), (3.0, 4.0)


def arc(tail: Any, head: Any, length: float = 5.0, **fields: Any) -> Arc:
    return Arc(
        **{
            "tail": tail,
            "head": head,
            "street": "x",
            "way": 0,
            "backward": False,
            "shape": (),
            "length": length,
            **fields,
        }
    )


def test_opposite_arcs_whose_lengths_differ_in_the_last_digit_are_one_street() -> None:
    assert pair_arcs([arc(1, 2), arc(2, 1, math.nextafter(5.0, 6.0))]) == ([(0, 1)], 0)


def test_the_arc_that_runs_as_the_street_is_drawn_stands_first() -> None:
    assert pair_arcs([arc(1, 2, backward=True), arc(2, 1)]) == ([(1, 0)], 0)


def test_arcs_of_another_street_in_one_direction_or_one_way_are_alone() -> None:
    apart = [arc(1, 2), arc(2, 1, street="y"), arc(1, 2), arc(2, 1, way=1), arc(2, 1, street=None)]
    assert pair_arcs(apart) == ([(k, None) for k in range(5)], 0)


def test_a_two_way_loop_is_one_street_and_two_loops_are_two() -> None:
    course = (HERE, THERE, (0.0, 1.0), HERE)
    there, back = arc(1, 1, shape=course), arc(1, 1, shape=course[::-1])
    assert pair_arcs([there]) == ([(0, None)], 0)
    assert pair_arcs([there, back]) == ([(0, 1)], 0)
    other = (HERE, (9.0, 9.0), HERE)
    assert pair_arcs([there, arc(1, 1, 20.0, shape=other), back]) == ([(0, 2), (1, None)], 0)


def test_a_length_may_differ_if_only_one_arc_comes_into_question() -> None:
    assert pair_arcs([arc(1, 2, 5.0), arc(2, 1, 3.0)]) == ([(0, 1)], 0)


def test_what_cannot_be_paired_for_certain_is_counted() -> None:
    """Two streets there, two back, and the lengths of one of them do not fit."""
    arcs = [arc(1, 2, 5.0), arc(1, 2, 9.0), arc(2, 1, 6.0), arc(2, 1, 7.0)]
    assert pair_arcs(arcs) == ([(k, None) for k in range(4)], 4)
    bent = [arc(1, 2, 5.0, shape=(HERE, THERE)), arc(2, 1, 9.0, shape=(THERE, (9.0, 9.0), HERE))]
    assert pair_arcs(bent) == ([(0, None), (1, None)], 2)


STREETS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.integers(0, 2),
        st.sampled_from("xy"),
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=3),
        st.integers(1, 4),
    ),
    max_size=8,
)


@given(STREETS, st.integers(0, 99))
def test_streets_cut_into_two_arcs_are_put_together_again(streets: Any, seed: int) -> None:
    """In any order, with noise in the lengths, parallels and loops of one name included."""
    rng = Random(seed)
    arcs = []
    for tail, head, name, bends, length in streets:
        shape = ((tail, 9.0), *bends, (head, 9.0))
        for ends, course in (((tail, head), shape), ((head, tail), shape[::-1])):
            noise = 1 + 0.4 * TOLERANCE * (rng.random() - 0.5)
            arcs.append(arc(*ends, length * noise, street=name, shape=course))
    rng.shuffle(arcs)
    pairs, unclear = pair_arcs(arcs)
    assert unclear == 0
    assert len(pairs) == len(streets)
    found = sorted(k for pair in pairs for k in pair if k is not None)
    assert found == list(range(len(arcs)))
    assert all(b is not None and arcs[a].shape == arcs[b].shape[::-1] for a, b in pairs)
