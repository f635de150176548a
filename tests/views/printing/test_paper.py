"""Sizes of paper."""

import pytest

from arcload import InputError
from arcload.views.printing.paper import MARGIN, PAPERS, Box, Paper, require_paper


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
def test_the_map_lies_within_the_margins(name: str, landscape: bool) -> None:
    paper = Paper.of(name, landscape=landscape)
    assert (paper.width > paper.height) is landscape
    frame = paper.frame
    assert min(frame.left, frame.low) > MARGIN
    assert frame.right < paper.width - MARGIN
    assert frame.high < paper.height - MARGIN


def test_a_paper_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"'a5' is unknown.*a4, a3, letter"):
        require_paper("a5")


def test_a_box_grows_on_each_side() -> None:
    assert Box(0, 0, 2, 1).grown(1) == Box(-1, -1, 3, 2)
    assert (Box(0, 0, 2, 1).width, Box(0, 0, 2, 1).height) == (2, 1)
