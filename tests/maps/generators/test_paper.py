"""The set with the sizes of the paper."""

from collections import Counter

import numpy as np
import pytest

from arcload.maps.generators import paper_set
from arcload.maps.generators.paper import SIZES


def test_paper_set_has_the_papers_sizes() -> None:
    instances = list(paper_set(seed=3))
    groups = Counter(instance.name.split("_")[0] for instance in instances)
    assert groups == {"E": 18, "C": 18, "H": 24, "small": 18, "large": 48}
    for instance in instances:
        group, number = instance.name.split("_")
        assert (len(instance.nodes), len(instance.edges)) in SIZES[group]
        proportional = np.all(
            (instance.demands == instance.lengths[:, 0]) | (instance.demands == 0)
        )
        assert proportional == (int(number) % 2 == 1)
        ratio = instance.curb_weight / instance.total_demand
        assert ratio == pytest.approx(min((0, 0.5, 5), key=lambda r: abs(r - ratio)))
