"""What the network sees of an instance and of a state: the same for training and for solving.

All of it is free of scale: lengths come in mean edge lengths, demands in shares of their sum, and no
coordinate enters. Change `SCHEMA` whenever the meaning of an input changes: weights trained with
another one are refused.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from arcload.neural.batch import FORBIDDEN, Batch
from arcload.neural.environment import Places, State

SCHEMA = 1

EDGE_INPUTS = {"paper": 2, "full": 16}
PAIR_INPUTS = 4
VEHICLE_INPUTS = {"paper": 1, "full": 8}
WAY_INPUTS = 4
MOMENT_INPUTS = 8

_TOUCHING = 1e-4  # mean edge lengths


class Look(NamedTuple):
    """What the decoder sees in Q states of each of B instances."""

    last: Tensor
    """The edge served last, counted from 1; 0 before the first, [B, Q]."""
    first: Tensor
    """The edge served first, counted from 1; 0 before the first, [B, Q]."""
    side: Tensor
    """The side on which the last one was served at the least cost, [B, Q]."""
    place: Tensor
    """The place where the vehicle then stands, see `Places`, [B, Q]."""
    vehicle: Tensor
    """What is known of the vehicle, [B, Q, V]."""
    open: Tensor
    """Whether an edge may be the next one, [B, Q, M]."""
    left: Tensor
    """Number of open edges at each node, [B, Q, N]."""
    load: Tensor
    """What is on board, [B, Q]."""


def edge_inputs(batch: Batch, kind: str) -> Tensor:
    """Return the inputs of each edge, [B, M, inputs].

    Parameters
    ----------
    batch
        A scaled batch.
    kind
        ``"paper"``: its shares of the total length and demand, as in section 4.3; ``"full"``:
        logarithms of both, their ratio, distances from the start and to the end, and W.
    """
    count = batch.real.sum(-1, keepdim=True).clamp(min=1).to(batch.demand.dtype)
    shortest = batch.length.amin(-1)
    if kind == "paper":
        return torch.stack([shortest / count, batch.demand], -1)
    demand = batch.demand * count
    away = _at_entries(batch.from_start, batch)
    home = _at_entries(batch.to_end, batch)
    W = batch.curb_weight[:, None].expand_as(demand)
    closed = (batch.length >= FORBIDDEN).to(demand.dtype)
    crossing = batch.length.clamp(max=100)
    return torch.stack(
        [
            shortest,
            torch.log(shortest + 0.01),
            demand,
            torch.log(demand + 0.01),
            torch.log((demand + 1e-3) / (shortest + 1e-3)),
            torch.log1p(away[..., 0]),
            torch.log1p(away[..., 1]),
            torch.log1p(home[..., 0]),
            torch.log1p(home[..., 1]),
            closed[..., 0],
            closed[..., 1],
            torch.log((crossing[..., 0] + 0.01) / (crossing[..., 1] + 0.01)),
            W / (1 + W),
            torch.log1p(W),
            torch.log(count).expand_as(demand) / 4,
            (batch.entry[..., 0] == batch.entry[..., 1]).to(demand.dtype),
        ],
        -1,
    )


def near_end_first(batch: Batch) -> Batch:
    """Return the batch with the sides of each edge ordered: entered nearer to the start first.

    So the network does not depend on the order in which a file names the ends of a street.
    """
    away = _at_entries(batch.from_start, batch)
    home = _at_entries(batch.to_end, batch)
    farther, nearer = away[..., 0] > away[..., 1], away[..., 0] < away[..., 1]
    turned = farther | (~nearer & (home[..., 0] > home[..., 1]))
    return batch._replace(
        entry=torch.where(turned[..., None], batch.entry.flip(-1), batch.entry),
        length=torch.where(turned[..., None], batch.length.flip(-1), batch.length),
    )


def pair_inputs(batch: Batch, where: Places) -> Tensor:
    """Return the inputs of each pair of edges, the start before them, [B, 1 + M, 1 + M, inputs].

    How far it is from one edge to the other and back, by the nearest ends and by all of them.
    """
    count, edges = batch.demand.shape
    nothing = where.leave.new_zeros((count, 1, 2))
    stops = torch.cat([nothing, where.leave], 1).view(count, -1)
    rows = torch.cat([batch.from_start[:, None], batch.distance], 1)
    home = torch.nn.functional.pad(batch.to_end, (1, 0))  # coming to place 0 is coming to the end
    rows = torch.cat([home[..., None], rows], 2)
    size = rows.shape[2]
    between = rows.gather(1, stops[..., None].expand(-1, -1, size))
    between = between.gather(2, stops[:, None].expand(-1, stops.shape[1], -1))
    between = between.view(count, 1 + edges, 2, 1 + edges, 2).transpose(2, 3).flatten(3)
    nearest, mean = between.amin(-1), between.clamp(max=100).mean(-1)
    there, back = torch.log1p(nearest), torch.log1p(nearest.transpose(1, 2))
    touching = (torch.minimum(nearest, nearest.transpose(1, 2)) < _TOUCHING).to(mean.dtype)
    return torch.stack([there, back, touching, torch.log1p(mean)], -1)


def way_inputs(where: Places) -> tuple[Tensor, Tensor]:
    """Return the inputs of the way from each place to each edge, and whether it leads to side 1.

    How far it is to the nearer and to the farther entry, and whether it is anything at all,
    [B, 1 + N, M, inputs] and [B, 1 + N, M].
    """
    near, far = where.reach.amin(2), where.reach.amax(2)
    turned = where.reach[:, :, 1] < where.reach[:, :, 0]
    inputs = [
        torch.log1p(near),
        torch.log1p(far),
        torch.exp(-near),
        (near < _TOUCHING).to(near.dtype),
    ]
    return torch.stack(inputs, -1), turned


def moment_inputs(look: Look, batch: Batch, turned: Tensor) -> Tensor:
    """Return what changes from step to step about each edge, [B, Q, inputs, M].

    How many other edges are open at its far and at its near end, as seen from the vehicle, which
    share of the load it needs, and whether nothing open is left at either end.

    Parameters
    ----------
    look
        The states.
    batch
        The instances.
    turned
        As in `way_inputs`.
    """
    count, edges = batch.demand.shape
    states = look.open.shape[1]
    entries = batch.entry.transpose(1, 2).reshape(count, 1, 2 * edges).expand(-1, states, -1)
    others = (look.left.gather(2, entries) - 1).clamp(min=0).view(count, states, 2, edges)
    swap = turned.gather(1, look.place[..., None].expand(-1, -1, edges))[:, :, None]
    others = torch.where(swap, others, others.flip(2))  # the far end first
    share = batch.demand[:, None] / look.load[..., None].clamp(min=1e-9)
    return torch.cat(
        [
            torch.log1p(others),
            (others < 0.5).to(others.dtype),
            torch.remainder(others, 2),
            share[:, :, None].clamp(max=1),
            (others.sum(2, keepdim=True) < 0.5).to(others.dtype),
        ],
        2,
    )


def vehicle_inputs(batch: Batch, load: Tensor, left: Tensor, other: Tensor, kind: str) -> Tensor:
    """Return what is known of the vehicle, [B, ..., inputs].

    Parameters
    ----------
    batch
        A scaled batch.
    load
        What is on board, [B, ...].
    left
        Number of edges still to be served, [B, ...].
    other
        How much farther the other end of the last edge is, in mean edge lengths, [B, ...].
    kind
        ``"paper"``: the load alone; ``"full"``: all of them and W.
    """
    if kind == "paper":
        return load[..., None]
    W = batch.curb_weight.view(-1, *[1] * (load.dim() - 1)).expand_as(load)
    count = batch.real.sum(-1).clamp(min=1).to(load.dtype)
    count = count.view(-1, *[1] * (load.dim() - 1))
    return torch.stack(
        [
            load,
            torch.log(load + 0.01),
            W / (1 + W),
            torch.log(W + load + 0.01),
            left / count,
            torch.log1p(left) / 4,
            torch.log(load * count / left.clamp(min=1) + 0.01),
            torch.log1p(other.clamp(max=100)),
        ],
        -1,
    )


def look_at(state: State, batch: Batch, last: Tensor, first: Tensor, kind: str) -> Look:
    """Return what the decoder sees of the states of S rollouts each.

    Parameters
    ----------
    state, batch
        The state and the instances.
    last, first
        As in `Look`.
    kind
        Kind of inputs, ``"paper"`` or ``"full"``.
    """
    side, other = standing(state, batch)
    left = state.open.sum(-1).to(state.load.dtype)
    vehicle = vehicle_inputs(batch, state.load, left, other, kind)
    place = state.place.gather(2, side[..., None]).squeeze(2)
    return Look(last, first, side, place, vehicle, state.open, state.left, state.load)


def standing(state: State, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the cheaper side of the last edge, and how much farther the other one is, [B, S]."""
    side = (state.cost[..., 1] < state.cost[..., 0]).long()
    weight = (batch.curb_weight[:, None] + state.load).clamp(min=1e-9)
    return side, (state.cost[..., 1] - state.cost[..., 0]).abs() / weight


def _at_entries(column: Tensor, batch: Batch) -> Tensor:
    """Return a value of each node at the entries of each edge, [B, M, 2]."""
    return column.gather(1, batch.entry.flatten(1)).view(batch.entry.shape)
