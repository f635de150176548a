"""The part of a network that the depot's vehicle can reach and come back from."""

import pytest

from arcload import FREE, InputError
from arcload.maps.formats.depot_part import DepotPart
from tests.maps.formats.test_draft import COLUMNS


@pytest.mark.parametrize(
    ("depot", "nodes", "lost"),
    [
        ("a", [False, True, True, False], [0, 2, 0, 4]),
        ("x", [True, False, False, True], [1, 0, 0, 4]),
        (FREE, [True, False, False, True], [1, 0, 0, 4]),
    ],
)
def test_the_part_is_where_one_can_drive_to_and_back(
    depot: object, nodes: list[bool], lost: list[float]
) -> None:
    part = DepotPart(COLUMNS, depot)  # type: ignore[arg-type]
    assert part.nodes.tolist() == nodes
    assert part.lost.tolist() == lost


def test_what_is_lost_is_counted_and_named() -> None:
    words = DepotPart(COLUMNS, "a").what_is_lost()
    assert words.startswith("2 served edges (total length 7 km) that cannot be reached from the")
    assert "depot 'a'" in words
    assert "4 (Y)" in words
    assert "the largest part" in DepotPart(COLUMNS, FREE).what_is_lost()


def test_an_unknown_depot_is_refused() -> None:
    with pytest.raises(InputError, match="depot 'z' is not in the network"):
        DepotPart(COLUMNS, "z")
