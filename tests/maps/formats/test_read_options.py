"""The options of `arcload.read`."""

from dataclasses import fields

from arcload.maps.formats.read_options import OPTIONS, option_types
from arcload.maps.formats.reading import Reading
from arcload.model.types import Keep
from arcload.model.vehicle import FIELDS


def test_each_is_there_once_and_has_a_type() -> None:
    assert len({*OPTIONS}) == len(OPTIONS)
    assert {*Reading.names(), *FIELDS, "depot", "keep", "turn_rules"} < {*OPTIONS}
    assert "notes" in {field.name for field in fields(Reading)} - {*OPTIONS}
    types = option_types()
    assert tuple(types) == OPTIONS
    assert (types["keep"], types["cut_streets"]) == (Keep, bool)
