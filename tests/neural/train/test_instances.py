"""Random instances for training are what they are said to be."""

import numpy as np
import pytest
import torch
from scipy.sparse import csgraph

from arcload.neural.common.batch import FORBIDDEN
from arcload.neural.common.configuration import TrainingConfiguration
from arcload.neural.train.instances import InstanceKind, draw, draw_all, shortest
from arcload.neural.train.mixes import LARGE, instances_at_a_time, steps


def _kinds(mix: str) -> list[InstanceKind]:
    return [kind for kinds in steps(mix) for kind in kinds]


KINDS = [kind for mix in ("all", "paper", "large") for kind in dict.fromkeys(_kinds(mix))]
WALKS = [kind for kind in KINDS if kind.network == "walk" and kind.served == 1]


def _called(kind: InstanceKind) -> str:
    return f"{kind.network} {kind.edges}{' in part' * (kind.served < 1)}{' paper' * kind.paper}"


EACH = pytest.mark.parametrize("kind", KINDS, ids=_called)
COUNT = 12


@EACH
def test_sizes_are_within_the_limits(kind: InstanceKind) -> None:
    batch = draw(kind, COUNT, "cpu")
    sizes = batch.real.sum(-1)
    least = 1 if kind.served < 1 else kind.edges[0]
    assert len(sizes) == COUNT
    assert sizes.min() >= least
    assert sizes.max() <= kind.edges[1] <= kind.room == batch.real.shape[1]
    assert batch.distance.shape[1] == kind.nodes[1]
    assert kind.room % 16 == 0
    if kind.edges[0] < kind.edges[1]:
        assert len(set(sizes.tolist())) > 1


@EACH
def test_they_are_scaled_and_padded(kind: InstanceKind) -> None:
    batch = draw(kind, COUNT, "cpu")
    sizes = batch.real.sum(-1)
    positions = torch.arange(kind.room)
    assert torch.equal(batch.real, positions < sizes[:, None])
    torch.testing.assert_close(batch.demand.sum(-1), torch.ones(COUNT))
    torch.testing.assert_close(batch.length.amin(-1).sum(-1) / sizes, torch.ones(COUNT))
    assert (batch.demand[batch.real] > 0).all()
    assert not batch.demand[~batch.real].any()
    assert (batch.curb_weight >= 0).all()
    assert (batch.curb_weight <= 10 + 1e-4).all()
    away = batch.from_start.gather(1, batch.entry.flatten(1)).view(batch.entry.shape)
    assert (away[..., 0] <= away[..., 1]).all()


@EACH
def test_every_served_edge_can_be_reached_and_left(kind: InstanceKind) -> None:
    batch = draw(kind, COUNT, "cpu")
    ends = batch.entry.flatten(1)
    real = batch.real.repeat_interleave(2, 1)
    for way in (batch.from_start, batch.to_end):
        assert (way.gather(1, ends)[real] < FORBIDDEN).all()
    assert (batch.length.amin(-1)[batch.real] < FORBIDDEN).all()
    assert all(torch.isfinite(column).all() for column in batch if column.is_floating_point())


@pytest.mark.parametrize("kind", WALKS, ids=_called)
def test_walks_are_closed_and_use_no_edge_twice(kind: InstanceKind) -> None:
    batch = draw(kind, COUNT, "cpu")
    for entry, size, away in zip(batch.entry, batch.real.sum(-1), batch.from_start, strict=True):
        pairs = entry[:size].sort(-1).values
        assert (pairs[:, 0] != pairs[:, 1]).all()
        assert len(pairs.unique(dim=0)) == size
        degrees = torch.bincount(entry[:size].flatten(), minlength=kind.nodes[1])
        assert not (degrees % 2).any()
        assert kind.nodes[0] <= (degrees > 0).sum() <= kind.nodes[1]
        assert ((away < FORBIDDEN) == (degrees > 0)).all()  # one piece, the start in it


def test_a_part_of_rural_networks_and_of_the_streets_is_served() -> None:
    for kind in _kinds("all"):
        if kind.served == 1:
            continue
        sizes = draw(kind, 60, "cpu").real.sum(-1)
        assert sizes.float().std() > 2


def test_rural_networks_have_junctions_of_any_kind() -> None:
    (kind, *_) = (kind for kind in _kinds("all") if kind.network == "rural")
    batch = draw(kind, 60, "cpu")
    crossing = batch.distance.gather(1, batch.entry[..., :1].expand(-1, -1, kind.nodes[1]))
    crossing = crossing.gather(2, batch.entry[..., 1:])[..., 0]
    torch.testing.assert_close(crossing[batch.real], batch.length[batch.real][:, 0])
    nodes = (batch.from_start < FORBIDDEN).sum(-1)
    assert nodes.min() >= kind.nodes[0]
    assert len(set(nodes.tolist())) > 10
    ends = [torch.bincount(e[r].flatten()) for e, r in zip(batch.entry, batch.real, strict=True)]
    assert any((degrees % 2).any() for degrees in ends)


def test_a_batch_of_several_kinds_has_them_in_turn() -> None:
    (kinds,) = steps("paper")
    batch = draw_all(kinds, 20, "cpu")
    assert batch.real.sum(-1).tolist() == [LARGE[k % len(LARGE)] for k in range(20)]


def test_the_papers_demand_is_random_or_proportional() -> None:
    batch = draw(_kinds("paper")[-1], 200, "cpu")
    ratio = (batch.demand / batch.length.amin(-1))[:, : LARGE[-1]]
    proportional = ratio.std(-1) < 0.05 * ratio.mean(-1)
    assert 60 < proportional.sum() < 140
    heavy = batch.demand.sort(-1).values[:, -LARGE[-1] // 5 :].sum(-1)
    assert (heavy < 0.6).all()


def test_streets_are_one_way_and_uneven_at_times_and_end_elsewhere() -> None:
    (kind, *_) = (kind for kind in _kinds("all") if kind.network == "street")
    batch = draw(kind, 100, "cpu")
    closed = (batch.length >= FORBIDDEN).any(-1) & batch.real
    uneven = ~closed & batch.real & ((batch.length[..., 0] / batch.length[..., 1] - 1).abs() > 0.01)
    elsewhere = (batch.from_start - batch.to_end).abs().amax(-1) > 0.01
    for which in (closed.any(-1), uneven.any(-1), elsewhere):
        assert 5 < which.sum() < 95


def test_curb_weights_are_the_papers_or_around_them() -> None:
    paper = draw(_kinds("paper")[0], 200, "cpu").curb_weight
    assert {round(float(W), 4) for W in paper} == {0.0, 0.5, 5.0}
    others = draw(_kinds("large")[0], 200, "cpu").curb_weight
    assert len({round(float(W), 4) for W in others}) > 20


def test_demand_is_random_proportional_or_clustered() -> None:
    batch = draw(_kinds("large")[3], 200, "cpu")
    ratio = batch.demand / batch.length.amin(-1)
    ratio = ratio[:, : LARGE[3]]
    proportional = ratio.std(-1) < 0.01 * ratio.mean(-1)
    assert 10 < proportional.sum() < 60
    heavy = batch.demand[:, : LARGE[3]].sort(-1).values[:, -LARGE[3] // 5 :].sum(-1)
    assert 10 < (heavy > 0.6).sum() < 60


def test_shortest_distances_are_those_of_scipy() -> None:
    rng = np.random.default_rng(1)
    weights = np.where(rng.random((4, 9, 9)) < 0.3, rng.random((4, 9, 9)), np.inf)
    found = shortest(torch.from_numpy(weights)).numpy()
    for matrix, distance in zip(weights, found, strict=True):
        wanted = csgraph.floyd_warshall(np.where(np.isinf(matrix), 0, matrix))
        np.testing.assert_allclose(distance, wanted)


def test_chance_alone_decides() -> None:
    tours = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        tours.append(draw(KINDS[0], COUNT, "cpu"))
    assert all(map(torch.equal, tours[0], tours[1]))
    assert not torch.equal(tours[0].demand, tours[2].demand)


def test_larger_instances_come_in_smaller_numbers() -> None:
    training = TrainingConfiguration()
    counts = [instances_at_a_time(kinds, training) for kinds in steps("large")]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] >= 1
    assert instances_at_a_time((KINDS[0],), TrainingConfiguration(instances=7)) == 7
