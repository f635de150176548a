"""How wide a map is against its height."""

import pytest

from arcload import Edge, Instance
from arcload.views.plotting.map_aspect import TALLEST, WIDEST, map_aspect


def between(end: tuple[float, float], shape: tuple[tuple[float, float], ...] = ()) -> Instance:
    """Return one street from (0, 0) to a point."""
    street = Edge(1, 2, 9, 1, shape=shape)
    return Instance.from_edges([street], depot=1, coordinates={1: (0, 0), 2: end})


@pytest.mark.parametrize(
    ("end", "aspect"),
    [
        ((20, 10), 2.0),
        ((10, 20), 0.5),
        ((1, 100), TALLEST),
        ((100, 1), WIDEST),
        ((100, 0), WIDEST),
        ((0, 100), TALLEST),
        ((0, 0), 1.0),
    ],
)
def test_width_over_height_within_what_is_drawn(end: tuple[float, float], aspect: float) -> None:
    assert map_aspect(between(end)) == pytest.approx(aspect)


def test_bends_count() -> None:
    assert map_aspect(between((20, 0), shape=((0, 0), (10, 10), (20, 0)))) == pytest.approx(2.0)


def test_without_coordinates_it_is_a_square() -> None:
    assert map_aspect(Instance.from_edges([(1, 2, 3, 4)], depot=1)) == 1.0
