"""Borders made edges, against sets of nodes that are merged one by one."""

import numpy as np
import pytest

from arcload.engine.kernels.merging_ends import merge_ends


@pytest.mark.parametrize("seed", range(20))
def test_ends_are_merged_as_far_as_none_meets_the_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes, edges, borders = 12, 20, 15
    graph = np.array([rng.permutation(nodes)[:2] for _ in range(edges)])
    members = [rng.permutation(edges)[: rng.integers(1, 4)] for _ in range(borders)]
    flips = [rng.integers(0, 2, len(border)) for border in members]
    ends = np.concatenate(
        [graph[b][np.arange(len(b)), [f, 1 - f]].T for b, f in zip(members, flips, strict=True)]
    )
    first = np.cumsum([0, *map(len, members)])
    order = rng.permutation(borders)
    merged, label = merge_ends(order, first, np.concatenate(members), ends, nodes, edges)

    group = np.arange(nodes)
    kept: list[int] = []
    for border in order:
        if any(np.intersect1d(members[border], members[other]).size for other in kept):
            continue
        trial = group.copy()
        for side in range(2):
            here = ends[first[border] : first[border + 1], side]
            trial[np.isin(trial, trial[here])] = trial[here[0]]
        tops = [ends[first[other]] for other in [*kept, border]]
        if all(trial[a] != trial[b] for a, b in tops):
            group = trial
            kept.append(int(border))
    assert set(np.flatnonzero(merged)) == set(kept)
    assert 0 < len(kept) < borders
    same = label[:, np.newaxis] == label
    assert (same == (group[:, np.newaxis] == group)).all()
