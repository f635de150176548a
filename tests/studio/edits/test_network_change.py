"""What a map draws anew after a change is what it would draw from the beginning."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arcload.studio.edits.edits import Edits
from arcload.studio.edits.network_change import network_change
from arcload.studio.edits.network_data import network_data
from tests.strategies import instances
from tests.studio.edits.changes import edits_of
from tests.studio.edits.towns import ON_EARTH

COLUMNS = ("demand", "oneWay", "flags")


def test_only_what_differs_is_told() -> None:
    edits = Edits().with_step([{"streets": [1, 2], "demand": 2}], ON_EARTH)
    told = network_change(ON_EARTH, Edits(), edits)
    assert told["changed"] == [0]
    assert told["streets"] == {"demand": [2], "oneWay": [0], "flags": [4]}
    assert network_change(ON_EARTH, edits, Edits())["streets"]["flags"] == [0]
    assert told["depot"] == 0


@settings(max_examples=25)
@given(st.data())
def test_a_map_that_follows_changes_shows_the_network(data: st.DataObject) -> None:
    base = data.draw(instances())
    assume(base.coordinates is not None)
    before, after = data.draw(edits_of(base)), data.draw(edits_of(base))
    shown = network_data(base, before)
    change = network_change(base, before, after)
    for name in COLUMNS:
        for street, value in zip(change["changed"], change["streets"][name], strict=True):
            shown["streets"][name][street] = value
    for name in ("depot", "facilities", "places"):
        shown[name] = change[name]
    assert shown == network_data(base, after)
