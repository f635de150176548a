"""What is taken out of the elements of an OpenStreetMap file."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.maps.formats.osm_elements import OsmElements, Relation
from arcload.maps.formats.xml_text import scan_xml


def taken(body: str) -> OsmElements:
    elements = OsmElements(Path("town.osm"))
    scan_xml(f"<osm>\n{body}\n</osm>", Path("town.osm"), elements.start, elements.end)
    return elements


def test_nodes_ways_and_relations_are_taken() -> None:
    elements = taken(
        '<node id="1" lat="47" lon="8"/><node id="2" lat="47" lon="8.1"/>\n'
        '<way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="road"/></way>'
        '<relation id="9"><member type="way" ref="5" role="from"/><tag k="type" v="r"/></relation>'
    )
    assert elements.places == {1: (8, 47), 2: (8.1, 47)}
    assert elements.ways[5] == ([1, 2], {"highway": "road"}, 3)
    assert elements.relations == [Relation([("from", 5)], [], {"type": "r"})]


def test_what_was_deleted_is_left_out() -> None:
    assert not taken('<node id="1" lat="47" lon="8" visible="false"/>').places
    assert not taken('<way id="5" action="delete"><nd ref="x"/></way>').ways


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        ('<tag k="barrier" v="gate"/>', "gate"),
        ('<tag k="barrier" v="gate"/><tag k="access" v="yes"/>', None),
        ('<tag k="barrier" v="kerb"/>', None),
        ("", None),
    ],
)
def test_barriers_that_a_vehicle_cannot_pass(tags: str, kind: str | None) -> None:
    assert taken(f'<node id="1" lat="47" lon="8">{tags}</node>').barrier(1) == kind


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<node id="1" lat="91" lon="8"/>', "line 2: lat of node 1 is '91'"),
        ('<node id="1" lon="8"/>', "line 2: lat of node 1 is missing"),
        ('<node id="a" lat="47" lon="8"/>', "line 2: id of this node is 'a'"),
        ('<way id="5"/>\n<way id="5"/>', "line 3: way 5 is given twice"),
        ('<way id="5"><tag k="name"/></way>', "line 2: a tag needs"),
    ],
)
def test_a_wrong_element_is_named_with_its_line(body: str, words: str) -> None:
    with pytest.raises(InputError, match=f"town.osm, {words}"):
        taken(body)
