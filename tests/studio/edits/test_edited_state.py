"""What edits leave of an instance, whether or not a plan is possible."""

from arcload import FREE
from arcload.studio.edits.edited_state import CHANGED, CLOSED, NO_SERVICE, EditedState
from arcload.studio.edits.edits import Edits
from tests.examples import FOUR_EDGES

GIVEN = EditedState.of(FOUR_EDGES, Edits())


def state(*changes: dict[str, object]) -> EditedState:
    """Return what changes leave of the four edges."""
    return EditedState.of(FOUR_EDGES, Edits().with_step(list(changes), FOUR_EDGES))


def test_what_is_served_has_a_demand_and_is_open() -> None:
    now = state({"streets": [1], "closed": True}, {"streets": [2], "service": False})
    assert now.served.tolist() == [False, False, True, True]
    assert now.flags(GIVEN).tolist() == [CLOSED + CHANGED, NO_SERVICE + CHANGED, 0, 0]


def test_a_change_to_what_was_given_is_none() -> None:
    now = state({"streets": [1], "demand": 100}, {"streets": [2], "direction": "both"})
    assert not now.differing(GIVEN).any()


def test_the_depot_is_where_the_first_vehicle_is() -> None:
    assert GIVEN.depot == 1
    assert state({"vehicles": [{"start": None, "end": 3}, {"start": 2}]}).depot == 3
    assert state({"depot": None}).depot is FREE


def test_a_vehicle_of_no_stated_weight_weighs_what_the_one_in_its_place_did() -> None:
    heavy: dict[str, object] = {
        "vehicles": [{"curb_weight": 9, "load_factor": 2}, {"curb_weight": 4}]
    }
    more: dict[str, object] = {
        "vehicles": [{"capacity": 500}, {"curb_weight": 0}, {"label": "new"}]
    }
    now = state(heavy, more)
    assert [(one.curb_weight, one.load_factor) for one in now.vehicles] == [(9, 2), (0, 1), (4, 1)]
    assert now.vehicles[0].capacity == 500
