"""Random instances for training, made on the device: Eulerian, rural and street-like networks.

Everything is drawn with tensors of fixed shapes and without waiting for the device, so that it can
be recorded once and replayed.
"""

import math
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from arcload.neural.common.batch import Batch, joined
from arcload.neural.common.features import near_end_first

_LATTICE = 11  # the paper's points have whole coordinates 0 to 10
_FAR = 1e9  # no way
_MOST_RURAL = 52  # edges, served or not
_LEAST_DENSE, _MOST_DENSE = math.log(1.05), math.log(3.6)  # edges for each node, of rural networks


@dataclass(frozen=True)
class InstanceKind:
    """One kind of instance and its sizes.

    Parameters
    ----------
    network
        ``"walk"``: the edges of a random closed walk, as in the paper; all of them are served,
        or a part of them if `served` is below 1. ``"rural"``: a path through all nodes and
        random edges besides. ``"street"``: a bent grid with gaps, one-way streets and different
        lengths each way.
    edges
        Least and largest number of edges of a walk, or of served edges of the others.
    nodes
        Least and largest number of nodes; arrays have room for the largest.
    served
        Least share of the edges that is served.
    grid
        Rows and columns of a street network.
    paper
        Whether points lie in the unit square, demand is random or proportional and W is 0, Q/2 or
        5Q, as in the paper's training.
    """

    network: Literal["walk", "rural", "street"]
    edges: tuple[int, int]
    nodes: tuple[int, int]
    served: float = 1.0
    grid: tuple[int, int] = (0, 0)
    paper: bool = False

    @property
    def room(self) -> int:
        """Room for served edges: a multiple of 16, which devices like."""
        return -(-self.edges[1] // 16) * 16


def draw(kind: InstanceKind, count: int, device: torch.device | str) -> Batch:
    """Return scaled random instances, ends ordered for the network."""
    makers = {"walk": _walks, "rural": _rural, "street": _streets}
    made = makers[kind.network](kind, count, device)
    scaled, _ = made.padded(kind.room, made.distance.shape[1]).scaled()
    return near_end_first(scaled)


def draw_all(kinds: tuple[InstanceKind, ...], count: int, device: torch.device | str) -> Batch:
    """Return as many instances of each kind, in turn."""
    each = -(-count // len(kinds))
    together = joined([draw(kind, each, device) for kind in kinds])
    turns = torch.arange(each * len(kinds), device=device).view(len(kinds), each).T.flatten()
    return Batch(*(column[turns[:count]] for column in together))


def _walks(kind: InstanceKind, count: int, device: torch.device | str) -> Batch:
    """Return networks whose edges are a closed walk that uses none twice."""
    drawn = count + count // 2 + 16  # some walks find no way back and are left out
    most, room = kind.edges[1], kind.nodes[1]
    edges = torch.randint(kind.edges[0], most + 1, (drawn,), device=device)
    nodes = _node_numbers(kind, edges)
    ends, valid = _walk(edges, nodes, most, room)
    points = _points(drawn, room, device, kind.paper)
    chosen = torch.argsort((~valid).to(torch.int8), stable=True)[:count]
    chosen = torch.where(valid[chosen], chosen, chosen[0])
    ends, edges, points = ends[chosen], edges[chosen], points[chosen]
    there_is = torch.arange(most, device=device) < edges[:, None]
    return _straight(kind, points, ends, there_is, ends[:, 0, 0])


def _straight(
    kind: InstanceKind, points: Tensor, ends: Tensor, there_is: Tensor, depot: Tensor
) -> Batch:
    """Return networks of straight edges between points, of which all or a part are served."""
    count, most = there_is.shape
    device, room = points.device, points.shape[1]
    there = points.gather(1, ends[..., :1].expand(-1, -1, 2))
    back = points.gather(1, ends[..., 1:].expand(-1, -1, 2))
    length = (there - back).square().sum(-1).sqrt()
    weights = torch.full((count, room, room), _FAR, device=device)
    weights = _with_edges(weights, ends, torch.where(there_is, length, _FAR))
    weights = _with_edges(weights, ends.flip(-1), torch.where(there_is, length, _FAR))
    share = kind.served + (1 - kind.served) * _evenly(count, device)
    served = there_is & (torch.rand(count, most, device=device) < share)
    served = served | (torch.arange(most, device=device) == 0)  # at least one
    lengths = length[..., None].expand(-1, -1, 2)
    middles = (there + back) / 2
    return _batch(kind, ends, lengths, middles, weights, depot, served, kind.edges[1])


def _node_numbers(kind: InstanceKind, edges: Tensor) -> Tensor:
    """Return a number of nodes on which a walk of so many edges fits with room to spare."""
    least = torch.ceil((1 + torch.sqrt(1 + 8 * edges * 1.12)) / 2).long() + 1
    least = least.clamp(min=kind.nodes[0], max=kind.nodes[1])
    most = torch.minimum(edges, torch.full_like(edges, kind.nodes[1])).maximum(least)
    return least + (torch.rand(edges.shape, device=edges.device) * (most - least + 1)).long()


def _walk(edges: Tensor, nodes: Tensor, most: int, room: int) -> tuple[Tensor, Tensor]:
    """Return the ends of a random closed walk through all nodes, and whether it came back."""
    device, drawn = edges.device, len(edges)
    index = torch.arange(room, device=device)
    there = index < nodes[:, None]
    path = torch.argsort(torch.rand(drawn, room, device=device) + ~there, 1)
    begin = path[:, :1]
    used = torch.eye(room, dtype=torch.bool, device=device).expand(drawn, -1, -1)
    used = used | ~there[:, None] | ~there[:, :, None]
    at = begin
    valid = torch.ones(drawn, dtype=torch.bool, device=device)
    steps = []
    for number in range(1, most + 1):
        row = used.gather(1, at[..., None].expand(-1, -1, room)).squeeze(1)
        returns = ~used.gather(1, begin[..., None].expand(-1, -1, room)).squeeze(1)
        last_but_one = (edges == number + 1)[:, None]
        free = ~row & (~last_but_one | (returns & (at != begin)))
        guess = torch.where(free, torch.rand(drawn, room, device=device), -1.0)
        choice = guess.argmax(1, keepdim=True)
        choice = torch.where(
            (nodes > number)[:, None], path[:, min(number, room - 1)][:, None], choice
        )
        choice = torch.where((edges == number)[:, None], begin, choice)
        taken = row.gather(1, choice).squeeze(1)
        going = number <= edges
        valid = valid & (~taken | ~going)
        steps.append(torch.cat([at, choice], 1))
        hit = (index == at)[:, :, None] & (index == choice)[:, None]
        used = used | (hit | hit.transpose(1, 2)) & going[:, None, None]
        at = torch.where(going[:, None], choice, at)
    return torch.stack(steps, 1), valid


def _points(count: int, nodes: int, device: torch.device | str, paper: bool) -> Tensor:
    """Return points in the unit square, mostly on the paper's lattice and all different."""
    anywhere = torch.rand(count, nodes, 2, device=device)
    if paper or nodes > _LATTICE**2:
        return anywhere
    cells = torch.rand(count, _LATTICE**2, device=device).argsort(1)[:, :nodes]
    lattice = torch.stack([cells // _LATTICE, cells % _LATTICE], -1) / (_LATTICE - 1)
    return torch.where(torch.rand(count, 1, 1, device=device) < 0.7, lattice, anywhere)


def _rural(kind: InstanceKind, count: int, device: torch.device | str) -> Batch:
    """Return random connected networks, of which a part is served."""
    room = kind.nodes[1]
    first, second = torch.triu_indices(room, room, 1, device=device)
    nodes = torch.randint(kind.nodes[0], room + 1, (count, 1), device=device)
    dense = torch.exp(_LEAST_DENSE + (_MOST_DENSE - _LEAST_DENSE) * _evenly(count, device))
    edges = torch.minimum((nodes * dense).long(), nodes * (nodes - 1) // 2)
    edges = edges.clamp(max=_MOST_RURAL).maximum(nodes - 1)
    rank = torch.rand(count, len(first), device=device)
    rank = torch.where(second == first + 1, -1.0, rank)  # the path
    rank = torch.where(second < nodes, rank, 2.0)
    order = rank.argsort(1)[:, :_MOST_RURAL]
    ends = torch.stack([first[order], second[order]], -1)
    there_is = torch.arange(_MOST_RURAL, device=device) < edges
    points = _points(count, room, device, kind.paper)
    depot = (_evenly(count, device) * nodes)[:, 0].long()
    return _straight(kind, points, ends, there_is, depot)


def _evenly(count: int, device: torch.device | str) -> Tensor:
    """Return a number between 0 and 1 for each instance, [B, 1]."""
    return torch.rand(count, 1, device=device)


def _streets(kind: InstanceKind, count: int, device: torch.device | str) -> Batch:
    """Return bent grids: every edge is there by chance, some are one-way or uneven."""
    rows, columns = kind.grid
    nodes, room = rows * columns, kind.edges[1]
    number = torch.arange(nodes, device=device).view(rows, columns)
    pairs = torch.cat(
        [
            torch.stack([number[:, :-1].flatten(), number[:, 1:].flatten()], -1),
            torch.stack([number[:-1].flatten(), number[1:].flatten()], -1),
        ]
    )
    grid = torch.stack([number // columns, number % columns], -1).view(nodes, 2).float()
    stretch = 0.6 + 0.8 * torch.rand(count, 1, 2, device=device)
    points = (grid + 0.7 * torch.rand(count, nodes, 2, device=device)) * stretch
    ends = pairs.expand(count, -1, -1)
    there, back = points[:, pairs[:, 0]], points[:, pairs[:, 1]]
    bend = 1 + 0.5 * torch.rand(count, len(pairs), device=device).square()
    length = (there - back).square().sum(-1).sqrt() * bend
    there_is = torch.rand(count, len(pairs), device=device) < 0.65 + 0.35 * _half(count, device)
    share = 0.4 * _half(count, device)
    way = torch.rand(count, len(pairs), device=device) / share.clamp(min=1e-6)
    uneven = (
        torch.randn(count, len(pairs), 2, device=device)
        * 0.3
        * (torch.rand(count, 1, 1, device=device) < 0.2)
    )
    lengths = length[..., None] * uneven.exp()
    lengths = torch.stack(
        [
            torch.where(there_is & (way >= 0.5), lengths[..., 0], _FAR),
            torch.where(there_is & ((way < 0.5) | (way >= 1)), lengths[..., 1], _FAR),
        ],
        -1,
    )
    weights = torch.full((count, nodes, nodes), _FAR, device=device)
    weights = _with_edges(weights, ends, lengths[..., 0])
    weights = _with_edges(weights, ends.flip(-1), lengths[..., 1])
    distance = shortest(weights)
    both = (distance < _FAR / 2) & (distance.transpose(1, 2) < _FAR / 2)
    depot = (both.sum(-1) + torch.rand(count, nodes, device=device)).argmax(-1)
    inside = both.gather(1, depot[:, None, None].expand(-1, -1, nodes)).squeeze(1)
    within = there_is & inside.gather(1, ends.flatten(1)).view(ends.shape).all(-1)
    share = kind.served + (1 - kind.served) * torch.rand(count, 1, device=device)
    served = within & (torch.rand(count, len(pairs), device=device) < share)
    first = torch.arange(len(pairs), device=device) == within.to(torch.int8).argmax(1)[:, None]
    served = served | (first & within)
    middles = (there + back) / 2
    return _batch(kind, ends, lengths, middles, weights, depot, served, room, distance)


def _half(count: int, device: torch.device | str) -> Tensor:
    """Return 0 for half of the instances and up to 1 for the others, [B, 1]."""
    value = torch.rand(count, 1, device=device) * 2 - 1
    return value.clamp(min=0)


def _with_edges(weights: Tensor, ends: Tensor, length: Tensor) -> Tensor:
    size = weights.shape[1]
    flat = ends[..., 0] * size + ends[..., 1]
    return (
        weights.view(len(weights), -1).scatter_reduce(1, flat, length, "amin").view(weights.shape)
    )


def shortest(weights: Tensor) -> Tensor:
    """Return all shortest distances (Floyd and Warshall), [B, N, N]."""
    size = weights.shape[1]
    distance = torch.where(torch.eye(size, dtype=torch.bool, device=weights.device), 0, weights)
    for node in range(size):
        distance = torch.minimum(distance, distance[:, :, node, None] + distance[:, None, node])
    return distance


def _batch(
    kind: InstanceKind,
    ends: Tensor,
    lengths: Tensor,
    middles: Tensor,
    weights: Tensor,
    depot: Tensor,
    served: Tensor,
    room: int,
    distance: Tensor | None = None,
) -> Batch:
    """Return the instances with their served edges, in random order, and their demand."""
    count, device = len(ends), ends.device
    order = torch.argsort(torch.rand(served.shape, device=device) + 2.0 * ~served, 1)[:, :room]
    real = served.gather(1, order)
    ends, lengths, middles = (
        column.gather(1, order[..., None].expand(-1, -1, 2)) for column in (ends, lengths, middles)
    )
    demand = torch.where(real, _demand(kind, lengths.amin(-1), middles, real), 0)
    distance = shortest(weights) if distance is None else distance
    size = distance.shape[1]
    home = depot[:, None].expand(-1, size)
    elsewhere = torch.rand(count, device=device) < (0.15 if kind.network == "street" else 0)
    end = torch.where(elsewhere, ends[:, 0, 0], depot)
    return Batch(
        entry=torch.where(real[..., None], ends, 0),
        length=torch.where(real[..., None], lengths, 0),
        demand=demand,
        distance=distance,
        from_start=distance.gather(1, home[:, None]).squeeze(1),
        to_end=distance.gather(2, end[:, None, None].expand(-1, size, -1)).squeeze(2),
        curb_weight=_curb_weight(demand.sum(-1), kind.paper),
        real=real,
    )


def _demand(kind: InstanceKind, length: Tensor, middles: Tensor, real: Tensor) -> Tensor:
    """Return a demand each: of 1 to 100, as the length, or mostly near one to three centres.

    As the length it is easy where all edges are served, for then every tour without a way between
    edges costs the same, and no easier than others where they are not.
    """
    count, device = len(length), length.device
    whole = 1 + torch.floor(100 * torch.rand(length.shape, device=device))
    centres = middles[:, :3]
    far = (middles[:, :, None] - centres[:, None]).square().sum(-1)
    number = torch.randint(1, 4, (count, 1, 1), device=device)
    far = torch.where(torch.arange(far.shape[2], device=device) < number, far, _FAR).amin(-1)
    rank = torch.where(real, far, _FAR).argsort(1).argsort(1)
    heavy = rank < (real.sum(1, keepdim=True) // 5).clamp(min=1)
    clustered = torch.where(heavy, 50 + whole / 2, 1 + whole / 10)
    if kind.paper:
        return torch.where(_evenly(count, device) < 0.5, length + 1e-3, whole)
    proportional = 0.1 if kind.network == "walk" and kind.served == 1 else 0.35
    chance = _evenly(count, device)
    rest = torch.where(chance < proportional + 0.15, clustered, whole)
    return torch.where(chance < proportional, length + 1e-3, rest)


def _curb_weight(total: Tensor, paper: bool) -> Tensor:
    """Return W: 0, Q/2 or 5Q, or, but for the paper's training, anything around them."""
    kind = torch.rand(total.shape, device=total.device) * 3
    ratio = torch.where(kind < 1, 0.0, torch.where(kind < 2, 0.5, 5.0))
    if not paper:  # the lighter the vehicle, the harder it is
        between = torch.exp(torch.rand(total.shape, device=total.device) * math.log(250)) / 50
        chance = torch.rand(total.shape, device=total.device)
        ratio = torch.where(chance < 0.3, between, torch.where(chance < 0.5, 0.0, ratio))
    return ratio * total
