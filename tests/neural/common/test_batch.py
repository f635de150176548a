"""Batches of instances of any sizes."""

import numpy as np
import pytest
import torch

from arcload.engine.problem import Problem
from arcload.neural.common.batch import FORBIDDEN, joined
from tests.neural.small import INSTANCES, arrays_of, problems, tensors


def test_scaled_batches_have_mean_length_and_total_demand_1() -> None:
    batch, unit = joined([arrays_of(problem) for problem in problems()]).scaled()
    sizes = batch.real.sum(-1)
    np.testing.assert_allclose(batch.length.min(-1).sum(-1) / sizes, 1)
    np.testing.assert_allclose(batch.demand.sum(-1), 1)
    assert batch.length.max() <= FORBIDDEN
    for value, instance in zip(unit, INSTANCES.values(), strict=True):
        served = instance.served
        mean = instance.lengths[served].min(1).mean()
        assert value == pytest.approx(mean * instance.demands[served].sum())


def test_nothing_long_and_nothing_heavy_is_no_zero_division() -> None:
    batch = arrays_of(Problem.of(INSTANCES["eulerian"]))
    batch = batch._replace(length=0 * batch.length, demand=0 * batch.demand)
    scaled, unit = batch.scaled()
    assert unit.tolist() == [1.0]
    assert all(np.isfinite(column).all() for column in scaled)


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_joined_batches_are_padded_after_the_real_edges(kind: str) -> None:
    parts = [arrays_of(problem) for problem in problems()]
    parts = [tensors(part) for part in parts] if kind == "torch" else parts
    whole = joined(parts)
    assert {len(column) for column in whole} == {len(parts)}
    for number, part in enumerate(parts):
        edges, nodes = part.real.shape[1], part.distance.shape[1]
        row = whole.select(slice(number, number + 1))
        assert row.real[0].tolist() == [k < edges for k in range(row.real.shape[1])]
        for name in ("entry", "length", "demand"):
            assert (getattr(row, name)[:, :edges] == getattr(part, name)).all()
            assert not getattr(row, name)[:, edges:].any()
        assert (row.distance[:, :nodes, :nodes] == part.distance).all()
        assert row.curb_weight.tolist() == part.curb_weight.tolist()


def test_a_batch_moves_to_a_device() -> None:
    batch = tensors(arrays_of(problems()[0])).to("meta")
    assert {column.device for column in batch} == {torch.device("meta")}
