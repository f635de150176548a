"""The streets of a tour, as its result states them."""

from dataclasses import replace
from pathlib import Path

import pytest

import arcload
from arcload.maps.driven_streets import driven_streets
from arcload.model.result_file import StatedResult
from tests.model.test_result_file import RESULT

STATED = StatedResult.of(RESULT)


def test_streets_are_known_in_the_directions_driven() -> None:
    """Out by 1, 2 and back, then 3, 4 and back by 2 and 1: 3 and 4 in one direction alone."""
    draft = driven_streets(STATED, Path("tour.json"))
    instance = draft.instance(**STATED.vehicle())
    assert instance.edges == (1, 2, 3, 4)
    assert [edge.demand for edge in map(instance.edge, instance.edges)] == [100, 20, 10, 5]
    lengths = {edge: tuple(instance.lengths[instance.edge_index(edge)]) for edge in (1, 2, 3, 4)}
    inf = float("inf")
    assert lengths == {1: (2, 2), 2: (1, 1), 3: (1, inf), 4: (inf, 10)}
    assert arcload.Tour(instance, STATED.order, STATED.directions).cost == RESULT.cost
    assert "that the tour drives" in instance.notes[0].text


def test_a_walk_that_is_none_is_refused() -> None:
    first, *others = STATED.walk
    for crossing, words in (
        (replace(first, direction=None), "crossing 1 states no direction"),
        (replace(first, load_after=float("nan")), "crossing 1 states no direction"),
        (replace(first, to_node=9), "edge 1 is driven between different nodes"),
    ):
        wrong = replace(STATED, walk=(crossing, *others))
        with pytest.raises(arcload.InputError, match=f"tour.json: {words}"):
            driven_streets(wrong, Path("tour.json"))


def test_a_result_whose_turns_count_needs_the_file_of_the_streets() -> None:
    with pytest.raises(
        arcload.InputError, match="no forbidden turns; name the file of the streets"
    ):
        driven_streets(replace(STATED, turn_length=0.0), Path("tour.json"))
