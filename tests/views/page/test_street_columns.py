"""Directions of streets on a page's map; the rest is tested with `page_data`."""

import numpy as np

from arcload.views.page.street_columns import one_way


def test_directions() -> None:
    assert one_way(np.array([[1.0, 2.0], [1.0, np.inf], [np.inf, 1.0]])) == [0, 1, 2]
    assert one_way(np.zeros((0, 2))) == []
