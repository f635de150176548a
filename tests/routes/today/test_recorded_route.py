"""Ways that files tell, joined to whole ones."""

import math

import pytest

from arcload import Edge, InputError, Instance
from arcload.routes.today.recorded_route import (
    Added,
    RecordedDrive,
    RecordedRoute,
    end_to_end,
    recorded_drive,
)
from tests.examples import FOUR_EDGES

A, B, C, D = (RecordedDrive(edge, 0, None) for edge in range(4))  # 1-2, 2-3, 1-4, 3-4


def test_shortest_paths_join_drives_and_lead_from_the_start_and_to_the_end() -> None:
    route = RecordedRoute((B, C), visits=(0, 1, 2))
    whole, added = route.joined(FOUR_EDGES, start=0, end=0)
    ways = [(drive.edge, drive.side, drive.served) for drive in whole.drives]
    assert ways == [
        (0, 0, False), (1, 0, None), (1, 1, False), (0, 1, False), (2, 0, None), (2, 1, False),
    ]  # fmt: skip
    assert added == [Added(0, 1, 2, 2), Added(1, 3, 1, 3), Added(2, 4, 1, 1)]
    assert whole.visits == (0, 2, 5)


def test_nothing_is_added_where_the_vehicle_starts_and_ends_anywhere() -> None:
    whole, added = RecordedRoute((A, B)).joined(FOUR_EDGES, start=-1, end=-1)
    assert (whole, added) == (RecordedRoute((A, B)), [])


def test_routes_follow_each_other() -> None:
    first, second = RecordedRoute((A,), (0,), vehicle=1), RecordedRoute((B, C), (0, 2))
    assert end_to_end([first, second]) == RecordedRoute((A, B, C), (0, 1, 3), vehicle=1)
    assert end_to_end([first, RecordedRoute((D,))]) == RecordedRoute((A, D), None, vehicle=1)


def test_a_drive_is_told_by_its_ends_or_its_direction() -> None:
    assert recorded_drive(FOUR_EDGES, 1, (2, 1), None, True, "x") == RecordedDrive(0, 1, True)
    assert recorded_drive(FOUR_EDGES, 1, (1, 2), 1, False, "x") == RecordedDrive(0, 0, False)


@pytest.mark.parametrize(
    ("edge", "ends", "direction", "fact"),
    [
        (9, (1, 2), None, "9"),
        (1, (1, 9), None, "9"),
        (1, (1, 3), None, "between 1 and 2"),
        (1, (1, 2), 2, "between 1 and 2"),
        (5, (3, 1), None, "one-way"),
    ],
)
def test_a_drive_that_the_network_does_not_have_is_refused(
    edge: int, ends: tuple[int, int], direction: int | None, fact: str
) -> None:
    streets = [Edge(1, 2, 2, 1, id=1), Edge(2, 3, 2, 1, id=2), Edge(1, 3, 1, 1, id=5,
               length_back=math.inf)]  # fmt: skip
    network = Instance.from_edges(streets, depot=1)
    with pytest.raises(InputError) as refused:
        recorded_drive(network, edge, ends, direction, True, "a.json: crossing 3")
    assert "a.json: crossing 3" in str(refused.value)
    assert fact in str(refused.value)
