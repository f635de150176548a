"""Small pictures without matplotlib."""

import math
import re
from xml.etree import ElementTree

from hypothesis import assume, given, settings

import arcload
from arcload.views.notebook.sketch import sketch
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town
from tests.strategies import instances

_LINES = "{http://www.w3.org/2000/svg}path"


def _lines(svg: str) -> dict[tuple[str, bool], int]:
    """Return how many courses are drawn in each colour, and whether dashed."""
    tree = ElementTree.fromstring(svg)
    return {
        (path.attrib["stroke"], "stroke-dasharray" in path.attrib): path.attrib["d"].count("M")
        for path in tree.iter(_LINES)
    }


@given(instance=instances())
@settings(max_examples=15)
def test_every_street_is_drawn_once_and_inside(instance: arcload.Instance) -> None:
    assume(instance.coordinates is not None)
    svg = sketch(instance)
    tree = ElementTree.fromstring(svg)
    courses = [path.attrib["d"] for path in tree.iter(_LINES)]
    assert sum(course.count("M") for course in courses) == len(instance.edges)
    numbers = [float(word) for course in courses for word in re.findall(r"[-\d.]+", course)]
    assert all(math.isfinite(number) and -1 <= number <= 301 for number in numbers)


def test_a_tour_has_the_colours_of_its_load() -> None:
    plan = arcload.solve(town(), "greedy").plan
    drawn = _lines(sketch(plan))
    served = sum(count for (colour, dashed), count in drawn.items() if not dashed) - drawn.pop(
        ("#a9b1bc", False)
    )
    assert served == len(plan.order)
    assert ("#440154", False) in drawn  # full
    assert ("#9bd93c", False) in drawn  # nearly empty


def test_a_fleet_has_the_colours_of_its_vehicles_and_what_it_leaves_out() -> None:
    plan = cut_tour(fleet_of(town(), allow_unserved=True), unserved=2)
    drawn = _lines(sketch(plan))
    for number, colour in ((0, "#0072b2"), (1, "#d55e00")):
        served = sum(crossing.served for crossing in plan.driven[number].walk)
        assert drawn[colour, False] == served
    assert drawn["#c2185b", False] == 2


def test_a_large_town_is_a_small_picture() -> None:
    instance = arcload.generate("city", edges=500, seed=1)
    assert len(sketch(instance)) < 40 * len(instance.edges)
