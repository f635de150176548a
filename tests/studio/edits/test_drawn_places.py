"""Where a map marks the depot and the facilities."""

from arcload.studio.edits.drawn_places import drawn_places
from arcload.studio.edits.edited_state import EditedState
from arcload.studio.edits.edits import Edits
from tests.examples import FOUR_EDGES


def test_places_are_told_by_the_indices_of_their_nodes() -> None:
    changes = [{"vehicles": [{"start": 2, "end": 4}]}, {"facilities": [3]}]
    edits = Edits().with_step(changes, FOUR_EDGES)
    told = drawn_places(FOUR_EDGES, EditedState.of(FOUR_EDGES, edits))
    assert told == {
        "depot": 1,
        "facilities": [2],
        "places": [
            {"node": 2, "name": "Facility 3"},
            {"node": 1, "name": "Start"},
            {"node": 3, "name": "End"},
        ],
    }
