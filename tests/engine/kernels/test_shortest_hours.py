"""Hours along shortest ways in a kernel, against plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arcload import Instance
from arcload.engine.kernels.shortest_hours import shortest_hours
from arcload.model.network import shortest_of_bundles
from arcload.model.timed_paths import search_by_hours, timed_drives
from tests.strategies import instances


@given(instances(max_nodes=8), st.integers(0, 2**32 - 1))
def test_hours_are_those_of_plain_python(instance: Instance, seed: int) -> None:
    rng = np.random.default_rng(seed)
    finite = np.isfinite(instance.lengths)
    lengths = np.where(finite, rng.integers(0, 4, instance.lengths.shape), np.inf)
    hours = rng.random(lengths.shape).round(1)
    edge, side, tail, head = shortest_of_bundles(instance, lengths, hours)
    nodes = np.arange(len(instance.nodes))
    first = np.searchsorted(tail, np.arange(len(nodes) + 1))
    out = np.full((len(nodes), len(nodes)), -1.0)
    drives = (first, head, lengths[edge, side], hours[edge, side])
    shortest_hours(nodes, nodes, *drives, out)
    leaving, none = timed_drives(instance, lengths, hours), (np.inf, np.inf)
    for source in nodes.tolist():
        _, found = search_by_hours(source, set(nodes.tolist()), leaving)
        assert out[source].tolist() == [found.get(node, none)[1] for node in nodes.tolist()]
