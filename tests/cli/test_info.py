"""The figures of an instance."""

import math

import pytest

from arcload import FREE, Edge, Instance
from arcload.cli.info import describe
from tests.examples import FOUR_EDGES


def test_the_figures_of_the_four_edges() -> None:
    facts = describe(FOUR_EDGES)
    assert (facts["nodes"], facts["edges"], facts["served"]) == (4, 4, 4)
    assert (facts["length"], facts["served_length"]) == (14.0, 14.0)
    assert (facts["total_demand"], facts["least_demand"], facts["greatest_demand"]) == (135, 5, 100)
    assert (facts["start"], facts["end"], facts["bounds"]) == (1, 1, None)


def test_special_edges_are_counted() -> None:
    streets = [
        Edge(1, 2, 10, 1, length_back=math.inf),
        Edge(2, 1, 5, 0, length_back=6),
        Edge(1, 2, 7, 0),
        Edge(2, 2, 1, 2),
    ]
    facts = describe(Instance.from_edges(streets, start=FREE, end=FREE, curb_weight=6))
    assert (facts["one_way"], facts["uneven"], facts["loops"], facts["parallel"]) == (1, 1, 1, 2)
    assert (facts["length"], facts["served_length"]) == (23.0, 11.0)
    assert facts["curb_ratio"] == pytest.approx(2.0)
    assert (facts["start"], facts["end"]) == (None, None)


def test_without_demand_there_is_no_ratio() -> None:
    facts = describe(Instance.from_edges([(1, 2, 3, 0)], depot=1, curb_weight=5))
    assert (facts["curb_ratio"], facts["least_demand"], facts["greatest_demand"]) == (None,) * 3
