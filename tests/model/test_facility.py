"""Places where vehicles load."""

from typing import Any

import pytest

from arcload import Facility, InputError
from arcload.model.facility import checked_facilities


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((True,), "give the id of a node"),
        ((1, -1), "the visit cost of the facility at 1 is -1"),
        ((1, 0, "ten"), "the stop time of the facility at 1 is 'ten'"),
    ],
)
def test_a_value_of_another_kind_is_refused(values: tuple[Any, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Facility(*values)


@pytest.mark.parametrize(
    ("given", "words"),
    [("yard", "give a list"), (5, "give a list"), (["yard", Facility("yard")], "given twice")],
)
def test_what_is_no_list_of_facilities_is_refused(given: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        checked_facilities(given)


def test_nodes_are_facilities_and_a_file_states_what_differs() -> None:
    yard, dump = checked_facilities(["yard", Facility("dump", 5, 20)])
    assert yard.stated() == {"node": "yard"}
    assert dump.stated() == {"node": "dump", "visit_cost": 5, "stop_minutes": 20}
