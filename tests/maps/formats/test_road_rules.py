"""Which ways are streets, and which rules are noted."""

from typing import Any

import pytest

from arcload import Note
from arcload.maps.formats.road_rules import keeps_out, note_barriers, note_rules


@pytest.mark.parametrize(
    ("tags", "reasons"),
    [
        ({"highway": "residential"}, []),
        ({"highway": "footway", "access": "no"}, [("highway", "footway")]),
        ({"highway": ["residential", "footway"]}, []),
        ({"highway": "service", "service": "parking_aisle"}, [("service", "parking_aisle")]),
        ({"highway": "pedestrian", "area": "yes"}, [("highway", "pedestrian")]),
        (
            {"highway": "road", "access": "private", "motorcar": "no"},
            [("motorcar", "no")],
        ),
        ({"highway": "road", "access": "private"}, [("access", "private")]),
        ({"highway": "road", "access": "no", "hgv": "yes"}, []),
        ({"highway": "road", "access": "no", "motor_vehicle": "yes"}, []),
        ({"highway": "road", "motor_vehicle:forward": "no"}, []),
        ({"highway": "road", "hgv": "no"}, []),
        ({"name": "no street at all"}, [("highway", "no")]),
    ],
)
def test_reasons_for_which_a_way_is_left_out(
    tags: dict[str, Any], reasons: list[tuple[str, str]]
) -> None:
    assert keeps_out(tags) == reasons


def test_rules_are_counted_by_tag_with_their_most_frequent_values() -> None:
    notes: list[Note] = []
    streets = [{"maxheight": value} for value in ("3", "3", "2", "none", "a", "b")]
    note_rules("town", notes, streets, [("access", "no"), ("access", "private")])
    assert [str(note) for note in notes] == [
        "town: left out 2 streets with access=no, private",
        "town: maxheight=3, 2, a and others is not obeyed on 5 streets",
    ]


def test_barriers_are_counted() -> None:
    notes: list[Note] = []
    note_barriers("town", notes, ["gate", "gate", "bollard"])
    note_barriers("town", notes, [])
    assert [str(note) for note in notes] == [
        "town: barrier=gate, bollard is not obeyed at 3 places",
    ]
