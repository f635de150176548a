"""Order numbers and names along streets."""

import re

from hypothesis import given, settings

import arcload
from arcload import Edge, Instance, Tour
from arcload.model.street_list import street_list
from arcload.views.printing.stretches import named_stretches, numbered_stretches
from tests.strategies import instances

# Main Street of two pieces to the east, Short Close to the north at its end.
STREETS = Instance.from_edges(
    [
        Edge(1, 2, 100, 5, name="Main Street"),
        Edge(2, 3, 100, 5, name="Main Street"),
        Edge(3, 4, 50, 2, name="Short Close"),
    ],
    depot=1,
    coordinates={1: (0, 0), 2: (100, 0), 3: (200, 0), 4: (200, 50)},
)


def test_pieces_of_one_street_have_their_numbers_together() -> None:
    (route,) = Tour(STREETS, (1, 2, 3), (1, 1, 1)).driven
    found = numbered_stretches(route, street_list(route))
    assert [(stretch.text, sorted(stretch.edges)) for stretch in found] == [
        ("1, (4)", [0, 1]),
        ("2, (3)", [2]),
    ]


def test_pieces_that_are_driven_at_other_times_have_labels_of_their_own() -> None:
    (route,) = Tour(STREETS, (2, 3, 1), (1, 1, 2)).driven
    found = numbered_stretches(route, street_list(route))
    assert {(stretch.text, stretch.edges) for stretch in found} == {
        ("(1), 6", (0,)),
        ("2, (5)", (1,)),
        ("3, (4)", (2,)),
    }


def test_names_are_written_once_per_street() -> None:
    assert [(stretch.text, stretch.edges) for stretch in named_stretches(STREETS)] == [
        ("Main Street", (0, 1)),
        ("Short Close", (2,)),
    ]
    assert named_stretches(STREETS.replace(names=None)) == []


@settings(max_examples=40)
@given(instances(min_served=1))
def test_every_crossing_has_its_number_on_its_street(instance: Instance) -> None:
    bare = instance.replace(coordinates=None, shapes=None, geographic=False)
    (route,) = arcload.solve(bare, "greedy", bound=False).plan.driven
    rows = street_list(route)
    stretches = numbered_stretches(route, rows)
    for number, row in enumerate(rows, start=1):
        for crossing in route.walk[row.crossings.start : row.crossings.stop]:
            edge = route.instance.edge_index(crossing.edge)
            (stretch,) = [
                each for each in stretches if edge in each.edges and each.trip == row.trip
            ]
            shown = f"{number}" if crossing.served else f"({number})"
            assert shown in re.split(r",\s", stretch.text)
