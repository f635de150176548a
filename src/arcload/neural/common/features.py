"""What the network sees of an instance and of a state: the same for training and for solving.

All of it is free of scale: lengths come in mean edge lengths, demands in shares of their sum, and
no coordinate enters. Change `SCHEMA` whenever the meaning of an input changes: weights trained with
another one are refused.
"""

from typing import NamedTuple

from arcload.engine.kernels import arc_mdp
from arcload.neural.common import arrays
from arcload.neural.common.arrays import Array, cast, library, pad, rows, take
from arcload.neural.common.batch import FORBIDDEN, Batch
from arcload.neural.common.environment import RADII, Lookups, State

SCHEMA = 2

EDGE_INPUTS = {"paper": 2, "plain": 2, "full": 16}
PAIR_INPUTS = 4
VEHICLE_INPUTS = {"paper": 1, "plain": 8 + len(RADII), "full": 8 + len(RADII)}
WAY_INPUTS = 4
MOMENT_INPUTS = 8 + len(RADII)

_TOUCHING = 1e-4  # mean edge lengths

_detour = arc_mdp.written_with(arrays, arc_mdp.detour)
_share_around = arc_mdp.written_with(arrays, arc_mdp.share_around)
_vehicle_inputs = arc_mdp.written_with(arrays, arc_mdp.vehicle_inputs)
_end_inputs = arc_mdp.written_with(arrays, arc_mdp.end_inputs)
_moment_inputs = arc_mdp.written_with(arrays, arc_mdp.moment_inputs)


class Look(NamedTuple):
    """What the decoder sees in Q states of each of B instances."""

    last: Array
    """The edge served last, counted from 1; 0 before the first, [B, Q]."""
    first: Array
    """The edge served first, counted from 1; 0 before the first, [B, Q]."""
    side: Array
    """The side on which the last one was served at the least cost, [B, Q]."""
    place: Array
    """The place where the vehicle then stands, see `Lookups`, [B, Q]."""
    vehicle: Array
    """What is seen of the vehicle, see `vehicle_inputs`, [B, Q, V]."""
    open: Array
    """Whether an edge may be the next one, [B, Q, M]."""
    left: Array
    """Number of open edges at each node, [B, Q, N]."""
    nearby: Array
    """Share of the load that is for edges around each node, see `nearby_inputs`, [B, Q, K, N]."""
    load: Array
    """What is on board, [B, Q]."""
    other: Array
    """How much farther the other end of the last edge is, in mean edge lengths, [B, Q]."""


def edge_inputs(batch: Batch, kind: str) -> Array:
    """Return the inputs of each edge, [B, M, inputs].

    Parameters
    ----------
    batch
        A scaled batch.
    kind
        ``"paper"``: its shares of the total length and demand, as in section 4.3; ``"plain"``:
        both in units of their means; ``"full"``: logarithms of both as well, their ratio,
        distances from the start and to the end, and W.
    """
    xp = library(batch.demand)
    number = _number(batch)[:, None]
    shortest = xp.amin(batch.length, -1)
    if kind == "paper":
        return xp.stack([shortest / number, batch.demand], -1)
    demand = batch.demand * number
    if kind == "plain":
        return xp.stack([shortest, demand], -1)
    away = _at_entries(batch.from_start, batch)
    home = _at_entries(batch.to_end, batch)
    W = xp.broadcast_to(batch.curb_weight[:, None], demand.shape)
    closed = cast(batch.length >= FORBIDDEN, demand)
    crossing = xp.clip(batch.length, None, 100.0)
    columns = [
        shortest,
        xp.log(shortest + 0.01),
        demand,
        xp.log(demand + 0.01),
        xp.log((demand + 1e-3) / (shortest + 1e-3)),
        xp.log1p(away[..., 0]),
        xp.log1p(away[..., 1]),
        xp.log1p(home[..., 0]),
        xp.log1p(home[..., 1]),
        closed[..., 0],
        closed[..., 1],
        xp.log((crossing[..., 0] + 0.01) / (crossing[..., 1] + 0.01)),
        W / (1 + W),
        xp.log1p(W),
        xp.broadcast_to(xp.log(number) / 4, demand.shape),
        cast(batch.entry[..., 0] == batch.entry[..., 1], demand),
    ]
    return xp.stack(columns, -1)


def near_end_first(batch: Batch) -> Batch:
    """Return the batch with the sides of each edge ordered: entered nearer to the start first.

    So the network does not depend on the order in which a file names the ends of a street.
    """
    away = _at_entries(batch.from_start, batch)
    home = _at_entries(batch.to_end, batch)
    farther, nearer = away[..., 0] > away[..., 1], away[..., 0] < away[..., 1]
    turned = (farther | (~nearer & (home[..., 0] > home[..., 1])))[..., None]
    xp = library(turned)
    return batch._replace(
        entry=xp.where(turned, xp.flip(batch.entry, (2,)), batch.entry),
        length=xp.where(turned, xp.flip(batch.length, (2,)), batch.length),
    )


def pair_inputs(batch: Batch, where: Lookups) -> Array:
    """Return the inputs of each pair of edges, the start before them, [B, inputs, 1 + M, 1 + M].

    How far it is from one edge to the other and back, by the nearest ends and by all of them.
    """
    xp = library(batch.demand)
    stops = pad(where.leave, 1, before=1)
    ways = xp.concatenate([batch.from_start[:, None], batch.distance], 1)
    home = pad(batch.to_end, 1, before=1)  # coming to place 0 is coming to the end
    ways = xp.concatenate([home[..., None], ways], 2)
    ends = [stops[:, :, side] for side in range(2)]
    between = [take(rows(ways, end), other[:, None], 2) for end in ends for other in ends]
    nearest = xp.minimum(xp.minimum(*between[:2]), xp.minimum(*between[2:]))
    mean = sum(xp.clip(way, None, 100.0) for way in between) / 4
    back = nearest.swapaxes(1, 2)
    touching = cast(xp.minimum(nearest, back) < _TOUCHING, nearest)
    logarithm = xp.log1p(nearest)
    return xp.stack([logarithm, logarithm.swapaxes(1, 2), touching, xp.log1p(mean)], 1)


def way_inputs(where: Lookups) -> tuple[Array, Array]:
    """Return the inputs of the way from each place to each edge, and whether it leads to side 1.

    How far it is to the nearer and to the farther entry, and whether it is anything at all,
    [B, 1 + N, M, inputs] and [B, 1 + N, M].
    """
    xp = library(where.reach)
    near, far = xp.amin(where.reach, 2), xp.amax(where.reach, 2)
    turned = where.reach[:, :, 1] < where.reach[:, :, 0]
    touching = cast(near < _TOUCHING, near)
    return xp.stack([xp.log1p(near), xp.log1p(far), xp.exp(-near), touching], -1), turned


def moment_inputs(look: Look, batch: Batch, turned: Array, like: Array) -> Array:
    """Return what changes from step to step about each edge, [B, Q, inputs, M].

    `arc_mdp.moment_inputs`, and whether the edge is closed, served already.

    Parameters
    ----------
    look
        The states.
    batch
        The instances.
    turned
        As in `way_inputs`.
    like
        An array of the type that is wanted.
    """
    xp = library(look.open)
    size, edges = batch.demand.shape
    entries = batch.entry.swapaxes(1, 2).reshape(size, 1, 1, 2 * edges)
    at_nodes = xp.concatenate([cast(look.left, like)[:, :, None], cast(look.nearby, like)], 2)
    at_ends = take(at_nodes, entries, 3).reshape(size, -1, 1 + len(RADII), 2, edges)
    swap = rows(turned, look.place)[:, :, None, None]
    at_ends = xp.where(swap, at_ends, xp.flip(at_ends, (3,)))  # the far end first
    seen = _end_inputs(at_ends[:, :, 0])
    far, near = (tuple(column[:, :, end] for column in seen) for end in range(2))
    close, wide = (at_ends[:, :, 1 + k, 0] for k in range(len(RADII)))
    columns = _moment_inputs(far, near, close, wide, batch.demand[:, None], look.load[..., None])
    return xp.stack([cast(column, like) for column in (*columns, ~look.open)], 2)


def nearby_inputs(nearby: Array, load: Array) -> Array:
    """Return `arc_mdp.share_around` each node, by `RADII`, [B, Q, K, N].

    Parameters
    ----------
    nearby
        Demand still to be served around each node, [B, Q, K, N].
    load
        What is on board, [B, Q].
    """
    return _share_around(nearby, load[..., None, None])


def vehicle_inputs(
    batch: Batch,
    load: Array,
    left: Array,
    other: Array,
    around: Array,
    kind: str,
) -> Array:
    """Return what is seen of the vehicle, [B, Q, inputs].

    Parameters
    ----------
    batch
        A scaled batch.
    load
        What is on board, [B, Q].
    left
        Number of edges still to be served, [B, Q].
    other
        How much farther the other end of the last edge is, in mean edge lengths, [B, Q].
    around
        `arc_mdp.share_around` the vehicle, [B, Q, K].
    kind
        ``"paper"``: the load alone; the others: `arc_mdp.vehicle_inputs`.
    """
    if kind == "paper":
        return load[..., None]
    xp = library(load)
    W = xp.broadcast_to(batch.curb_weight[:, None], load.shape)
    close, wide = (around[..., k] for k in range(len(RADII)))
    number = _number(batch)[:, None]
    return xp.stack(_vehicle_inputs(load, left, number, W, other, close, wide), -1)


def around(nearby: Array, place: Array) -> Array:
    """Return `arc_mdp.share_around` the vehicle, 0 at the start, [B, Q, K].

    Parameters
    ----------
    nearby
        As in `Look`.
    place
        Where the vehicle stands, see `Lookups`, [B, Q].
    """
    return take(pad(nearby, 3, before=1), place[..., None, None], 3)[..., 0]


def look_at(state: State, batch: Batch, last: Array, first: Array, kind: str) -> Look:
    """Return what the decoder sees of the states of S rollouts each.

    Parameters
    ----------
    state, batch
        The state and the instances.
    last, first
        As in `Look`.
    kind
        Kind of inputs, as in `edge_inputs`.
    """
    side, other = standing(state, batch)
    left = cast(library(last).sum(state.open, -1), state.load)
    place = take(state.place, side[..., None], 2)[..., 0]
    nearby = nearby_inputs(state.nearby, state.load)
    vehicle = vehicle_inputs(batch, state.load, left, other, around(nearby, place), kind)
    return Look(
        last, first, side, place, vehicle, state.open, state.left, nearby, state.load, other
    )


def standing(state: State, batch: Batch) -> tuple[Array, Array]:
    """Return the cheaper side of the last edge, and how much farther the other one is, [B, S]."""
    gain = state.cost[..., 1] - state.cost[..., 0]
    side = cast(gain < 0, state.place)
    return side, _detour(gain, batch.curb_weight[:, None] + state.load)


def _number(batch: Batch) -> Array:
    """Return the number of served edges, at least 1, [B]."""
    xp = library(batch.real)
    return xp.clip(cast(xp.sum(batch.real, -1), batch.demand), 1, None)


def _at_entries(column: Array, batch: Batch) -> Array:
    """Return a value of each node at the entries of each edge, [B, M, 2]."""
    entries = batch.entry.reshape(len(batch.entry), -1)
    return take(column, entries, 1).reshape(batch.entry.shape)
